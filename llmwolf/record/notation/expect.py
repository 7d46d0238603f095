"""Compares what came of a game with what its record expects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from llmwolf.record.notation.document import table
from llmwolf.record.notation.errors import Malformed, nearest
from llmwolf.record.notation.outcome import KEYS, Outcome
from llmwolf.record.notation.source import Source


def expects_error(source: Source) -> bool:
    """Whether the record says of itself that it is illegal; raises :class:`Malformed` on an unknown key."""
    expect = table(source, "expect")
    for key in expect:
        if key != "error" and key not in KEYS:
            known = (*KEYS, "error")
            raise Malformed(f"unknown key {key!r}; {nearest(key, known)}", source.line_of(key), key)
    wanted = expect.get("error", False)
    if not isinstance(wanted, bool) or (wanted and len(expect) > 1):
        raise Malformed("error is true, and stands alone", source.line_of("error"), "error")
    return wanted


def differences(expect: Mapping[str, Any], found: Outcome) -> list[str]:
    """One sentence for every key whose whole value is not what was expected."""
    return [
        f"{key}: expected {_shown(value)}, found {_shown(found[key])}"
        for key, value in expect.items()
        if key != "error" and _plain(value) != _plain(found[key])
    ]


def _plain(value: Any) -> Any:
    """``value`` without the order of its keys; TOML has no null, so nothing may be written as false or ""."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return None if value is False or value == "" else value


def _shown(value: Any) -> str:
    """``value`` as TOML would have it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_shown(inner)}' for key, inner in value.items())} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_shown, value))}]"
    if value is None:
        return '""'
    return f'"{value}"' if isinstance(value, str) else str(value)
