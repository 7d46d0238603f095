"""The coach in the replay: the panel beside the log or in its place, and notes on events."""

from __future__ import annotations

from collections.abc import Callable

from textual.containers import Vertical
from textual.screen import Screen

from llmwolf.players.told import ToldError
from llmwolf.tui.model.cells import notice
from llmwolf.tui.model.coached import Coached, Notes
from llmwolf.tui.model.replaying import Replay
from llmwolf.tui.screens.noting import NoteScreen
from llmwolf.tui.widgets.coach import CoachPanel
from llmwolf.tui.words import said, t

_BOTH = 100
"""Columns from which on the log and the panel stand side by side."""


class Coaching:
    """The coach's side of a replay on ``screen``; ``draw`` draws everything anew."""

    def __init__(self, screen: Screen[None], replay: Replay, lang: str, draw: Callable[[], None]) -> None:
        """Nothing is read before the panel is opened."""
        self._screen = screen
        self._replay = replay
        self._lang = lang
        self._draw = draw
        self.coached: Coached | None = None

    @property
    def panel(self) -> CoachPanel:
        """The panel."""
        return self._screen.query_one(CoachPanel)

    @property
    def opened(self) -> bool:
        """Whether the panel is in sight, or was before."""
        return self.coached is not None

    @property
    def _beside(self) -> bool:
        """Whether the log and the panel are in sight together."""
        return self._screen.size.width >= _BOTH

    # -- the panel -----------------------------------------------------------------------------

    def toggle(self) -> None:
        """Show or hide the panel; the first time, every speech is read for it."""
        if self.panel.display:
            self.close()
        elif self.coached is None:
            self._screen.notify(t("coach_reading", self._lang), timeout=2, markup=False)
            self._screen.run_worker(self._study, thread=True, exclusive=True)
        else:
            self._open()

    def swap(self) -> None:
        """From the panel to the log, or back; where there is no room for both, each in the other's place."""
        if not self.panel.display:
            self._open()
        elif not self.panel.has_focus_within:
            self._screen.set_focus(self.panel.menu)
        elif self._beside:
            self._screen.set_focus(self._screen.query_one("#log"))
        else:
            self.close()

    def close(self) -> None:
        """Hide the panel."""
        self.panel.display = False
        self.make_room()
        self._draw()
        self._screen.set_focus(self._screen.query_one("#log"))

    def follow(self) -> None:
        """The log has gone to an item: it is in sight."""
        if self.panel.display and not self._beside:
            self.close()

    def make_room(self) -> None:
        """Where both do not fit, the panel stands in the place of the log."""
        self._screen.query_one("#right", Vertical).display = self._beside or not self.panel.display
        self._screen.set_class(bool(self.panel.display), "-coach")

    def show(self) -> None:
        """Draw the panel as of the moment of the replay."""
        if self.coached is not None and self.panel.display:
            eyes, at = self._replay.eyes, self._replay.at
            self.panel.show(self.coached.curve(eyes, at), self.coached.items(eyes), at)

    def _study(self) -> None:
        coached = Coached(self._replay.game, self._lang)
        self._screen.app.call_from_thread(self._studied, coached)

    def _studied(self, coached: Coached) -> None:
        self.coached = coached
        if coached.problem is not None:
            self._warn(coached.problem)
        self._open()

    def _open(self) -> None:
        self.panel.display = True
        self.make_room()
        self._draw()
        self._screen.set_focus(self.panel.menu)

    # -- notes ---------------------------------------------------------------------------------

    def note(self) -> None:
        """Write, change or take away the note on the event in sight, or on that of the item chosen."""
        if self.panel.has_focus_within and (item := self.panel.at) is not None:
            self._replay.go_to_event(item.event)
            self._draw()
        notes, event = Notes(self._replay.game), self._replay.at
        try:
            old = notes.of(event)
        except ToldError as error:
            self._warn(error)
            return

        def save(tags: str, text: str) -> None:
            notes.put(event, tags, text)
            if self.coached is not None:
                self.coached.read_notes()
            self._draw()

        title = f"#{event} " if self._replay.game.finished else ""
        self._screen.app.push_screen(
            NoteScreen(title, notes.sentence(event, self._lang), old, save, self._lang)
        )

    def _warn(self, error: ToldError) -> None:
        self._screen.notify(notice(said(error, self._lang)), severity="warning", markup=False)

    def keys(self) -> list[tuple[str, str, str]]:
        """The keys that matter now, for the key bar."""
        lang = self._lang
        if not self.opened:
            return [
                ("C", t("key_coach", lang), "screen.coach"),
                ("A", t("key_annotate", lang), "screen.note"),
            ]
        if self.panel.display and self.panel.has_focus_within:
            return [
                ("Enter", t("key_there", lang), "screen.there"),
                ("T", t("key_kind", lang), "screen.kind(1)"),
                ("Tab", t("key_to_log", lang), "screen.swap"),
                ("A", t("key_annotate", lang), "screen.note"),
                ("C", t("key_close", lang), "screen.coach"),
            ]
        return [
            ("Tab", t("key_coach", lang), "screen.swap"),
            ("A", t("key_annotate", lang), "screen.note"),
            *([("C", t("key_close", lang), "screen.coach")] if self.panel.display else []),
        ]
