"""What the tests of the screens share: when a screen has come to rest, and what need not be done twice."""

import asyncio
from time import process_time
from typing import Any

import pytest
from textual._context import active_app
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

SOON = 0.02
"""Seconds: a timer that is due within them belongs to what the key press began."""
FRAME = 1 / 20
"""Seconds from one drawing of a screen to the next while something goes on."""

_parsed: dict[tuple[Any, ...], list[RuleSet]] = {}
_parse = Stylesheet._parse_rules


async def at_rest(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Wait until the event loop has nothing left to run, for at most ``max_sleep`` seconds of work.

    The pilot's own rest asks whether the process used little processor time, and a process that gets none
    beside busy neighbours looks as if it had finished; an idle one waits for nothing, and draws at once what
    is to be drawn.
    """
    loop = asyncio.get_running_loop()
    begun, ends = process_time(), loop.time() + max(SOON, min_sleep)
    idle = 0
    while process_time() - begun < max_sleep:
        await asyncio.sleep(0)
        idle = 0 if loop._ready else idle + 1  # type: ignore[attr-defined]
        if idle < 3:
            continue
        if drawn():
            idle = 0
            continue
        due = [timer.when() for timer in loop._scheduled if not timer.cancelled()]  # type: ignore[attr-defined]
        nearest = min(due, default=ends)
        if nearest >= ends:
            return
        await asyncio.sleep(nearest - loop.time())
        idle = 0


def drawn() -> bool:
    """Draw the frames that screens have asked for, as their timers would; whether there were any."""
    screens: list[Any] = list(active_app.get().screen_stack)
    waiting = [screen for screen in screens if screen._update_timer._active.is_set()]
    for screen in waiting:
        screen._on_timer_update()
    return bool(waiting)


def parsed(sheet: Stylesheet, css: str, *place: Any, **how: Any) -> list[RuleSet]:
    """The rules of ``css``, which are the same for every application that has the same colours."""
    key = (css, place, *sorted(how.items()), frozenset(sheet._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, *place, **how)
    return _parsed[key]


@pytest.fixture(autouse=True)
def rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every rest of the pilot is one of the event loop; a screen is not drawn more often than can be told."""
    monkeypatch.setattr("textual.pilot.wait_for_idle", at_rest)
    monkeypatch.setattr("textual.app.wait_for_idle", at_rest)
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", FRAME)
    monkeypatch.setattr(Stylesheet, "_parse_rules", parsed)
