"""Compares what came of a game with what its record expects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from llmwolf.record.notation.document import table
from llmwolf.record.notation.errors import Malformed, nearest
from llmwolf.record.notation.outcome import KEYS, Outcome
from llmwolf.record.notation.sentences import Sentence, say, shortened
from llmwolf.record.notation.source import Source
from llmwolf.record.notation.toml import toml


def expects_error(source: Source) -> bool:
    """Whether the record says of itself that it is illegal; raises :class:`Malformed` on an unknown key."""
    expect = table(source, "expect")
    for key in expect:
        if key != "error" and key not in KEYS:
            known = (*KEYS, "error")
            why = say("unknown_key", key=shortened(key), hint=nearest(key, known))
            raise Malformed(why, source.line_of(key), key)
    wanted = expect.get("error", False)
    if not isinstance(wanted, bool) or (wanted and len(expect) > 1):
        raise Malformed(say("error_alone"), source.line_of("error"), "error")
    return wanted


def differences(expect: Mapping[str, Any], found: Outcome) -> list[Sentence]:
    """One sentence for every key whose whole value is not what was expected."""
    return [
        say("differs", key=key, wanted=toml(value), found=toml(found[key]))
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
