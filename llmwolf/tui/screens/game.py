"""The table: the screen of a running game. It watches the host, and draws what its model says."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key, Paste, ScreenResume
from textual.message import Message
from textual.widgets import TextArea
from textual.worker import Worker, WorkerCancelled

from llmwolf.rules.view import View
from llmwolf.table.ports import Source
from llmwolf.tui.model.drafts import Draft, Drafts
from llmwolf.tui.model.hand import spare_cards
from llmwolf.tui.model.marks import Marks
from llmwolf.tui.model.situationwords import Boards
from llmwolf.tui.model.table import Table
from llmwolf.tui.screens.advising import Advising
from llmwolf.tui.screens.cutting import RIGHT_KEY, CutIns
from llmwolf.tui.screens.drafting import Drafting
from llmwolf.tui.screens.failing import Failing
from llmwolf.tui.screens.pacing import Pacing
from llmwolf.tui.screens.phrases import phrase_book
from llmwolf.tui.screens.reading import ReadingScreen
from llmwolf.tui.screens.saving import Saving
from llmwolf.tui.screens.tablekeys import table_keys
from llmwolf.tui.screens.watching import WatchingOn
from llmwolf.tui.session import Session
from llmwolf.tui.widgets.bars import KeyBar, StatusBar
from llmwolf.tui.widgets.composer import Composer
from llmwolf.tui.widgets.desk import Desk
from llmwolf.tui.widgets.hand import HandPanel
from llmwolf.tui.widgets.log import LogView
from llmwolf.tui.widgets.seats import SeatPanel
from llmwolf.tui.widgets.situation import SideBoard
from llmwolf.tui.words import t

RESUME_KEY: Final = "Ctrl+End"
TABLE_KEYS: Final = {RIGHT_KEY: "rights", "f8": "extend", "ctrl+p": "pause", "ctrl+l": "hints"}
"""Keys of a running game that work wherever the person is: over the help, in a text, while others speak."""
_FRAME: Final = 1 / 30
"""Seconds between two looks at a running speech: pieces may come much faster than anybody reads."""
_READ_WITHIN: Final = 12.0
"""Seconds that a notice of several lines stays."""
_TOLD_WITHIN: Final = 1.0
"""Seconds until it is told that there is a draft, which a question may show."""
_STOPS_WITHIN: Final = 1.5
"""Seconds that a table may take to stop."""


class GameScreen(ReadingScreen):
    """One game, played or watched."""

    AUTO_FOCUS = "#log"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "scroll_log('page_up')", show=False, priority=True),
        Binding("pagedown", "scroll_log('page_down')", show=False, priority=True),
        Binding("ctrl+home", "scroll_log('home')", show=False, priority=True),
        Binding("ctrl+end", "scroll_log('end')", show=False, priority=True),
        Binding("end", "scroll_log('end')", show=False),
        Binding("ctrl+s,f2,ctrl+enter", "send", show=False, priority=True),
        Binding("f3", "skip", show=False, priority=True),
        Binding("f4", "draft", show=False, priority=True),
        Binding("f6", "phrases", show=False, priority=True),
        Binding("f7", "pace(-1, True)", show=False, priority=True),
        Binding("plus,equals_sign", "pace(-1)", show=False),
        Binding("minus", "pace(1)", show=False),
        Binding("space", "pause", show=False),
        Binding("n", "speech(1)", show=False),
        Binding("N,p,P", "speech(-1)", show=False),
        Binding("q", "app.leave", show=False),
        Binding("enter", "enter", show=False),
    ]

    class Over(Message):
        """The game has ended and the person has seen it end, or has stopped it because it cannot be saved."""

        def __init__(self, broken: bool = False) -> None:
            self.broken = broken
            super().__init__()

    def __init__(self, session: Session, board: str, pace: str, lang: str, level: str = "normal") -> None:
        """``board`` is the board's name, ``pace`` that of the host's pace, ``level`` the bots'."""
        super().__init__(lang)
        self.session = session
        self.table = Table(session, lang)
        self.over = False
        self.in_sight = math.inf
        self._shown = asyncio.Event()
        self._cut_ins = CutIns(self, self.table)
        self._pacing = Pacing(session, pace, lang, self.set_timer)
        self._watching_on = WatchingOn(self, self.table, self._pacing, self._watched_on)
        self._saving = Saving(self, session, lang)
        self._advising = Advising(self, session, level, lang)
        self._failing = Failing(self, self.table, lang, self._repaint)
        self._drafting = Drafting(self, Drafts(session.path), lang)
        self._board = board
        self._repainting = self._pouring = self._told_over = False
        self._worker: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        """Status, seats and hand at the left, log and desk at the right, keys."""
        lang, session = self.lang, self.session
        yield StatusBar(f"{self._board} #{session.game.spec.seed}", dom_id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield SeatPanel(lang, dom_id="seats")
                yield HandPanel(lang, dom_id="hand")
                yield SideBoard("votes", lang)
            with Vertical(id="right"):
                public = not session.seat and not session.god
                yield LogView(lang, session.seat, RESUME_KEY, public, dom_id="log")
                yield self._advising.panel()
                left = None if session.limit is None else lambda: self._pacing.left
                yield Desk(self.table.give, session.names, left, lang, dom_id="desk")
            yield SideBoard("claims", lang)
        yield KeyBar(dom_id="keys")
        yield self.cover()

    @property
    def pace(self) -> str:
        """The name of the pace that the person has chosen, before the game or in it; no fast-forward."""
        return self._pacing.chosen

    def boards(self) -> Boards:
        """The boards as they are now."""
        return self.table.boards()

    def marking(self) -> tuple[Marks, Mapping[int, str], Sequence[str]]:
        """The person's marks, the names by seat, the cards in play."""
        session = self.session
        return self.table.own_marks, session.names, session.game.spec.cards

    def marked(self) -> None:
        """Draw the seats with their marks."""
        self.query_one("#seats", SeatPanel).show(self.table.rows())

    @property
    def desk(self) -> Desk:
        """The question and the composers."""
        return self.query_one("#desk", Desk)

    # -- the game ------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Sit down and let the game begin."""
        if self.session.human is not None:
            self.session.human.on_asked = self._asked
            self.session.human.on_settled = self._settled
        self.session.host.spectators.append(self)
        self.tell_marks()
        draft = self._drafting.begin(self.table.sight.log, self.session.seat)
        self.desk.restore(draft)  # also of somebody who is out: last words may be asked for yet
        if draft != Draft() and self.table.alive:
            self.set_timer(_TOLD_WITHIN, self._tell_draft)
        self._pacing.keep()
        self._worker = self.run_worker(self._run(), name="the table")
        self.call_after_refresh(self._come_in_sight)

    def _come_in_sight(self) -> None:
        self.in_sight = Message().time
        self._shown.set()

    def _tell_draft(self) -> None:
        """Say that there is a draft, unless it stands there to be seen."""
        if self.desk.current is None:
            self.notify(t("draft_back", self.lang), markup=False)

    async def _run(self) -> None:
        """Play to the end; whatever happens the record is closed."""
        try:
            await self._shown.wait()  # what is asked is seen at once
            self.over = await self._saving.play()
            if self.over:
                self._drafting.drop()
        finally:
            await self.session.close()
        if self.over:
            self._tell_over()
        else:
            self.post_message(self.Over(broken=True))

    def keep(self) -> None:
        """Keep what is being written, now."""
        self._drafting.keep()

    async def stop(self) -> None:
        """Stop the table; what is pending is given up, the record is complete up to the last decision."""
        self.keep()
        if self._worker is None or self._worker.is_finished:
            return
        self._worker.cancel()
        try:
            async with asyncio.timeout(_STOPS_WITHIN):
                await self._worker.wait()
        except (WorkerCancelled, TimeoutError):
            return

    @on(ScreenResume)
    def _tell_over(self) -> None:
        """Tell the end once, when nothing lies over the table any more."""
        if self.over and not self._told_over and self.is_current:
            self._told_over = True
            self._repaint()
            self.post_message(self.Over())

    # -- watching (the spectator's side) -------------------------------------------------------

    @property
    def _watching(self) -> bool:
        """Whether there still is a screen to draw on; while the application closes, its parts go first."""
        return self.app.is_running and self.is_attached

    def changed(self) -> None:
        """The log grew, or another ask is open."""
        self.table.note_ask()
        if not self._watching:
            return
        self._tell_news()
        self._saving.told()
        if not self._repainting:
            self._repainting = True
            self.call_later(self._repaint)

    def _tell_news(self) -> None:
        if lines := self.table.news():
            self.log_view.add(lines, self.table.live)

    def spoken(self, seat: int, piece: str) -> None:
        """A piece of a running speech."""
        self.table.hear(seat, piece)
        if self._watching and not self._pouring:
            self._pouring = True
            self.set_timer(_FRAME, self._pour)

    def noticed(self, source: Source) -> None:
        """A decision was taken; the person's own time-out is said as one."""
        self._failing.take(source)
        if source.seat == self.session.seat and source.by == "time-out":
            self._tell_time_out()

    def _tell_time_out(self) -> None:
        words = t("timed_out", self.lang)
        self.notify(words, severity="warning", timeout=_READ_WITHIN, markup=False)
        if self._watching:
            self._tell_news()
            self.log_view.add([self.table.noted(words)], self.table.live)
            self.desk.lapse()

    def _asked(self, view: View) -> None:
        if view.request is not None and self._watching:
            self.desk.open(view.request, self.table.stage, spare_cards(view.hand))
            self._repaint()

    def _settled(self) -> None:
        if self._watching:
            self.desk.shut()
            self._repaint()

    # -- drawing -------------------------------------------------------------------------------

    def _pour(self) -> None:
        self._pouring = False
        self.log_view.add((), self.table.live)

    def _repaint(self) -> None:
        self._repainting = False
        self._tell_news()  # the panels show what has happened: the log is never behind them
        table = self.table
        status = table.status()
        self.query_one("#seats", SeatPanel).show(table.rows())
        self.query_one("#hand", HandPanel).show(*table.hand(), whose=None if table.session.seat else "")
        eyes = t("god_mark", self.lang) if table.god and self.session.seat else ""
        self.query_one("#status", StatusBar).show(
            status, f"{eyes}{self._saving.word}{self._failing.spent()}{self._pacing.words}"
        )
        tip = "look_again" if self.over else "out_tip" if table.out else ""
        self.desk.rest(t(tip, self.lang) if tip else "", table.waits_with_others)
        if not table.alive:
            self.desk.retire()
        self.query_one("#keys", KeyBar).show(table_keys(table, self.over, self.keys_of_reading()))
        self.show_boards()
        self._watching_on.freshen()

    # -- keys ----------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """A number typed anywhere but into a text is meant for the question."""
        ask, letter = self.desk.ask, event.character or ""
        if letter.isalnum() and not isinstance(self.focused, TextArea) and ask.press(event.key, letter):
            event.stop()
            ask.focus()

    def on_paste(self, event: Paste) -> None:
        """A paste that no text took is meant for the text that is open, if any."""
        event.stop()
        self.desk.paste(event.text)

    @on(SeatPanel.Picked)
    def _seat_clicked(self, message: SeatPanel.Picked) -> None:
        self.desk.ask.choose_seat(message.seat)

    @on(Composer.Edited)
    def _drafted(self) -> None:
        self._drafting.typed(self.desk.drafted)

    @on(Desk.Idle)
    def _desk_idle(self) -> None:
        if not self.desk.at_a_text:  # a key may have opened one in the meantime
            self.set_focus(self.log_view)

    def at_table(self, what: str) -> None:
        """One of :data:`TABLE_KEYS` was pressed, here or on a screen that lies over this one."""
        match what:
            case "rights" if self.table.out and not self.over:
                self._watching_on.open()
            case "rights":
                self._cut_ins.open()
            case "extend":
                self.app.notify(self._pacing.extend(), timeout=3, markup=False)
                self.desk.tick()
            case "hints":
                self._advising.turn()
            case _:
                self.action_pause()

    def _watched_on(self, anew: bool) -> None:
        """Other eyes (``anew``: another log), or another pace."""
        if anew:
            self.log_view.cut_back(0)
        self._repaint()

    def action_pause(self) -> None:
        """Stand still, or go on."""
        if not self.over:
            self._pacing.pause()
            self._repaint()

    def action_scroll_log(self, how: str) -> None:
        """Scroll the log, wherever the focus is."""
        log = self.log_view
        match how:
            case "end":
                log.resume()
            case "home":
                log.scroll_home(animate=False)
            case "page_up":
                log.scroll_page_up(animate=False)
            case _:
                log.scroll_page_down(animate=False)

    def action_speech(self, by: int) -> None:
        """To the next (1) or the last (-1) speech in the log."""
        self.go_to_speech(by)

    def action_send(self) -> None:
        """Send what is written."""
        self.desk.send()

    def action_skip(self) -> None:
        """Pass instead of speaking."""
        self.desk.skip()

    def action_draft(self) -> None:
        """Go to the text that is asked for, or open the draft."""
        if self.table.alive or self.desk.current is not None:
            self.desk.draft()

    def action_phrases(self) -> None:
        """Open the phrase book for the text that is asked for, or for the draft."""
        self.action_draft()
        if (book := phrase_book(self.table, self.desk)) is not None:
            self.app.push_screen(book)
        else:
            self.notify(t("phrases_none", self.lang), severity="warning", markup=False)

    def action_pace(self, by: int, around: bool = False) -> None:
        """A slower (1) or faster (-1) pace; ``around``: from one end to the other."""
        self._pacing.change(by, around)
        if around and self._pacing.steps:
            self.notify(t("step_told", self.lang), markup=False)
        self._repaint()

    def action_enter(self) -> None:
        """Enter outside a text: on with the question, or to the end again."""
        if self.over:
            self.post_message(self.Over())
        else:
            self.desk.ask.press("enter", "")
