"""The prompt of one question, laid out so that the whole table shares one growing prefix.

First what every seat shares: the rules, then the public log, which only grows. Then what this seat
alone knows, the state of the game, and the question with its closed list of legal answers. A prompt
depends on its view and the settings, on nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from llmwolf.llm.client import Message
from llmwolf.llm.publiclog import public_log
from llmwolf.llm.rulebook import rulebook
from llmwolf.llm.schema import shape_of, speech_limit
from llmwolf.llm.settings import Settings
from llmwolf.llm.templates import fill
from llmwolf.players.phrases import (
    ask_title,
    choice_label,
    role_name,
    say_claim,
    say_event,
    seat_list,
    seat_name,
    stage_name,
)
from llmwolf.players.words import pick
from llmwolf.rules import events as ev
from llmwolf.rules.asks import PASS, Choice, Request
from llmwolf.rules.audience import Event, Private
from llmwolf.rules.facts import NIGHT, Facts
from llmwolf.rules.view import View

PERSONA_LIMIT: Final = 600
_RAW_LIMIT: Final = 600
_HARD_CLAIMS: Final = ("role", "retract", "check", "save", "poison", "guard", "flow")
_GONE: Final = {
    "exile": ("放逐", "exiled"),
    "shot": ("中枪", "shot"),
    "explode": ("自爆", "blew up"),
}


@dataclass(frozen=True, slots=True)
class Prompt:
    """The blocks of a prompt in their order; ``rules`` and ``public`` are the same bytes for every seat."""

    rules: str
    public: str
    private: str
    facts: str
    request: str

    def messages(self) -> list[Message]:
        """The chat messages; two, because some servers want the roles to alternate."""
        asked = f"{self.public}\n{self.private}\n\n{self.facts}\n\n{self.request}"
        return [{"role": "system", "content": self.rules}, {"role": "user", "content": asked}]

    def digests(self) -> dict[str, str]:
        """A short digest of each block, by its name."""
        blocks = {name: getattr(self, name) for name in ("rules", "public", "private", "facts", "request")}
        return {name: sha256(text.encode()).hexdigest()[:16] for name, text in blocks.items()}


def build_prompt(view: View, settings: Settings, persona: str = "") -> Prompt:
    """The prompt that puts ``view.request`` to the seat of ``view``."""
    request = view.request
    assert request is not None
    lang = settings.lang
    rules = rulebook(view.facts.cards, view.rules, lang, settings.claims)
    return Prompt(
        rules=rules,
        public=public_log(view.log, lang, log_budget(settings, rules)),
        private=_private(view, lang, persona[:PERSONA_LIMIT]),
        facts=_facts(view, lang),
        request=fill(
            lang,
            "request",
            title=ask_title(request, lang),
            options=option_lines(request, settings),
            form=_form(request, settings),
            seat=view.seat,
        ),
    )


def log_budget(settings: Settings, rules: str) -> int:
    """How long the public log may be: the same for every seat, so not by what a seat's own part takes."""
    return max(settings.context_chars * 2 // 3 - len(rules), settings.context_chars // 5)


def repair_messages(request: Request, raw: str, why: str, settings: Settings) -> list[Message]:
    """The second turn after an unusable reply: what was wrong, and the legal answers once more."""
    asked = fill(
        settings.lang,
        "repair",
        why=why,
        options=option_lines(request, settings),
        form=_form(request, settings),
    )
    return [{"role": "assistant", "content": raw[:_RAW_LIMIT] or "{}"}, {"role": "user", "content": asked}]


# -- the question --------------------------------------------------------------------------------------


def option_lines(request: Request, settings: Settings) -> str:
    """The legal answers, one a line, and the length of a text."""
    lang = settings.lang
    lines = []
    if request.text_limit:
        limit = speech_limit(request, settings)
        lines.append(pick((f"- speech 最多{limit}字", f"- speech: at most {limit} characters"), lang))
    if shape_of(request).act:
        lines += [_option(choice, request, lang) for choice in request.choices]
        if request.may_pass:
            lines.append(_option(Choice(PASS), request, lang))
    elif pool := request.choices[0].pool:
        seats = ", ".join(map(str, pool))
        zh = f"- target 可写你想指的座位：{seats}；不指写 0"
        lines.append(pick((zh, f"- target: a seat you name, of {seats}; 0 for none"), lang))
    return "\n".join(lines)


def _option(choice: Choice, request: Request, lang: str) -> str:
    label = choice_label(choice, lang, request.kind)
    line = pick((f'- act "{choice.verb}"（{label}）', f'- act "{choice.verb}" ({label})'), lang)
    if not choice.most:
        return line
    seats = ", ".join(map(str, choice.pool))
    if choice.most > 1:
        zh = f"，targets 取 {choice.least} 到 {choice.most} 个：{seats}"
        return line + pick((zh, f", {choice.least} to {choice.most} targets of: {seats}"), lang)
    return line + pick((f"，target 取其一：{seats}", f", target one of: {seats}"), lang)


def _form(request: Request, settings: Settings) -> str:
    blank = {"target": "0", "targets": "[]", "claims": "[]"}
    names = shape_of(request).names(settings)
    return "{" + ", ".join(f'"{name}": {blank.get(name, chr(34) + "…" + chr(34))}' for name in names) + "}"


# -- what the seat knows -------------------------------------------------------------------------------


def _private(view: View, lang: str, persona: str) -> str:
    hand = view.hand
    mates = [seat for seat in hand.pack if seat != view.seat]
    pack = pick((f"你的狼同伴：{seat_list(mates, lang)}。", f"Your pack: {seat_list(mates, lang)}."), lang)
    known = pick(("", " "), lang).join(say_event(event, lang) for event in _known(view.log))
    voice = pick((f"\n你的性格和说话方式：{persona}", f"\nYour character and voice: {persona}"), lang)
    return fill(
        lang,
        "seat",
        seat=view.seat,
        role=role_name(hand.role, lang),
        pack=pack if mates else "",
        known=known,
        persona=voice if persona else "",
    ).rstrip("\n")


def _known(log: list[Event]) -> list[Event]:
    """The private events still worth telling: no night talk of past nights, nothing that is told twice."""
    kept: list[Event] = []
    for event in log:
        if isinstance(event, ev.NightFell):
            kept = [e for e in kept if not (isinstance(e, ev.Whispered) or _is_gun(e))]
        elif isinstance(event, Private) and not isinstance(event, (ev.Dealt, ev.PackMet)):
            told_anyway = isinstance(event, ev.Acted) and event.verb in ("knife", "check")
            if not told_anyway:
                kept.append(event)
    return kept


def _is_gun(event: Event) -> bool:
    return isinstance(event, ev.Told) and event.fact == "gun"


# -- the state of the game -----------------------------------------------------------------------------


def _facts(view: View, lang: str) -> str:
    facts = view.facts
    night = pick((f"第{facts.day}夜", f"Night {facts.day}"), lang)
    stage = stage_name(facts.stage, lang)
    day = pick((f"第{facts.day}天，{stage}", f"Day {facts.day}, {stage}"), lang)
    sheriff = seat_name(facts.sheriff, lang) if facts.sheriff else pick(("无", "none"), lang)
    cards = [
        seat_name(seat, lang) + pick(("是", " is "), lang) + role_name(role, lang)
        for seat, role in facts.shown.items()
    ]
    shown = pick(("、", ", "), lang).join(cards)
    return fill(
        lang,
        "facts",
        when=night if facts.phase == NIGHT else day,
        living=seat_list(facts.living, lang),
        gone=_gone(facts, lang),
        badge=pick((f"警长：{sheriff}。", f"Sheriff: {sheriff}."), lang) if view.rules.sheriff else "",
        shown=pick(("翻牌：", " Cards shown: "), lang) + "、".join(shown) + pick(("。", "."), lang)
        if shown
        else "",
        claims=_claims(view.log, lang),
    ).rstrip("\n")


def _gone(facts: Facts, lang: str) -> str:
    out = []
    for seat, (phase, day, how) in facts.gone.items():
        words = pick(_GONE.get(how, (how, how)), lang)
        night = (f"{seat}号（第{day}夜）", f"{seat} (night {day})")
        by_day = (f"{seat}号（第{day}天{words}）", f"{seat} (day {day}, {words})")
        out.append(pick(night if phase == NIGHT else by_day, lang))
    return pick(("、", ", "), lang).join(out) or pick(("无", "nobody"), lang)


def _claims(log: list[Event], lang: str) -> str:
    """Who claimed what card and what night act, by first claim; nothing is forgotten."""
    said: dict[int, list[str]] = {}
    for event in log:
        if isinstance(event, ev.Spoke):
            for claim in event.claims:
                text = say_claim(claim, lang)
                if claim.act in _HARD_CLAIMS and text not in said.setdefault(event.seat, []):
                    said[event.seat].append(text)
    lines = [
        seat_name(seat, lang) + pick(("", " "), lang) + pick(("、", ", "), lang).join(texts)
        for seat, texts in said.items()
        if texts
    ]
    if not lines:
        return ""
    return pick(("声明：", "Claims: "), lang) + pick(("；", "; "), lang).join(lines) + pick(("。", "."), lang)
