"""The coach's panel beside the log: the odds, and a list of items from which one goes to the log."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message

from llmwolf.tui.model.coached import Item
from llmwolf.tui.widgets.menu import Menu, MenuRow
from llmwolf.tui.widgets.prose import Prose
from llmwolf.tui.words import t


class CoachPanel(Vertical):
    """The cursor follows the log; Enter goes to the event of the item under it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "kind(1)", show=False),
        Binding("T", "kind(-1)", show=False),
    ]

    DEFAULT_CSS = """
    CoachPanel {
        display: none; width: 1fr; padding: 0 1; border: round $line; border-title-color: $dim;
        border-subtitle-color: $dim;
    }
    CoachPanel:focus-within { border: round $accent; border-title-color: $text-accent; }
    CoachPanel > #coach-odds { height: auto; }
    CoachPanel > Menu { height: 1fr; }
    CoachPanel > #coach-more { height: auto; max-height: 40%; }
    """

    class Sought(Message):
        """The item of ``event`` was chosen."""

        def __init__(self, event: int) -> None:
            self.event = event
            super().__init__()

    def __init__(self, lang: str, dom_id: str | None = None) -> None:
        super().__init__(id=dom_id)
        self._lang = lang
        self._items: dict[str, Item] = {}
        self.border_title = Content(t("coach", lang))

    def compose(self) -> ComposeResult:
        """Odds, the list, what there is to read of the item under the cursor."""
        yield Prose(dom_id="coach-odds")
        yield Menu(lambda width: (width, 0), dom_id="coach-items")
        yield Prose(dom_id="coach-more")

    @property
    def menu(self) -> Menu:
        """The list."""
        return self.query_one(Menu)

    def action_kind(self, by: int) -> None:
        """The first item of the next kind, or of the one before."""
        self.menu.action_section(by)

    @property
    def at(self) -> Item | None:
        """The item under the cursor."""
        return self._items.get(self.menu.key)

    def show(self, odds: str, items: Sequence[Item], at: int) -> None:
        """Draw ``odds`` and ``items`` after the first ``at`` events, the cursor on the latest of its kind."""
        self.query_one("#coach-odds", Prose).tell(odds)
        here = self.at
        self._items = {item.key: item for item in items}
        rows: list[MenuRow] = []
        for kind, group in groupby(items, lambda item: item.kind):
            rows.append(MenuRow("", t(f"coach_{kind}", self._lang)))
            rows += [MenuRow(item.key, item.text, marked=item.event == at) for item in group]
        self.menu.show(rows or [MenuRow("", t("coach_none", self._lang))], self._nearest(items, here, at))
        self._tell()

    def _nearest(self, items: Sequence[Item], here: Item | None, at: int) -> str:
        """The item that the log stands at: of the cursor's kind, the last one that has happened."""
        if here is not None and here.event == at:
            return here.key
        alike = [item for item in items if here is None or item.kind == here.kind]
        past = [item for item in alike if item.event <= at]
        return past[-1].key if past else alike[0].key if alike else ""

    def _tell(self) -> None:
        item = self.at
        self.query_one("#coach-more", Prose).tell(f"{item.text}\n{item.more}" if item else "")

    @on(Menu.Moved)
    def _moved(self, message: Menu.Moved) -> None:
        message.stop()
        self._tell()

    @on(Menu.Chosen)
    def _chosen(self, message: Menu.Chosen) -> None:
        message.stop()
        if (item := self.at) is not None:
            self.post_message(self.Sought(item.event))
