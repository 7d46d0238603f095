"""Several games in a row: what one game carries over into the next (rules.md §10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from llmwolf.rules.facts import DAY, NIGHT
from llmwolf.rules.judge import Judge

LARGE = 12
"""Above so many players both first victims are safe, for two games (M-1)."""
FEW = 3
"""So many newcomers at once are no longer spared."""


class Played(NamedTuple):
    """What of a finished game matters later: who sat down, who fell first (players by name)."""

    players: tuple[str, ...]
    first_night: tuple[str, ...]
    first_day: tuple[str, ...]


def played(judge: Judge, names: Sequence[str]) -> Played:
    """The outcome of a game between ``names`` (by seat): knifed in night 1, exiled on day 1."""
    night, day = [], []
    for seat, (phase, when, how) in judge.facts.gone.items():
        if when == 1 and phase == NIGHT and judge.hidden.causes[seat] == "knife":
            night.append(names[seat - 1])
        elif when == 1 and phase == DAY and how == "exile":
            day.append(names[seat - 1])
    return Played(tuple(names), tuple(night), tuple(day))


def safe_seats(history: Sequence[Played], names: Sequence[str]) -> tuple[int, ...]:
    """The seats that may not be knifed in night 1 of the next game between ``names`` (M-1).

    The last game's first victim; above 12 players the first victims of night and day, for two games;
    newcomers, where they are fewer than three. Nobody in the first game of a series.
    """
    if not history:
        return ()
    safe = set(history[-1].first_night)
    if len(names) > LARGE:
        for game in history[-2:]:
            safe |= {*game.first_night, *game.first_day}
    known = {name for game in history for name in game.players}
    newcomers = {name for name in names if name not in known}
    if len(newcomers) < FEW:
        safe |= newcomers
    return tuple(seat for seat, name in enumerate(names, 1) if name in safe)
