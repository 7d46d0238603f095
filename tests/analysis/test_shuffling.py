"""The permutation tests: exact where that is known, and honest where nothing differs."""

from itertools import product
from math import inf
from random import Random
from statistics import fmean

import pytest

from llmwolf.analysis.style.shuffling import Contrast, Shuffles, Sides


def shuffles(sides: list[Sides], seed: int = 0) -> Shuffles:
    return Shuffles([(one is not None, other is not None) for one, other in sides], seed)


def test_shared_deals_are_swapped_and_single_ones_keep_their_numbers():
    sides: list[Sides] = [(1.0, 0.0), (2.0, 5.0), (3.0, None), (None, 4.0), (None, 6.0), (7.0, None)]
    flips = shuffles(sides)
    for number in range(50):
        flags = flips[number]
        swapped = [pair[::-1] if flag else pair for pair, flag in zip(sides, flags, strict=True)]
        ones = [one for one, _ in swapped if one is not None]
        others = [other for _, other in swapped if other is not None]
        assert len(ones) == len(others) == 4
        assert Contrast(sides).shuffled(flags) == pytest.approx(fmean(ones) - fmean(others))
    assert len({flips[number] for number in range(50)}) > 10


def test_the_chance_is_that_of_all_ways_to_swap():
    differences = [0.5, 1.2, -0.3, 2.0, 0.7, 0.9, 1.1, -0.2]
    sides: list[Sides] = [(one, 0.0) for one in differences]
    ways = [
        fmean(s * d for s, d in zip(signs, differences, strict=True)) for signs in product((1, -1), repeat=8)
    ]
    exact = fmean(abs(way) >= abs(fmean(differences)) - 1e-9 for way in ways)
    assert Contrast(sides).chance(shuffles(sides), 4_000) == pytest.approx(exact, abs=0.01)


@pytest.mark.parametrize("shared", [True, False])
def test_a_planted_difference_is_found_and_none_is_not_beyond_the_nominal_rate(shared: bool):
    luck = Random(7)

    def sides(shift: float) -> list[Sides]:
        if shared:
            deals = [luck.gauss(0, 2) for _ in range(30)]
            return [(deal + luck.gauss(shift, 1), deal + luck.gauss(0, 1)) for deal in deals]
        ones: list[Sides] = [(luck.gauss(shift, 1), None) for _ in range(30)]
        return ones + [(None, luck.gauss(0, 1)) for _ in range(30)]

    planted = sides(2.0)
    contrast = Contrast(planted)
    assert contrast.chance(shuffles(planted), 999) == 0.001
    assert contrast.interval().holds(2.0)
    assert not contrast.interval().holds(0.0)
    assert contrast.interval().units == len(planted)
    none = [sides(0.0) for _ in range(300)]
    alarms = sum(Contrast(one).chance(shuffles(one, n), 199) <= 0.05 for n, one in enumerate(none))
    holding = sum(Contrast(one).interval().holds(0.0) for one in none)
    assert 5 <= alarms <= 28  # 15 are to be expected; outside that once in a thousand runs
    assert 272 <= holding <= 295


def test_a_group_of_one_deal_says_nothing_for_sure():
    contrast = Contrast([(1.0, None), (None, 2.0), (None, 3.0)])
    interval = contrast.interval()
    assert (interval.low, interval.high) == (-inf, inf)
    assert Contrast([(1.0, 2.0)]).spread() == 0.0


@pytest.mark.parametrize(("many", "few", "ways"), [(20, 1, 21), (20, 3, 1771), (5, 5, 252)])
def test_no_chance_is_smaller_than_one_of_all_ways_to_deal_out(many: int, few: int, ways: int):
    sides: list[Sides] = [(float(n % 3), None) for n in range(many)] + [(None, 99.0 + n) for n in range(few)]
    flips = shuffles(sides)
    assert flips.ways == ways
    assert Contrast(sides).chance(flips, 19) >= 1 / ways
    assert Contrast(sides).chance(shuffles(sides, 1), 9_999) >= 1 / ways
    assert Contrast(sides).enough == (few >= 5)


def test_deals_without_a_case_are_not_dealt_out():
    sides: list[Sides] = [(1.0, 2.0), (1.5, None), (None, None), (2.5, None)]
    flips = shuffles(sides)
    assert flips.ways == 2
    flags = {bytes((f[0], f[1], f[3])) for f in (flips[n] for n in range(40))}
    assert flags == {b"\0\0\0", b"\1\0\0"}
