"""Reads profiles and boards; every unknown key, card or value is an error with the nearest name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from llmwolf.boards.board import ASSUMED, STATED, Board, Note, Profile
from llmwolf.boards.decks import events as known_events
from llmwolf.boards.families import Family, families, parse
from llmwolf.boards.fields import Fields, named
from llmwolf.boards.sanity import check
from llmwolf.rules.errors import SetupError
from llmwolf.rules.ruleset import Ruleset, resolve, switches
from llmwolf.rules.spec import Spec

_HERE = Path(__file__).parent
_BOARD_KEYS: Final = ("id", "zh", "en", "profile", "cards", "rules", "events")
_PROFILE_KEYS: Final = (
    "id", "order", "extends", "zh", "en", "document", "hours", "first_night", "rules", STATED, ASSUMED,
)  # fmt: skip


@cache
def profiles() -> dict[str, Profile]:
    """Every shipped profile by id, in the order of the rule book."""
    found = [_read_profile(path) for path in (_HERE / "profiles").glob("*.toml")]
    return {p.id: p for p in sorted(found, key=lambda p: p.order)}


def profile(name: str) -> Profile:
    """The profile called ``name``; raises :class:`SetupError` with the nearest name."""
    return named("profile", name, profiles())


@cache
def tables() -> dict[str, Board]:
    """Every board that has a file of its own, by id: profile by profile, the official boards first."""
    found = [load_board(path) for path in (_HERE / "tables").glob("*.toml")]

    def place(board: Board) -> tuple[int, bool, int, str]:
        return board.profile.order, not board.id.startswith("official"), -board.seats, board.id

    return {board.id: board for board in sorted(found, key=place)}


@cache
def boards() -> dict[str, Board]:
    """Every shipped board by id, those of the families with their usual cards too; official ones first."""
    made = [
        _of_family(family, seats, family.defaults(seats))
        for family in families().values()
        for seats in family.seats
    ]
    found = [*tables().values(), *made]
    return {board.id: board for board in sorted(found, key=lambda board: board.profile.order)}


def find_board(name: str) -> Board:
    """A shipped board by id, one of a family (``millers-14:witch,hunter``), or the board file at a path.

    Raises :class:`SetupError`.
    """
    if name.endswith(".toml") or "/" in name:
        return load_board(Path(name))
    if name not in tables() and (parsed := parse(name)):
        return _of_family(*parsed)
    ranges = (f"{f.id}-{f.seats[0]} … {f.id}-{f.seats[-1]}" for f in families().values())
    return named("board", name, boards(), (*tables(), *ranges))


def load_board(path: Path) -> Board:
    """The board in the file ``path``; see docs/boards.md for the format."""
    fields = Fields(path, _BOARD_KEYS)
    base = profile(fields.text("profile", "official"))
    board_id = fields.text("id", path.stem)
    zh = fields.text("zh", board_id)
    cards = _cards(fields)
    overrides = fields.table("rules")
    try:
        rules = resolve(overrides, base.rules)
        events = known_events(fields.words("events"))
    except SetupError as error:
        raise fields.slip(error) from None
    check(path.name, cards, rules)
    return Board(board_id, zh, fields.text("en", zh), base, cards, rules, events)


def spec_for(
    board: Board,
    seed: int = 0,
    minute: int | None = None,
    rules: Ruleset | None = None,
    dealt: tuple[str, ...] = (),
    *,
    events: tuple[str, ...] | None = None,
    game: int = 1,
    safe: tuple[int, ...] = (),
    draws: Mapping[str, int] | None = None,
    outs: Mapping[int, int] | None = None,
) -> Spec:
    """The game of ``board`` with ``seed``; ``minute`` (0–59) is drawn from the seed where it is not given.

    ``rules`` and ``events`` stand instead of the board's own; for the rest see :class:`Spec`. Raises
    :class:`SetupError` if the board cannot be played under these rules (B-1).
    """
    return Spec(
        board=board.id,
        cards=board.cards,
        hours=board.hours,
        rules=check(board.id, board.cards, rules or board.rules),
        first_night=board.profile.first_night,
        seed=seed,
        minute=seed % 60 if minute is None else minute,
        dealt=dealt,
        events=board.events if events is None else events,
        game=game,
        safe=safe,
        draws=tuple((draws or {}).items()),
        outs=tuple((outs or {}).items()),
    )


def _of_family(family: Family, seats: int, special: tuple[str, ...]) -> Board:
    """The board of ``family`` for ``seats`` with the ``special`` cards; raises :class:`SetupError`."""
    home = profile(family.profile)
    own = "" if special == family.defaults(seats) else ":" + (",".join(special) or "none")
    board_id = f"{family.id}-{seats}{own}"
    cards = family.cards(seats, special)
    check(board_id, cards, home.rules)
    zh, en = f"{family.zh} {seats}人", f"{family.en}, {seats} seats"
    return Board(board_id, zh, en, home, cards, home.rules, family.events)


def _cards(fields: Fields) -> tuple[str, ...]:
    given = fields.data.get("cards")
    if isinstance(given, Mapping) and given:
        cards: list[str] = []
        for name, count in given.items():
            if isinstance(count, bool) or not isinstance(count, int) or count < 1:
                raise fields.slip(f"the number of {name!r} must be a whole number of at least 1")
            cards += [fields.card(name)] * count
        return tuple(cards)
    if isinstance(given, list) and given and all(isinstance(name, str) for name in given):
        return tuple(fields.card(name) for name in given)
    raise fields.slip("'cards' must be a table of card = number, or a list of cards")


def _read_profile(path: Path) -> Profile:
    fields = Fields(path, _PROFILE_KEYS)
    parent = fields.data.get("extends")
    base = _read_profile(path.with_name(f"{fields.text('extends', '')}.toml")) if parent is not None else None
    hours = fields.data.get("hours", [])
    return Profile(
        id=fields.text("id", path.stem),
        order=fields.number("order", 0),
        zh=fields.text("zh", path.stem),
        en=fields.text("en", path.stem),
        document=fields.pair("document"),
        hours=base.hours
        if base
        else tuple(map(fields.as_words, hours if isinstance(hours, list) else [hours])),
        first_night=base.first_night if base else fields.words("first_night"),
        rules=resolve(fields.table("rules"), base.rules if base else None),
        notes={**(base.notes if base else {}), **_notes(fields)},
    )


def _notes(fields: Fields) -> dict[str, Note]:
    known = {info.name: info for info in switches()}
    notes: dict[str, Note] = {}
    for basis in (STATED, ASSUMED):
        for switch, texts in fields.table(basis).items():
            name = named("switch", switch, known).name
            notes[name] = Note(basis, *fields.as_pair(texts))
    return notes
