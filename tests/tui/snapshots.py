"""Pinned pictures of screens: SVG files beside the tests, written anew with SNAP_UPDATE=1."""

import os
import re
import tempfile
from pathlib import Path

from textual.widgets import Input, TextArea

from llmwolf.tui.app import LlmwolfApp

FOLDER = Path(__file__).parent / "snapshots"
_USELESS = re.compile(
    r"\s*(@font-face \{.*?\}|<!--.*?-->|<clipPath id=\"terminal-line-.*?</clipPath>)"
    r"| (textLength|clip-path)=\"[^\"]*\"|\s*font-variant-east-asian[^;]*;",
    re.DOTALL,
)
"""A font server, comments, and in which cell each text ends, which squeezes Chinese in browsers."""


def picture(app: LlmwolfApp) -> str:
    """The screen as SVG, without what changes from run to run or only takes room."""
    for field in (*app.screen.query(TextArea), *app.screen.query(Input)):
        field.cursor_blink = False
    svg = app.export_screenshot(simplify=True)
    if found := re.search(r"(terminal-\d+)-", svg):
        svg = svg.replace(found[1], "terminal")
    return _USELESS.sub("", svg).replace("terminal-r", "r").replace("&#160;", "\N{NO-BREAK SPACE}")


def check(app: LlmwolfApp, name: str) -> None:
    """Compare the screen with the picture called ``name``."""
    path = FOLDER / f"{name}.svg"
    now = picture(app)
    if os.environ.get("SNAP_UPDATE"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(now, "utf-8")
    assert path.exists(), f"there is no picture {path.name} yet; make it with SNAP_UPDATE=1"
    if path.read_text("utf-8") != now:
        other = Path(tempfile.gettempdir()) / f"llmwolf-{path.name}"
        other.write_text(now, "utf-8")
        raise AssertionError(f"{path.name} changed: look at {other}; SNAP_UPDATE=1 takes it")
