"""Reads profiles and boards; every unknown key, card or value is an error with the nearest name."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TypeVar

from llmwolf.roles import registry, role_id
from llmwolf.rules.errors import SetupError
from llmwolf.rules.game import Spec
from llmwolf.rules.ruleset import Ruleset, resolve

_HERE = Path(__file__).parent
T = TypeVar("T")
MIN_SEATS, MAX_SEATS = 3, 18


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of house rules and the order of the night."""

    id: str
    zh: str
    en: str
    hours: tuple[tuple[str, ...], ...]
    first_night: tuple[str, ...]
    rules: Ruleset


@dataclass(frozen=True, slots=True)
class Board:
    """A profile with cards, and perhaps overrides: ``cards`` is a multiset of role ids."""

    id: str
    zh: str
    en: str
    profile: Profile
    cards: tuple[str, ...]
    rules: Ruleset

    @property
    def seats(self) -> int:
        """How many players sit down."""
        return len(self.cards)


@cache
def profiles() -> dict[str, Profile]:
    """Every shipped profile by id."""
    return {p.stem: _read_profile(p) for p in sorted((_HERE / "profiles").glob("*.toml"))}


def profile(name: str) -> Profile:
    """The profile called ``name``; raises :class:`SetupError` with the nearest name."""
    return _named("profile", name, profiles())


@cache
def boards() -> dict[str, Board]:
    """Every shipped board by id, the official ones first."""
    found = [load_board(p) for p in (_HERE / "tables").glob("*.toml")]
    return {b.id: b for b in sorted(found, key=lambda b: (not b.id.startswith("official"), -b.seats, b.id))}


def find_board(name: str) -> Board:
    """A shipped board by id, or the board file at a path; raises :class:`SetupError`."""
    if name.endswith(".toml") or "/" in name:
        return load_board(Path(name))
    return _named("board", name, boards())


def load_board(path: Path) -> Board:
    """The board in the file ``path``; see docs/boards.md for the format."""
    data = _toml(path)
    _known(path, data, {"id", "zh", "en", "profile", "cards", "rules"})
    base = profile(_text(path, data, "profile", "official"))
    cards = _cards(path, data.get("cards"))
    overrides = _table(path, data, "rules")
    try:
        rules = resolve(overrides, base.rules)
    except SetupError as error:
        raise SetupError(f"{path.name}: {error}") from None
    board_id = _text(path, data, "id", path.stem)
    zh = _text(path, data, "zh", board_id)
    return Board(board_id, zh, _text(path, data, "en", zh), base, cards, _sane(path.name, cards, rules))


def spec_for(
    board: Board,
    seed: int = 0,
    minute: int | None = None,
    rules: Ruleset | None = None,
    dealt: tuple[str, ...] = (),
) -> Spec:
    """The game of ``board`` with ``seed``; ``minute`` (0–59) is drawn from the seed where it is not given.

    Raises :class:`SetupError` if the board cannot be played under these ``rules`` (B-1).
    """
    on_board = set(board.cards)
    hours = tuple(tuple(role for role in hour if role in on_board) for hour in board.profile.hours)
    return Spec(
        board=board.id,
        cards=board.cards,
        hours=tuple(hour for hour in hours if hour),
        rules=_sane(board.id, board.cards, rules or board.rules),
        first_night=board.profile.first_night,
        seed=seed,
        minute=seed % 60 if minute is None else minute,
        dealt=dealt,
    )


def _sane(name: str, cards: tuple[str, ...], rules: Ruleset) -> Ruleset:
    """Refuse what cannot be played (B-1)."""
    wolves = sum(registry()[card].camp == "W" for card in cards)
    if not MIN_SEATS <= len(cards) <= MAX_SEATS:
        raise SetupError(f"{name}: {len(cards)} cards; a table has {MIN_SEATS} to {MAX_SEATS} seats")
    if not wolves:
        raise SetupError(f"{name}: there is no wolf among the cards")
    if wolves == len(cards):
        raise SetupError(f"{name}: there are only wolves among the cards")
    if "parity" in rules.wolves_win and 2 * wolves >= len(cards):
        raise SetupError(
            f"{name}: under parity the {wolves} wolves of {len(cards)} have won before the first night"
        )
    return rules


def _cards(path: Path, given: object) -> tuple[str, ...]:
    if isinstance(given, Mapping) and given:
        cards: list[str] = []
        for name, count in given.items():
            if isinstance(count, bool) or not isinstance(count, int) or count < 1:
                raise SetupError(f"{path.name}: the number of {name!r} must be a whole number of at least 1")
            cards += [_card(path, name)] * count
        return tuple(cards)
    if isinstance(given, list) and given and all(isinstance(name, str) for name in given):
        return tuple(_card(path, name) for name in given)
    raise SetupError(f"{path.name}: 'cards' must be a table of card = number, or a list of cards")


def _card(path: Path, name: str) -> str:
    try:
        return role_id(name)
    except SetupError as error:
        raise SetupError(f"{path.name}: {error}") from None


def _read_profile(path: Path) -> Profile:
    data = _toml(path)
    _known(path, data, {"id", "zh", "en", "hours", "first_night", "rules"})
    return Profile(
        id=_text(path, data, "id", path.stem),
        zh=_text(path, data, "zh", path.stem),
        en=_text(path, data, "en", path.stem),
        hours=tuple(_words(path, hour) for hour in _list(path, data, "hours")),
        first_night=_words(path, data.get("first_night", [])),
        rules=resolve(_table(path, data, "rules")),
    )


def _toml(path: Path) -> dict[str, object]:
    try:
        text = path.read_text("utf-8")
        return tomllib.loads(text)
    except FileNotFoundError:
        raise SetupError(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(f"{path} cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        hint = "" if text.isascii() else '; a name in Chinese needs quotes: "狼人" = 4'
        raise SetupError(f"{path.name} is not valid TOML: {error}{hint}") from None


def _known(path: Path, data: Mapping[str, object], names: set[str]) -> None:
    for key in data:
        if key not in names:
            near = get_close_matches(key, names, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(sorted(names))}"
            raise SetupError(f"{path.name}: unknown key {key!r}; {hint}")


def _text(path: Path, data: Mapping[str, object], key: str, default: str) -> str:
    value = data.get(key, default)
    if not isinstance(value, str) or not value or not value.isprintable():
        raise SetupError(f"{path.name}: {key!r} must be a plain, non-empty text")
    return value


def _table(path: Path, data: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = data.get(key, {})
    if not isinstance(value, Mapping):
        raise SetupError(f"{path.name}: {key!r} must be a table")
    return value


def _list(path: Path, data: Mapping[str, object], key: str) -> list[object]:
    value = data.get(key)
    if not isinstance(value, list):
        raise SetupError(f"{path.name}: {key!r} must be a list")
    return value


def _words(path: Path, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or any(not isinstance(word, str) for word in value):
        raise SetupError(f"{path.name}: a list of words is wanted, not {value!r}")
    return tuple(value)


def _named(what: str, name: str, known: Mapping[str, T]) -> T:
    if name in known:
        return known[name]
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
    raise SetupError(f"there is no {what} {name!r}; {hint}")
