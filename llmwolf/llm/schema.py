"""The JSON schemas of answers: one for the whole game, and one printed from each request."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from llmwolf.llm.orders import WHEN
from llmwolf.llm.settings import Settings
from llmwolf.rules.asks import PASS, Request
from llmwolf.rules.claims import ACTS

CLAIMS_LIMIT: Final = 8
ORDERS_LIMIT: Final = 2
ORDER_ACTS: Final = ("explode", "withdraw", "duel")
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shape:
    """Which fields an answer to a request has.

    ``speech``: a text is wanted; ``act``: there is a verb to choose; ``targets``: seats may be named.
    """

    speech: bool
    act: bool
    targets: bool

    def names(self, settings: Settings) -> tuple[str, ...]:
        """The fields in the order of writing: the thought comes before what it leads to."""
        wanted = (
            ("thought", settings.thought_chars > 0),
            ("plan", settings.plan_chars > 0),
            ("speech", self.speech),
            ("act", self.act),
            ("targets", self.targets),
            ("claims", self.speech and settings.claims),
            ("order", self.speech and settings.orders),
        )
        return tuple(name for name, yes in wanted if yes)


EVERYTHING: Final = Shape(speech=True, act=True, targets=True)


def shape_of(request: Request) -> Shape:
    """The fields that an answer to ``request`` needs; a text with one verb needs no ``act``."""
    return Shape(
        speech=request.text_limit > 0,
        act=not (request.text_limit and len(request.choices) == 1),
        targets=any(choice.most for choice in request.choices),
    )


def form_of(request: Request, settings: Settings) -> str:
    """The object that answers ``request``, left blank."""
    lists = ("targets", "claims", "order")
    names = shape_of(request).names(settings)
    return "{" + ", ".join(f'"{name}": {"[]" if name in lists else chr(34) * 2}' for name in names) + "}"


def speech_limit(request: Request, settings: Settings) -> int:
    """The longest speech asked for, in characters."""
    return min(request.text_limit, settings.speech_chars or request.text_limit)


@lru_cache(64)
def constant_schema(settings: Settings) -> Json:
    """The one schema of a game, whatever the table: seats are not listed, which would cost tokens.

    Hosted services put it before the prompt, so that it must not change: it holds every field, and whether
    an act and its targets are legal is found out afterwards. Never change what is returned.
    """
    fields: Json = {}
    for name in EVERYTHING.names(settings):
        fields[name] = _field(name)
    return _closed(fields)


def exact_schema(request: Request, seats: int, settings: Settings) -> Json:
    """The schema of the answers to ``request`` alone, for a server that enforces it as a grammar.

    Legal targets are enums, lengths are set, and each verb is tied to its own targets.
    """
    if not shape_of(request).act:
        choice = request.choices[0]
        return _exact(request, seats, settings, (), choice.pool, choice.least, choice.most)
    ways = [(choice.verb, choice.pool, choice.least, choice.most) for choice in request.choices]
    if request.may_pass:
        ways.append((PASS, (), 0, 0))
    if len({way[1:] for way in ways}) > 1:
        return {
            "anyOf": [
                _exact(request, seats, settings, (verb,), pool, least, most)
                for verb, pool, least, most in ways
            ]
        }
    _, pool, least, most = ways[0]
    return _exact(request, seats, settings, tuple(way[0] for way in ways), pool, least, most)


def _exact(
    request: Request, seats: int, settings: Settings, verbs: tuple[str, ...],
    pool: tuple[int, ...], least: int, most: int,
) -> Json:  # fmt: skip
    lengths = {
        "thought": settings.thought_chars,
        "plan": settings.plan_chars,
        "speech": speech_limit(request, settings),
    }
    fields: Json = {}
    for name in shape_of(request).names(settings):
        match name:
            case "act":
                fields[name] = {"type": "string", "enum": list(verbs)}
            case "targets":
                seat = {"type": "integer", "enum": list(pool) or [0]}
                fields[name] = {"type": "array", "items": seat, "minItems": least, "maxItems": most}
            case "claims":
                fields[name] = _field(name, seats) | {"maxItems": CLAIMS_LIMIT}
            case "order":
                fields[name] = _field(name, seats) | {"maxItems": ORDERS_LIMIT}
            case _:
                fields[name] = {"type": "string", "maxLength": lengths[name]}
    return _closed(fields)


def _field(name: str, seats: int = 0) -> Json:
    """A field; its seats are among the first ``seats`` where that is given: the list costs tokens."""
    seat: Json = {"type": "integer"}
    target = seat
    if seats:
        seat = seat | {"enum": list(range(1, seats + 1))}
        target = seat | {"enum": list(range(seats + 1))}
    match name:
        case "targets":
            return {"type": "array", "items": seat}
        case "claims":
            claim = {
                "act": {"type": "string", "enum": list(ACTS)},
                "targets": {"type": "array", "items": seat},
                "value": {"type": "string"},
                "night": {"type": "integer"},
            }
            return {"type": "array", "items": _closed(claim)}
        case "order":
            order = {
                "act": {"type": "string", "enum": list(ORDER_ACTS)},
                "when": {"type": "string", "enum": list(WHEN)},
                "target": target,
            }
            return {"type": "array", "items": _closed(order)}
    return {"type": "string"}


def _closed(fields: Json) -> Json:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
