"""Pinned pictures of screens: SVG files beside the tests, written anew with SNAP_UPDATE=1."""

import asyncio
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


async def check(app: LlmwolfApp, name: str, seconds: float = 10) -> None:
    """Compare the screen with the picture called ``name``, once it has come to rest.

    A busy machine lays a screen out over several rounds; so a picture may come right up to ``seconds`` late.
    """
    path = FOLDER / f"{name}.svg"
    if os.environ.get("SNAP_UPDATE"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(await _at_rest(app), "utf-8")
    assert path.exists(), f"there is no picture {path.name} yet; make it with SNAP_UPDATE=1"
    wanted = path.read_text("utf-8")
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while (now := picture(app)) != wanted:
        if loop.time() >= end:
            other = Path(tempfile.gettempdir()) / f"llmwolf-{path.name}"
            other.write_text(now, "utf-8")
            raise AssertionError(f"{path.name} changed: look at {other}; SNAP_UPDATE=1 takes it")
        await asyncio.sleep(0.02)


async def _at_rest(app: LlmwolfApp) -> str:
    """The picture that stays the same for a tenth of a second."""
    now, again = "", picture(app)
    while now != again:
        now = again
        await asyncio.sleep(0.1)
        again = picture(app)
    return now
