"""The screen of the house rules: every switch by group, what its values mean, and what differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from llmwolf.boards import Board
from llmwolf.tui.model.catalog import board_name, profile_name
from llmwolf.tui.model.houserules import ChoiceRow, HouseRules, SwitchRow
from llmwolf.tui.model.switchwords import INFO
from llmwolf.tui.screens.roomy import RoomyScreen
from llmwolf.tui.widgets.bars import KeyBar
from llmwolf.tui.widgets.menu import Menu, MenuRow
from llmwolf.tui.widgets.prose import Prose
from llmwolf.tui.words import t
from llmwolf.tui.words.terms import plain

DIFFERS, SAME = "* ", "  "
"""Signs before the name of a switch: another value than the profile's, or the profile's own."""


class Meanings(Prose):
    """What is said about one switch."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "rules--name", "rules--chosen", "rules--choice", "rules--about", "rules--problem",
    }  # fmt: skip


class RulesScreen(RoomyScreen):
    """Changes ``house`` in place; ``then`` is called when the reader leaves."""

    AUTO_FOCUS = "#switches"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f2,f4", "leave", show=False),
        Binding("backspace,delete", "reset", show=False),
        Binding("f7", "reset_all", show=False),
        Binding("f3", "everything", show=False),
        Binding("pageup", "read(-1)", show=False, priority=True),
        Binding("pagedown", "read(1)", show=False, priority=True),
    ]

    def __init__(self, house: HouseRules, then: Callable[[], None], lang: str) -> None:
        super().__init__(lang)
        self.house = house
        self._then = then
        self._everything = False

    @property
    def playing(self) -> Board:
        """The board with the rules as they are chosen now."""
        return replace(self.house.board, rules=self.house.rules)

    def compose(self) -> ComposeResult:
        """The switches, and beside or below them what the one under the cursor means."""
        lang, board = self.lang, self.house.board
        title = t(
            "rules_title", lang, board=board_name(board, lang), profile=profile_name(board.profile, lang)
        )
        yield Static(Content(title), id="title")
        with Container(id="ruling"):
            yield Menu(_columns, dom_id="switches")
            with VerticalScroll(id="meaning", can_focus=False):
                yield Meanings()
        yield Prose(dom_id="problem")
        yield KeyBar(dom_id="keys")
        yield self.cover()

    def on_mount(self) -> None:
        """Everything is drawn once."""
        self._draw()

    # -- drawing -------------------------------------------------------------------------------

    def _draw(self) -> None:
        rows = [_menu_row(row, self.lang) for row in self.house.rows(self._everything, self.lang)]
        self.query_one("#switches", Menu).show(rows)
        problem = self.house.problem
        self.query_one("#problem", Prose).tell(t("cannot_start", self.lang, why=problem) if problem else "")
        self.query_one("#keys", KeyBar).show(self._keys())
        self._tell()

    def _keys(self) -> list[tuple[str, str, str]]:
        lang = self.lang
        return [
            ("Esc", t("key_done", lang), "screen.leave"),
            ("←→", t("key_change", lang), "screen.turn(1)"),
            ("Backspace", t("key_reset", lang), "screen.reset"),
            ("F7", t("key_reset_all", lang), "screen.reset_all"),
            ("F3", t("key_fewer" if self._everything else "key_everything", lang), "screen.everything"),
            ("PgDn", t("key_read", lang), "screen.read(1)"),
            ("Tab", t("key_section", lang), "screen.section(1)"),
        ]

    def _tell(self) -> None:
        """What the switch under the cursor means, and each of its values."""
        lang, house = self.lang, self.house
        name = self.query_one("#switches", Menu).key
        info = INFO[name]
        told = [
            (f"{info.zh} · {name} · {info.seed}" if lang == "zh" else f"{name} · {info.seed}", "rules--name")
        ]
        choices = house.choices(name, lang)
        for row in choices:
            style = "rules--chosen" if row.chosen else "rules--choice"
            told.append((_choice(row, info.many, lang), style))
        if not choices:
            told.append((t("rules_number", lang), "rules--choice"))
        note = house.board.profile.note(name)
        if why := plain(note.en) if lang == "en" else note.zh:
            home = profile_name(house.board.profile, lang)
            told.append((t(f"rules_{note.basis}", lang, profile=home, why=why), "rules--about"))
        if lang == "en":
            told.append((plain(info.why), "rules--about"))
        self.query_one(Meanings).show(told)
        self.query_one("#meaning", VerticalScroll).scroll_home(animate=False)

    # -- changing ------------------------------------------------------------------------------

    @property
    def _here(self) -> str:
        return self.query_one("#switches", Menu).key

    @on(Menu.Moved)
    def _moved(self) -> None:
        self._tell()

    @on(Menu.Turned)
    def _turned(self, message: Menu.Turned) -> None:
        self.action_turn(message.by)

    @on(Menu.Chosen)
    def _chosen(self) -> None:
        self.action_turn(1)

    def action_turn(self, by: int) -> None:
        """The next value of the switch under the cursor, or the one before."""
        self.house.turn(self._here, by)
        self._draw()

    def action_section(self, by: int) -> None:
        """The next group of switches, or the one before."""
        self.query_one("#switches", Menu).action_section(by)

    def on_key(self, event: Key) -> None:
        """A digit chooses a value, or writes a number."""
        if event.character and event.character.isascii() and event.character.isdigit():
            event.stop()
            self.house.type(self._here, event.character)
            self._draw()

    def action_reset(self) -> None:
        """The switch under the cursor back to what it is on this board, or in the profile."""
        self.house.reset(self._here)
        self._draw()

    def action_reset_all(self) -> None:
        """All switches back."""
        self.house.reset_all()
        self._draw()

    def action_read(self, by: int) -> None:
        """Read on, or back, in what the switch means."""
        meaning = self.query_one("#meaning", VerticalScroll)
        meaning.scroll_relative(y=by * max(1, meaning.size.height - 1), animate=False)

    def action_everything(self) -> None:
        """Show the switches that cannot matter here as well, or fold them away."""
        self._everything = not self._everything
        self._draw()

    def action_leave(self) -> None:
        """Back to the form, with what was chosen."""
        self.dismiss()
        self._then()


def _columns(width: int) -> tuple[int, int]:
    """The widths of the name and of the value: the rest is for what the profile has."""
    return (22, 26) if width < 70 else (26, 30)


def _menu_row(row: SwitchRow, lang: str) -> MenuRow:
    if not row.switch:
        return MenuRow("", f"── {row.name} ──")
    name = (DIFFERS if row.differs else SAME) + row.name
    note = t("rules_home", lang, value=row.home) if row.differs else ""
    return MenuRow(row.switch, name, row.value, note, row.differs)


def _choice(row: ChoiceRow, many: bool, lang: str) -> str:
    """``2 (x) 仅首夜：女巫只有首夜可以自救``; the profile's own value says that it is."""
    sign = "x" if row.chosen else " "
    box = f"[{sign}]" if many else f"({sign})"
    label = row.label + (t("rules_usual", lang) if row.home else "")
    return f"{row.key} {box} {label}" + (t("colon", lang) + row.meaning if row.meaning else "")
