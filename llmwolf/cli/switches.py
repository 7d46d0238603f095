"""The house rules of a profile or a board as rows: for printing, for JSON and for the documentation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from llmwolf.boards import Note, Profile
from llmwolf.rules.ruleset import Ruleset, SwitchInfo, Value
from llmwolf.tui.help_words import EXPLAINED
from llmwolf.tui.model.switchwords import groups, value_words
from llmwolf.tui.words import t

BOARD: Final = "board"
BASIS: Final = {
    "stated": ("文件所写", "stated"),
    "assumed": ("推定", "assumed"),
    "silent": ("未提及，用默认", "default"),
    BOARD: ("板子所定", "set by the board"),
}
"""On what a value rests."""


@dataclass(frozen=True, slots=True)
class Row:
    """One switch: its ``value``, why it has it (``note``), and its value elsewhere if it was asked for."""

    group: str
    info: SwitchInfo
    value: Value
    note: Note
    other: Value | None = None

    def as_json(self, home: Profile) -> dict[str, Any]:
        """Everything by name, in both languages."""
        facts = {
            "group": self.group.removeprefix("group_"),
            "switch": self.info.name,
            "zh": self.info.zh,
            "value": self.value,
            "choices": self.info.choices,
            "why": self.info.why,
            "why_zh": EXPLAINED[self.info.name],
            "rule": self.info.seed,
            "basis": self.note.basis,
            "assumed": self.note.basis == "assumed",
            "reason": {"zh": self.note.zh, "en": self.note.en},
            "source": {"zh": home.document[0], "en": home.document[1]},
        }
        return facts if self.other is None else {**facts, "other": self.other}

    def lines(self, lang: str, other: str = "") -> list[str]:
        """The switch for people; ``other`` names the profile that ``self.other`` belongs to."""
        en = lang == "en"
        name, info = self.info.name, self.info
        here = f"{name} = {shown(self.value)}"
        if self.other is not None:
            here += f"   ({other}: {shown(self.other)})"
        meaning = "" if en else f"：{value_words(name, self.value, lang)}"
        mark = f"[{info.seed}, {BASIS[self.note.basis][en]}]"
        lines = [f"{here}   {info.zh}{meaning}  {mark}", f"    {info.why if en else EXPLAINED[name]}"]
        if self.note.en:
            lines.append(f"    {'because: ' if en else '理由：'}{self.note.en if en else self.note.zh}")
        lines.append(f"    {'allowed: ' if en else '可选：'}{_choices(info, lang)}")
        return lines


def rows(rules: Ruleset, home: Profile, other: Ruleset | None = None) -> list[Row]:
    """Every switch of ``rules``, which start from the profile ``home``; with ``other`` those that differ."""
    found: list[Row] = []
    for group, members in groups():
        for info in members:
            value: Value = getattr(rules, info.name)
            there = None if other is None else getattr(other, info.name)
            if other is None or value != there:
                of_home = value == getattr(home.rules, info.name)
                found.append(Row(group, info, value, home.note(info.name) if of_home else Note(BOARD), there))
    return found


def group_name(group: str, lang: str) -> str:
    """The name of a group of switches."""
    return t(group, lang)


def shown(value: object) -> str:
    """A value as a board file would have it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value)


def _choices(info: SwitchInfo, lang: str) -> str:
    if not info.choices:
        return "a whole number" if lang == "en" else "整数"
    if lang == "en":
        return ("any of: " if info.many else "") + " | ".join(map(shown, info.choices))
    words = (
        shown(choice)
        if (word := value_words(info.name, choice, lang)) == shown(choice)
        else f"{shown(choice)} {word}"
        for choice in info.choices
    )
    return ("任选几项：" if info.many else "") + " | ".join(words)
