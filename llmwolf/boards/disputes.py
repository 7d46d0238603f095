"""What public tables differ on (data), and which of it matters for a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from llmwolf.boards.board import Board
from llmwolf.boards.fields import Fields, named
from llmwolf.roles import registry
from llmwolf.rules.ruleset import Ruleset, switches

_FILE: Final = Path(__file__).parent / "disputes.toml"
_KEYS: Final = {"switch", "zh", "en", "all", "any", "values", "on_night_1"}


@dataclass(frozen=True, slots=True)
class Dispute:
    """One switch that tables set differently, and in a sentence how that changes who wins.

    It is told of a board that has ``all`` of these cards and one of ``any``, where the other switches
    have one of the listed ``values``; with ``on_night_1`` only if the deaths of night 1 can wipe out a side.
    """

    switch: str
    zh: str
    en: str
    all: frozenset[str] = frozenset()
    any: frozenset[str] = frozenset()
    values: Mapping[str, tuple[object, ...]] | None = None
    on_night_1: bool = False

    def matters(self, board: Board, rules: Ruleset) -> bool:
        """Whether it can matter on ``board`` under ``rules``."""
        at_table = {*board.cards, "sheriff"} if board.sheriff else set(board.cards)
        if not self.all <= at_table or (self.any and not self.any & at_table):
            return False
        if self.on_night_1 and min(_sides(board)) > _deaths_of_night_1(board):
            return False
        wanted = self.values or {}
        return all(_has(getattr(rules, name), values) for name, values in wanted.items())


@cache
def disputes() -> tuple[Dispute, ...]:
    """Every known dispute, in the order of the file."""
    fields = Fields(_FILE, ("dispute",))
    given = fields.data.get("dispute")
    return tuple(_read(fields, entry) for entry in given) if isinstance(given, list) else ()


def disputes_of(board: Board) -> tuple[Dispute, ...]:
    """Those that matter on ``board``."""
    return tuple(dispute for dispute in disputes() if dispute.matters(board, board.rules))


def _read(fields: Fields, entry: Mapping[str, Any]) -> Dispute:
    if unknown := set(entry) - _KEYS:
        raise fields.slip(f"unknown key {min(unknown)!r} in a dispute")
    named("switch", entry["switch"], {info.name: info for info in switches()})
    return Dispute(
        switch=entry["switch"],
        zh=entry["zh"],
        en=entry["en"],
        all=frozenset(entry.get("all", ())),
        any=frozenset(entry.get("any", ())),
        values={name: tuple(values) for name, values in entry.get("values", {}).items()},
        on_night_1=entry.get("on_night_1", False),
    )


def _has(value: object, wanted: tuple[object, ...]) -> bool:
    return any(item in wanted for item in value) if isinstance(value, tuple) else value in wanted


def _sides(board: Board) -> tuple[int, int]:
    """How many gods and how many villagers there are at the deal, a side that is empty left out."""
    camps = [registry()[card].camp for card in board.cards]
    gods, villagers = camps.count("G"), camps.count("V")
    return (gods or villagers, villagers or gods)


def _deaths_of_night_1(board: Board) -> int:
    """At most so many of one side: the knife, a poison each witch, a lover who follows."""
    return 1 + board.cards.count("witch") + ("cupid" in board.cards)
