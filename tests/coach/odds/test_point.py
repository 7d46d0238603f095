"""Shares, changes and gains: their intervals hold the truth as often as they say."""

from random import Random

import pytest

from llmwolf.boards.shares import wilson
from llmwolf.coach.odds.point import GOLDEN, Point, change, paired


def drawn(chance, worlds: int, rng: Random, start: float) -> Point:
    """Roll-outs of a moment whose good side wins with ``chance(place among the readings)``."""
    places = ((start + i * GOLDEN) % 1 for i in range(worlds))
    return Point("".join("g" if rng.random() < chance(place) else "w" for place in places))


def test_a_point_counts_who_won_and_which_worlds_were_refused():
    point = Point("gw.gg.d")
    assert (point.n, point.tried, point.wins) == (5, 7, {"good": 3, "wolves": 1, "draw": 1})
    assert point.won("good") == {0: True, 1: False, 3: True, 4: True, 6: False}
    assert Point("..").share("good") is None
    assert Point("..").widest() == 0.5


@pytest.mark.parametrize("letters", ["g" * 60, "w" * 60])
def test_where_all_games_end_alike_the_interval_is_wilsons(letters):
    share, plain = Point(letters).share("good"), wilson(letters.count("g"), 60)
    assert share is not None
    assert (share.low, share.high) == pytest.approx((plain.low, plain.high))


@pytest.mark.parametrize("chance", [lambda _: 0.35, lambda place: 0.8 if place < 0.5 else 0.2])
def test_intervals_hold_the_truth_nineteen_times_in_twenty(chance):
    rng, truth = Random(7), (chance(0.25) + chance(0.75)) / 2
    held = still = 0
    for _ in range(400):
        start = rng.random()
        one, other = drawn(chance, 120, rng, start), drawn(chance, 120, rng, start)
        share = one.share("good")
        assert share is not None
        held += share.low <= truth <= share.high
        by, half = change(one, other, "good")
        still += abs(by) <= half
    assert held / 400 > 0.92
    assert still / 400 > 0.92


def test_readings_that_decide_the_game_make_the_interval_narrower():
    rng = Random(3)
    told = drawn(lambda place: 0.9 if place < 0.5 else 0.1, 200, rng, 0.2)
    blind = drawn(lambda _: 0.5, 200, rng, 0.2)
    assert told.half("good") < 0.8 * blind.half("good")


def test_what_two_moments_have_in_common_is_no_doubt_about_the_change():
    rng = Random(5)
    one = drawn(lambda _: 0.5, 200, rng, 0.2)
    same = Point(one.outcomes[:-20] + "g" * 20)
    _, half = change(one, same, "good")
    assert half < 0.7 * (one.half("good") ** 2 + same.half("good") ** 2) ** 0.5


def test_paired_roll_outs_cancel_what_they_share():
    same = paired([(True, True), (False, False)] * 50)
    assert same.gain == 0
    assert 0 < same.half < 0.3
    better = paired([(False, True)] * 10 + [(True, True)] * 40 + [(False, False)] * 50)
    assert better.gain == pytest.approx(0.1)
    assert better.half < 0.07
