"""The boards to choose from: those that differ in their seats alone are one kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from llmwolf.boards import Board, Profile
from llmwolf.boards import families as made
from llmwolf.roles import registry


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of table: a board that stands alone, or one for every number of seats, ascending."""

    id: str
    zh: str
    en: str
    boards: tuple[Board, ...]

    @property
    def profile(self) -> Profile:
        """The house rules that they share."""
        return self.boards[0].profile

    @property
    def sizes(self) -> tuple[int, ...]:
        """Numbers of seats, ascending."""
        return tuple(board.seats for board in self.boards)

    def of(self, seats: int) -> Board:
        """The board for ``seats``, or the one that comes nearest."""
        return min(self.boards, key=lambda board: (abs(board.seats - seats), board.seats))

    def name(self, lang: str) -> str:
        """What the kind is called."""
        return self.en if lang == "en" else self.zh


def board_name(board: Board, lang: str) -> str:
    """The board's name."""
    return board.en if lang == "en" else board.zh


def profile_name(profile: Profile, lang: str) -> str:
    """The name of a set of house rules."""
    return profile.en if lang == "en" else profile.zh


def kinds(known: Iterable[Board]) -> tuple[Kind, ...]:
    """``known`` by kind, profiles and kinds in the order in which they first come."""
    found: dict[str, list[Board]] = {}
    for board in known:
        family = next((f for f in made().values() if board.id == f"{f.id}-{board.seats}"), None)
        found.setdefault(family.id if family else board.id, []).append(board)
    listed = [
        Kind(name, made()[name].zh, made()[name].en, tuple(sorted(members, key=lambda board: board.seats)))
        if name in made()
        else Kind(name, members[0].zh, members[0].en, tuple(members))
        for name, members in found.items()
    ]
    profiles = list(dict.fromkeys(kind.profile.id for kind in listed))
    return tuple(sorted(listed, key=lambda kind: profiles.index(kind.profile.id)))


def kind_of(found: Sequence[Kind], board_id: str) -> Kind:
    """The kind that the board ``board_id`` is of; raises :class:`StopIteration` if there is none."""
    return next(kind for kind in found if any(board.id == board_id for board in kind.boards))


def search(found: Iterable[Kind], typed: str) -> dict[str, tuple[Board, ...]]:
    """Kind → its boards that every word of ``typed`` fits; kinds without one are left out.

    A number is a number of seats; any other word may stand in the board's or the profile's name or id, or
    name a card.
    """
    words = typed.lower().split()
    hits = {
        kind.id: tuple(board for board in kind.boards if all(_fits(board, word) for word in words))
        for kind in found
    }
    return {name: fitting for name, fitting in hits.items() if fitting}


def _fits(board: Board, word: str) -> bool:
    if number := re.fullmatch(r"(\d+)[人p]?", word):
        return board.seats == int(number[1])
    roles = registry()
    cards = [roles[card] for card in set(board.cards)]
    names = [board.id, board.zh, board.en, board.profile.id, board.profile.zh, board.profile.en]
    names += [name for card in cards for name in (card.id, card.zh, card.en, *card.aliases)]
    return any(word in name.lower() for name in names)
