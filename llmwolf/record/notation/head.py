"""The head of a record: board, deal, house rules and what else the game depends on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Final

from llmwolf.boards import Board, Profile, boards, event_cards, find_board, profile, profiles, spec_for
from llmwolf.record.notation.document import Document
from llmwolf.record.notation.errors import Illegal, Malformed, NotationError, nearest
from llmwolf.record.notation.sentences import Sentence, say, shortened
from llmwolf.record.notation.toml import toml
from llmwolf.roles import registry, role_id
from llmwolf.rules.chapters.setup import unfit
from llmwolf.rules.errors import SetupError
from llmwolf.rules.ruleset import Ruleset, as_dict, resolve, switches
from llmwolf.rules.spec import SPARES, Spec
from llmwolf.rules.words import clean

AFTER_END: Final = ("error", "ignore")
CUSTOM: Final = "custom"
"""The board of a record that names none."""
_EXAMPLE: Final = 'deal = ["狼人", "平民", …]'


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

    Raises :class:`Malformed` where a key or switch is not known, a value is of another kind, or the deal is
    missing; :class:`Illegal` where the board, the cards or a house rule cannot be played.
    """
    reader = _Reader(document)
    spare = reader.cards("spare")
    deal = reader.deal()
    if len(spare) != (SPARES if "thief" in (*deal, *spare) else 0):
        raise reader.unplayable("spare", say("spare_count", count=SPARES))
    dealt = (*deal, *spare)
    board = reader.board(dealt)
    reader.same_cards(dealt, board.cards)
    minute = reader.whole("minute", range(60))
    rules = reader.rules(board)
    spec = reader.playable(
        lambda: spec_for(
            board,
            reader.whole("seed", range(-(2**63), 2**63)) or 0,
            minute,
            rules,
            dealt,
            events=reader.events(),
            game=reader.whole("number", range(1, 1000)) or 1,
            safe=reader.seats("safe", board.seats),
        )
    )
    if spare and unfit(spec, registry(), dealt):
        raise reader.unplayable("spare", say("spare_wolves"))
    names = tuple(clean(name).replace("\n", " ") for name in reader.texts("names"))
    if names and len(names) != spec.seats:
        raise reader.malformed("names", say("names_count", count=len(names), seats=spec.seats))
    return Opening(spec, names, minute is not None, reader.word("after_end", AFTER_END) == "ignore")


class _Reader:
    """Reads the values of one head."""

    def __init__(self, document: Document) -> None:
        self._source = document.source
        self._head = document.head

    def malformed(self, key: str, why: Sentence) -> Malformed:
        """The fault of ``key``."""
        return Malformed(why, self._source.line_of(key) or 1, key)

    def unplayable(self, key: str, why: Sentence) -> Illegal:
        """What ``key`` names is well written, but cannot be played."""
        return Illegal(why, self._source.line_of(key) or 1, key)

    def playable(self, make: Callable[[], Spec]) -> Spec:
        """What ``make`` returns; what it finds unplayable is said of the cards (B-1)."""
        try:
            return make()
        except SetupError as error:
            raise self.unplayable("deal", say("unplayable", why=error)) from None

    # -- values --------------------------------------------------------------------------------

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty where it is not given."""
        value = self._head.get(key, [])
        if not isinstance(value, list) or any(not isinstance(text, str) for text in value):
            raise self.malformed(key, say("text_list", key=key))
        return tuple(value)

    def word(self, key: str, known: tuple[str, ...]) -> str:
        """One of ``known``, the first where it is not given."""
        value = self._head.get(key, known[0])
        if value not in known:
            hint = nearest(str(value), known)
            raise self.malformed(key, say("one_of", key=key, known=", ".join(known), hint=hint))
        return str(value)

    def whole(self, key: str, within: range) -> int | None:
        """A whole number of ``within``, or nothing."""
        value = self._head.get(key)
        if value is None:
            return None
        if type(value) is not int or value not in within:
            raise self.malformed(key, say("whole", key=key, least=within.start, most=within.stop - 1))
        return value

    def events(self) -> tuple[str, ...] | None:
        """The event cards in play, ``None`` where the board's own are."""
        if "events" not in self._head:
            return None
        for card in self.texts("events"):
            if card not in event_cards():
                raise self.unplayable("events", _unknown("unknown_event", card, event_cards()))
        return self.texts("events")

    def seats(self, key: str, seats: int) -> tuple[int, ...]:
        """A list of seats."""
        value = self._head.get(key, [])
        if not isinstance(value, list) or any(
            type(seat) is not int or not 1 <= seat <= seats for seat in value
        ):
            raise self.malformed(key, say("seat_list", key=key, seats=seats))
        return tuple(value)

    def cards(self, key: str) -> tuple[str, ...]:
        """A list of cards as role ids, in any of their names."""
        found = []
        for name in self.texts(key):
            try:
                found.append(role_id(name))
            except SetupError:
                known = [word for role in registry().values() for word in (role.zh, role.id, *role.aliases)]
                raise self.unplayable(key, _unknown("unknown_card", name, known)) from None
        return tuple(found)

    def deal(self) -> tuple[str, ...]:
        """The card of every seat; without it there is nothing to adjudicate."""
        if deal := self.cards("deal"):
            return deal
        if not {"board", "profile", "cards"} & set(self._head):
            raise self.malformed("deal", say("no_board", example=_EXAMPLE))
        cards = () if "board" not in self._head else self._named(()).cards
        if not cards:
            raise self.malformed("deal", say("no_deal", example=_EXAMPLE))
        names = "、".join(f"{registry()[card].zh}×{n}" for card, n in Counter(cards).items())
        raise self.malformed("deal", say("no_deal_board", count=len(cards), cards=names))

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
                raise self.malformed("board", say("text", key="board"))
            try:
                board = find_board(name)
            except SetupError as error:
                near = get_close_matches(name, boards(), 1)
                why = say("board_fault", name=shortened(name), why=error)
                why = _unknown("unknown_board", name, near) if near else why
                raise self.unplayable("board", why) from None
            if listed:
                self.same_cards(listed, board.cards, "cards")
            return board
        cards = listed or dealt
        base = self._profile(self._head.get("profile", "official"))
        return Board(CUSTOM, CUSTOM, CUSTOM, base, cards, base.rules)

    def _profile(self, name: object) -> Profile:
        if not isinstance(name, str):
            raise self.malformed("profile", say("text", key="profile"))
        try:
            return profile(name)
        except SetupError:
            raise self.unplayable("profile", _unknown("unknown_profile", name, profiles())) from None

    def same_cards(self, given: tuple[str, ...], wanted: tuple[str, ...], key: str = "deal") -> None:
        """Refuse cards that are not those of the board, saying which are too many and which are missing."""
        too_many, missing = Counter(given) - Counter(wanted), Counter(wanted) - Counter(given)
        if too_many or missing:
            parts = [
                say(what, cards="、".join(f"{registry()[card].zh}×{n}" for card, n in sorted(cards.items())))
                for what, cards in (("too_many", too_many), ("missing", missing))
                if cards
            ]
            both = Sentence("；".join(part.zh for part in parts), "; ".join(part.en for part in parts))
            raise self.unplayable(key, say("cards_differ", parts=both))

    def rules(self, board: Board) -> Ruleset:
        """The house rules with the record's own ones put in."""
        changed: Mapping[str, object] = self._head.get("rules", {})
        if not isinstance(changed, dict):
            raise self.malformed("rules", say("table", key="rules"))
        rules = board.rules
        for key, value in changed.items():
            try:
                rules = resolve({key: value}, rules)
            except SetupError:
                raise self._switch_fault(key) from None
        return rules

    def _switch_fault(self, name: str) -> NotationError:
        """There is no such switch, which is a slip; or it takes other values."""
        switch = {info.name: info for info in switches()}
        info = switch.get(name)
        if info is None:
            return self.malformed(name, _unknown("unknown_switch", name, switch))
        if not info.choices:
            return self.unplayable(name, say("switch_whole", name=name))
        key = "switch_list" if info.many else "switch_one"
        return self.unplayable(name, say(key, name=name, known=", ".join(map(toml, info.choices))))


def _unknown(key: str, name: str, known: Iterable[str]) -> Sentence:
    """That nothing of this kind is called ``name``, with the nearest of the ``known``."""
    return say(key, name=shortened(name), hint=nearest(name, tuple(known)))
