"""Workers that die, or cannot play a game, in the middle of a tournament; sent to processes by name."""

from __future__ import annotations

import os
from pathlib import Path

from llmwolf.arena.outcome import Line
from llmwolf.arena.table import Sitting, play_to_file


def once(sitting: Sitting, path: Path, versions: Line) -> Line:
    """Dies in the third game, the first time that it is played."""
    mark = path.parent.parent / "died"
    if sitting.fixture.key.endswith("00001-A") and not mark.exists():
        mark.touch()
        os._exit(9)
    return play_to_file(sitting, path, versions)


def always(sitting: Sitting, path: Path, versions: Line) -> Line:
    """Dies in the third game."""
    if sitting.fixture.key.endswith("00001-A"):
        os._exit(9)
    return play_to_file(sitting, path, versions)


def refusing(sitting: Sitting, path: Path, versions: Line) -> Line:
    """Cannot play the third game."""
    if sitting.fixture.key.endswith("00001-A"):
        raise ZeroDivisionError("the bot \x1b[31mdivided")
    return play_to_file(sitting, path, versions)
