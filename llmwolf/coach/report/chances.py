"""Odds in a report: the curve, its numbers, the key moments; and what seats could have known."""

from __future__ import annotations

from collections.abc import Sequence

from llmwolf.coach.known import Knowable
from llmwolf.coach.odds.swings import Swing
from llmwolf.coach.oddswords import act, better, place, side_of
from llmwolf.coach.report.pieces import Bit, Block, Cell, Curve, Section, Spot, Table, bit, link
from llmwolf.coach.report.source import Chances, Source
from llmwolf.coach.report.words import w
from llmwolf.players.phrases import say_event, seat_list
from llmwolf.players.words import pick
from llmwolf.rules import events as ev

_CAUSES = (
    ev.Announced, ev.Exiled, ev.NobodyExiled, ev.Elected, ev.NoBadge, ev.Shot, ev.Exploded, ev.BadgePassed,
    ev.Dueled, ev.Revealed, ev.Withdrew, ev.SignedUp, ev.GameEnded,
)  # fmt: skip
"""Outcomes that a swing may come from."""
_MOST_CAUSES = 4


def odds(source: Source, chances: Chances, key: str, title: str, hidden: bool = False) -> Section:
    """The odds of one observer; ``hidden``: the judge's, so that links may go to every event."""
    lang = source.lang
    spots = tuple(_spots(source, chances, hidden))
    columns = ("col_moment", "col_event", "col_odds", "col_interval", "col_games")
    numbers = Table(
        w("odds_rows", lang), tuple(w(c, lang) for c in columns), tuple(_numbers(chances, spots, lang)), True
    )
    blocks: list[Block] = [
        Curve(title, w("odds_about", lang), spots),
        _swings(source, chances, hidden),
        numbers,
    ]
    return Section(key, w(key, lang), blocks)


def _spots(source: Source, chances: Chances, hidden: bool) -> list[Spot]:
    marks = chances.odds.ref.marks
    keys = {swing.start for swing in chances.swings} | {swing.end for swing in chances.swings}
    found = []
    for ply in chances.plies:
        mark, point = marks[ply], chances.odds.points.get(ply)
        share = point.share("good") if point else None
        event = mark.event if hidden else source.before(mark.event)
        label = place(mark, source.lang, chances.odds.setting.observer)
        if share is None:
            found.append(Spot(event, mark.day, label, None))
        else:
            found.append(Spot(event, mark.day, label, share.share, share.low, share.high, ply in keys))
    if (winner := chances.odds.ref.winner) and found:
        came = float(winner == "good")
        found.append(Spot(len(source.log), found[-1].day, w("the_end", source.lang), came, came, came))
    return found


def _numbers(chances: Chances, spots: Sequence[Spot], lang: str) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    for ply, spot in zip(chances.plies, spots, strict=False):  # the end was not rolled out
        if spot.share is None:
            rows.append(
                (bit(spot.label), link(spot.event), bit(w("no_world", lang), 0, "dim"), bit(""), bit(""))
            )
            continue
        span = f"{spot.low:.0%}–{spot.high:.0%}"
        games = chances.odds.points[ply].n
        rows.append((bit(spot.label), link(spot.event), bit(f"{spot.share:.0%}"), bit(span), bit(games)))
    return rows


def _swings(source: Source, chances: Chances, hidden: bool) -> Table:
    lang = source.lang
    rows = []
    for swing in chances.swings:
        mark = chances.odds.ref.marks[swing.start]
        event = mark.event if hidden else source.before(mark.event)
        moved = f"{swing.before:.0%} → {swing.after:.0%}", f"{swing.change:+.0%} ±{swing.half:.0%}"
        change = "{} ({})" if source.english else "{}（{}）"
        look = "good" if swing.change > 0 else "bad"
        side = side_of(swing.side, lang)
        best = swing.alternatives[0] if swing.alternatives else None
        rows.append(
            (
                (Bit(f"{place(mark, lang, chances.odds.setting.observer)} "), Bit(f"#{event}", event)),
                (Bit(f"{side} "), Bit(change.format(*moved), 0, look)),
                _cause(source, chances, swing, hidden),
                bit(better(best, lang), event) if best else bit(w("no_better", lang), 0, "dim"),
            )
        )
    columns = tuple(w(c, lang) for c in ("col_moment", "col_change", "col_cause", "col_better"))
    return Table(w("key_moments", lang), columns, tuple(rows))


def _cause(source: Source, chances: Chances, swing: Swing, hidden: bool) -> Cell:
    """What happened between the two moments: outcomes, or else who spoke."""
    marks = chances.odds.ref.marks
    last = len(source.log) if swing.end is None else marks[swing.end].event
    seen = [
        (number, event)
        for number, event in enumerate(
            source.log[marks[swing.start].event : last], marks[swing.start].event + 1
        )
        if hidden or source.shown(number)
    ]
    outcomes = [(n, say_event(e, source.lang)) for n, e in seen if isinstance(e, _CAUSES)]
    if not outcomes:
        said = "{} speaks" if source.english else "{}发言"
        outcomes = [(n, said.format(source.name(e.seat))) for n, e in seen if isinstance(e, ev.Spoke)]
    if not outcomes:
        outcomes = [(n, say_event(e, source.lang)) for n, e in seen[-1:]]
    bits: list[Bit] = []
    for number, text in outcomes[:_MOST_CAUSES]:
        bits += [Bit(f"{text} "), Bit(f"#{number}", number), Bit(" ")]
    return tuple(bits)


# -- what could have been known --------------------------------------------------------------------------


def known(source: Source, found: Sequence[Knowable], hidden: bool) -> list[Block]:
    """A table for each seat; ``hidden``: behind a fold, for all seats."""
    lang = source.lang
    columns = ("col_event", "col_act", "col_deals", "col_wolves", "col_good", "col_rank", "col_best")
    heads = tuple(w(c, lang) for c in columns)
    blocks: list[Block] = []
    for seat in sorted({one.seat for one in found}):
        rows = tuple(_knowing(source, one, hidden) for one in found if one.seat == seat)
        blocks.append(Table(source.name(seat), heads, rows, fold=hidden))
    return blocks


def _knowing(source: Source, one: Knowable, hidden: bool) -> tuple[Cell, ...]:
    lang = source.lang
    event = one.event if hidden else source.before(one.event)
    none = "—"
    best = ""
    if one.options:
        seat, chance = one.options[0]
        best = pick((f"{seat}号（狼 {chance:.0%}）", f"seat {seat} (wolf {chance:.0%})"), lang)
    return (
        (Bit(pick((f"第{one.day}天 ", f"day {one.day} "), lang)), Bit(f"#{event}", event)),
        bit(act(one.verb, one.targets, lang)),
        bit(f"{one.deals:,}", event),
        bit(seat_list(one.wolves, lang) if one.wolves else none),
        bit(seat_list(one.good, lang) if one.good else none),
        bit(f"{one.rank}/{len(one.options)}" if one.rank else none),
        bit(best or none),
    )
