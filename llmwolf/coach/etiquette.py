"""Table manners of the 遗言版 (S-3): pointed out after the game, never enforced.

死民不认预言家, 活民不认狼, 不贴脸, 不情绪, 不场外. The first two need the cards and are therefore only said
of a game one may see the cards of; every finding cites the event and quotes the words.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from llmwolf.coach.minutes import Speech
from llmwolf.players.bots.reading import read
from llmwolf.players.words import Pair
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.game import Game

CARDS = {
    "dead_seer": ("死民不认预言家", "the dead who are no seer do not claim to be one"),
    "living_wolf": ("活民不认狼", "the living who are good do not claim to be wolves"),
}
_WOLF = re.compile(
    r"(?<!如果)(?<!说)我(?:就|才|真的|确实|其实)?是(?:一?[张个匹只条])?狼(?!坑|面|队的?视角)"
    r"|(?<!if )\bi(?:'m| am) (?:a|the) (?:were)?wolf\b",
    re.IGNORECASE,
)
_CONTEXT = 16

Breach = tuple[Pair, tuple[int, int]]
"""A rule in zh and en, and where in a speech it is broken."""


class Finding(NamedTuple):
    """One breach: ``rule`` in zh and en, by ``seat`` on ``day``; ``event`` is its number in the log."""

    rule: Pair
    seat: int
    day: int
    event: int
    quote: str


def breaches(game: Game) -> list[Finding]:
    """Every breach in the speeches of ``game``, in the order in which they were said."""
    found: list[Finding] = []
    judge = game.judge
    day = 0
    for number, event in enumerate(game.log, 1):
        if isinstance(event, ev.NightFell):
            day = event.day
        elif isinstance(event, ev.Spoke) and event.text:
            gone = judge.facts.gone.get(event.seat, ("", 0, ""))
            breach = [
                *of_cards(event, judge.hands[event.seat].card, gone, judge.facts.seats),
                *of_words(event.text),
            ]
            found += [Finding(rule, event.seat, day, number, _quote(event.text, at)) for rule, at in breach]
    return found


def of_words(text: str) -> Iterator[Breach]:
    """The breaches of ``text`` that its words alone show, one a rule."""
    for rule, words in _lists().items():
        matches = (word.search(text) for word in words)
        if (match := next(filter(None, matches), None)) is not None:
            yield rule, match.span()


def of_cards(
    speech: ev.Spoke | Speech, card: str, gone: tuple[str, int, str], seats: int
) -> Iterator[Breach]:
    """What only somebody who knows the speaker's ``card`` can call a breach.

    ``gone`` is how he went out, or will: phase, day and manner; ``seats`` the size of the table.
    """
    if registry()[card].side != "good":
        return
    if speech.stage == "last_words" and gone == ("night", 1, "night") and card != "seer":
        claims = speech.claims or read(speech.text, speech.seat, seats, 1, "")
        if any((c.act == "role" and c.value == "seer") or c.act == "check" for c in claims):
            yield CARDS["dead_seer"], (0, min(len(speech.text), _CONTEXT))
    if speech.stage != "last_words" and (match := _WOLF.search(speech.text)):
        yield CARDS["living_wolf"], match.span()


@cache
def _lists() -> dict[Pair, tuple[re.Pattern[str], ...]]:
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {
        (entry["zh"], entry["en"]): tuple(re.compile(word, re.IGNORECASE) for word in entry["words"])
        for entry in data.values()
    }


def _quote(text: str, at: tuple[int, int]) -> str:
    """The words found with a little of what stands around them."""
    start, end = max(0, at[0] - _CONTEXT), at[1] + _CONTEXT
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
