"""The end screen: every card, who won and why, where the record is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Static

from llmwolf.boards import Board
from llmwolf.export.recorded import Recorded, open_record
from llmwolf.players.told import ToldError
from llmwolf.record.errors import RecordError
from llmwolf.tui.model.cells import notice, pad
from llmwolf.tui.model.ending import Ending, EndRow, ending
from llmwolf.tui.model.practice import origin_words
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.replay import ReplayScreen
from llmwolf.tui.screens.roomy import ROOMY, RoomyScreen
from llmwolf.tui.tutorial import teaches
from llmwolf.tui.widgets.bars import KeyBar
from llmwolf.tui.widgets.button import SignedButton
from llmwolf.tui.widgets.prose import Prose
from llmwolf.tui.words import said, t

_WIDTHS = (5, 14, 16, 7)


class CardTable(Widget):
    """One row for each seat."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"end--head", "end--won", "end--lost", "end--mine"}

    def __init__(self, rows: Sequence[EndRow], lang: str) -> None:
        super().__init__()
        self._rows = rows
        self._head = [
            t(name, lang) for name in ("end_seat", "end_name", "end_card", "end_result", "end_fate")
        ]

    def render(self) -> Text:
        """Head and rows."""
        rows = [self._styled(self._head, "end--head")]
        for row in self._rows:
            number = f"{'►' if row.mine else ' '}{row.seat:>2}"
            style = "end--mine" if row.mine else "end--won" if row.won else "end--lost"
            rows.append(self._styled([number, row.name, row.card, row.result, row.fate], style))
        return Text("\n").join(rows)

    def _styled(self, cells: list[str], style: str) -> Text:
        *first, last = cells
        columns = [pad(cell, width - 1) for cell, width in zip(first, _WIDTHS, strict=True)]
        return Text(" ".join([*columns, last]), self.get_component_rich_style(style, partial=True))


class EndScreen(RoomyScreen):
    """Shows an :class:`Ending`; the log is still there below.

    No button has the focus at first: a key that was meant for the game must not begin another one.
    """

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "choose('back')", show=False),
        Binding("q", "choose('quit')", show=False),
        Binding("f2", "choose('again')", show=False),
        Binding("r,R", "choose('replay')", show=False),
        Binding("c,C", "choose('coach')", show=False),
        Binding("enter", "app.focus_next", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
        Binding("pageup", "read(-1)", show=False),
        Binding("pagedown", "read(1)", show=False),
    ]

    class Next(Message):
        """What the person wants now: again, new, back or quit."""

        def __init__(self, choice: str) -> None:
            self.choice = choice
            super().__init__()

    class Opened(Message):
        """The record was read, to be replayed; ``coaches``: beside the coach's panel."""

        def __init__(self, game: Recorded, coaches: bool) -> None:
            self.game = game
            self.coaches = coaches
            super().__init__()

    def __init__(self, ending: Ending, lang: str, note: str = "", path: Path | None = None) -> None:
        """``note`` says what kind of game this was, where it was no usual one; ``path`` is where its whole
        record is (``None``: nowhere)."""
        super().__init__(lang)
        self._ending = ending
        self._note = note
        self._path = path

    def compose(self) -> ComposeResult:
        """Headline, table, facts, buttons."""
        keys = [
            ("F1", t("key_help", self.lang), "app.help"),
            ("←→ Enter", t("key_choose", self.lang), "app.focus_next"),
            ("PgUp/PgDn", t("key_read", self.lang), "screen.read(1)"),
            ("Ctrl+Q", t("key_exit", self.lang), "app.leave"),
        ]
        yield Static(Content(self._ending.headline), id="headline")
        with VerticalScroll(id="ending", can_focus=False):
            yield CardTable(self._ending.rows, self.lang)
            yield Prose(self._facts(), dom_id="facts")
        with Horizontal(id="buttons"):
            again = ("replay", "coach") if self._path else ()
            for choice in ("back", *again, "again", "new", "quit"):
                label = Content(t(f"end_{choice}", self.lang))
                yield SignedButton(label, id=f"choose-{choice}", compact=True)
        yield KeyBar(keys, "keys")
        yield self.cover()

    def on_resize(self, event: Resize) -> None:
        """Where rows are scarce, one paragraph holds all facts."""
        super().on_resize(event)
        for facts in self.query("#facts").results(Prose):
            facts.tell(self._facts())

    def _facts(self) -> str:
        width, height = self.app.size
        roomy = width >= ROOMY[0] and height >= ROOMY[1]
        return ("\n" if roomy else " · ").join([*filter(None, [self._note]), *self._ending.lines])

    @on(Button.Pressed)
    def _chosen(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_choose((event.button.id or "").removeprefix("choose-"))

    def action_read(self, by: int) -> None:
        """Read on, or back, where not everything fits."""
        ending = self.query_one("#ending", VerticalScroll)
        ending.scroll_relative(y=by * max(1, ending.size.height - 1), animate=False)

    def action_choose(self, choice: str) -> None:
        """Go on with ``choice``."""
        if choice in ("replay", "coach"):
            self._replay(choice == "coach")
        else:
            self.post_message(self.Next(choice))

    def _replay(self, coaches: bool) -> None:
        """Read the record, beside the screen, and show it; or say why that cannot be."""
        path, lang = self._path, self.lang
        if path is None:
            return

        def read() -> None:
            try:
                game = open_record(path)
            except (RecordError, ToldError) as error:
                why = notice(t("cannot_open", lang, why=said(error, lang)))
                self.notify(why, severity="warning", markup=False)
            else:
                self.post_message(self.Opened(game, coaches))

        self.run_worker(read, name="the replay", thread=True, exclusive=True)

    @on(Opened)
    def _opened(self, message: Opened) -> None:
        if self.is_current:
            self.app.push_screen(ReplayScreen(message.game, self.lang, message.coaches))


def end_of(game: GameScreen, board: Board, lang: str) -> EndScreen:
    """The end screen of ``game``, which is over, played on ``board``."""
    session = game.session
    tally, path = session.host.tally, None if session.unsaved else session.path
    shown = ending(
        session.game,
        session.names,
        session.seat,
        tally.by,
        tally.failures,
        str(path.absolute()) if path else "",
        board.en if lang == "en" else board.zh,
        lang,
        session.lines(lang),
        game.table.stand_ins.counts,
    )
    note = origin_words(session.origin, lang) or (t("tutorial_over", lang) if teaches(session) else "")
    return EndScreen(shown, lang, note, path)
