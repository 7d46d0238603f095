"""Every pair of a board and a switch value, and of any two switch values, is played.

Each row of an all-pairs array is one random game under these rules on this board: it must end, its record
must verify, and it must pass the comparison of two worlds.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from llmwolf.boards import spec_for
from llmwolf.record.head import Head, Sitter
from llmwolf.record.reader import parse
from llmwolf.record.verify import check
from llmwolf.record.writer import Writer
from llmwolf.roles import registry
from llmwolf.rules.chapters.setup import deal
from llmwolf.rules.game import Game
from llmwolf.rules.ruleset import resolve, switches
from llmwolf.rules.spec import Spec
from tests.properties.covering import covering_rows
from tests.properties.drive import BOARDS, board_of, play, values
from tests.properties.test_two_worlds import apart, swap
from tests.properties.worlds import Pair

CHUNKS = 8
PLACES: dict[str, tuple[Any, ...]] = {
    "board": BOARDS,
    "events": ((), ("ally",)),
    "game": (1, 2),
    "safe": ((), (1, 2)),
    **{info.name: values(info) for info in switches()},
}
"""What a game is made of, each with its values: the board, the table's own numbers, the switches."""


@cache
def specs() -> list[Spec]:
    """A game for every row of the array."""
    rows = covering_rows([len(found) for found in PLACES.values()])
    return [_spec(n, row) for n, row in enumerate(rows)]


def _spec(seed: int, row: tuple[int, ...]) -> Spec:
    chosen = {name: found[index] for (name, found), index in zip(PLACES.items(), row, strict=True)}
    board, events, game, safe = (chosen.pop(name) for name in ("board", "events", "game", "safe"))
    spec = spec_for(board_of(board), seed, rules=resolve(chosen), events=events, game=game, safe=safe)
    return replace(spec, dealt=deal(spec, registry()))


def test_the_rows_hold_every_pair():
    sizes = [len(found) for found in PLACES.values()]
    rows = covering_rows(sizes)
    for p, q in combinations(range(len(sizes)), 2):
        met = {(row[p], row[q]) for row in rows}
        assert met == set(product(range(sizes[p]), range(sizes[q])))
    assert len(rows) < 1.5 * sizes[0] * max(sizes[1:]), "an array, not a heap"


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_X_4_any_two_house_rules_go_together(chunk: int):
    """The game ends and its record verifies."""
    for spec in specs()[chunk::CHUNKS]:
        rng = Random(spec.seed)
        sitters = [Sitter(seat=n, name=f"{n}号", player="random") for n in range(1, spec.seats + 1)]
        writer = Writer(None, Head.of(spec, sitters))
        game = Game(spec, registry())
        play(game, rng, 0.03, writer.take)
        writer.take(game)
        report = check(parse(writer.data))
        assert report.ok, str(report)
        assert report.winner
        assert report.events == len(game.log)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_X_2_any_two_house_rules_keep_secrets_together(chunk: int):
    moments = 0
    for spec in specs()[chunk::CHUNKS]:
        rng = Random(spec.seed)
        onlooker = rng.randint(0, spec.seats)
        swapped = swap(spec, onlooker, rng)
        pairs = [Pair((spec, spec), onlooker, apart=apart(spec, rng))]
        if swapped is not None:
            pairs.append(Pair((spec, swapped[0]), onlooker, swapped[1]))
        moments += sum(pair.compare().moments for pair in pairs)
    assert moments > 1000
