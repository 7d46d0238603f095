"""The weights of readings, learned from bot games: what ``llmwolf bench odds --fit`` prints."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from llmwolf.boards import Board
from llmwolf.coach.odds.fitting import Case, Fit, case, fit
from llmwolf.coach.odds.rollout import Setting
from llmwolf.coach.odds.sampling import drawn, over, played
from llmwolf.coach.odds.weights import PLAIN, Weights

MOMENTS: Final = 2
"""Moments drawn from each game."""
ROUNDS: Final = 2
"""Fits in all: the second one starts from the weights of the first."""


def learned(board: Board, setting: Setting, seeds: range, jobs: int, tick: Callable[[int], object]) -> Fit:
    """The likeliest weights, from moments of the bot games of ``seeds``; the same whatever ``jobs`` is.

    Who held what is all that is learned from, not who won. Raises :class:`ValueError` where the truth is
    never among the readings.
    """
    weights, found = PLAIN, None
    for _ in range(ROUNDS):
        cases = list(over(seeds, partial(_cases, board, setting, weights), jobs, tick))
        if not cases:
            raise ValueError("no moment of these games can be read: there is nothing to learn from")
        found = fit(cases, weights)
        weights = found.weights
    assert found is not None
    return found


def _cases(board: Board, setting: Setting, weights: Weights, seed: int) -> list[Case]:
    ref = played(board, setting, seed)
    plies = [drawn(ref, setting, seed, nth) for nth in range(MOMENTS)]
    return [one for ply in plies if (one := case(ref, ply, weights)) is not None]
