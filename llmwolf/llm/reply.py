"""A raw reply becomes a reading, or a :class:`BadReply` that says what is wrong with it.

Lenient in form (fences, prose around the object, ``"3号"`` for 3), strict in substance: what is not
clearly one legal answer is not guessed at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from llmwolf.llm.hidden import Unhide
from llmwolf.llm.orders import Order, read_orders
from llmwolf.llm.schema import CLAIMS_LIMIT
from llmwolf.llm.speech import publishable
from llmwolf.players.base import Answer
from llmwolf.players.phrases import choice_label
from llmwolf.roles import role_id
from llmwolf.rules.asks import PASS, Choice, Request
from llmwolf.rules.claims import ACTS, Claim
from llmwolf.rules.errors import SetupError
from llmwolf.rules.words import clean

THOUGHT_LIMIT: Final = 2_000
PLAN_LIMIT: Final = 400
_PASS_WORDS: Final = (
    "pass",
    "none",
    "no",
    "abstain",
    "skip",
    "nobody",
    "无",
    "过",
    "不",
    "空",
    "跳过",
    "弃权",
)
_SIDES: Final = {
    **dict.fromkeys(("good", "好人", "好", "金水"), "good"),
    **dict.fromkeys(("wolf", "werewolf", "狼人", "狼", "查杀"), "wolf"),
}
_NOBODY: Final = ("", "0", "无", "none", "null", "nobody", "pass")
_SEAT: Final = re.compile(r"(?<!\d)(\d{1,2})(?!\d)")
_BEGINS: Final = re.compile(r"[\ufeff\s]*(?:```\w*\s*)?\{")
_CLAUSE_END: Final = re.compile(r"[，,。；;、！!？?\n]")
_NOT: Final = re.compile(r"不|别|没|非|\bnot\b|n't|never")
_CUES: Final = {
    "vote": "投|票|vote",
    "knife": "刀|knife",
    "check": "验|查|check",
    "guard": "守|guard",
    "shoot": "枪|带走|shoot",
    "give": "移交|给|give",
}
"""The words that tell of a verb in plain prose."""


class BadReply(Exception):
    """A reply that is no answer. ``reason`` is a word of :data:`~llmwolf.llm.failure.REASONS`."""

    def __init__(self, reason: str, why: str) -> None:
        self.reason = reason
        self.why = why
        super().__init__(why)


def _seats(value: object) -> tuple[int, ...]:
    """The seats that ``value`` names, in any common spelling; nobody is empty."""
    if value is None or value == 0:
        return ()
    if isinstance(value, bool):
        raise ValueError("a seat is a number, not true or false")
    if isinstance(value, int):
        return (value,)
    if isinstance(value, float) and value.is_integer():
        return (int(value),) if value else ()
    if isinstance(value, str):
        if value.strip().lower() in _NOBODY:
            return ()
        found = _SEAT.findall(value)
        if not found:
            raise ValueError(f"{value[:20]!r} names no seat")
        return tuple(int(number) for number in found)
    if isinstance(value, list):
        return tuple(seat for item in value for seat in _seats(item))
    raise ValueError("a seat is a number")


def _word(value: object) -> str:
    return "" if value is None or isinstance(value, (bool, dict, list)) else str(value)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reply comes to: the answer, and beside it standing orders and a plan, which are private."""

    answer: Answer
    orders: tuple[Order, ...] = ()
    plan: str = ""


class _Fields(BaseModel):
    """The fields of a reply once their spelling is settled."""

    model_config = ConfigDict(extra="ignore")

    thought: Annotated[str, BeforeValidator(_word)] = ""
    plan: Annotated[str, BeforeValidator(_word)] = ""
    order: Any = None
    speech: Annotated[str, BeforeValidator(_word)] = ""
    act: Annotated[str, BeforeValidator(_word)] = ""
    target: Annotated[tuple[int, ...] | None, BeforeValidator(_seats)] = None
    claims: list[Any] = []


def read_reply(request: Request, text: str, seats: int) -> Reading:
    """What the raw ``text`` answers to ``request``; ``seats`` is the size of the table.

    Raises :class:`BadReply`.
    """
    if _BEGINS.match(text) and (data := cut_out_object(text)) is not None:
        # Marks within such an object belong to its fields and are dealt with there.
        return to_answer(request, data, seats)
    plain = _unhidden(text)
    if (data := cut_out_object(plain)) is not None:
        return to_answer(request, data, seats)
    if not plain:
        raise BadReply("empty", "the reply is empty")
    if "{" in plain or "```" in plain:
        raise BadReply("bad_json", "the reply is not one complete JSON object")
    if request.text_limit:
        return Reading(_said(request, plain, (), (), ""))
    return Reading(_from_prose(request, plain))


def to_answer(request: Request, data: Mapping[str, object], seats: int) -> Reading:
    """What the decoded object ``data`` answers; raises :class:`BadReply` where that is not legal."""
    known = {str(key).strip().lower(): value for key, value in data.items()}
    if "targets" in known and known.get("target") in (None, "", 0, []):
        known["target"] = known["targets"]
    known.setdefault("order", known.get("orders"))
    if not known.get("act"):
        _verb_as_key(request, known)
    if not isinstance(known.get("claims"), list):
        known["claims"] = []
    try:
        fields = _Fields.model_validate(known)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise BadReply("bad_json", f"{problem['loc'][0]}: {problem['msg']}") from None
    beside = Reading(Answer(), read_orders(fields.order), clean(fields.plan)[:PLAN_LIMIT])
    return replace(beside, answer=_answered(request, fields, seats))


def _answered(request: Request, fields: _Fields, seats: int) -> Answer:
    thought = clean(fields.thought)[:THOUGHT_LIMIT]
    if request.text_limit:
        claims = _claims(fields.claims, seats)
        if fields.speech.strip() or fields.target:
            return _said(request, fields.speech, fields.target or (), claims, thought)
        if _verb(request, fields.act) == PASS and request.may_pass:
            return Answer(PASS, thought=thought)
        raise BadReply("empty", "speech is empty")
    return _chosen(request, fields, thought)


def cut_out_object(text: str) -> dict[str, object] | None:
    """The first JSON object in ``text`` that holds a known field, otherwise the first at all, or ``None``."""
    first: dict[str, object] | None = None
    for found in _objects(text):
        if any(key in found for key in ("speech", "act", "target", "targets")):
            return found
        first = first or found
    return first


def _objects(text: str) -> Iterator[dict[str, object]]:
    decoder = json.JSONDecoder(strict=False)
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            if isinstance(value, dict):
                yield value
        at = text.find("{", end)


def _unhidden(text: str) -> str:
    hidden = Unhide(live=False)
    return (hidden.feed(text) + hidden.finish()).strip()


def _said(
    request: Request, speech: str, targets: tuple[int, ...], claims: tuple[Claim, ...], thought: str
) -> Answer:
    choice = request.choices[0]
    text = publishable(speech, request.seat)
    if not text and not targets:
        raise BadReply("empty", "nothing of the speech is the speaker's own words")
    _check(request, choice, targets)
    return Answer(choice.verb, targets, text, claims, thought)


def _chosen(request: Request, fields: _Fields, thought: str) -> Answer:
    verb = _verb(request, fields.act)
    targets = fields.target or ()
    if not verb and fields.act:
        raise BadReply("illegal", f"act {clean(fields.act)[:20]!r} is not one of the legal ones")
    if not verb:
        if fields.target is None:
            raise BadReply("bad_json", "act is missing")
        verbs = [choice.verb for choice in request.choices if choice.most]
        if len(verbs) != 1:
            raise BadReply("bad_json", "act is missing")
        verb = verbs[0]
    choice = next((c for c in request.choices if c.verb == verb), None)
    if choice is not None and choice.least and not targets and request.may_pass and fields.target is not None:
        verb = PASS
    if verb == PASS:
        if not request.may_pass:
            raise BadReply("illegal", "this may not be passed")
        return Answer(PASS, thought=thought)
    assert choice is not None
    if not choice.most:
        targets = ()
    _check(request, choice, targets)
    return Answer(verb, targets, thought=thought)


def _check(request: Request, choice: Choice, targets: tuple[int, ...]) -> None:
    """The engine has the last word on an answer; this finds out while the model can still be asked again."""
    wrong = [seat for seat in targets if seat not in choice.pool]
    if wrong:
        raise BadReply("illegal", f"seat {wrong[0]} is not a legal target of {choice.verb!r}")
    if not choice.least <= len(targets) <= choice.most or len(set(targets)) < len(targets):
        raise BadReply("illegal", f"{choice.verb!r} takes {choice.least} to {choice.most} different seats")
    if choice.some and not set(targets) & set(choice.some):
        raise BadReply("illegal", f"{choice.verb!r} must name at least one of {list(choice.some)}")


def _verb(request: Request, act: str) -> str:
    """The verb of ``request`` that ``act`` names, by its word or its label; empty: none of them."""
    word = act.strip().lower()
    for choice in request.choices:
        if word in (choice.verb, choice_label(choice, "zh"), choice_label(choice, "en").lower()):
            return choice.verb
    labels = (choice_label(PASS, lang, request.kind).lower() for lang in ("zh", "en"))
    return PASS if word and (word in _PASS_WORDS or word in labels) else ""


def _verb_as_key(request: Request, known: dict[str, Any]) -> None:
    """``{"vote": "3号"}`` means act and target; a false or empty value means nothing."""
    for choice in request.choices:
        value = known.get(choice.verb)
        if value is None or str(value).strip().lower() in ("", "0", "false", "none", "null", "无", "否"):
            continue
        known["act"] = choice.verb
        if not isinstance(value, bool):
            known.setdefault("target", value)
        return


def _from_prose(request: Request, text: str) -> Answer:
    """A choice in plain words: a pass, or the one legal seat named for it without a negation."""
    if request.may_pass and _verb(request, text.rstrip("。.!！")) == PASS:
        return Answer(PASS)
    verbs = [choice for choice in request.choices if choice.most]
    if len(verbs) != 1 or verbs[0].least > 1:
        raise BadReply("bad_json", "the reply is not a JSON object")
    cue = re.compile(_CUES.get(verbs[0].verb, r"(?!)"))
    named = set()
    for number in _SEAT.finditer(text):
        before = _CLAUSE_END.split(text[: number.start()])[-1].lower()
        alone = not text[: number.start()].strip() and len(text) <= 4
        if alone or (cue.search(before) and not _NOT.search(before)):
            named.add(int(number[0]))
    legal = sorted(named & set(verbs[0].pool))
    if len(legal) != 1:
        raise BadReply("bad_json", "the reply is not a JSON object and does not name one seat")
    return Answer(verbs[0].verb, (legal[0],))


def _claims(given: list[Any], seats: int) -> tuple[Claim, ...]:
    """The claims that can be understood; the rest is left out: the speech stands without them."""
    found: list[Claim] = []
    for item in given[:CLAIMS_LIMIT]:
        if not isinstance(item, dict) or item.get("act") not in ACTS:
            continue
        act = str(item["act"])
        try:
            targets = _seats(item.get("targets"))
            value = _claimed(act, _word(item.get("value")))
        except (ValueError, SetupError):
            continue
        night = item.get("night")
        claim = Claim(act, targets, value, night if type(night) is int and 0 < night <= 30 else 0)
        if all(1 <= seat <= seats for seat in targets) and (targets or value) and claim not in found:
            found.append(claim)
    return tuple(found)


def _claimed(act: str, value: str) -> str:
    if act in ("role", "retract"):
        return role_id(value)
    if act == "check":
        side = _SIDES.get(value.strip().lower())
        if side is None:
            raise ValueError(f"{value!r} is no side")
        return side
    return ""
