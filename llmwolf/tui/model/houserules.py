"""The house rules as they are being chosen for one board: every switch, its choices, and what differs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from llmwolf.boards import Board
from llmwolf.boards.sanity import refusal
from llmwolf.rules.ruleset import Ruleset, SwitchInfo, Value, as_dict, resolve
from llmwolf.tui.model.switchwords import INFO, groups, matters, meaning, switch_name, value_words
from llmwolf.tui.words import t

_LONGEST_NUMBER: Final = 4
"""Digits of a number that is typed."""
_WIDE: Final = 100
"""From here on an arrow changes a number by ten."""

Changes = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class SwitchRow:
    """One switch of the panel, or with ``switch`` empty the heading of a group.

    ``home`` is the profile's value. ``differs``: from the profile; ``changed``: from the board as shipped.
    """

    switch: str
    name: str
    value: str = ""
    home: str = ""
    differs: bool = False
    changed: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """One value of a switch: the ``key`` that chooses it, and whether it is chosen now or the profile's."""

    key: str
    label: str
    meaning: str
    chosen: bool
    home: bool


class HouseRules:
    """The board's rules with the player's ``changes``, which hold only what differs from the board."""

    def __init__(self, board: Board, changes: Changes) -> None:
        """Raises :class:`SetupError` for a change that no switch takes."""
        self.board = board
        self.changes = _only_changes(board, changes)
        self._typed = ""
        self._typing = ""

    @property
    def rules(self) -> Ruleset:
        """The rules as they are chosen now."""
        return resolve(self.changes, self.board.rules)

    @property
    def problem(self) -> str:
        """Why the board cannot be played under these rules (B-1); empty: it can."""
        return refusal(self.board.cards, self.rules)

    # -- what is shown -------------------------------------------------------------------------

    def rows(self, everything: bool, lang: str) -> list[SwitchRow]:
        """Every switch under the heading of its group.

        Unless ``everything`` is wanted, a switch that cannot matter on this board is left out, but not one
        that was changed.
        """
        rules, home, cards = self.rules, self.board.profile.rules, frozenset(self.board.cards)
        rows: list[SwitchRow] = []
        for group, members in groups():
            listed = [
                self._row(info, rules, home, lang)
                for info in members
                if everything or info.name in self.changes or matters(info.name, cards, rules)
            ]
            if listed:
                rows += [SwitchRow("", t(group, lang)), *listed]
        return rows

    def _row(self, info: SwitchInfo, rules: Ruleset, home: Ruleset, lang: str) -> SwitchRow:
        value, usual = getattr(rules, info.name), getattr(home, info.name)
        return SwitchRow(
            info.name,
            switch_name(info.name, lang),
            value_words(info.name, value, lang),
            value_words(info.name, usual, lang),
            value != usual,
            info.name in self.changes,
        )

    def choices(self, switch: str, lang: str) -> list[ChoiceRow]:
        """The values of ``switch``; none where any number may be typed."""
        info = INFO[switch]
        now, usual = getattr(self.rules, switch), getattr(self.board.profile.rules, switch)
        return [
            ChoiceRow(
                str(number),
                value_words(switch, choice, lang),
                meaning(switch, choice, lang),
                choice in now if info.many else _same(choice, now),
                choice in usual if info.many else _same(choice, usual),
            )
            for number, choice in enumerate(info.choices, 1)
        ]

    # -- changing ------------------------------------------------------------------------------

    def turn(self, switch: str, by: int) -> None:
        """The next (1) or the previous (-1) value, round and round; a number goes up or down."""
        info, now = INFO[switch], getattr(self.rules, switch)
        if info.choices:
            values = _subsets(info.choices) if info.many else list(info.choices)
            self._set(switch, values[(_index(values, now) + by) % len(values)])
        else:
            self._set(switch, max(1, now + by * (10 if now >= _WIDE else 1)))

    def type(self, switch: str, digit: str) -> None:
        """A digit: the choice of that number is taken, or put into a list or out of it.

        Where any number may be typed, digits add up until another key is pressed.
        """
        info, now = INFO[switch], getattr(self.rules, switch)
        if not info.choices:
            typed = (self._typed if self._typing == switch else "") + digit
            if len(typed) <= _LONGEST_NUMBER and int(typed):
                self._set(switch, int(typed))
                self._typing, self._typed = switch, typed
        elif 1 <= int(digit) <= len(info.choices):
            choice = info.choices[int(digit) - 1]
            if not info.many:
                self._set(switch, choice)
            else:
                self._set(switch, tuple(str(c) for c in info.choices if (c in now) is not (c == choice)))

    def reset(self, switch: str) -> None:
        """Back to the board's value; from there to the profile's, where the board has its own."""
        home = getattr(self.board.profile.rules, switch)
        if switch in self.changes:
            self._set(switch, getattr(self.board.rules, switch))
        else:
            self._set(switch, home)

    def reset_all(self) -> None:
        """Every switch as the board has it; where it is so already, as the profile has it."""
        self._typing = ""
        self.changes = {} if self.changes else _only_changes(self.board, as_dict(self.board.profile.rules))

    def _set(self, switch: str, value: Value) -> None:
        self._typing = ""
        self.changes = _only_changes(self.board, {**self.changes, switch: value})


def differing(here: Ruleset, there: Ruleset) -> list[str]:
    """The switches that have another value here than there, in the order of the ruleset."""
    return [name for name, value in as_dict(here).items() if value != getattr(there, name)]


def _only_changes(board: Board, changes: Changes) -> dict[str, Value]:
    rules = resolve(changes, board.rules)
    return {name: getattr(rules, name) for name in differing(rules, board.rules)}


def _subsets(choices: tuple[Value, ...]) -> list[Value]:
    """Every selection, from all to none."""
    sizes = range(len(choices), -1, -1)
    return [tuple(map(str, chosen)) for size in sizes for chosen in combinations(choices, size)]


def _same(one: Value, other: Value) -> bool:
    """Equal and of one kind: ``1`` is no ``True``."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _index(values: list[Value], now: Value) -> int:
    return next((index for index, value in enumerate(values) if _same(value, now)), 0)
