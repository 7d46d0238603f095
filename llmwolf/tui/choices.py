"""What somebody chose at the table, kept from one sitting to the next: hints, how the last game went."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from llmwolf.table.pace import TABLE_PACES
from llmwolf.tui.model.beside import read_json, write_json

LONGEST_LIMIT: Final = 86_400
"""Seconds: what is kept of a longer time for one answer is damaged."""


def hints_path() -> Path:
    """The file that remembers the choice; it need not exist."""
    from platformdirs import user_config_path

    return user_config_path("llmwolf", appauthor=False) / "hints.toml"


def hints_wanted(default: bool) -> bool:
    """What was chosen last; ``default`` where there is no such file, or no good one."""
    try:
        wanted = tomllib.loads(hints_path().read_text("utf-8")).get("hints")
    except (OSError, ValueError):  # what is not TOML, or not UTF-8
        return default
    return wanted if isinstance(wanted, bool) else default


def remember_hints(wanted: bool) -> None:
    """Keep the choice; raises :class:`OSError` where that cannot be."""
    path = hints_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"hints = {str(wanted).lower()}\n", "utf-8")


def pace_path() -> Path:
    """The file that remembers the pace of the game that was played last; it need not exist."""
    from platformdirs import user_state_path

    return user_state_path("llmwolf", appauthor=False) / "pace.json"


def pace_of(record: Path) -> str | None:
    """At what pace the game at ``record`` was played, if it was the last one."""
    last = _last(record)
    return next((name for name in TABLE_PACES if name == last.get("pace")), None)


def limit_of(record: Path) -> float | None:
    """How many seconds the person had for an answer in the game at ``record``, if it was the last one."""
    limit = _last(record).get("limit")
    if isinstance(limit, bool) or not isinstance(limit, (int, float)):
        return None
    return float(limit) if 0 < limit < LONGEST_LIMIT else None


def _last(record: Path) -> dict[str, Any]:
    """What was kept of the game that was played last; empty if that is not the one at ``record``."""
    try:
        last = read_json(pace_path())
    except (OSError, ValueError):
        return {}
    return last if isinstance(last, dict) and last.get("record") == str(record.resolve()) else {}


def remember_pace(record: Path, pace: str, limit: float | None) -> None:
    """Keep pace and time of the game at ``record``; raises :class:`OSError` where that cannot be."""
    path = pace_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_json(path, {"record": str(record.resolve()), "pace": pace, "limit": limit})
