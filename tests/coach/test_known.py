"""What a seat could have known is counted from its own view alone."""

from collections import Counter
from itertools import permutations

import pytest

from llmwolf.boards import find_board, spec_for
from llmwolf.coach.known import Certain, deals, knowable
from llmwolf.coach.odds.rollout import Setting, table
from llmwolf.roles import registry
from llmwolf.rules.game import Game
from llmwolf.table.quick import play

CARDS = ("werewolf", "werewolf", "seer", "witch", "villager", "villager")


def counted(known: Certain) -> tuple[int, tuple[int, ...]]:
    """The same by listing every deal."""
    evil = lambda card: registry()[card].camp == "W"  # noqa: E731
    fit = [
        d
        for d in set(permutations(CARDS))
        if all(d[s - 1] == card for s, card in known.cards.items())
        and all(evil(d[s - 1]) for s in range(1, 7) if known.evil >> s & 1)
        and not any(evil(d[s - 1]) for s in range(1, 7) if known.good >> s & 1)
    ]
    wolves = Counter(s for d in fit for s in range(1, 7) if evil(d[s - 1]))
    return len(fit), (0, *(wolves[s] for s in range(1, 7)))


@pytest.mark.parametrize("case", range(5))
def test_deals_are_counted_exactly(case):
    known = Certain()
    if case > 0:
        known.holds(2, "seer")
    if case > 1:
        known.sided(3, evil=True)
    if case > 2:
        known.sided(5, evil=False)
    if case > 3:
        known.holds(6, "werewolf")
    assert deals(CARDS, 6, known) == counted(known)


def test_more_cards_than_there_are_fit_no_deal():
    known = Certain()
    known.holds(1, "seer")
    known.holds(2, "seer")
    assert deals(CARDS, 6, known) == (0, (0,) * 7)


@pytest.fixture(scope="module")
def game() -> Game:
    spec = spec_for(find_board("official-12"), 3)
    return play(Game(spec, registry()), table(Setting(), 12, 3))


def test_the_truth_always_fits(game):
    found = knowable(game)
    wolves = {s for s in range(1, 13) if registry()[game.judge.hands[s].role].camp == "W"}
    assert found
    for one in found:
        assert one.deals > 0
        assert set(one.wolves) <= wolves
        assert not set(one.good) & wolves
        assert one.seat in (*one.wolves, *one.good)


def test_worlds_only_grow_fewer_for_a_seer(game):
    seer = next(s for s in range(1, 13) if game.judge.hands[s].role == "seer")
    counts = [one.deals for one in knowable(game, seer)]
    assert counts == sorted(counts, reverse=True)


def test_a_choice_has_a_place_among_the_options(game):
    voted = [one for one in knowable(game) if one.kind == "ballot" and one.targets]
    assert all(1 <= one.rank <= len(one.options) for one in voted)
    for one in voted:
        order = [seat for seat, _ in one.options]
        assert one.rank <= order.index(one.targets[0]) + 1
        assert one.first == tuple(order[: len(one.first)])


def test_options_that_are_worth_the_same_share_a_rank(game):
    """In the first night nothing tells one seat from another: whoever is checked is a first choice."""
    check = next(one for one in knowable(game) if one.kind == "check")
    assert (check.day, check.night, check.rank) == (1, True, 1)
    assert check.targets[0] in check.first
    assert len(check.first) == len(check.options)
