"""How fast the table goes on, whether it stands still, and more time for the person."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from textual.timer import Timer

from llmwolf.table.pace import TABLE_PACES
from llmwolf.tui.choices import remember_pace
from llmwolf.tui.session import Session
from llmwolf.tui.words import t

RESTS_AFTER: Final = 0.7
"""Seconds after which a key that goes around is done."""
Later = Callable[[float, Callable[[], None]], Timer]

EXTRA: Final = 60.0
"""Seconds that one extension gives."""


class Pacing:
    """The pace of the table of ``session``, called ``name`` at first.

    ``name`` is what the head of the screen shows, ``chosen`` what the next game begins with: a
    fast-forward is no choice.
    """

    def __init__(self, session: Session, name: str, lang: str, later: Later) -> None:
        """``later`` calls a function after so many seconds, unless the returned timer is stopped."""
        self.name = self.chosen = name
        self._session = session
        self._lang = lang
        self._later = later
        self._rest: Timer | None = None

    @property
    def words(self) -> str:
        """The pace, or that the table stands still and what lets it go on, for the head of the screen."""
        if self._session.host.paused:
            return t("paused_step" if self.steps else "paused", self._lang)
        return t("pace", self._lang, pace=t(f"pace_{self.name}", self._lang))

    @property
    def steps(self) -> bool:
        """Whether the table stops after each step."""
        return TABLE_PACES[self.name].steps

    def change(self, by: int, around: bool) -> None:
        """A slower (1) or faster (-1) pace; ``around``: from one end to the other, taken once that key rests.

        Whoever goes around passes paces that are not meant.
        """
        names = list(TABLE_PACES)
        index = names.index(self.name) + by
        name = names[index % len(names) if around else min(max(index, 0), len(names) - 1)]
        if around:
            self._stop_waiting()
            self.name = name
            self._rest = self._later(RESTS_AFTER, self.settle)
        else:
            self._choose(name)

    def settle(self) -> None:
        """Take the pace that is shown."""
        self._choose(self.name)

    def _choose(self, name: str) -> None:
        self.take(name)
        self.chosen = name
        self.keep()

    def keep(self) -> None:
        """Remember the pace and the person's time for when this game is gone on with."""
        if self._session.path is not None:
            with suppress(OSError):  # then the game goes on at the usual pace
                remember_pace(self._session.path, self.chosen, self._session.limit)

    def take(self, name: str) -> None:
        """The pace called ``name``; the table goes on."""
        self._stop_waiting()
        self.name = name
        self._session.host.pace = TABLE_PACES[name]
        self._session.host.pause(False)

    def _stop_waiting(self) -> None:
        if self._rest is not None:
            self._rest.stop()
            self._rest = None

    def pause(self) -> None:
        """Stand still, or go on: step by step, to the end of the next step."""
        self._session.host.pause(not self._session.host.paused)

    def extend(self) -> str:
        """More time for the answer that is waited for; returns what came of it, in words."""
        session = self._session
        if session.limit is None:
            return t("extend_unlimited", self._lang)
        if session.human is None or not session.human.asked:
            return t("extend_not_asked", self._lang)
        session.host.clock(session.seat).extend(EXTRA)
        return t("extended", self._lang, n=round(EXTRA))

    @property
    def left(self) -> float | None:
        """Seconds that the person has left for the answer that is waited for; ``None``: no limit."""
        session = self._session
        return session.host.clock(session.seat).left if session.human is not None else None
