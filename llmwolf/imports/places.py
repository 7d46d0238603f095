"""Where in a JSON text a key stands: the parser does not say it."""

from __future__ import annotations

import json
from collections.abc import Sequence


def line_of(text: str, keys: Sequence[str]) -> int:
    """The line of the last of ``keys``, each looked for behind the one before; 0 where one is not there."""
    at = 0
    for key in keys:
        written = json.dumps(key, ensure_ascii=False)
        found = _key(text, written, at)
        if found < 0:
            found = _key(text, json.dumps(key), at)
        if found < 0:
            return 0
        at = found + len(written)
    return text.count("\n", 0, at) + 1


def _key(text: str, written: str, start: int) -> int:
    """Where ``written`` stands as a key, that is before a colon."""
    at = text.find(written, start)
    while at >= 0 and text[at + len(written) :].lstrip()[:1] != ":":
        at = text.find(written, at + 1)
    return at
