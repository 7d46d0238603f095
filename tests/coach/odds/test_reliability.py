"""Whether odds are what they say is measured on bot games, and the measure itself is right."""

import pytest

from llmwolf.boards import find_board
from llmwolf.coach.odds.reliability import Forecast, forecasts, reliability
from llmwolf.coach.odds.rollout import Setting


def test_odds_that_come_true_beat_the_constant():
    sure = [Forecast(seed, 0, 0.9 if seed % 2 else 0.1, 10, bool(seed % 2)) for seed in range(40)]
    measured = reliability(sure)
    assert measured.brier == pytest.approx(0.01)
    assert measured.constant == pytest.approx(0.25)
    assert measured.fair == pytest.approx(0.0)
    assert tuple(measured.margin) == pytest.approx((0.25, 0.25, 0.25))
    assert measured.lean.value == pytest.approx(0.0)
    assert [(band.n, band.came.share) for band in measured.bands] == [(20, 0.0), (20, 1.0)]


def test_the_fair_score_does_not_punish_few_roll_outs():
    """Odds of a half by two roll-outs: none, one or both come out; on average that adds nothing."""
    drawn = [Forecast(0, 0, wins / 2, 2, won) for wins in (0, 1, 1, 2) for won in (False, True)]
    assert reliability(drawn).fair == pytest.approx(0.25)
    assert reliability(drawn).brier == pytest.approx(0.375)


def test_forecasts_are_the_same_whatever_the_number_of_processes():
    board = find_board("standard-9")
    alone = list(forecasts(board, Setting(), range(3), 3, 1, lambda done: None))
    assert alone == list(forecasts(board, Setting(), range(3), 3, 2, lambda done: None))
    assert len(alone) == 3


def test_one_game_is_no_table():
    with pytest.raises(ValueError, match="at least two"):
        reliability([Forecast(0, 0, 0.5, 10, True)])
