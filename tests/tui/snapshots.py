"""Pinned pictures of screens: SVG files beside the tests, written anew with SNAP_UPDATE=1."""

import os
import re
import tempfile
from pathlib import Path

from textual.widgets import Input, TextArea

from llmwolf.tui.app import LlmwolfApp

FOLDER = Path(__file__).parent / "snapshots"


def picture(app: LlmwolfApp) -> str:
    """The screen as SVG, without what changes from run to run or names a font server."""
    for field in (*app.screen.query(TextArea), *app.screen.query(Input)):
        field.cursor_blink = False
    svg = app.export_screenshot(simplify=True)
    svg = re.sub(r"\s*(@font-face \{.*?\}|<!--.*?-->)", "", svg, flags=re.DOTALL)
    found = re.search(r"(terminal-\d+)-", svg)
    return svg.replace(found[1], "terminal") if found else svg


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
