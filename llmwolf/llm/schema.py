"""The JSON schema of an answer, printed from the request that it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from llmwolf.llm.settings import Settings
from llmwolf.rules.asks import PASS, Request
from llmwolf.rules.claims import ACTS

CLAIMS_LIMIT: Final = 8
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shape:
    """Which fields an answer to a request has.

    ``speech``: a text is wanted; ``act``: there is a verb to choose; ``target`` and ``targets``: one
    seat, or several, may be named.
    """

    speech: bool
    act: bool
    target: bool
    targets: bool

    def names(self, settings: Settings) -> tuple[str, ...]:
        """The fields in the order of writing: the thought comes before what it leads to."""
        wanted = (
            ("thought", settings.thought_chars > 0),
            ("speech", self.speech),
            ("act", self.act),
            ("target", self.target),
            ("targets", self.targets),
            ("claims", self.speech and settings.claims),
        )
        return tuple(name for name, yes in wanted if yes)


def shape_of(request: Request) -> Shape:
    """The fields that an answer to ``request`` needs; a text with one verb needs no ``act``."""
    many = any(choice.most > 1 for choice in request.choices)
    return Shape(
        speech=request.text_limit > 0,
        act=not (request.text_limit and len(request.choices) == 1),
        target=not many and any(choice.most for choice in request.choices),
        targets=many,
    )


def speech_limit(request: Request, settings: Settings) -> int:
    """The longest speech asked for, in characters."""
    return min(request.text_limit, settings.speech_chars or request.text_limit)


def answer_schema(request: Request, seats: int, settings: Settings, grammar: bool) -> Json:
    """The schema of the answers to ``request`` at a table of ``seats``.

    With ``grammar`` the server enforces every keyword, so that lengths are set and each verb is tied to its
    own targets; hosted services only know the plain keywords, and there the reply is checked afterwards.
    """
    shape = shape_of(request)
    if not shape.act:
        pool = request.choices[0].pool if shape.target or shape.targets else ()
        return _object(request, seats, settings, grammar, (), pool, zero=True)
    ways = [(choice.verb, choice.pool, choice.least == 0) for choice in request.choices]
    if request.may_pass:
        ways.append((PASS, (), True))
    if grammar and len({(pool, zero) for _, pool, zero in ways}) > 1:
        return {
            "anyOf": [
                _object(request, seats, settings, grammar, (verb,), pool, zero) for verb, pool, zero in ways
            ]
        }
    verbs = tuple(verb for verb, _, _ in ways)
    pool = tuple(sorted({seat for _, seats_of, _ in ways for seat in seats_of}))
    return _object(request, seats, settings, grammar, verbs, pool, any(zero for _, _, zero in ways))


def _object(
    request: Request, seats: int, settings: Settings, grammar: bool, verbs: tuple[str, ...],
    pool: tuple[int, ...], zero: bool,
) -> Json:  # fmt: skip
    fields: Json = {}
    for name in shape_of(request).names(settings):
        match name:
            case "thought":
                fields[name] = _text(settings.thought_chars, grammar)
            case "speech":
                fields[name] = _text(speech_limit(request, settings), grammar)
            case "act":
                fields[name] = {"type": "string", "enum": list(verbs)}
            case "target":
                fields[name] = {"type": "integer", "enum": [*pool, *((0,) if zero or not pool else ())]}
            case "targets":
                most = max(choice.most for choice in request.choices)
                fields[name] = _list({"type": "integer", "enum": list(pool) or [0]}, most, grammar)
            case _:
                fields[name] = _list(_claim(seats), CLAIMS_LIMIT, grammar)
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _text(limit: int, grammar: bool) -> Json:
    return {"type": "string", **({"maxLength": limit} if grammar else {})}


def _list(item: Json, most: int, grammar: bool) -> Json:
    return {"type": "array", "items": item, **({"maxItems": most} if grammar else {})}


def _claim(seats: int) -> Json:
    fields: Json = {
        "act": {"type": "string", "enum": list(ACTS)},
        "targets": {"type": "array", "items": {"type": "integer", "enum": list(range(1, seats + 1))}},
        "value": {"type": "string"},
        "night": {"type": "integer"},
    }
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
