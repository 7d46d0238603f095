"""Intervals and tests against examples worked out by hand, and tables of Student's t."""

from collections.abc import Callable
from math import comb, isinf
from random import Random
from statistics import fmean

import pytest

from llmwolf.arena.ratings import POINTS, Match, fit, rate_agents
from llmwolf.arena.stats import (
    Difference,
    Interval,
    bootstrap,
    compare,
    compare_all,
    holm,
    rate,
    sign_flip,
    student,
    units_needed,
)


@pytest.mark.parametrize(
    ("freedom", "table"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (29, 2.045), (100, 1.984)],
)
def test_students_t_is_that_of_the_tables(freedom: int, table: float):
    assert student(freedom) == pytest.approx(table, abs=0.02)


def test_the_sign_test_counts_every_way_to_give_signs():
    # Five pairs for the one, none for the other: 2 of 32 ways are exactly as far off, and count half.
    assert sign_flip([1.0] * 5) == pytest.approx(1 / 32)
    # Six for, one against, and pairs without a difference say nothing: McNemar's test, mid-p.
    seven = (2 * comb(7, 0) + comb(7, 1)) / 2**7
    assert sign_flip([1.0] * 6 + [-1.0] + [0.0] * 9) == pytest.approx(seven)
    assert sign_flip([0.0, 0.0]) == 1.0
    # 0.5 and 1: of ±0.5±1 two sums in four are 1.5 off.
    assert sign_flip([0.5, 1.0]) == pytest.approx(1 / 4)


@pytest.mark.parametrize("share", [0.3, 0.6])
def test_false_alarms_are_as_rare_as_they_should_be(share: float):
    rng = Random(1)
    alarms = 0
    for _ in range(400):
        values = [float(rng.choice((-1, 1))) if rng.random() < share else 0.0 for _ in range(30)]
        found = compare(values)
        assert found is not None
        alarms += found.decided
    assert 0.02 < alarms / 400 < 0.08


def test_deals_that_all_came_to_the_same_do_not_prove_that_others_would():
    none, all_won = compare([0.0] * 20), compare([1.0] * 20)
    assert none is not None
    assert all_won is not None
    most = 0.161  # of 20 without a case: Wilson's upper end
    assert none.interval.low == pytest.approx(-most, abs=1e-3)
    assert none.interval.high == pytest.approx(most, abs=1e-3)
    assert not none.decided
    assert all_won.interval.low == pytest.approx(1 - 2 * most, abs=1e-3)
    assert all_won.interval.high == 1.0
    assert all_won.decided
    alike = bootstrap([0.25] * 9, fmean)
    assert alike is not None
    assert isinf(alike.high)
    assert alike.holds(0.0)


def test_the_number_of_units_that_decide_is_that_of_the_textbook():
    values = [1.0, 0.0, 1.0, 0.0, 0.0, 1.0, -1.0, 0.0]
    # Mean 0.25, variance 0.5: (1.960 + 0.842)² · 0.5 ÷ 0.0625 = 62.8
    assert units_needed(values) == 63
    assert units_needed([1.0, 1.0, 1.0, 0.9]) == 5, "fewer than five that differ the test never finds"
    assert units_needed([1.0, 0.0, 1.0, 0.0] * 30, 6) == 14, "six tests: seven that differ, half of all do"
    assert units_needed([1.0, -1.0]) is None
    assert units_needed([1.0]) is None


def test_an_interval_is_about_that_of_students_t():
    values = [float(n % 2) for n in range(40)]
    found = bootstrap(values, fmean)
    half = student(39) * 0.5064 / 40**0.5
    assert found is not None
    assert found.value == 0.5
    assert found.high - 0.5 == pytest.approx(half, abs=0.03)
    assert 0.5 - found.low == pytest.approx(half, abs=0.03)
    assert found == bootstrap(values, fmean), "the same seed, the same interval"


@pytest.mark.parametrize("count", [2, 3, 5, 9])
def test_the_interval_of_a_few_units_holds_the_true_mean_as_often_as_it_says(count: int):
    rng, held = Random(4), 0
    for _ in range(300):
        found = bootstrap([rng.gauss(50.0, 10.0) for _ in range(count)], fmean)
        assert found is not None
        held += found.holds(50.0)
    assert held / 300 > 0.92


def test_a_difference_is_never_beyond_all_or_nothing():
    found = compare([0.0, 1.0])
    assert found is not None
    assert (found.interval.low, found.interval.high) == (-1.0, 1.0), "two deals tell next to nothing"


def test_games_on_one_deal_are_one_piece_of_evidence():
    alone = rate([(1.0, 1.0), (0.0, 1.0)] * 20)
    together = rate([(4.0, 4.0), (0.0, 4.0)] * 5)
    assert alone is not None
    assert together is not None
    assert (alone.value, alone.units) == (0.5, 40)
    assert (together.value, together.units) == (0.5, 10)
    assert together.high - together.low > 1.8 * (alone.high - alone.low)


def test_a_rate_of_one_still_has_an_interval():
    found = rate([(3.0, 3.0)] * 10 + [(0.0, 0.0)] * 5)
    assert found is not None
    assert (found.value, found.high, found.units) == (1.0, 1.0, 10)
    square = student(9) ** 2
    assert found.low == pytest.approx(10 / (10 + square)), "Wilson's for 10 of 10, with Student's t"
    assert rate([(0.0, 0.0)]) is None


def test_few_deals_are_never_sure_of_a_rate():
    for hits in range(6):
        found = rate([(1.0, 1.0)] * hits + [(0.0, 1.0)] * (5 - hits))
        assert found is not None
        assert (found.value, found.units) == (hits / 5, 5)
        assert (found.low > 0, found.high < 1) == (hits > 0, hits < 5), "0 % and 100 % only where it is"
        assert found.high - found.low > 0.5
    alone = rate([(1.0, 2.0)])
    assert alone is not None
    assert isinf(alone.high)
    alike = rate([(1.0, 2.0)] * 6)
    assert alike is not None
    assert alike.low < 0.25, "units that all came to the same are no more than their tries"


def _one(rng: Random, p: float) -> tuple[float, float]:
    return float(rng.random() < p), 1.0


def _team(rng: Random, p: float) -> tuple[float, float]:
    return 4.0 * (rng.random() < p), 4.0


def _alike(rng: Random, p: float) -> tuple[float, float]:
    """Two games on a deal whose chances are its own."""
    own = rng.betavariate(2 * p, 2 * (1 - p))
    return float((rng.random() < own) + (rng.random() < own)), 2.0


@pytest.mark.parametrize("deal", [_one, _team, _alike])
@pytest.mark.parametrize("p", [0.1, 0.5])
@pytest.mark.parametrize("count", [5, 10, 20])
def test_intervals_of_rates_hold_the_true_one_as_often_as_they_say(
    deal: Callable[[Random, float], tuple[float, float]], p: float, count: int
):
    rng = Random(count)
    found = [rate([deal(rng, p) for _ in range(count)]) for _ in range(500)]
    held = sum(one is not None and one.holds(p) for one in found) / len(found)
    assert held >= 0.92, "nominal 95 %, less what 500 draws may miss by"


def test_holm_corrects_from_the_smallest_and_never_falls():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


def test_comparisons_that_are_made_together_are_corrected_together():
    clear, faint = [1.0] * 12, [1.0] * 6 + [0.0] * 6
    alone = compare(faint)
    assert alone is not None
    assert (alone.decided, alone.tests, alone.adjusted) == (True, 1, alone.p)
    one, *others = compare_all([clear, faint, faint, faint])
    assert one.decided
    assert one.adjusted == pytest.approx(4 * one.p)
    for other in others:
        assert (other.p, other.tests) == (alone.p, 4)
        assert other.adjusted == pytest.approx(3 * alone.p)
        assert other.units_needed is not None
        assert alone.units_needed is not None
        assert other.units_needed > alone.units_needed, "what decides has to pass the correction"
    assert compare_all([faint]) == [alone]


@pytest.mark.parametrize("groups", [1, 3])
def test_a_family_of_comparisons_raises_no_more_false_alarms_than_one(groups: int):
    rng = Random(4)

    def draw() -> list[float]:
        return [float(rng.choice((-1, 1))) if rng.random() < 0.5 else 0.0 for _ in range(24)]

    alarms = sum(any(one.decided for one in compare_all([draw() for _ in range(groups)])) for _ in range(300))
    assert 0.01 < alarms / 300 < 0.08


@pytest.mark.parametrize(
    ("differences", "tests", "veto"),
    [
        ([1.0], 1, "one"),
        ([0.0] * 9, 1, "alike"),
        ([1.0] * 4 + [0.0] * 9, 1, "few"),
        ([1.0] * 6 + [0.0] * 6, 4, "corrected"),
        ([1.0, -1.0] * 6, 1, "both"),
        ([1.0] * 9, 3, ""),
    ],
)
def test_it_is_told_which_condition_kept_two_apart_from_being_distinguished(
    differences: list[float], tests: int, veto: str
):
    found = compare_all([differences] * tests)[0]
    assert found.veto == veto
    assert found.decided is not bool(veto)


def test_the_test_or_the_interval_alone_may_keep_two_together():
    around, clear = Interval(0.2, -0.1, 0.5, 20), Interval(0.2, 0.1, 0.3, 20)
    assert Difference(around, 0.01, 30, 9, 1, 0.01).veto == "interval"
    assert Difference(clear, 0.07, 30, 9, 1, 0.07).veto == "chance"
    assert Difference(around, 0.07, 30, 9, 1, 0.07).veto == "both"


def test_one_deal_proves_nothing():
    found = compare([1.0])
    assert found is not None
    assert isinf(found.interval.high)
    assert not found.decided
    assert compare([]) is None


def test_two_pairs_that_agree_prove_nothing_either():
    found = compare([1.0, 1.0])
    assert found is not None
    assert not found.decided


def test_a_difference_is_decided_where_interval_and_test_agree():
    clear, faint = compare([1.0] * 8 + [0.0] * 4), compare([1.0, 0.0, -1.0, 1.0] * 3)
    assert clear is not None
    assert faint is not None
    assert (clear.decided, clear.units_left) == (True, 0)
    assert not faint.decided
    assert faint.units_left


def game(good: dict[str, int], wolves: dict[str, int], won: bool) -> Match:
    return Match("b", tuple(good.items()), tuple(wolves.items()), won)


def test_ratings_find_the_odds_and_leave_the_boards_balance_apart():
    # Whoever is good wins two in three; A wins three in four against B on either side of an even board.
    a, b = {"A": 8}, {"B": 4}
    games = [game(a, b, n < 90) for n in range(100)] + [game({"B": 8}, {"A": 4}, n < 50) for n in range(100)]
    found = fit(
        [((((True, "b"), 1.0), ((False, "A"), 1.0), ((False, "B"), -1.0)), m.won) for m in games[:100]]
        + [((((True, "b"), 1.0), ((False, "A"), -1.0), ((False, "B"), 1.0)), m.won) for m in games[100:]]
    )
    apart = found[False, "A"] - found[False, "B"]
    # logit(0.9) = β + d, logit(0.5) = β − d: d = β = 1.0986, a little less for the prior.
    assert apart == pytest.approx(1.0986, abs=0.05)
    assert found[True, "b"] == pytest.approx(1.0986, abs=0.05)
    strengths = rate_agents([[game] for game in games])
    assert strengths is not None
    assert strengths.points["A"].value == pytest.approx(POINTS * apart / 2, abs=0.1)
    assert strengths.points["A"].value == pytest.approx(-strengths.points["B"].value)
    assert strengths.points["A"].low > 0


def test_a_larger_team_is_no_stronger_by_its_size():
    games = [[game({"A": 8}, {"B": 4}, n % 2 == 0)] for n in range(60)]
    games += [[game({"B": 8}, {"A": 4}, n % 2 == 0)] for n in range(60)]
    strengths = rate_agents(games)
    assert strengths is not None
    assert strengths.points["A"].value == pytest.approx(0, abs=1)


def test_who_won_everything_stays_on_the_scale():
    games = [[game({"A": 3}, {"B": 1}, True)] for _ in range(20)]
    strengths = rate_agents(games + [[game({"B": 3}, {"A": 1}, False)] for _ in range(20)])
    assert strengths is not None
    assert 50 < strengths.points["A"].value < 2_000


def test_agents_that_never_met_have_no_rating():
    assert rate_agents([[game({"A": 3}, {"A": 1}, True)]]) is None


def test_who_always_sat_opposite_has_no_rating_and_takes_nothing_from_the_others():
    # A and B took turns as the wolves and met C alone: what C is worth and what the board is cannot be told.
    pairs = [[game({"C": 6}, {"A": 3}, n < 10), game({"C": 6}, {"B": 3}, n < 30)] for n in range(40)]
    strengths = rate_agents(pairs)
    assert strengths is not None
    assert sorted(strengths.points) == ["A", "B"]
    assert (strengths.apart, strengths.unknown, strengths.balance) == (("C",), ("b",), {})
    assert strengths.points["A"].low > 0
    assert strengths.points["A"].value == pytest.approx(-strengths.points["B"].value)
    mirrored = rate_agents([*pairs, *([game({"C": 6}, {"C": 3}, n < 20)] for n in range(40))])
    assert mirrored is not None
    assert sorted(mirrored.points) == ["A", "B", "C"]
    assert (mirrored.apart, mirrored.unknown, [*mirrored.balance]) == ((), (), ["b"])


def test_one_swapped_seat_that_sees_both_sides_tells_all_apart():
    games = [game({"C": 6}, {"A": 1, "C": 2}, True), game({"A": 1, "C": 5}, {"C": 3}, False)]
    games += [game({"C": 6}, {"B": 1, "C": 2}, True), game({"B": 1, "C": 5}, {"C": 3}, True)]
    strengths = rate_agents([[one] for one in games])
    assert strengths is not None
    assert (strengths.apart, strengths.unknown) == ((), ())


def test_two_that_never_changed_sides_have_no_rating():
    strengths = rate_agents([[game({"A": 3}, {"B": 1}, n < 9)] for n in range(10)])
    assert strengths is not None
    assert (strengths.points, strengths.apart) == ({}, ("A", "B"))
