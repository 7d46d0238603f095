"""Weighing every wolf set at once gives what going through them one by one gives."""

from itertools import combinations
from math import comb, prod
from random import Random

import pytest

from llmwolf.players.bots.worlds import Moments, moments


def one_by_one(k: int, factors: list[float], ties: list[list[float]]) -> Moments:
    """The moments from their definition."""
    n = len(factors)
    whole, one, two = 0.0, [0.0] * n, [[0.0] * n for _ in range(n)]
    for chosen in combinations(range(n), k):
        weight = prod(factors[a] for a in chosen) * prod(ties[a][b] for a, b in combinations(chosen, 2))
        whole += weight
        for a in chosen:
            one[a] += weight
            for b in chosen:
                two[a][b] += weight if a != b else 0
    return Moments(whole, one, two.__getitem__)


def drawn(n: int, seed: int) -> tuple[list[float], list[list[float]]]:
    """Factors, some of them nothing, and ties between some of the places."""
    luck = Random(seed)
    factors = [luck.choice((0.0, 0.1, 1.0, luck.random() * 5)) for _ in range(n)]
    ties = [[1.0] * n for _ in range(n)]
    for a, b in combinations(range(n), 2):
        ties[a][b] = ties[b][a] = luck.choice((1.0, 1.0, 0.6, 20.0))
    return factors, ties


@pytest.mark.parametrize(
    ("n", "k"), [(0, 0), (4, 0), (4, 1), (5, 2), (5, 5), (7, 3), (9, 3), (12, 4), (11, 5), (10, 6), (10, 8)]
)
def test_the_moments_are_sums_over_every_set(n: int, k: int):
    for seed in range(3):
        factors, ties = drawn(n, seed)
        row = [ties[a][b] for a, b in combinations(range(n), 2)]
        found, expected = moments(k, factors, row), one_by_one(k, factors, ties)
        assert found.whole == pytest.approx(expected.whole)
        assert found.one == pytest.approx(expected.one)
        for place in range(n):
            assert found.beside(place) == pytest.approx(expected.beside(place))


@pytest.mark.parametrize(("n", "k"), [(0, 0), (4, 0), (4, 1), (5, 2), (5, 5), (9, 3), (12, 4), (10, 8)])
def test_where_no_pair_is_tied_the_sums_are_the_same(n: int, k: int):
    for seed in range(3):
        factors, _ = drawn(n, seed)
        found = moments(k, factors, [1.0] * comb(n, 2))
        expected = one_by_one(k, factors, [[1.0] * n] * n)
        assert found.whole == pytest.approx(expected.whole)
        assert found.one == pytest.approx(expected.one)
        for place in range(n):
            assert found.beside(place) == pytest.approx(expected.beside(place))


def test_without_evidence_every_set_counts_once():
    found = moments(4, [1.0] * 12, [1.0] * 66)
    assert found.whole == comb(12, 4) == 495
    assert found.one[3] == 165
    assert found.beside(3)[7] == 45


@pytest.mark.parametrize("k", [-1, 4])
def test_more_wolves_than_places_or_fewer_than_none_is_no_world(k: int):
    assert moments(k, [1.0] * 3, [1.0] * 3).whole == 0
