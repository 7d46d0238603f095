"""The replay: a recorded game at any moment, through any eyes, still or going by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key, Resize
from textual.timer import Timer

from llmwolf.boards import Board
from llmwolf.export.recorded import JUDGE, Recorded
from llmwolf.table.pace import PACES
from llmwolf.tui.continued import board_of
from llmwolf.tui.model.cells import one_line
from llmwolf.tui.model.lines import Line
from llmwolf.tui.model.marks import Marks
from llmwolf.tui.model.replaying import Replay
from llmwolf.tui.model.situationwords import Boards
from llmwolf.tui.screens.coaching import Coaching
from llmwolf.tui.screens.exporting import ask_form
from llmwolf.tui.screens.practising import ask_branch
from llmwolf.tui.screens.reading import ReadingScreen
from llmwolf.tui.widgets.bars import KeyBar, StatusBar
from llmwolf.tui.widgets.coach import CoachPanel
from llmwolf.tui.widgets.hand import HandPanel
from llmwolf.tui.widgets.log import LogView
from llmwolf.tui.widgets.scrub import ScrubBar
from llmwolf.tui.widgets.seats import SeatPanel
from llmwolf.tui.widgets.situation import SideBoard
from llmwolf.tui.words import t

_DIGITS: Final = 2
"""So many digits make a seat's number."""


class ReplayLog(LogView):
    """A log that can go back."""

    def show(self, lines: Sequence[Line]) -> None:
        """Show exactly ``lines``, their end in sight; those that stand there already are kept."""
        shown = self._lines
        same = next((n for n, (a, b) in enumerate(zip(shown, lines, strict=False)) if a != b), len(lines))
        same = min(same, len(shown))
        self.cut_back(same)
        self._following, self._unread = True, 0
        self.add(lines[same:], None)


class ReplayScreen(ReadingScreen):
    """The panels of the table, with a line below on which to go anywhere."""

    AUTO_FOCUS = "#log"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", show=False, priority=True),
        Binding("left", "step(-1)", show=False, priority=True),
        Binding("right", "step(1)", show=False, priority=True),
        Binding("left_square_bracket", "stage(-1)", show=False),
        Binding("right_square_bracket", "stage(1)", show=False),
        Binding("pageup", "phase(-1)", show=False, priority=True),
        Binding("pagedown", "phase(1)", show=False, priority=True),
        Binding("home", "edge(-1)", show=False, priority=True),
        Binding("end", "edge(1)", show=False, priority=True),
        Binding("n", "speech(1)", show=False),
        Binding("b,B,N", "speech(-1)", show=False),
        Binding("e,E", "eyes", show=False),
        Binding("j,J", "judge", show=False),
        Binding("plus,equals_sign", "pace(-1)", show=False),
        Binding("minus", "pace(1)", show=False),
        Binding("f7", "pace(-1, True)", show=False, priority=True),
        Binding("x,X", "export", show=False),
        Binding("p,P", "branch", show=False),
        Binding("c,C", "coach", show=False),
        Binding("a,A", "note", show=False),
        Binding("tab", "swap", show=False, priority=True),
        Binding("backspace", "forget", show=False),
        Binding("escape", "back", show=False),
        Binding("q", "dismiss", show=False),
    ]

    def __init__(self, game: Recorded, lang: str, coaches: bool = False) -> None:
        """``coaches``: with the coach's panel open at once."""
        super().__init__(lang)
        self._coaches = coaches
        self.replay = Replay(game, lang)
        self._pace = "reading"
        self._typed = ""
        self._timer: Timer | None = None
        self._coaching = Coaching(self, self.replay, lang, self._draw)

    def compose(self) -> ComposeResult:
        """Status, seats and hand at the left, the log at the right, the line of the game, keys."""
        lang, head = self.lang, self.replay.game.head
        board = (head.en if lang == "en" else head.zh) or head.board
        yield StatusBar(one_line(board), dom_id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield SeatPanel(lang, dom_id="seats")
                yield HandPanel(lang, dom_id="hand")
                yield SideBoard("votes", lang)
            with Vertical(id="right"):
                yield ReplayLog(lang, 0, "→", dom_id="log")
            yield CoachPanel(lang, dom_id="coach")
            yield SideBoard("claims", lang)
        yield ScrubBar(dom_id="scrub")
        yield KeyBar(dom_id="keys")
        yield self.cover()

    def on_mount(self) -> None:
        """The first event."""
        self.tell_marks()
        self._draw()
        if self._coaches:
            self.action_coach()

    def on_resize(self, event: Resize) -> None:
        """What does not fit any more is left out."""
        super().on_resize(event)
        self._coaching.make_room()
        self._draw()

    def on_unmount(self) -> None:
        """Nothing goes on."""
        self._pause()

    @property
    def playing(self) -> Board:
        """The board that was played on, under the rules that were."""
        head = self.replay.game.head
        return replace(board_of(head), rules=self.replay.game.game.spec.rules)

    @property
    def runs(self) -> bool:
        """Whether the game goes by of itself."""
        return self._timer is not None

    def boards(self) -> Boards:
        """The boards at this moment."""
        return self.replay.boards()

    def marking(self) -> tuple[Marks, Mapping[int, str], Sequence[str]]:
        """The person's marks, the names by seat, the cards in play."""
        return self.replay.own_marks, self.replay.game.names, self.replay.game.game.spec.cards

    def marked(self) -> None:
        """Draw the seats with their marks."""
        self.query_one("#seats", SeatPanel).show(self.replay.rows())

    # -- drawing -------------------------------------------------------------------------------

    def _draw(self) -> None:
        replay = self.replay
        self.query_one("#status", StatusBar).show(replay.status(), self._side())
        self.query_one("#seats", SeatPanel).show(replay.rows())
        self.query_one("#hand", HandPanel).show(*replay.hand(), whose=replay.whose)
        self.query_one("#log", ReplayLog).show(replay.lines())
        self.query_one("#scrub", ScrubBar).show(replay.marks(), replay.place, replay.places)
        self.query_one("#keys", KeyBar).show(self._keys())
        self.show_boards()
        self._coaching.show()

    def _side(self) -> str:
        lang, replay = self.lang, self.replay
        if self._typed:
            return t("replay_typed", lang, number=self._typed)
        at = t("replay_at", lang, at=replay.place, all=replay.places)
        if self.has_class("-tight"):  # the key bar says whether the game goes by
            return f"{replay.eyes_word} · {at}"
        pace = t(f"pace_{self._pace}", lang)
        runs = t("replay_runs", lang, pace=pace) if self.runs else t("replay_rests", lang)
        return f"{replay.eyes_word} · {runs} · {at}"

    def _keys(self) -> list[tuple[str, str, str]]:
        lang, coach = self.lang, self._coaching.keys()
        play = [
            ("Space", t("key_pause" if self.runs else "key_play", lang), "screen.play"),
            ("←→", t("key_event", lang), "screen.step(1)"),
            ("E", t("key_eyes", lang), "screen.eyes"),
        ]
        leave = [("Esc", t("key_back", lang), "screen.back"), ("F1", t("key_help", lang), "app.help")]
        rest = [
            ("PgDn", t("key_night", lang), "screen.phase(1)"),
            ("N", t("key_speech", lang), "screen.speech(1)"),
            *self.keys_of_reading(),
            ("[ ]", t("key_stage", lang), "screen.stage(1)"),
            ("+-", t("key_pace", lang), "screen.pace(-1, True)"),
            ("X", t("key_export", lang), "screen.export"),
            ("P", t("key_branch", lang), "screen.branch"),
        ]
        if self._coaching.opened:
            return [*coach, *leave, *play, *rest]
        return [*play, *coach[:1], *leave, *rest[:2], *coach[1:], *rest[2:]]

    # -- going by ------------------------------------------------------------------------------

    def action_play(self) -> None:
        """Let the game go by, from the beginning where it has ended; or stop it."""
        if self.runs:
            self._pause()
        else:
            if self.replay.over:
                self.replay.go(1)
            self._wait()
        self._draw()

    def _wait(self) -> None:
        self._pause()
        if not self.replay.over:
            self._timer = self.set_timer(self.replay.rest(PACES[self._pace]), self._next)

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _next(self) -> None:
        """One event on, and so forth."""
        self.replay.step(1)
        self._wait()
        self._draw()

    def action_pace(self, by: int, around: bool = False) -> None:
        """A slower (1) or faster (-1) pace; ``around``: from one end to the other."""
        names = list(PACES)
        index = names.index(self._pace) + by
        self._pace = names[index % len(names) if around else min(max(index, 0), len(names) - 1)]
        self._moved()

    # -- going anywhere ------------------------------------------------------------------------

    def _moved(self) -> None:
        """Show where one is now; a game that goes by goes on from here."""
        self._typed = ""
        if self.runs:
            self._wait()
        self._draw()

    def action_step(self, by: int) -> None:
        """The next event, or the one before."""
        self.replay.step(by)
        self._moved()

    def action_stage(self, by: int) -> None:
        """The next round, or the one before."""
        self.replay.stage(by)
        self._moved()

    def action_phase(self, by: int) -> None:
        """The next night or day, or the one before."""
        self.replay.phase(by)
        self._moved()

    def action_edge(self, end: int) -> None:
        """The beginning (-1) or the end (1)."""
        self.replay.go(1 if end < 0 else self.replay.places)
        self._moved()

    @on(ScrubBar.Sought)
    def _sought(self, message: ScrubBar.Sought) -> None:
        self.replay.go(message.place)
        self._moved()

    def action_speech(self, by: int) -> None:
        """The next (1) or the last (-1) speech of the seat whose number was typed, or of anybody."""
        seat = int(self._typed or 0)
        if not self.replay.speech(by, seat):
            none = "no_more_speech" if by > 0 else "no_earlier_speech"
            self.notify(t(none, self.lang, who=one_line(self.replay.called(seat))), markup=False)
        self._moved()

    # -- whose eyes ----------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Digits are the number of a seat."""
        if event.character and event.character.isascii() and event.character.isdigit():
            event.stop()
            self._typed = (self._typed + event.character)[-_DIGITS:]
            self._draw()

    @on(SeatPanel.Picked)
    def _picked(self, message: SeatPanel.Picked) -> None:
        self._look(message.seat)

    def action_eyes(self) -> None:
        """The eyes of the seat whose number was typed (0: the public's), or the next ones."""
        if self._typed:
            self._look(int(self._typed))
        else:
            self.replay.next_eyes()
            self._moved()

    def action_judge(self) -> None:
        """The judge's eyes."""
        self._look(JUDGE)

    def _look(self, eyes: int) -> None:
        if not self.replay.look(eyes) and (why := self.replay.game.why_not(eyes)) is not None:
            self.notify(why.told(self.lang), severity="warning", markup=False)
        self._moved()

    # -- the coach -----------------------------------------------------------------------------

    def action_coach(self) -> None:
        """Show or hide the coach's panel."""
        self._pause()
        self._coaching.toggle()

    def action_swap(self) -> None:
        """Between the coach's panel and the log, once the panel was opened; else the next pane."""
        if self._coaching.opened:
            self._coaching.swap()
        else:
            self.focus_next()

    def action_note(self) -> None:
        """Write a note on the event in sight."""
        self._pause()
        self._coaching.note()

    def action_there(self) -> None:
        """Go to the item under the cursor of the coach's panel."""
        self._coaching.panel.menu.action_choose()

    def action_kind(self, by: int) -> None:
        """The next kind of items in the coach's panel."""
        self._coaching.panel.action_kind(by)

    @on(CoachPanel.Sought)
    def _coach_sought(self, message: CoachPanel.Sought) -> None:
        self._pause()
        self.replay.go_to_event(message.event)
        self._moved()
        self._coaching.follow()

    def on_descendant_focus(self) -> None:
        """Other keys matter now."""
        self.query_one("#keys", KeyBar).show(self._keys())

    # -- other keys ----------------------------------------------------------------------------

    def action_export(self) -> None:
        """Export the game as these eyes saw it."""
        self._pause()
        self._draw()
        ask_form(self, self.replay.game, self.replay.eyes, self.lang)

    def action_branch(self) -> None:
        """Play on from here: at the seat whose number was typed, that of the eyes, or one's own."""
        self._pause()
        seat = int(self._typed or 0) or max(self.replay.eyes, 0)
        self._moved()
        ask_branch(self, self.replay.game, self.replay.at, seat, self.lang)

    def action_forget(self) -> None:
        """Take the typed number back."""
        self._typed = ""
        self._draw()

    def action_back(self) -> None:
        """Take the typed number back, close the coach's panel, or leave."""
        if self._typed:
            self.action_forget()
        elif self._coaching.panel.display:
            self._coaching.close()
        else:
            self.dismiss()
