"""The colours that ``theme.tcss`` names: dark, light and high contrast; and the one that a person chose.

No state is told by a colour alone, so that any of them, or none (``NO_COLOR``), will do.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from textual.theme import Theme


def _bars(thumb: str, groove: str) -> dict[str, str]:
    """The colours of scroll bars."""
    names = ("scrollbar", "scrollbar-hover", "scrollbar-active")
    grooves = ("scrollbar-background", "scrollbar-background-hover", "scrollbar-background-active")
    return dict.fromkeys(names, thumb) | dict.fromkeys(grooves, groove) | {"scrollbar-corner-color": groove}


DARK: Final = Theme(
    name="dark",
    primary="#0a62a8",
    secondary="#004578",
    warning="#ffa62b",
    error="#ba3c5b",
    success="#4ebf71",
    accent="#ffa62b",
    foreground="#e0e0e0",
    variables={
        "dim": "#9aa3b0",
        "line": "#6b7484",
        "text-primary": "#62aeea",
        **_bars("#6b7484", "#1e1e1e"),
    },
)
LIGHT: Final = Theme(
    name="light",
    primary="#0a4f8f",
    secondary="#0178d4",
    warning="#8a4b00",
    error="#a11433",
    success="#17652f",
    accent="#8a4b00",
    foreground="#1c1f24",
    background="#f6f5f1",
    surface="#ecebe6",
    panel="#dfe3e8",
    dark=False,
    variables={
        "dim": "#4f5763",
        "line": "#7d8591",
        **_bars("#7d8591", "#ecebe6"),
        "text-primary": "#0a4f8f",
        "text-warning": "#7a4200",
        "text-error": "#a11433",
        "text-success": "#17602d",
        "text-accent": "#7a4200",
    },
)
CONTRAST: Final = Theme(
    name="contrast",
    primary="#80d4ff",
    secondary="#80d4ff",
    warning="#ffe100",
    error="#ff9b9b",
    success="#7dff9b",
    accent="#ffe100",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1c1c1c",
    variables={
        "dim": "#d8d8d8",
        "line": "#ffffff",
        **_bars("#ffffff", "#1c1c1c"),
        "text-primary": "#80d4ff",
        "text-warning": "#ffe100",
        "text-error": "#ff9b9b",
        "text-success": "#7dff9b",
        "text-accent": "#ffe100",
    },
)
THEMES: Final = {theme.name: theme for theme in (DARK, LIGHT, CONTRAST)}
"""By name; the first is shown where nobody chose."""


def next_theme(name: str) -> str:
    """The name of the theme after ``name``, round and round."""
    names = list(THEMES)
    return names[(names.index(name) + 1) % len(names)]


def look_path() -> Path:
    """The file that remembers the choice; it need not exist."""
    from platformdirs import user_config_path

    return user_config_path("llmwolf", appauthor=False) / "look.toml"


def remembered() -> str:
    """The name of the theme that was chosen last; the first where there is no such file, or no good one."""
    first = next(iter(THEMES))
    try:
        name = tomllib.loads(look_path().read_text("utf-8")).get("theme")
    except (OSError, ValueError):  # what is not TOML, or not UTF-8
        return first
    return name if isinstance(name, str) and name in THEMES else first


def remember(name: str) -> None:
    """Keep the choice; raises :class:`OSError` where that cannot be."""
    path = look_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'theme = "{name}"\n', "utf-8")
