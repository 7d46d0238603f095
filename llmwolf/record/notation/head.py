"""The head of a record: board, deal, house rules and what else the game depends on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from llmwolf.boards import Board, Profile, event_cards, find_board, profile, spec_for
from llmwolf.record.notation.document import Document
from llmwolf.record.notation.errors import Illegal, Malformed, nearest
from llmwolf.roles import registry, role_id
from llmwolf.rules.errors import SetupError
from llmwolf.rules.game import Game
from llmwolf.rules.ruleset import Ruleset, as_dict, resolve
from llmwolf.rules.spec import SPARES, Spec
from llmwolf.rules.words import clean

AFTER_END: Final = ("error", "ignore")
CUSTOM: Final = "custom"
"""The board of a record that names none."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What a record plays: its ``spec`` and the players' ``names`` (none, or one for each seat).

    ``minute_stated``: otherwise the record's speeches may tell it. ``ignores_rest``: what follows the end of
    the game is left out.
    """

    spec: Spec
    names: tuple[str, ...]
    minute_stated: bool
    ignores_rest: bool


def opening(document: Document) -> Opening:
    """The game that the head of ``document`` describes.

    Raises :class:`Malformed` where a key has no such value, and :class:`Illegal` where the cards or house
    rules cannot be played.
    """
    reader = _Reader(document)
    deal = reader.cards("deal")
    spare = reader.cards("spare")
    if deal and len(spare) != (SPARES if "thief" in (*deal, *spare) else 0):
        raise reader.unplayable("spare", f"a thief plays with {SPARES} spare cards, and nobody else with any")
    dealt = (*deal, *spare)
    board = reader.board(dealt)
    if dealt:
        reader.same_cards(dealt, board.cards)
    minute = reader.whole("minute", range(60))
    rules = reader.rules(board)
    spec = reader.explained(
        lambda: spec_for(
            board,
            reader.whole("seed", range(-(2**63), 2**63)) or 0,
            minute,
            rules,
            dealt,
            events=reader.events(),
            game=reader.whole("number", range(1, 1000)) or 1,
            safe=reader.seats("safe", board.seats),
        ),
        "deal",
    )
    reader.explained(lambda: Game(spec, registry()), "spare" if spare else "deal")
    names = tuple(clean(name).replace("\n", " ") for name in reader.texts("names"))
    if names and len(names) != spec.seats:
        raise reader.malformed("names", f"{len(names)} names for {spec.seats} seats")
    return Opening(spec, names, minute is not None, reader.word("after_end", AFTER_END) == "ignore")


class _Reader:
    """Reads the values of one head."""

    def __init__(self, document: Document) -> None:
        self._source = document.source
        self._head = document.head

    def malformed(self, key: str, sentence: str) -> Malformed:
        """The fault of ``key``."""
        return Malformed(sentence, self._source.line_of(key) or 1, key)

    def unplayable(self, key: str, sentence: str) -> Illegal:
        """What ``key`` names is not there, or cannot be played."""
        return Illegal(sentence, self._source.line_of(key) or 1, key)

    def explained(self, make: Callable[[], Any], key: str) -> Any:
        """What ``make`` returns; what it finds unplayable is said at ``key``."""
        try:
            return make()
        except SetupError as error:
            raise self.unplayable(key, str(error)) from None

    # -- values --------------------------------------------------------------------------------

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty where it is not given."""
        value = self._head.get(key, [])
        if not isinstance(value, list) or any(not isinstance(text, str) for text in value):
            raise self.malformed(key, f'{key} is a list of texts, such as ["狼人", "平民"]')
        return tuple(value)

    def word(self, key: str, known: tuple[str, ...]) -> str:
        """One of ``known``, the first where it is not given."""
        value = self._head.get(key, known[0])
        if value not in known:
            raise self.malformed(key, f"{key} is one of {', '.join(known)}; {nearest(str(value), known)}")
        return str(value)

    def whole(self, key: str, within: range) -> int | None:
        """A whole number of ``within``, or nothing."""
        value = self._head.get(key)
        if value is None:
            return None
        if type(value) is not int or value not in within:
            raise self.malformed(key, f"{key} is a whole number of {within.start} to {within.stop - 1}")
        return value

    def events(self) -> tuple[str, ...] | None:
        """The event cards in play, ``None`` where the board's own are."""
        if "events" not in self._head:
            return None
        for card in self.texts("events"):
            if card not in event_cards():
                hint = nearest(card, tuple(event_cards()))
                raise self.unplayable("events", f"there is no event card {card!r}; {hint}")
        return self.texts("events")

    def seats(self, key: str, seats: int) -> tuple[int, ...]:
        """A list of seats."""
        value = self._head.get(key, [])
        if not isinstance(value, list) or any(
            type(seat) is not int or not 1 <= seat <= seats for seat in value
        ):
            raise self.malformed(key, f"{key} is a list of seats, 1 to {seats}")
        return tuple(value)

    def cards(self, key: str) -> tuple[str, ...]:
        """A list of cards as role ids, in any of their names."""
        found = []
        for name in self.texts(key):
            try:
                found.append(role_id(name))
            except SetupError as error:
                raise self.unplayable(key, str(error)) from None
        return tuple(found)

    # -- the board -----------------------------------------------------------------------------

    def board(self, dealt: tuple[str, ...]) -> Board:
        """The named board, or one that is these cards; under the stated profile."""
        board = self._named(dealt)
        name = self._head.get("profile")
        if name is None or name == board.profile.id:
            return board
        base = self._profile(name)
        own = as_dict(board.profile.rules)
        changed = {key: value for key, value in as_dict(board.rules).items() if value != own[key]}
        return replace(board, profile=base, rules=resolve(changed, base.rules))

    def _named(self, dealt: tuple[str, ...]) -> Board:
        name = self._head.get("board")
        listed = self.cards("cards")
        if name is not None:
            if not isinstance(name, str):
                raise self.malformed("board", "board is a text: the id of a board")
            try:
                board = find_board(name)
            except SetupError as error:
                raise self.unplayable("board", str(error)) from None
            if listed:
                self.same_cards(listed, board.cards, "cards")
            return board
        cards = listed or dealt
        if not cards:
            raise self.malformed("board", "a record names its board, or its cards by a deal")
        base = self._profile(self._head.get("profile", "official"))
        return Board(CUSTOM, CUSTOM, CUSTOM, base, cards, base.rules)

    def _profile(self, name: object) -> Profile:
        if not isinstance(name, str):
            raise self.malformed("profile", "profile is a text: the id of a profile")
        try:
            return profile(name)
        except SetupError as error:
            raise self.unplayable("profile", str(error)) from None

    def same_cards(self, given: tuple[str, ...], wanted: tuple[str, ...], key: str = "deal") -> None:
        """Refuse cards that are not those of the board, saying which are too many and which are missing."""
        too_many, missing = Counter(given) - Counter(wanted), Counter(wanted) - Counter(given)
        if too_many or missing:
            parts = [
                f"{what}: {'、'.join(f'{registry()[card].zh}×{n}' for card, n in sorted(cards.items()))}"
                for what, cards in (("too many", too_many), ("missing", missing))
                if cards
            ]
            raise self.unplayable(key, f"these are not the cards of the board; {'; '.join(parts)}")

    def rules(self, board: Board) -> Ruleset:
        """The house rules with the record's own ones put in."""
        changed: Mapping[str, object] = self._head.get("rules", {})
        if not isinstance(changed, dict):
            raise self.malformed("rules", "rules is a table; write [rules]")
        rules = board.rules
        for key, value in changed.items():
            try:
                rules = resolve({key: value}, rules)
            except SetupError as error:
                raise self.unplayable(key, str(error)) from None
        return rules
