"""Who voted for whom, round by round."""

from __future__ import annotations

from llmwolf.coach.minutes import Vote
from llmwolf.coach.report.pieces import Bit, Cell, Section, Table, bit, link
from llmwolf.coach.report.source import Source
from llmwolf.coach.report.words import w
from llmwolf.players.phrases import half_votes
from llmwolf.rules.events import EXILE

_ABSTAINED = "—"


def votes(source: Source) -> Section:
    """A row for each voter, a column for each ballot; below, what was counted and what came of it."""
    lang, book = source.lang, source.study.minutes
    heads = [w("col_voter", lang)]
    for vote in book.votes:
        day = f"D{vote.day} " if source.english else f"第{vote.day}天 "
        heads.append(f"{day}{w(vote.stage, lang)}")
    events = [link(vote.number) for vote in book.votes]
    rows: list[tuple[Cell, ...]] = [(bit(w("col_event", lang), 0, "dim"), *events)]
    for seat in range(1, book.seats + 1):
        cells = [_target(vote.ballots, vote.tally, seat, vote.number) for vote in book.votes]
        if any(cells):
            rows.append((bit(source.name(seat)), *cells))
    if not book.votes:
        return Section("votes", w("votes", lang), [])
    rows.append(
        (
            bit(w("tally", lang), 0, "strong"),
            *(_tally(source, vote.tally, vote.number) for vote in book.votes),
        )
    )
    out = [_outcome(source, vote) for vote in book.votes]
    rows.append((bit(w("outcome", lang), 0, "strong"), *out))
    table = Table("", tuple(heads), tuple(rows), numbered=True)
    return Section("votes", w("votes", lang), [table], w("votes_note", lang))


def _target(ballots: dict[int, int], tally: dict[int, int], seat: int, number: int) -> Cell:
    if seat not in ballots:
        return ()
    target = ballots[seat]
    if not target:
        return bit(_ABSTAINED, number, "dim")
    leads = tally and tally.get(target, 0) == max(tally.values())
    return bit(target, number, "strong" if leads else "")


def _tally(source: Source, tally: dict[int, int], number: int) -> Cell:
    counts = "{}: {}" if source.english else "{}号 {}票"
    counted = sorted(tally.items(), key=lambda pair: (-pair[1], pair[0]))
    bits: list[Bit] = []
    for seat, halves in counted:
        bits += [Bit(counts.format(seat, half_votes(halves)), number), Bit("\n")]
    return tuple(bits[:-1]) or bit(_ABSTAINED, number, "dim")


def _outcome(source: Source, vote: Vote) -> Cell:
    """Who was exiled or elected, under the last ballot before that."""
    book = source.study.minutes
    later = [other.number for other in book.votes if other.number > vote.number]
    ends = book.badge if vote.stage not in EXILE else list(book.exiles.values())
    for number, seat in ends:
        if vote.number < number < min(later, default=number + 1):
            return bit(source.name(seat) if seat else w("nobody", source.lang), number)
    return ()
