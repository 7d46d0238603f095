"""The whole speech: acts in the order in which a person would say them, then their sentences."""

from __future__ import annotations

from typing import Final

from llmwolf.players.base import Answer
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech import remarks, seer_talk, town_talk
from llmwolf.players.bots.speech.acts import Act, act
from llmwolf.players.bots.speech.answers import answered, led_in
from llmwolf.players.bots.speech.asked import Asked, asked_of
from llmwolf.players.bots.speech.last_talk import last_words, run_off
from llmwolf.players.bots.speech.render import Voice
from llmwolf.players.bots.speech.sides import consistent, taking_sides
from llmwolf.players.bots.strategy.line import Line
from llmwolf.rules.asks import Request

TALKS: Final = 25
"""Percent of speeches that a turned idiot remarks on where he may (S-4)."""
OLD: Final = 55
"""Percent of speeches with a call that leave out a side taken long ago which no living claim disputes."""
_PARTS: Final = {
    "jump": ("悍跳", "fake seer"),
    "charge": ("冲锋", "charging"),
    "hook": ("倒钩", "hooking"),
    "deep": ("深水", "lying low"),
}


def speech(m: Mind, line: Line, request: Request) -> Answer:
    """The answer to a request to speak: text, claims that agree with it, the private thought behind it."""
    verb = request.choices[0].verb
    if not request.text_limit:
        return Answer(verb)
    line = consistent(m, line)
    text, claims = Voice(m).speak(_acts(m, line), m.facts.stage, request.text_limit)
    return Answer(verb, (), text, claims, thought(m, line))


def _acts(m: Mind, line: Line) -> list[Act]:
    asked = asked_of(m.book, m.me)
    match m.facts.stage:
        case "election" | "election_pk":
            return _election(m, line, asked)
        case "pk":
            return run_off(m, line)
        case "last_words":
            return last_words(m, line)
        case "talk":
            return _aside(m, line) if m.chance("talk", TALKS, len(m.book.speeches)) else []
    return _seers_day(m, line, asked) if line.role == "seer" else _day(m, line, asked)


def _aside(m: Mind, line: Line) -> list[Act]:
    """What a turned idiot throws in; no word on whom others call for, which could be taken for a call."""
    return [one for one in remarks.on_speakers(m, line, 3) if not one.kind.endswith("_call")][:1]


def _election(m: Mind, line: Line, asked: Asked) -> list[Act]:
    again = [act("pk_election")] if m.facts.stage == "election_pk" else []
    if line.role == "seer":
        report = seer_talk.report(m, line)
        if again and m.my_story:
            report = []
        flow = led_in(asked, "flow", seer_talk.flow(m, line))
        rest = [*flow, *answered(m, line, asked), *seer_talk.against_rivals(m, line)]
        return [*again, *report, *rest, *remarks.on_speakers(m, line, 1), seer_talk.asking_for_badge(m)]
    if again:
        defended = town_talk.defence(m, line)
        return [*again, *defended, *_sided(m, line, asked, defended)]
    defended = [*town_talk.cards(m, line), *town_talk.defence(m, line)]
    remarked = _remarks(m, line, 2, bool(defended))
    stepped = town_talk.stepping_down(m)
    sided = _sided(m, line, asked, defended)
    return [
        *town_talk.candidate(m),
        *defended,
        *answered(m, line, asked),
        *sided,
        *remarked,
        *stepped,
    ]


def _day(m: Mind, line: Line, asked: Asked) -> list[Act]:
    defended = [*town_talk.defence(m, line), *town_talk.cards(m, line, line.vote), *town_talk.lost(m, line)]
    found = list(defended)
    first = town_talk.leads(m, line) and not defended
    if first:
        found.append(town_talk.lead_call(line))
    elif not defended:
        found += remarks.news(m)
    found += answered(m, line, asked)
    if all(one.kind != "plea_side" for one in found):
        found += _sided(m, line, asked, found)
    case = town_talk.case(m, line)
    met = bool(defended) or any(one.kind == "hits_me" for one in case)
    found += _remarks(m, line, town_talk.grounds_of(m), met)
    found += [
        *led_in(asked, "suspect", case),
        *remarks.vouching(m, line, line.side),
        *town_talk.pits(m, line),
    ]
    found += town_talk.summing_up(m)
    return [*found, *([act("lead_close")] if first else town_talk.call(m, line, case))]


def _seers_day(m: Mind, line: Line, asked: Asked) -> list[Act]:
    dueled = seer_talk.against_rivals(m, line)
    flow = led_in(asked, "flow", seer_talk.flow(m, line))
    found = [*seer_talk.report(m, line), *flow, *answered(m, line, asked), *dueled, *town_talk.lost(m, line)]
    found += remarks.vouching(m, line, m.me)
    named = {seat for one in dueled for name, seat in one.slots if name == "c" and isinstance(seat, int)}
    case = town_talk.case(m, line, named)[:3]
    found += [*led_in(asked, "suspect", case), *_remarks(m, line, 1, False), *town_talk.pits(m, line)]
    return [*found, *town_talk.call(m, line, case)]


def _sided(m: Mind, line: Line, asked: Asked, before: list[Act]) -> list[Act]:
    """The side taken, told to whoever asked for it; a check denied in ``before`` is a ground for it."""
    denied = any(one.kind == "answer_check" for one in before)
    sided = taking_sides(m, line, denied)
    old = line.vote and "side" not in asked and any(one.kind == "side_keep_past" for one in sided)
    return [] if old and m.chance("old_side", OLD, m.facts.day) else led_in(asked, "side", sided)


def _remarks(m: Mind, line: Line, most: int, met: bool) -> list[Act]:
    """Remarks on the speakers before; accusers who are answered elsewhere are not answered again."""
    found = remarks.on_speakers(m, line, most + 1)
    if met:
        found = [one for one in found if one.kind != "said_hits_me"]
    return found[:most]


def thought(m: Mind, line: Line) -> str:
    """What the seat reckons (a wolf: what it makes the table believe), for the review after the game."""
    english = m.lang == "en"
    wolf = sorted(m.others, key=lambda s: (-round(m.belief.wolf[s], 2), s))[:4]
    likely = [(s, m.belief.wolf[s]) for s in wolf]
    claims = [(s, p) for s, p in sorted(m.belief.seer.items()) if s]
    parts = [_PARTS[line.part][english]] if line.part else []
    for (zh, en), found in ((("狼面", "wolf"), likely), (("预言家面", "seer"), claims)):
        if found:
            parts.append(
                " ".join(
                    [en if english else zh, *(f"{s}{'' if english else '号'} {p:.2f}" for s, p in found)]
                )
            )
    return ("; " if english else "；").join(parts)
