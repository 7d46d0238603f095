"""Nothing that a bot says is against the record, and nobody says what he cannot know."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from llmwolf.boards import find_board, spec_for
from llmwolf.coach.claims.spoken import spoken
from llmwolf.coach.minutes import minutes
from llmwolf.players.bots import make_bot, personas
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.acts import Act
from llmwolf.players.bots.speech.phrases import PHRASES
from llmwolf.players.bots.speech.render import Voice
from llmwolf.roles import registry
from llmwolf.rules.game import Game
from llmwolf.table.quick import play
from tests.players.bots_record import TRUTHS, Record, record

BOARDS = [
    ("official-12", 1), ("official-12", 5), ("official-10", 2), ("standard-9", 4), ("guard-12", 3),
    ("white-wolf-king-guard-12", 3), ("guide-cupid-12", 2), ("bear-hidden-wolf-12", 6), ("bomber-12", 8),
    ("silencer-knight-12", 7), ("wolf-beauty-rogue-12", 9), ("tv-s3-12", 11),
]  # fmt: skip
PRIVATE = (
    "seer_", "again_", "also_", "still_good", "still_wolf", "my_wolf", "trust_my_gold", "trust_my_silver",
    "saved", "poisoned", "guarded", "silenced", "grave_", "seen_wolf",
)  # fmt: skip
"""Kinds of acts that tell what only the speaker's card shows: a wolf may make them up, a good player not."""


class Said(NamedTuple):
    """An act that got words, the mind of who said it, and the record at that moment."""

    mind: Mind
    act: Act
    record: Record


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[Said]:
    """Every act that got words."""
    found: list[Said] = []
    choose = Voice._choose

    def noted(voice: Voice, *args: Any) -> list[tuple[Act, str]]:
        chosen = choose(voice, *args)
        before = record(voice.m.view.log)
        found.extend(Said(voice.m, one, before) for one, _ in chosen)
        return chosen

    monkeypatch.setattr(Voice, "_choose", noted)
    return found


def finished(board: str, seed: int, lang: str = "zh") -> Game:
    """A game of bots of every level, each with a persona."""
    game = Game(spec_for(find_board(board), seed), registry())
    cast, levels = list(personas().values()), ("novice", "normal", "expert")
    seats = range(1, game.judge.facts.seats + 1)
    return play(
        game,
        {s: make_bot(s, levels[(s + seed) % 3], seed, cast[(s + seed) % len(cast)], lang) for s in seats},
    )


def untrue(said: list[Said]) -> Iterator[str]:
    """The acts that the record denies."""
    for m, one, before in said:
        truth = TRUTHS.get(one.kind)
        good = registry()[m.hand.role].camp != "W" and not m.dear and not m.hand.lover
        if truth is None or (one.kind.startswith(PRIVATE) and not good):
            continue
        if not truth(before, m.me, dict(one.slots)):
            yield f"seat {m.me} ({m.hand.role}) on day {before.day}: {one}"


@pytest.mark.parametrize(("board", "seed"), BOARDS)
def test_what_is_said_is_in_the_record(board: str, seed: int, said: list[Said]):
    finished(board, seed)
    assert list(untrue(said)) == []
    assert sum(one.kind in TRUTHS for _, one, _ in said) > len(said) / 2


@pytest.mark.parametrize(("board", "seed"), BOARDS[:6])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_coach_finds_no_contradiction(board: str, seed: int, lang: str):
    assert list(spoken(minutes(finished(board, seed, lang).log))) == []


def test_every_fact_that_can_be_said_has_its_measure():
    """What has a measure has sentences; whatever else names a day or a ballot would need one."""
    assert set(TRUTHS) <= set(PHRASES["zh"])
    dated = {kind for kind, lines in PHRASES["zh"].items() if any("{when}" in line for line in lines)}
    assert dated - set(TRUTHS) == {"short"}


def test_nobody_but_its_holder_says_what_a_card_shows(said: list[Said]):
    """Good players claim their own card and nobody else's, and tell of nights only behind it."""
    for board, seed in BOARDS:
        finished(board, seed)
    shown: Counter[str] = Counter()
    for m, one, _ in said:
        if registry()[m.hand.role].camp == "W" or m.hand.lover or m.dear:
            continue
        roles = {claim.value for claim in one.claims if claim.act == "role"}
        assert roles <= {m.hand.role}, one
        if one.kind.startswith(PRIVATE):
            assert m.hand.role in ("seer", "witch", "guard", "silencer", "gravekeeper", "little_girl"), one
            shown[m.hand.role] += 1
    assert shown["seer"]
    assert shown["witch"]
