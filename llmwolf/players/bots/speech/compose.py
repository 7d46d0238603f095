"""The whole speech: acts in the order in which a person would say them, then their sentences."""

from __future__ import annotations

from typing import Final

from llmwolf.players.base import Answer
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech import remarks, seer_talk, town_talk
from llmwolf.players.bots.speech.acts import Act, act
from llmwolf.players.bots.speech.last_talk import last_words, run_off
from llmwolf.players.bots.speech.render import Voice
from llmwolf.players.bots.speech.sides import taking_sides
from llmwolf.players.bots.strategy.line import Line
from llmwolf.rules.asks import Request

TALKS: Final = 25
"""Percent of speeches that a turned idiot remarks on where he may (S-4)."""
_PARTS: Final = {
    "jump": ("悍跳", "fake seer"),
    "charge": ("冲锋", "charging"),
    "hook": ("倒钩", "hooking"),
    "deep": ("深水", "lying low"),
}


def speech(m: Mind, line: Line, request: Request) -> Answer:
    """The answer to a request to speak: text, claims that agree with it, the private thought behind it."""
    verb, stage = request.choices[0].verb, m.facts.stage
    if not request.text_limit:
        return Answer(verb)
    match stage:
        case "election" | "election_pk":
            acts = _election(m, line)
        case "pk":
            acts = run_off(m, line)
        case "last_words":
            acts = last_words(m, line)
        case "talk":
            acts = remarks.on_speakers(m, line, 1) if m.chance("talk", TALKS, len(m.book.speeches)) else []
        case _:
            acts = _day(m, line)
    text, claims = Voice(m).speak(acts, stage, request.text_limit)
    return Answer(verb, (), text, claims, thought(m, line))


def _election(m: Mind, line: Line) -> list[Act]:
    again = [act("pk_election")] if m.facts.stage == "election_pk" else []
    if line.role == "seer":
        report = seer_talk.report(m, line)
        if again and m.my_story:
            report = []
        rest = [*seer_talk.flow(m, line), *seer_talk.against_rivals(m, line)]
        return [*again, *report, *rest, *remarks.on_speakers(m, line, 1), act("badge_please")]
    if again:
        return [*again, *taking_sides(m, line), *town_talk.defence(m, line)]
    remarked = remarks.on_speakers(m, line, 2)
    defended = town_talk.defence(m, line)
    stepped = town_talk.stepping_down(m)
    return [*town_talk.candidate(m), *defended, *taking_sides(m, line), *remarked, *stepped]


def _day(m: Mind, line: Line) -> list[Act]:
    remarked = remarks.on_speakers(m, line, 3 if m.persona.wordiness > 1 else 2)
    if line.role == "seer":
        found = [*seer_talk.report(m, line), *seer_talk.flow(m, line), *seer_talk.against_rivals(m, line)]
        found += town_talk.lost(m, line)
        found += remarks.vouching(m, line, m.me)
        found += [one for one in town_talk.case(m, line) if not one.kind.startswith("rival")][:2]
        return [*found, *remarked[:1], *town_talk.pits(m, line), *town_talk.call(m, line)]
    found = [*town_talk.defence(m, line), *town_talk.cards(m, line, line.vote), *town_talk.lost(m, line)]
    if not found:
        found += remarks.news(m)
    if all(one.kind != "plea_side" for one in found):
        found += taking_sides(m, line)
    found += [*remarked, *town_talk.case(m, line)]
    return [*found, *remarks.vouching(m, line, line.side), *town_talk.pits(m, line), *town_talk.call(m, line)]


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
