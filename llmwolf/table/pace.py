"""How fast a speech that is known at once is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Pace:
    """Pieces of ``size`` characters, ``gap`` seconds between them, ``rest`` seconds after a speech or ask.

    With ``steps`` the table stands still after each of them until somebody lets it go on.
    """

    size: int
    gap: float
    rest: float
    steps: bool = False

    @property
    def instant(self) -> bool:
        """Whether nothing is to be waited for."""
        return not (self.gap or self.rest)

    def pieces(self, text: str) -> Iterator[str]:
        """``text`` in the pieces in which it is shown."""
        if self.instant:
            yield text
            return
        for start in range(0, len(text), self.size):
            yield text[start : start + self.size]


PACES: Final = {
    "instant": Pace(0, 0, 0),
    "fast": Pace(4, 0.02, 0.15),
    "reading": Pace(2, 0.06, 0.6),
    "slow": Pace(1, 0.09, 1.2),
}
"""The paces a person can choose; ``reading`` is about the speed of reading Chinese aloud, fast."""
TABLE_PACES: Final = {**PACES, "step": Pace(0, 0, 0, steps=True)}
"""Those of a table at which somebody sits who can let it go on."""
