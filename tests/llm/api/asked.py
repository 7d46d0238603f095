"""What a request to the server asks: read off its schema where that is exact, else off the option lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

Acts = dict[str, tuple[tuple[int, ...], int, int]]
"""The legal verbs, each with its seats and how many of them, from and to."""

_OPTION: Final = re.compile(r'^- act "(\w+)"(.*)$', re.MULTILINE)
_ONE: Final = re.compile(r"targets(?: 取其一：| one of: )([\d, ]+)")
_MANY: Final = re.compile(r"(\d+) (?:到|to) (\d+) (?:个：|targets of: )([\d, ]+)")
_POINTED: Final = re.compile(r"^- targets[^：:]*[：:](?: a seat you name, of)?\s*([\d, ]+)", re.MULTILINE)
_SPEECH: Final = re.compile(r"^- speech\D*(\d+)", re.MULTILINE)
_SEAT: Final = re.compile(r"你是\s*(\d+)\s*号|[Yy]ou are seat (\d+)")
CARD: Final = re.compile(
    r"(?:你是\s*(?P<seat>\d+)\s*号|You are seat (?P<place>\d+))[，,;]\s*"
    r"(?:身份牌：|your card(?: is|:) )(?P<card>[^。.\n]+)"
)
"""The sentence that tells a seat its card, and nobody else."""
_MATES: Final = re.compile(r"(?:狼同伴：|Your pack: |Wolf mates: )([\d、, -]+)")
_CHECK: Final = re.compile(r"(?:第(\d+)夜查验：|Night (\d+), check: )\D*(\d+)\D*?(?:是|is) ?([^。.\n]+)")
_OUT: Final = re.compile(r"^.*?(?:出局：|Out: )(.+?)(?:。|\.(?:\s|$))", re.MULTILINE)
_FATE: Final = re.compile(r"(?:^|[、,] ?)(\d+)(?:号| )")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request wants, and what its prompt tells this seat alone.

    ``acts`` are the legal verbs, ``speech`` is the longest text (0: none), ``pointed`` are seats that a
    text may name. ``card`` is the seat's own, ``mates`` its pack, ``checks`` are night, seat and whether it
    is good; ``out`` are the seats that are out of the game.
    """

    seat: int
    acts: Acts
    speech: int
    pointed: tuple[int, ...]
    card: str = ""
    mates: tuple[int, ...] = ()
    checks: tuple[tuple[int, int, bool], ...] = ()
    out: tuple[int, ...] = ()


def asked_of(body: dict[str, Any]) -> Asked:
    """The question in the last message of ``body``, which also says whose seat it is."""
    whole = "\n".join(message["content"] for message in body["messages"])
    last = body["messages"][-1]["content"]
    seats = [int(zh or en) for zh, en in _SEAT.findall(whole)]
    found = CARD.search(whole)
    private = whole[found.start() :] if found else ""
    mates, gone = _MATES.search(private), _OUT.search(private)
    exact = _exact(body)
    return Asked(
        seat=seats[-1] if seats else 0,
        acts=_acts(exact) if exact else _options(last),
        speech=_speech(exact) if exact else _number(_SPEECH.search(last)),
        pointed=_seats(exact) if exact else _numbers(_POINTED.search(last)),
        card=found["card"] if found else "",
        mates=_spread(mates[1]) if mates else (),
        checks=tuple(
            (int(zh or en), int(seat), said.startswith(("好", "good", "Good")))
            for zh, en, seat, said in _CHECK.findall(private)
        ),
        out=tuple(int(number) for number in _FATE.findall(gone[1])) if gone else (),
    )


def _exact(body: dict[str, Any]) -> list[dict[str, Any]]:
    """The properties of each way to answer by a schema that lists the legal answers; empty: there is none."""
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema", {})
    ways = [way.get("properties", {}) for way in schema.get("anyOf", [schema])]
    told = any("enum" in way.get("act", {}) or "maxLength" in way.get("speech", {}) for way in ways)
    return ways if told else []


def _acts(ways: list[dict[str, Any]]) -> Acts:
    return {verb: _pool(way) for way in ways for verb in way.get("act", {}).get("enum", [])}


def _speech(ways: list[dict[str, Any]]) -> int:
    return max(int(way.get("speech", {}).get("maxLength", 0)) for way in ways)


def _seats(ways: list[dict[str, Any]]) -> tuple[int, ...]:
    return next((_pool(way)[0] for way in ways if "act" not in way), ())


def _pool(way: dict[str, Any]) -> tuple[tuple[int, ...], int, int]:
    targets = way.get("targets", {})
    if not targets.get("maxItems"):
        return (), 0, 0
    return tuple(targets["items"]["enum"]), targets["minItems"], targets["maxItems"]


def _options(text: str) -> Acts:
    acts: Acts = {}
    for verb, rest in _OPTION.findall(text):
        if many := _MANY.search(rest):
            acts[verb] = (_split(many[3]), int(many[1]), int(many[2]))
        elif one := _ONE.search(rest):
            acts[verb] = (_split(one[1]), 1, 1)
        else:
            acts[verb] = ((), 0, 0)
    return acts


def _number(found: re.Match[str] | None) -> int:
    return int(found[1]) if found else 0


def _numbers(found: re.Match[str] | None) -> tuple[int, ...]:
    return _split(found[1]) if found else ()


def _split(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text))


def _spread(text: str) -> tuple[int, ...]:
    """The numbers in ``1、3、5-9``."""

    def each() -> Iterator[int]:
        for first, last in re.findall(r"(\d+)(?:-(\d+))?", text):
            yield from range(int(first), int(last or first) + 1)

    return tuple(each())
