"""The set-up form: its choices as text, and a :class:`Setup` from what was chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from llmwolf.boards import Board
from llmwolf.players.phrases import card_list, role_name
from llmwolf.table.pace import TABLE_PACES
from llmwolf.tui.model.catalog import Kind, profile_name
from llmwolf.tui.model.cells import one_line
from llmwolf.tui.model.houserules import HouseRules
from llmwolf.tui.model.switchwords import switch_name
from llmwolf.tui.session import LEVELS, Setup
from llmwolf.tui.words import t

ANY: Final = "any"
WATCH: Final = "watch"
GOD: Final = "god"
LIMITS: Final = (0, 60, 120, 180, 300)
"""Times for one answer that can be chosen, in seconds; 0 is no limit."""
LONGEST_NAME: Final = 16
_SEED: Final = re.compile(r"-?[0-9]{1,19}")
_SEATED: Final = re.compile(r"(\d{1,3})\s*号|\bseat\s*(\d{1,3})", re.IGNORECASE)
"""A seat's number in a name."""

Options = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class FormError(Exception):
    """What was typed into ``field`` cannot be used; ``sentence`` says what would be right."""

    field: str
    sentence: str


def kind_options(found: Sequence[Kind], lang: str) -> Options:
    """Every kind of table; a board that stands alone is named with its id."""
    return [(kind.id, kind.name(lang) + (f" ({kind.id})" if len(kind.boards) == 1 else "")) for kind in found]


def size_options(kind: Kind, lang: str) -> Options:
    """The numbers of seats that a kind comes in."""
    return [(str(n), t("seats_no", lang, n=n)) for n in kind.sizes]


def seat_options(board: Board, lang: str) -> Options:
    """Any seat, each seat, and watching."""
    seats = [(str(s), t("seat_no", lang, seat=s)) for s in range(1, board.seats + 1)]
    return [(ANY, t("seat_any", lang)), *seats, (WATCH, t("seat_watch", lang)), (GOD, t("seat_god", lang))]


def role_options(board: Board, lang: str) -> Options:
    """Any card, and each card of the board."""
    return [
        (ANY, t("role_any", lang)),
        *((card, role_name(card, lang)) for card in dict.fromkeys(board.cards)),
    ]


def level_options(lang: str) -> Options:
    """How well the bots play."""
    return [(level, t(f"level_{level}", lang)) for level in LEVELS]


def pace_options(lang: str) -> Options:
    """How fast speeches are shown."""
    return [(pace, t(f"pace_{pace}", lang)) for pace in TABLE_PACES]


def limit_options(lang: str) -> Options:
    """The person's time for one answer."""
    return [(str(n), t("limit_some", lang, n=n) if n else t("limit_none", lang)) for n in LIMITS]


def model_options(board: Board, seat: str, lang: str) -> Options:
    """How many seats are models: all others where a person takes a ``seat``, all where nobody does."""
    watched = seat in (WATCH, GOD)
    most = board.seats if watched else board.seats - 1
    some = [(str(n), t("models_some", lang, n=n)) for n in range(1, most)]
    everybody = t("models_all" if watched else "models_others", lang, n=most)
    return [("0", t("models_none", lang)), *some, (str(most), everybody)]


def board_note(board: Board, lang: str) -> str:
    """The board's cards, whether there is a sheriff, and whose house rules they are."""
    sheriff = t("info_yes" if board.sheriff else "info_no", lang)
    parts = (f"{t('info_sheriff', lang)} {sheriff}", profile_name(board.profile, lang))
    cards = card_list(board.cards, lang)
    spare = len(board.cards) - board.seats
    seats = t("seats_spares" if spare else "seats_no", lang, n=board.seats, spare=spare)
    return f"{seats}{t('colon', lang)}{cards}\n{' · '.join(parts)}"


def rules_note(house: HouseRules, lang: str) -> str:
    """Whether the rules are the board's, or what was changed."""
    if not house.changes:
        return t("rules_as_board", lang)
    names = ("、" if lang == "zh" else ", ").join(switch_name(name, lang) for name in house.changes)
    return t("rules_changed", lang, n=len(house.changes), names=names)


def values_of(setup: Setup) -> dict[str, str]:
    """The form's values for ``setup``."""
    seat = GOD if setup.god else WATCH if setup.watch else str(setup.seat or ANY)
    return {
        "board": setup.board.id,
        "seat": seat,
        "role": setup.role or ANY,
        "level": setup.level,
        "pace": setup.pace,
        "limit": str(int(setup.limit or 0)),
        "seed": "" if setup.seed is None else str(setup.seed),
        "name": setup.name,
        "models": str(setup.models),
        "url": setup.base_url,
        "model": setup.model,
    }


def setup_of(values: Mapping[str, str], house: HouseRules, lang: str) -> Setup:
    """The setup that ``values`` describe, on the board and by the rules of ``house``.

    Raises :class:`FormError`.
    """
    seat = values["seat"]
    watch = seat in (WATCH, GOD)
    if problem := house.problem:
        raise FormError("rules", t("cannot_start", lang, why=problem))
    wanted = int(seat) if seat.isdecimal() else 0
    if not watch and (problem := name_problem(name_of(values), wanted, lang)):
        raise FormError("name", problem)
    return Setup(
        board=house.board,
        rules=house.rules if house.changes else None,
        seat=0 if watch or seat == ANY else int(seat),
        role="" if watch or values["role"] == ANY else values["role"],
        watch=watch,
        god=seat == GOD,
        level=values["level"],
        pace=values["pace"],
        seed=_seed(values["seed"], lang),
        limit=float(values["limit"]) or None,
        name=name_of(values),
        models=int(values["models"]),
        base_url=values["url"].strip(),
        model=values["model"].strip(),
    )


def name_of(values: Mapping[str, str]) -> str:
    """The person's name, as long as there is room for; empty: one is given."""
    return one_line(values["name"])[:LONGEST_NAME]


def name_problem(name: str, seat: int, lang: str) -> str:
    """Why nobody at ``seat`` (0: any) may be called so: the name is of another seat; empty: it is good."""
    numbers = {int(zh or en) for zh, en in _SEATED.findall(name)}
    return t("bad_name", lang, name=name) if numbers - {seat} else ""


def seed_problem(typed: str, lang: str) -> str:
    """Why what is ``typed`` is no seed; empty: it is one, or nothing."""
    text = typed.strip()
    good = not text or (_SEED.fullmatch(text) and -(2**63) <= int(text) < 2**63)
    return "" if good else t("bad_seed", lang)


def _seed(typed: str, lang: str) -> int | None:
    if problem := seed_problem(typed, lang):
        raise FormError("seed", problem)
    return int(typed) if typed.strip() else None
