"""The log of a report, every event under its number; and the coach's notes on events."""

from __future__ import annotations

from llmwolf.coach.report.pieces import Block, Chapter, Entry, Log, Section, Table, bit, link
from llmwolf.coach.report.source import Source
from llmwolf.coach.report.words import w
from llmwolf.players.phrases import say_event
from llmwolf.players.words import pick
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.words import clean


def log(source: Source) -> Section:
    """What the eyes of the main part saw."""
    lang = source.lang
    return Section("log", w("log", lang), [_log(source, hidden=False)], w("log_note", lang))


def hidden_log(source: Source) -> Section:
    """What they did not see: the nights, the cards, the judge's own reckoning."""
    return Section("hidden", w("hidden_log", source.lang), [_log(source, hidden=True)])


def notes(source: Source) -> list[Block]:
    """The coach's notes on events that these eyes saw."""
    return _notes(source, [n for n in source.notes if n <= len(source.log) and source.shown(n)])


def hidden_notes(source: Source) -> list[Block]:
    """The notes on the other events."""
    return _notes(source, [n for n in source.notes if n <= len(source.log) and not source.shown(n)])


def _notes(source: Source, numbers: list[int]) -> list[Block]:
    lang = source.lang
    rows = tuple(
        (
            link(number),
            bit(pick(("、", ", "), lang).join(source.notes[number].tags), 0, "strong"),
            bit(source.notes[number].text),
            bit(_short(say_event(source.log[number - 1], lang)), 0, "dim"),
        )
        for number in numbers
    )
    columns = tuple(w(c, lang) for c in ("col_event", "col_tags", "col_text", "col_what"))
    return [Table("", columns, rows)] if rows else []


def _short(text: str) -> str:
    text = clean(text).replace("\n", " ")
    return text if len(text) <= 60 else f"{text[:60]}…"


def _log(source: Source, hidden: bool) -> Log:
    lang = source.lang
    chapters: list[tuple[str, list[Entry]]] = [(w("start", lang), [])]
    for number, event in enumerate(source.log, 1):
        if isinstance(event, ev.NightFell):
            chapters.append((w("night", lang, day=event.day), []))
        elif isinstance(event, ev.DayBroke):
            chapters.append((w("day", lang, day=event.day), []))
        if source.shown(number) is not hidden:
            look = "hidden" if hidden else "public" if event.to is None else "own"
            chapters[-1][1].append(_entry(source, number, event, look))
    told = tuple(Chapter(title, tuple(entries)) for title, entries in chapters if entries)
    return Log("" if not hidden else w("hidden_log", lang), told, fold=hidden)


def _entry(source: Source, number: int, event: Event, look: str) -> Entry:
    lang = source.lang
    if isinstance(event, ev.Spoke):
        last = f" · {w('last_words', lang)}" if event.stage == "last_words" else ""
        cut = w(event.cut, lang) if event.cut else ""
        silence = "said_nothing" if source.head.imported is None else "not_noted"
        text = clean(event.text) or ("" if cut else w(silence, lang))
        return Entry(number, f"{source.name(event.seat)}{last}", f"{text}{cut}", look)
    if isinstance(event, ev.Whispered):
        who = f"{source.name(event.seat)} · {w('whisper', lang)}"
        return Entry(number, who, clean(event.text) or w("said_nothing", lang), look)
    return Entry(number, "", say_event(event, lang), look)
