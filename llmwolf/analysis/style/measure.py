"""One recorded game measured: every feature of every seat, and what was said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Final

from llmwolf.analysis.corpus import agent_of, tournament_of
from llmwolf.analysis.tables.rows import rules_digest
from llmwolf.coach.claims.findings import findings, findings_after
from llmwolf.coach.claims.ledger import ledger
from llmwolf.coach.features import AFTER, FEATURES, PUBLIC, counted
from llmwolf.coach.material import Material
from llmwolf.coach.minutes import Minutes, minutes
from llmwolf.players.words import Pair
from llmwolf.record.errors import RecordError
from llmwolf.record.reader import Transcript, read
from llmwolf.record.sources import tries_of
from llmwolf.rules import events as ev
from llmwolf.rules.words import clean

CALLS: Final[dict[str, tuple[Pair, Pair]]] = {
    "F03": (("调用用时", "time of a call"), ("秒", "seconds")),
    "F34": (("修复、重试与失败", "repairs, retries, failures"), ("每次调用", "a call")),
    "F39": (("回复长度", "length of a reply"), ("词元", "tokens")),
}
"""Features of the calls to models, by id: name and unit. They are no style, and are told apart from it."""
MEASURES: Final[dict[str, tuple[Pair, Pair]]] = {
    **{id_: (feature.name, feature.unit) for id_, feature in FEATURES.items()},
    **CALLS,
}

STYLE: Final = tuple(FEATURES)
"""Features of play and talk."""

Deal = tuple[str, str, int]
"""Board, rules and seed."""


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """What must be equal where seats are compared: the board, its rules, the language and the card."""

    board: str
    rules: str
    lang: str
    role: str


@dataclass(frozen=True, slots=True)
class Said:
    """One speech."""

    day: int
    stage: str
    text: str


@dataclass(frozen=True, slots=True)
class Sat:
    """One seat of a game: whose it was, its ``values`` by feature, its speeches."""

    seat: int
    agent: str
    kind: Kind
    values: dict[str, float]
    speeches: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """One game; those of one ``deal`` are one piece of evidence."""

    file: Path
    deal: Deal
    engine: str
    seats: tuple[Sat, ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A record that is not measured: ``error`` says what is wrong with it; empty: it is unfinished."""

    file: Path
    error: str


def measured(file: Path) -> Played | LeftOut:
    """The game recorded in ``file``; an unfinished one is left out, for its cards are hidden still."""
    try:
        transcript = read(file)
    except RecordError as error:
        return LeftOut(file, f"line {error.line}: {error.sentence}" if error.line else error.sentence)
    book = minutes(transcript.events)
    dealt = {event.seat: event.role for event in transcript.events if isinstance(event, ev.Dealt)}
    if not transcript.finished or len(dealt) < book.seats:
        return LeftOut(file, "")
    head = transcript.head
    rules, lang = rules_digest(head), _language(book)
    values = _values(transcript, book)
    said: dict[int, list[Said]] = defaultdict(list)
    for speech in book.speeches:
        said[speech.seat].append(Said(speech.day, speech.stage, clean(speech.text)))
    in_tournament = tournament_of(file) is not None
    seats = (
        Sat(
            sitter.seat,
            agent_of(sitter, in_tournament),
            Kind(head.board, rules, lang, dealt[sitter.seat]),
            values[sitter.seat],
            tuple(said[sitter.seat]),
        )
        for sitter in head.seats
    )
    return Played(file, (head.board, rules, head.seed), head.engine, tuple(seats))


def _values(transcript: Transcript, book: Minutes) -> dict[int, dict[str, float]]:
    entries = ledger(book)
    found = findings(book, entries)
    after = (*found, *findings_after(book, entries, transcript.events))
    public = counted(Material(book, entries, found), PUBLIC)
    hidden = counted(Material(book, entries, after, transcript.events), AFTER)
    values: dict[int, dict[str, float]] = defaultdict(dict)
    for id_, by_seat in (public | hidden).items():
        for seat, value in by_seat.items():
            values[seat][id_] = float(value.value)
    for id_, seat, number in _calls(transcript):
        values[seat][id_] = number
    return values


def _calls(transcript: Transcript) -> Iterator[tuple[str, int, float]]:
    """(feature, seat, value) of the calls to models, without those that were made again after a break."""
    cases: dict[tuple[str, int], list[float]] = defaultdict(list)
    made = ((what.seat, line) for what, tries in tries_of(transcript).items() for line in tries[-1])
    for seat, line in made:
        seconds, tokens = line.get("seconds"), line.get("tokens")
        retries = line.get("retries")
        trouble = bool(line.get("repair")) + bool(line.get("failed"))
        trouble += len(retries) if isinstance(retries, list) else 0
        cases["F34", seat].append(trouble)
        if isinstance(seconds, (int, float)):
            cases["F03", seat].append(seconds)
        if isinstance(tokens, list) and len(tokens) == 4 and type(tokens[2]) is int:
            cases["F39", seat].append(tokens[2])
    for (id_, seat), found in cases.items():
        yield id_, seat, fmean(found)


def _language(book: Minutes) -> str:
    """What most of the table's words are written in; empty where nothing was said in words."""
    text = "".join(speech.text for speech in book.speeches)
    han = sum("\u4e00" <= letter <= "\u9fff" for letter in text)
    latin = sum(letter.isascii() and letter.isalpha() for letter in text)
    if not han + latin:
        return ""
    return "zh" if han * 3 >= latin else "en"  # a Latin word has several letters
