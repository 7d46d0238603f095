"""Perft: how many different games there are, counted to a fixed depth on tiny tables.

A position is what has happened (the log) and what is asked now. From every position reached after d asks
all legal answers are given in all combinations, and every act out of turn; the different positions that
come of it are those of depth d + 1. A game that ended stays in the count of the depth at which it did.
Answers that lead to the same events (a pass and 过 in a speech) count once.

The numbers are pinned: a change that is not to alter the rules must leave them as they are. They move when
an ask comes or goes, when an answer becomes legal or illegal, or when one more event tells two courses
apart. The first ones can be followed by hand, and the last test shows what a house rule does to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from llmwolf.roles import registry
from llmwolf.rules.asks import PASS, CutIn, Decision, Request
from llmwolf.rules.game import Game, Move
from llmwolf.rules.spec import Spec
from tests.rules.table import Table


def answers(request: Request, ply: int) -> Iterator[Decision]:
    """Every legal answer, the text aside."""
    for choice in request.choices:
        for count in range(choice.least, choice.most + 1):
            for targets in combinations(choice.pool, count):
                if not choice.some or set(targets) & set(choice.some):
                    yield Decision(ply, request.seat, choice.verb, targets)
    if request.may_pass:
        yield Decision(ply, request.seat, PASS)


def ways_on(game: Game) -> Iterator[tuple[Move, ...]]:
    """Every way in which the open ask may be answered, and every act out of turn."""
    ask = game.ask
    assert ask is not None
    yield from product(*(answers(request, game.ply) for request in ask.requests))
    for seat, choice in ask.rights:
        for use in answers(Request(seat, "", (choice,), may_pass=False), game.ply):
            yield (CutIn(game.ply, seat, use.verb, use.targets),)


def reached(spec: Spec, depth: int) -> list[int]:
    """How many positions there are at depth 1, 2, 3 …"""
    level: list[tuple[Move, ...]] = [()]
    counts = []
    ended: set[str] = set()
    for _ in range(depth):
        found: dict[str, tuple[Move, ...]] = {}
        for moves in level:
            game = Game(spec, registry()).play(moves)
            for way in ways_on(game):
                after = Game(spec, registry()).play(moves).play(way)
                position = repr((after.log, after.ask))
                if after.over:
                    ended.add(position)
                else:
                    found.setdefault(position, (*moves, *way))
        level = list(found.values())
        counts.append(len(level) + len(ended))
    return counts


def table(deal: str, spare: str = "", **rules: Any) -> Spec:
    """A game of a few seats under the official rules, but for the ``rules``, with these cards by seat."""
    return Table(deal=deal, spare=spare, **{"sheriff": False, **rules}).game.spec


@pytest.mark.parametrize(
    ("spec", "counts"),
    [
        # 5 knives (four seats, nobody). The witch may poison 3 and pass, and save the victim unless it is
        # she herself or nobody: 4 + 5 + 4 + 5 + 5 = 23. Then last acts, speeches (or a blast), the ballot.
        pytest.param(table("狼女猎民"), [5, 23, 34, 41, 49, 57, 2743], id="witch and hunter"),
        # 5 knives; each of four seats runs or does not: 5 x 16 = 80. Then speeches, open to 退水 and blasts.
        pytest.param(table("狼民民猎", sheriff=True), [5, 80, 295, 915, 2429], id="sheriff"),
        # Cupid links one of 6 pairs, 5 knives. A death may take the lover along.
        pytest.param(table("狼丘民民"), [6, 30, 36, 49, 66, 99, 4364], id="cupid"),
        # The thief becomes the witch or a villager; 5 knives; only the witch is asked for a potion.
        pytest.param(table("狼盗民民", "女民"), [2, 10, 29, 37, 51, 65, 888], id="thief"),
    ],
)
def test_as_many_games_as_ever(spec: Spec, counts: list[int]):
    assert reached(spec, len(counts)) == counts


def test_N_7_N_8_R_4_a_house_rule_moves_the_count_by_as_much_as_it_allows():
    """The witch may save herself (once in five), poison herself (always), use both in one night."""
    assert reached(table("狼女猎民", witch_self_save="always"), 2) == [5, 23 + 1]
    assert reached(table("狼女猎民", poison_self=True), 2) == [5, 23 + 5]
    one, both = (reached(table("狼女猎民", witch_both_potions=which), 3)[-1] for which in (False, True))
    assert both > one
