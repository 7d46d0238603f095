"""Whether somebody wants hints: kept from one sitting to the next."""

from __future__ import annotations

import tomllib
from pathlib import Path


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
