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

from llmwolf.players.bots.reading import read
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


class Finding(NamedTuple):
    """One breach: ``rule`` in zh and en, by ``seat`` on ``day``; ``event`` is its number in the log."""

    rule: tuple[str, str]
    seat: int
    day: int
    event: int
    quote: str


def breaches(game: Game) -> list[Finding]:
    """Every breach in the speeches of ``game``, in the order in which they were said."""
    found: list[Finding] = []
    day = 0
    for number, event in enumerate(game.log, 1):
        if isinstance(event, ev.NightFell):
            day = event.day
        elif isinstance(event, ev.Spoke) and event.text:
            breach = _of_speech(game, event)
            found += [Finding(rule, event.seat, day, number, quote) for rule, quote in breach]
    return found


def _of_speech(game: Game, speech: ev.Spoke) -> Iterator[tuple[tuple[str, str], str]]:
    yield from _of_cards(game, speech)
    for rule, words in _lists().items():
        for word in words:
            if match := word.search(speech.text):
                yield rule, _quote(speech.text, match)
                break


def _of_cards(game: Game, speech: ev.Spoke) -> Iterator[tuple[tuple[str, str], str]]:
    """What only somebody who knows the cards can call a breach."""
    judge = game.judge
    card = registry()[judge.hands[speech.seat].card]
    if card.side != "good":
        return
    phase, day, how = judge.facts.gone.get(speech.seat, ("", 0, ""))
    if speech.stage == "last_words" and (phase, day, how) == ("night", 1, "night") and card.id != "seer":
        claims = speech.claims or read(speech.text, speech.seat, judge.facts.seats, 1, "")
        if any((c.act == "role" and c.value == "seer") or c.act == "check" for c in claims):
            yield CARDS["dead_seer"], speech.text[: 2 * _CONTEXT]
    if speech.stage != "last_words" and (match := _WOLF.search(speech.text)):
        yield CARDS["living_wolf"], _quote(speech.text, match)


@cache
def _lists() -> dict[tuple[str, str], tuple[re.Pattern[str], ...]]:
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {
        (entry["zh"], entry["en"]): tuple(re.compile(word, re.IGNORECASE) for word in entry["words"])
        for entry in data.values()
    }


def _quote(text: str, match: re.Match[str]) -> str:
    """The words found with a little of what stands around them."""
    start, end = max(0, match.start() - _CONTEXT), match.end() + _CONTEXT
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
