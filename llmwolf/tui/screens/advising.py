"""Hints for beginners and the lessons of the tutorial, at the table."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from llmwolf.table.ports import Source
from llmwolf.tui.choices import hints_wanted, remember_hints
from llmwolf.tui.model.cells import notice
from llmwolf.tui.model.helping import Entry
from llmwolf.tui.model.hints import hint_for
from llmwolf.tui.model.lessons import Course, lessons
from llmwolf.tui.model.situation import Situation
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.session import LEVELS, Session
from llmwolf.tui.tutorial import teaches
from llmwolf.tui.widgets.advice import AdvicePanel
from llmwolf.tui.words import t


class Advising:
    """What a ``screen`` with an advice panel tells the person of ``session``, from that seat's view alone.

    A spectator of the table: the panel is drawn anew when something has happened there.
    """

    def __init__(self, screen: Screen[Any], session: Session, level: str, lang: str) -> None:
        """Hints are given at first where the bots play at the lowest ``level``; lessons in the tutorial."""
        self._screen = screen
        self._session = session
        self._lang = lang
        self._course = Course(session.seat) if teaches(session) else None
        self._situation = Situation()
        self._taken = 0
        self._drawing = self._welcomed = False
        fresh = self._course is not None and not self._has_decided
        self._wanted = fresh or hints_wanted(self._course is not None or level == LEVELS[0])

    @property
    def _has_decided(self) -> bool:
        """Whether the person has decided anything in this game yet."""
        return any(move.seat == self._session.seat for move in self._session.game.moves)

    def panel(self) -> AdvicePanel:
        """The panel, to be yielded by the screen's ``compose``; it is alive from then on."""
        host = self._session.host
        host.spectators.append(self)
        if self._course is not None and not self._has_decided:
            host.pause(True)  # the night waits until the welcome is read
        return AdvicePanel("lesson_title" if self._course else "hint_title", self._lang, dom_id="advice")

    # -- watching ------------------------------------------------------------------------------

    def changed(self) -> None:
        """Something happened, or something is asked."""
        if not self._drawing and self._screen.is_attached and self._screen.app.is_running:
            self._drawing = True
            self._screen.call_later(self._show)

    def spoken(self, seat: int, piece: str) -> None:
        """Nothing is explained before it is whole."""

    def noticed(self, source: Source) -> None:
        """Perhaps the person has answered, and the hint is not needed any more."""
        self.changed()

    # -- telling -------------------------------------------------------------------------------

    def _show(self) -> None:
        self._drawing = False
        self._welcome()
        entries, first = self._advice() if self._wanted else ([], 0)
        self._screen.query_one("#advice", AdvicePanel).show(entries, first)

    def _welcome(self) -> None:
        """Say once what the tutorial is, to somebody who has not decided anything in it yet."""
        if self._course is None or self._welcomed:
            return
        self._welcomed = True
        if not self._has_decided:
            title, text = lessons()["begin"][self._lang]
            heading = f"{t('tutorial', self._lang)} · {title}"
            body = t("tutorial_body", self._lang, text=text)
            buttons = [("ok", t("tutorial_ok", self._lang))]
            self._screen.app.push_screen(Dialog(heading, body, buttons, self._read))

    def _read(self, _: str) -> None:
        self._session.host.pause(False)

    def _advice(self) -> tuple[list[Entry], int]:
        """The lessons so far, then the hint; and which of them comes first."""
        view = self._session.game.view(self._session.seat)
        for event in view.log[self._taken :]:
            self._situation.take((event,))
            if self._course is not None:
                self._course.take(event, self._situation)
        self._taken = len(view.log)
        course = self._course
        told = course.entries(self._lang) if course else []
        hint = hint_for(view, self._situation, self._lang)
        if hint is None or (course is not None and course.news):
            first = max(0, len(told) - 1)
        else:
            # Where rows are scarce, what is asked stands right below, in the question itself.
            first = len(told) + self._screen.has_class("-tight")
        return [*told, *(hint.entries(self._lang) if hint else [])], first

    def turn(self) -> None:
        """On or off, from now on."""
        self._wanted = not self._wanted
        self._show()
        what = t("hint_on" if self._wanted else "hint_off", self._lang)
        try:
            remember_hints(self._wanted)
        except OSError as error:
            what = t("hint_lost", self._lang, what=what, why=notice(error.strerror or str(error)))
            self._screen.notify(what, severity="warning", markup=False)
        else:
            self._screen.notify(what, timeout=3, markup=False)
