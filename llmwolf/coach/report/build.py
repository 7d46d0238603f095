"""Puts a report together: what could be known in front, what needs the cards behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from llmwolf.coach.known import Knowable
from llmwolf.coach.report import logbook, table, talk
from llmwolf.coach.report.chances import known, odds
from llmwolf.coach.report.pieces import Block, Prose, Report, Section, bit
from llmwolf.coach.report.source import PUBLIC, Source
from llmwolf.coach.report.votes import votes
from llmwolf.coach.report.words import w


def report(source: Source) -> Report:
    """The report on ``source``.

    ``after`` is empty while the game is unfinished; everything before it is the same whatever the cards are
    that the main part's eyes did not see.
    """
    front = [section for section in _front(source) if section.blocks]
    behind = [section for section in _after(source) if section.blocks]
    return Report(source.lang, table.title(source), table.fields(source), front, behind)


def _front(source: Source) -> Iterator[Section]:
    lang, study, seat = source.lang, source.study, source.seat
    yield table.seats(source)
    if source.chances is not None:
        title = w("odds_seat", lang, seat=seat) if seat != PUBLIC else w("odds_public", lang)
        yield odds(source, source.chances, "odds", title)
    else:
        yield Section("odds", w("odds", lang), [Prose(bit(w("no_odds", lang), 0, "dim"))])
    yield votes(source)
    yield talk.claims(source)
    yield talk.findings(source, study.findings, "findings")
    yield talk.reviews(source, study.reviews, "reviews")
    yield talk.figures(source, study.features, "figures")
    if seat != PUBLIC:
        yield _known(source, [one for one in source.known if one.seat == seat], "known", hidden=False)
    yield Section("notes", w("notes", lang), logbook.notes(source))
    yield logbook.log(source)


def _after(source: Source) -> Iterator[Section]:
    after = source.study.after
    if after is None:
        return
    lang = source.lang
    yield table.cards(source)
    if source.truth is not None:
        yield odds(source, source.truth, "truth", w("odds_true", lang), hidden=True)
    yield talk.findings(source, after.findings, "after-findings")
    yield talk.reviews(source, after.reviews, "after-reviews")
    yield talk.figures(source, after.features, "after-figures")
    if source.seat == PUBLIC:
        yield _known(source, source.known, "after-known", hidden=True)
    yield Section("after-notes", w("notes", lang), logbook.hidden_notes(source))
    if (remarks := table.remarks(source)) is not None:
        yield remarks
    yield logbook.hidden_log(source)


def _known(source: Source, found: Sequence[Knowable], key: str, hidden: bool) -> Section:
    blocks: list[Block] = known(source, found, hidden)
    return Section(key, w("known", source.lang), blocks, w("known_note", source.lang), hidden)
