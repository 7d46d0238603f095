"""What public events say to a spectator: the weights that ``llmwolf bench odds --fit`` has found."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from llmwolf.players.bots.levels import Level
from llmwolf.players.bots.weights import WEIGHTS

SMALL: Final = 10
"""Seats of a table up to which it is a small one."""
FILES: Final = tuple(Path(__file__).with_name(f"weights-{board}.toml") for board in ("nine", "twelve"))
"""For small tables, learned on ``standard-9``; for others, learned on ``official-12``."""
HINTS: Final = (
    "seer_knifed", "seer_spared", "seer_exiled", "seer_elected", "no_seer", "rival_check", "wolf_exiled",
    "wolf_knifed", "wolf_sheriff",
)  # fmt: skip
"""What the table's own argument leaves out (:meth:`~llmwolf.coach.odds.readings.Readings.hints`)."""


@dataclass(frozen=True, eq=False)
class _Spectator(Level):
    """A level that feels every likelihood by a table of its own."""

    table: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """The table."""
        return self.table


@dataclass(frozen=True, eq=False)
class Weights:
    """``evidence``: a ratio for every name of :data:`~llmwolf.players.bots.weights.WEIGHTS`, as there;
    ``hindsight``: the logarithm of a ratio for every one of :data:`HINTS`."""

    evidence: Mapping[str, float]
    hindsight: Mapping[str, float]

    @cached_property
    def level(self) -> Level:
        """Somebody who weighs the evidence so, for :func:`~llmwolf.players.bots.evidence.gather`."""
        return _Spectator("spectator", "旁观", "spectator", 1.0, 0.0, 0.0, 1.0, 1.0, 0, {}, self.evidence)

    def toml(self) -> str:
        """As it stands in the file."""
        lines = ["[evidence]", *(f"{name} = {value:.3g}" for name, value in self.evidence.items())]
        lines += ["", "[hindsight]", *(f"{name} = {value:.3f}" for name, value in self.hindsight.items())]
        return "\n".join(lines)


PLAIN: Final = Weights(WEIGHTS, dict.fromkeys(HINTS, 0.0))
"""The bots' own weights, from which a fit starts and to which it holds where games say little."""


def fitted(seats: int) -> Weights:
    """The weights for a table of so many ``seats``."""
    return _kept(FILES[seats > SMALL])


@cache
def _kept(file: Path) -> Weights:
    """The weights of ``file``; what the bots weigh since it was learned stands as they weigh it."""
    data = tomllib.loads(file.read_text("utf-8"))
    return Weights({**WEIGHTS, **data["evidence"]}, {**PLAIN.hindsight, **data["hindsight"]})
