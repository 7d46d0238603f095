"""The table: the screen of a running game. It watches the host, and draws what its model says."""

from __future__ import annotations

import asyncio
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

from llmwolf.record.errors import RecordError
from llmwolf.rules.view import View
from llmwolf.table.pace import PACES
from llmwolf.table.ports import Source
from llmwolf.tui.model.cells import notice
from llmwolf.tui.model.hand import spare_cards
from llmwolf.tui.model.marks import Marks
from llmwolf.tui.model.situationwords import Boards
from llmwolf.tui.model.status import spent
from llmwolf.tui.model.table import Table
from llmwolf.tui.screens.cutting import CUT_IN_KEYS, CutIns
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.reading import ReadingScreen
from llmwolf.tui.session import Session
from llmwolf.tui.widgets.bars import KeyBar, StatusBar
from llmwolf.tui.widgets.desk import Desk
from llmwolf.tui.widgets.hand import HandPanel
from llmwolf.tui.widgets.log import LogView
from llmwolf.tui.widgets.seats import SeatPanel
from llmwolf.tui.widgets.situation import SidePanel
from llmwolf.tui.words import t

RESUME_KEY: Final = "Ctrl+End"
_FRAME: Final = 1 / 30
"""Seconds between two looks at a running speech: pieces may come much faster than anybody reads."""
_READ_WITHIN: Final = 12.0
"""Seconds that a notice of several lines stays."""
_TOLD_WITHIN: Final = 1.0
"""Seconds until it is told that a model fails: mostly several do, and one notice is enough for them."""
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
        Binding("f7", "pace(1, True)", show=False, priority=True),
        Binding("plus,equals_sign", "pace(-1)", show=False),
        Binding("minus", "pace(1)", show=False),
        Binding("n", "speech(1)", show=False),
        Binding("N,p,P", "speech(-1)", show=False),
        Binding("q", "app.leave", show=False),
        Binding("enter", "enter", show=False),
    ]

    class Over(Message):
        """The game has ended and the person has seen it end, or it cannot go on."""

        def __init__(self, broken: bool = False) -> None:
            self.broken = broken
            super().__init__()

    def __init__(self, session: Session, board: str, pace: str, lang: str) -> None:
        """``board`` is the board's name, ``pace`` the name of the pace that the host was given."""
        super().__init__(lang)
        self.session = session
        self.table = Table(session, lang)
        self.over = False
        self._cut_ins = CutIns(self, self.table)
        self._board = board
        self._pace = pace
        self._repainting = self._pouring = self._telling = self._told_over = False
        self._worker: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        """Status, seats and hand at the left, log and desk at the right, keys."""
        lang, session = self.lang, self.session
        yield StatusBar(f"{self._board} #{session.game.spec.seed}", dom_id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield SeatPanel(lang, dom_id="seats")
                yield HandPanel(lang, dom_id="hand")
            with Vertical(id="right"):
                public = not session.seat and not session.god
                yield LogView(lang, session.seat, RESUME_KEY, public, dom_id="log")
                yield Desk(self.table.give, session.names, session.limit, lang, dom_id="desk")
            yield SidePanel(lang, dom_id="side")
        yield KeyBar(dom_id="keys")
        yield self.cover()

    @property
    def pace(self) -> str:
        """The name of the pace that the person has chosen, before the game or in it."""
        return self._pace

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
        self._worker = self.run_worker(self._run(), name="the table")

    async def _run(self) -> None:
        """Play to the end; whatever happens the record is closed."""
        try:
            await self.session.host.run()
        except RecordError as error:
            self._broken(error)
            return
        finally:
            await self.session.close()
        self.over = True
        self._tell_over()

    async def stop(self) -> None:
        """Stop the table; what is pending is given up, the record is complete up to the last decision."""
        if self._worker is None or self._worker.is_finished:
            return
        self._worker.cancel()
        try:
            async with asyncio.timeout(_STOPS_WITHIN):
                await self._worker.wait()
        except (WorkerCancelled, TimeoutError):
            return

    def _broken(self, error: RecordError) -> None:
        self.over = self._told_over = True
        body = t("broken", self.lang, why=error, path=self.session.path or "—")
        buttons = [("ok", t("ok", self.lang))]
        self.app.push_screen(Dialog(t("broken_title", self.lang), body, buttons, self._give_up))

    def _give_up(self, _: str) -> None:
        self.post_message(self.Over(broken=True))

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
        self.table.stand_ins.take(source)
        if self.table.stand_ins.untold and self._watching and not self._telling:
            self._telling = True
            self.set_timer(_TOLD_WITHIN, self._tell_stand_ins)
        if source.seat == self.session.seat and source.by == "time-out":
            self.notify(t("timed_out", self.lang), severity="warning", markup=False)

    def _asked(self, view: View) -> None:
        if view.request is not None and self._watching:
            self.desk.open(view.request, self.table.stage, spare_cards(view.hand))
            self._repaint()

    def _settled(self) -> None:
        if self._watching:
            self.desk.shut()

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
        self.query_one("#hand", HandPanel).show(*table.hand())
        pace = t("pace", self.lang, pace=t(f"pace_{self._pace}", self.lang))
        self.query_one("#status", StatusBar).show(status, f"{self._spent()}{pace}")
        self.desk.rest(t("look_again", self.lang) if self.over else "", table.waits_with_others)
        if not table.alive:
            self.desk.retire()
        self.query_one("#keys", KeyBar).show(self._keys())
        self.show_boards()

    def _spent(self) -> str:
        over = "budget" in self.table.stand_ins.failing.values()
        return spent(self.session.calls(), over, self.lang, self.session.paid)

    def _tell_stand_ins(self) -> None:
        """Say once which models do not answer, and which do so again."""
        self._telling = False
        failing, answering = self.table.stand_in_news()
        for words in failing:
            self.notify(notice(words), severity="warning", timeout=_READ_WITHIN, markup=False)
        for words in answering:
            self.notify(notice(words), markup=False)
        self._repaint()

    def _keys(self) -> list[tuple[str, str, str]]:
        lang, table = self.lang, self.table
        keys = [("F1", t("key_help", lang), "app.help")]
        for verb, key in CUT_IN_KEYS.items():
            if table.right(verb):
                keys.append((key.upper(), t(f"key_{verb}", lang), f"app.cut_in('{verb}')"))
        if self.over:
            keys.append(("Enter", t("key_result", lang), "screen.enter"))
        elif table.alive:
            keys.append(("F4", t("key_draft", lang), "screen.draft"))
        return [
            *keys,
            *self.keys_of_reading(),
            ("Ctrl+Q", t("key_quit", lang), "app.leave"),
            ("F7", t("key_pace", lang), "screen.pace(1, True)"),
            ("PgUp/PgDn", t("key_log", lang), "screen.scroll_log('page_up')"),
        ]

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

    @on(Desk.Idle)
    def _desk_idle(self) -> None:
        self.set_focus(self.log_view)

    def ask_cut_in(self, verb: str) -> None:
        """The key of 自爆, 决斗 or 退水 was pressed."""
        self._cut_ins.ask(verb)

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

    def action_pace(self, by: int, around: bool = False) -> None:
        """A slower (1) or faster (-1) pace; ``around``: from the slowest to the fastest again."""
        names = list(PACES)
        index = names.index(self._pace) + by
        self._pace = names[index % len(names) if around else min(max(index, 0), len(names) - 1)]
        self.session.host.pace = PACES[self._pace]
        self._repaint()

    def action_enter(self) -> None:
        """Enter outside a text: on with the question, or to the end again."""
        if self.over:
            self.post_message(self.Over())
        else:
            self.desk.ask.press("enter", "")
