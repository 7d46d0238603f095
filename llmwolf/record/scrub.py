"""What strangers' software says, made fit for a record: no keys, nothing that JSON cannot hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

REDACTED: Final = "[redacted]"

_KEY_NAMES: Final = re.compile(
    "(api|access|secret)[-_ ]?key|authorization|password|(auth|access)[-_]token", re.IGNORECASE
)
_KEY_SHAPES: Final = re.compile(
    "(?<![A-Za-z0-9])"
    "(?:(?:(?:sk|gsk|xai|hf)[-_]|AIza)[A-Za-z0-9_-]{16,}|(?i:bearer )[A-Za-z0-9._~+/-]{16,}=*)"
)
_INT64: Final = range(-(2**63), 2**64)


def scrub_text(text: str, secrets: tuple[str, ...] = ()) -> str:
    """``text`` without any of ``secrets``, without what is shaped like a key, and fit for UTF-8."""
    for secret in secrets:
        text = text.replace(secret, REDACTED)
    return _KEY_SHAPES.sub(REDACTED, text).encode("utf-8", "replace").decode()


def scrub(value: Any, secrets: tuple[str, ...] = ()) -> Any:
    """``value`` (JSON as Python objects) with :func:`scrub_text` done to every text in it.

    What stands under a name such as ``api_key`` goes as a whole; numbers beyond 64 bits become texts.
    """
    if isinstance(value, str):
        return scrub_text(value, secrets)
    if isinstance(value, int):
        return value if value in _INT64 else str(value)
    if isinstance(value, (list, tuple)):
        return [scrub(inner, secrets) for inner in value]
    if isinstance(value, Mapping):
        scrubbed = {}
        for name, inner in value.items():
            told, is_key = _name(str(name), secrets)
            scrubbed[told] = REDACTED if is_key else scrub(inner, secrets)
        return scrubbed
    return value


@lru_cache(maxsize=256)
def _name(name: str, secrets: tuple[str, ...]) -> tuple[str, bool]:
    """The name of a field as it is recorded, and whether it is that of a key."""
    return scrub_text(name, secrets), _KEY_NAMES.search(name) is not None
