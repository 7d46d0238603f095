"""The weights of readings: found again where they are known, and those of the file are whole."""

from array import array
from math import exp, log
from random import Random

import pytest

from llmwolf.boards import find_board
from llmwolf.coach.odds.fitting import NAMES, Case, case, fit, surprise
from llmwolf.coach.odds.learning import learned
from llmwolf.coach.odds.readings import Readings
from llmwolf.coach.odds.reference import PUBLIC
from llmwolf.coach.odds.rollout import Setting
from llmwolf.coach.odds.sampling import drawn, played
from llmwolf.coach.odds.weights import HINTS, PLAIN, fitted
from llmwolf.players.bots.weights import WEIGHTS

BOARD = find_board("standard-9")


def test_the_file_has_every_weight_and_no_other():
    for seats in (8, 10, 11, 18):
        assert set(fitted(seats).evidence) == set(WEIGHTS)
        assert tuple(fitted(seats).hindsight) == HINTS
        assert all(value > 0 for value in fitted(seats).evidence.values())
    assert fitted(10) is fitted(8) is not fitted(11)
    assert fitted(11) is fitted(18)


def test_weights_that_made_the_truth_are_found():
    """Of three readings one is true, by weights that are not the bots' own; two columns tell them apart."""
    rng, place, hint = Random(1), NAMES.index("shot"), NAMES.index("wolf_exiled")
    cases = []
    for _ in range(2000):
        columns = [[rng.choice((0.0, 1.0)) for _ in range(3)] for _ in range(2)]
        weights = [exp(0.8 * a - 0.5 * b) for a, b in zip(*columns, strict=True)]
        truth = rng.choices(range(3), weights)[0]
        rows = {where: array("f", column) for where, column in zip((place, hint), columns, strict=True)}
        cases.append(Case(array("f", [0.0] * 3), rows, truth))
    found = fit(cases, PLAIN)
    moved = log(found.weights.evidence["shot"] / WEIGHTS["shot"])
    assert moved == pytest.approx(0.8, abs=3 * found.errors["shot"])
    assert found.weights.hindsight["wolf_exiled"] == pytest.approx(-0.5, abs=3 * found.errors["wolf_exiled"])
    assert found.weights.evidence["silver_water"] == pytest.approx(WEIGHTS["silver_water"])
    assert set(found.errors) == {"shot", "wolf_exiled"}
    assert found.after < found.before < found.blind + 1e-6


def test_a_case_knows_the_true_reading_and_weighs_as_the_odds_do():
    ref = played(BOARD, Setting(), 4)
    ply = drawn(ref, Setting(), 4)
    one = case(ref, ply, fitted(9))
    assert one is not None
    readings = Readings(ref, PUBLIC, ply)
    every = readings.every(3)
    assert list(one.base) == pytest.approx(readings.logs(every, fitted(9)), abs=1e-4)
    wolves = tuple(s for s, card in enumerate(ref.dealt, 1) if card == "werewolf")
    assert every[one.truth].wolves == wolves


def test_the_same_games_teach_the_same_weights_whatever_the_number_of_processes():
    alone, together = (learned(BOARD, Setting(), range(3), jobs, lambda done: None) for jobs in (1, 2))
    assert alone.weights.toml() == together.weights.toml()


@pytest.mark.parametrize(("name", "other"), [("official-12", 9), ("standard-9", 12)])
def test_fitted_weights_find_the_truth_in_games_they_were_not_fitted_on(name: str, other: int):
    """The weights learned on as many seats are better than those of other tables, and than the bots' own."""
    board, found = find_board(name), []
    for weights in (PLAIN, fitted(other), fitted(board.seats)):
        refs = [(played(board, Setting(), seed), seed) for seed in range(30)]
        cases = [case(ref, drawn(ref, Setting(), seed), weights) for ref, seed in refs]
        found.append(surprise([one for one in cases if one], [0.0] * len(NAMES)))
    assert found[2] < found[1] < found[0]
