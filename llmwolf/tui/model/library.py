"""The saved games, read from the beginning and the end of their files: nothing hidden is looked at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BufferedReader
from os import SEEK_END, fstat
from pathlib import Path
from typing import Final

from llmwolf.export.front import model_name
from llmwolf.export.recorded import person_of
from llmwolf.players.phrases import card_list, role_name, side_name
from llmwolf.record.errors import BadLine, RecordError
from llmwolf.record.head import Head
from llmwolf.record.lines import END, End
from llmwolf.record.places import saved
from llmwolf.record.shapes import load
from llmwolf.roles import registry
from llmwolf.rules.chapters.setup import deal
from llmwolf.tui.model.boardinfo import Item
from llmwolf.tui.model.cells import one_line, pad
from llmwolf.tui.model.practice import origin_words
from llmwolf.tui.words import t

SORTS: Final = ("day", "board", "role", "result", "days")
ONLY: Final = ("all", "unfinished", "won", "lost")

_DATED: Final = re.compile(r"\d{4}-\d{2}-\d{2}(?=-)")
_NIGHT: Final = b'{"kind":"ev","e":"NightFell"'
_END: Final = b'{"kind":"end"'
_LONGEST_HEAD: Final = 1 << 17
_BLOCK: Final = 1 << 14
_WIDTHS: Final = (
    (94, (17, 22, 15, 15, 5, 12)),
    (84, (17, 22, 15, 15, 5, 0)),
    (68, (12, 16, 13, 14, 5, 0)),
    (0, (12, 13, 12, 12, 5, 0)),
)
"""From so many cells on: the widths of all columns but the last."""
_LEAST_MODEL: Final = 8
"""Cells without which the models are left out."""
_FURTHEST: Final = 1 << 20
"""How far from the end the last night is looked for: a file may hold megabytes of what models were asked."""


@dataclass(frozen=True, slots=True)
class Saved:
    """One file of the library.

    ``head`` is missing where the file is damaged, and ``problem`` says how. ``role`` is the card that the
    person was dealt. ``days`` is 0 where it is not known.
    """

    path: Path
    day: str
    modified: float
    head: Head | None = None
    end: End | None = None
    seat: int = 0
    role: str = ""
    days: int = 0
    problem: str = ""

    @property
    def unfinished(self) -> bool:
        """Whether there is something to go on with."""
        return not self.problem and self.end is None

    @property
    def won(self) -> bool:
        """Whether the person has won it."""
        return self.end is not None and self.end.winner != "draw" and self.seat in self.end.winners

    @property
    def lost(self) -> bool:
        """Whether the person has lost it."""
        return self.end is not None and self.end.winner != "draw" and bool(self.seat) and not self.won

    @property
    def seed(self) -> str:
        """The seed of a game that is over; while it is not, the cards follow from it."""
        return str(self.head.seed) if self.head and self.end else ""

    def models(self) -> dict[int, str]:
        """Seat → model."""
        seats = self.head.seats if self.head else ()
        return {s.seat: model_name(s.model) for s in seats if s.player == "model"}

    def board(self, lang: str) -> str:
        """The board's name; the file's own where there is none."""
        if self.head is None:
            return self.path.name
        return (self.head.en if lang == "en" else self.head.zh) or self.head.board

    def sitting(self, lang: str) -> str:
        """The person's seat and card."""
        if self.head is None:
            return ""
        if not self.seat:
            people = sum(sitter.player == "human" for sitter in self.head.seats)
            return t("saved_many" if people else "saved_watched", lang)
        return t("saved_seat", lang, seat=self.seat, card=role_name(self.role, lang))

    def result(self, lang: str) -> str:
        """What came of it."""
        if self.problem:
            return t("saved_damaged", lang)
        if self.end is None:
            return t("saved_unfinished", lang)
        if self.end.winner == "draw":
            return t("saved_draw", lang)
        if self.seat:
            return t("saved_won" if self.won else "saved_lost", lang)
        return t("saved_side", lang, side=one_line(side_name(self.end.winner, lang)))

    def model_words(self, lang: str) -> str:
        """Each model with the number of its seats."""
        models = list(self.models().values())
        return " ".join(
            f"{name}×{models.count(name)}" if models.count(name) > 1 else name
            for name in dict.fromkeys(models)
        )

    @property
    def when(self) -> str:
        """The day, and the time at which the file was changed last where that was on the same day."""
        changed = datetime.fromtimestamp(self.modified, UTC).astimezone()
        return f"{self.day} {changed:%H:%M}" if changed.date().isoformat() == self.day else self.day

    def cells(self, lang: str) -> tuple[str, ...]:
        """Date, board, seat and card, result, days, seed, models."""
        days = str(self.days) if self.days else "–"
        practice = f"{t('practice', lang)}·" if self.head and self.head.origin else ""
        return (
            self.when,
            practice + one_line(self.board(lang)),
            self.sitting(lang),
            self.result(lang),
            days if self.head else "",
            self.seed,
            one_line(self.model_words(lang)) if self.head else self.problem,
        )


def glance(path: Path, lang: str) -> Saved:
    """What the beginning and the end of a file tell of its game; what is wrong with it is its ``problem``."""
    try:
        with path.open("rb") as file:
            modified = fstat(file.fileno()).st_mtime
            first = file.readline(_LONGEST_HEAD)
            day = _day(path, modified)
            if not first.strip(b"\0\r\n\t "):
                return Saved(path, day, modified, problem=t("saved_empty", lang))
            head = Head.read(first)
            end, days = _tail(file, len(first))
    except OSError as error:
        return Saved(path, _day(path, 0), 0, problem=one_line(error.strerror or str(error)))
    except BadLine as error:
        return Saved(path, day, modified, problem=one_line(RecordError(str(error)).told(lang)))
    seat = person_of(head)
    dealt = head.dealt or deal(head.spec(), registry())
    return Saved(path, day, modified, head, end, seat, dealt[seat - 1] if seat else "", days)


def broke_off(folder: Path, lang: str) -> str:
    """The board of the game that was played last, if it is unfinished; otherwise empty."""
    try:
        last = max(saved(folder), key=lambda path: path.stat().st_mtime, default=None)
    except OSError:  # deleted meanwhile
        return ""
    game = glance(last, lang) if last else None
    if game is None or game.head is None or not game.unfinished:
        return ""
    return one_line((game.head.en if lang == "en" else game.head.zh) or game.head.board)


def _day(path: Path, modified: float) -> str:
    """The day that the file is named after, or else that of its last change."""
    found = _DATED.match(path.name)
    return found[0] if found else datetime.fromtimestamp(modified, UTC).astimezone().date().isoformat()


def _tail(file: BufferedReader, start: int) -> tuple[End | None, int]:
    """The end line, if there is one, and the number of the last night; raises :class:`BadLine`."""
    end: End | None = None
    for number, raw in enumerate(_backwards(file, start)):
        if number == 0 and raw:
            load(raw)
        if raw.startswith(_END):
            end = END.build(load(raw))
        elif raw.startswith(_NIGHT):
            day = load(raw).get("day")
            return end, day if type(day) is int else 0
    return end, 0


def _backwards(file: BufferedReader, start: int) -> Iterator[bytes]:
    """The whole lines of a file from the last to the one at ``start``; a torn last line is passed over."""
    size = upto = file.seek(0, SEEK_END)
    rest, torn = b"", True
    while upto > start and size - upto < _FURTHEST:
        at = max(start, upto - _BLOCK)
        file.seek(at)
        first, *lines = (file.read(upto - at) + rest).split(b"\n")
        if torn and lines:
            lines.pop()  # what stands behind the last line break: nothing, or half a line
            torn = False
        yield from reversed(lines)
        rest, upto = first, at
    if upto <= start and not torn:
        yield rest


def find(games: Iterable[Saved], words: str, only: str, sort: str, lang: str) -> list[Saved]:
    """The games in which every one of ``words`` is found, in the order of ``sort``, a name of :data:`SORTS`.

    ``only`` is a name of :data:`ONLY`.
    """
    wanted = words.lower().split()
    chosen = [game for game in games if _is(game, only) and _holds(game, wanted)]
    chosen.sort(key=lambda game: (game.day, game.modified, game.path.name), reverse=True)
    chosen.sort(key=lambda game: (bool(game.problem), *_KEYS[sort](game, lang)))
    return chosen


def _is(game: Saved, only: str) -> bool:
    return only == "all" or bool(getattr(game, only))


def _holds(game: Saved, wanted: Sequence[str]) -> bool:
    """Whether each word stands in any column, in either language, or in the file's name."""
    if not wanted:
        return True
    cells = (*game.cells("zh"), *game.cells("en"), game.path.name)
    text = "\n".join(cells).lower()
    return all(word in text for word in wanted)


_KEYS: Final[dict[str, Callable[[Saved, str], tuple[bool, str | int]]]] = {
    "day": lambda game, lang: (False, 0),
    "board": lambda game, lang: (False, game.board(lang)),
    "role": lambda game, lang: (not game.role, role_name(game.role, lang)),
    "result": lambda game, lang: (game.end is not None, game.result(lang)),
    "days": lambda game, lang: (False, -game.days),
}
"""Among equals the newest comes first, and what is damaged comes last."""


def columns(width: int) -> tuple[int, ...]:
    """The widths of the columns of a list of ``width`` cells; the last has what is left, or nothing."""
    known = next(widths for least, widths in _WIDTHS if width >= least)
    left = width - sum(known)
    return *known, left if left >= _LEAST_MODEL else 0


def row(cells: Iterable[str], width: int) -> str:
    """``cells`` in their columns, a blank between them."""
    widths = columns(width)
    date, *others = cells
    # Where there is no room the year is left out.
    shown = (date[5:] if date[4:5] == "-" and widths[0] <= 12 else date, *others)
    return "".join(pad(cell, max(0, w - 1)) + " " * min(w, 1) for cell, w in zip(shown, widths, strict=True))


def items(game: Saved, lang: str) -> list[Item]:
    """What is worth knowing of one game; where it is unfinished, of no card but the person's own."""
    found = []
    if game.problem:
        found.append(Item(t("about_problem", lang), game.problem))
    if game.head is not None:
        board = f"{game.board(lang)} ({game.head.board}) · {card_list(game.head.cards, lang)}"
        result = game.result(lang)
        if game.end is not None and game.end.winner != "draw" and game.seat:
            result += f" · {t('saved_side', lang, side=one_line(side_name(game.end.winner, lang)))}"
        if game.days:
            days = "day_no" if game.unfinished else "end_days"
            result += f" · {t(days, lang, day=game.days)}"
        found += [
            Item(t("about_result", lang), result),
            Item(t("about_board", lang), board),
            Item(t("about_players", lang), " · ".join(_players(game, lang))),
        ]
        if game.seed:
            found.append(Item(t("about_seed", lang), game.seed))
        if practice := origin_words(game.head.origin, lang):
            found.append(Item(t("about_practice", lang), practice))
    return [*found, Item(t("about_file", lang), one_line(game.path.name))]


def _players(game: Saved, lang: str) -> Iterator[str]:
    """People and models, each by seat; bots are only said to be there."""
    models, seats = game.models(), game.head.seats if game.head else ()
    for sitter in seats:
        if sitter.player == "human":
            yield t("about_person", lang, seat=sitter.seat, name=sitter.nickname)
        elif sitter.seat in models:
            yield t("about_model", lang, seat=sitter.seat, name=sitter.nickname, model=models[sitter.seat])
    if any(sitter.player not in ("human", "model") for sitter in seats):
        yield t("about_bots", lang)
