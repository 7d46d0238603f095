"""The bots' win shares by board, as measured by ``llmwolf bench boards`` and kept beside this file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

from llmwolf.boards.board import Board

FILE: Final = Path(__file__).with_name("shares.json")
SIDES: Final = ("good", "wolves", "lovers", "piper", "draw")
_PACKAGE: Final = Path(__file__).parent.parent
_SOURCES: Final = ("rules", "roles", "players/bots")
_Z: Final = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Share:
    """How often a side won: ``wins`` games, their share, and the interval that holds the true one (95 %)."""

    wins: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Shares:
    """What bots of one ``level`` did in ``games`` games.

    ``current``: neither the rules, the cards, the bots nor the board have changed since. ``uses``: card →
    what it can be used for → how often it was.
    """

    games: int
    level: str
    wins: Mapping[str, int]
    current: bool = True
    uses: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def inert(self) -> tuple[str, ...]:
        """What no card was ever used for, as "card: ability"."""
        counts = ((f"{card}: {what}", n) for card, used in self.uses.items() for what, n in used.items())
        return tuple(name for name, n in counts if not n)

    def by_side(self) -> dict[str, Share]:
        """The sides that won at all, in a fixed order."""
        return {side: wilson(self.wins[side], self.games) for side in SIDES if self.wins.get(side)}


def wilson(wins: int, games: int) -> Share:
    """The Wilson score interval (95 %) of ``wins`` in ``games``; raises :class:`ValueError` without games."""
    if games < 1:
        raise ValueError("an interval needs at least one game")
    return Share(wins, wins / games, *score_ends(wins / games, games))


def score_ends(share: float, games: float, z: float = _Z) -> tuple[float, float]:
    """The ends of Wilson's interval about a ``share`` that says as much as so many independent games.

    ``z`` is the two-sided point of the normal curve, or of what is wider (95 %).
    """
    square = z * z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = z * sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def shares_of(board: Board, file: Path = FILE) -> Shares | None:
    """What was measured for ``board``; ``None`` where nothing was."""
    entry = read(file).get(board.id)
    if entry is None:
        return None
    current = entry["digest"] == digest_of(board)
    return Shares(entry["games"], entry["level"], entry["wins"], current, entry.get("uses", {}))


def read(file: Path = FILE) -> dict[str, Any]:
    """Every entry of the file by board id; empty where there is no file."""
    if not file.exists():
        return {}
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def write(board: Board, shares: Shares, file: Path = FILE) -> None:
    """Put the ``shares`` of ``board`` in the file, one line a board."""
    found = read(file)
    found[board.id] = {
        "games": shares.games,
        "level": shares.level,
        "digest": digest_of(board),
        "wins": {side: shares.wins.get(side, 0) for side in SIDES},
        "interval": {side: [round(s.low, 4), round(s.high, 4)] for side, s in shares.by_side().items()},
        "uses": shares.uses,
        "inert": shares.inert(),
    }
    rows = (f"  {json.dumps(name)}: {json.dumps(found[name])}" for name in sorted(found))
    file.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")


def digest_of(board: Board) -> str:
    """A digest of all that the figures depend on: the engine, the bots, and the board's cards and rules."""
    state = blake2b(engine_digest().encode(), digest_size=8)
    state.update(repr((board.cards, board.events, board.profile.hours, board.rules)).encode())
    return state.hexdigest()


def engine_digest() -> str:
    """A digest of the source of the rules, the cards and the bots."""
    state = blake2b(digest_size=8)
    for part in _SOURCES:
        for path in sorted((_PACKAGE / part).rglob("*.py")):
            state.update(path.relative_to(_PACKAGE).as_posix().encode())
            state.update(path.read_bytes())
    return state.hexdigest()
