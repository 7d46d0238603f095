"""Odds in a report: the curve, its numbers, the key moments; and what seats could have known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from llmwolf.coach.known import Knowable
from llmwolf.coach.odds.reference import PUBLIC, Mark
from llmwolf.coach.odds.swings import Swing
from llmwolf.coach.oddswords import act, best_of, place, side_of
from llmwolf.coach.report.pieces import Bit, Block, Cell, Curve, Prose, Section, Spot, Table, bit, link
from llmwolf.coach.report.source import Chances, Source
from llmwolf.coach.report.words import w
from llmwolf.coach.turning import known_well
from llmwolf.players.bots import LEVELS
from llmwolf.players.phrases import say_claim, say_event, seat_list
from llmwolf.players.words import pick
from llmwolf.rules import events as ev
from llmwolf.rules.facts import NIGHT

_CAUSES = (
    ev.Announced, ev.Exiled, ev.NobodyExiled, ev.Elected, ev.NoBadge, ev.Shot, ev.Exploded, ev.BadgePassed,
    ev.Dueled, ev.Revealed, ev.Withdrew, ev.SignedUp, ev.GameEnded,
)  # fmt: skip
"""Outcomes that a swing may come from."""
_NONE: Final = {
    "speak": "no_better_speech",
    **dict.fromkeys(("ballot", "pk_ballot", "badge_ballot", "badge_pk_ballot"), "no_better_ballot"),
}
"""Why nothing was weighed, by what was asked."""
_FACTS: Final = ("role", "retract", "check", "save", "poison", "guard")
_MOST_CAUSES = 5
_FEW = 3
"""So many seats that share the first rank are named."""


def odds(source: Source, chances: Chances, key: str, title: str, hidden: bool = False) -> Section:
    """The odds of one observer; ``hidden``: the judge's, so that links may go to every event."""
    lang = source.lang
    spots = tuple(_spots(source, chances, hidden))
    setting = chances.odds.setting
    level = pick((LEVELS[setting.level].zh, LEVELS[setting.level].en), lang)
    about = w("odds_about", lang, level=level, seed=setting.seed)
    curve = Curve(title, about, spots)
    count, games = curve.sketches
    legend = w("odds_legend", lang)
    if count:
        legend = f"{legend}{w('odds_sketched', lang, count=count, games=games)}"
    blocks: list[Block] = [
        replace(curve, legend=legend),
        _swings(source, chances, hidden),
        _numbers(spots, lang),
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
        if share is None or point is None:
            found.append(Spot(event, mark.day, label, None))
        else:
            sketch, key = not known_well(point), ply in keys
            found.append(
                Spot(event, mark.day, label, share.share, share.low, share.high, key, point.n, sketch)
            )
    if (winner := chances.odds.ref.winner) and found:
        came = float(winner == "good")
        found.append(Spot(len(source.log), found[-1].day, w("the_end", source.lang), came, came, came))
    return found


def _numbers(spots: Sequence[Spot], lang: str) -> Table:
    """The moments rolled out in full; those that were sketched stand on the curve alone."""
    rows: list[tuple[Cell, ...]] = []
    for spot in spots:
        if spot.share is None:
            rows.append(
                (bit(spot.label), link(spot.event), bit(w("no_world", lang), 0, "dim"), bit(""), bit(""))
            )
        elif spot.n and not spot.sketch:  # the end was not rolled out
            span = f"{spot.low:.0%}–{spot.high:.0%}"
            rows.append((bit(spot.label), link(spot.event), bit(f"{spot.share:.0%}"), bit(span), bit(spot.n)))
    columns = ("col_moment", "col_after", "col_odds", "col_interval", "col_games")
    return Table(w("odds_rows", lang), tuple(w(c, lang) for c in columns), tuple(rows), True)


def _swings(source: Source, chances: Chances, hidden: bool) -> Table | Prose:
    lang = source.lang
    if not chances.swings:
        return Prose(bit(w("no_swings", lang), 0, "dim"))
    rows = []
    for swing in chances.swings:
        mark = chances.odds.ref.marks[swing.start]
        event = mark.event if hidden else source.before(mark.event)
        moved = f"{swing.before:.0%} → {swing.after:.0%}", f"{swing.change:+.0%} ±{swing.half:.0%}"
        change = "{} ({})" if source.english else "{}（{}）"
        look = "good" if swing.change > 0 else "bad"
        side = side_of(swing.side, lang)
        best = best_of(swing, lang)
        rows.append(
            (
                (Bit(f"{place(mark, lang, chances.odds.setting.observer)} "), Bit(f"#{event}", event)),
                (Bit(f"{side} "), Bit(change.format(*moved), 0, look)),
                _cause(source, chances, swing, hidden),
                bit(best, event) if best else bit(w(_none(chances, mark), lang), 0, "dim"),
            )
        )
    columns = tuple(w(c, lang) for c in ("col_moment", "col_change", "col_cause", "col_better"))
    return Table(w("key_moments", lang), columns, tuple(rows))


def _cause(source: Source, chances: Chances, swing: Swing, hidden: bool) -> Cell:
    """What happened between the two moments: outcomes, or else who spoke; a line each."""
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
        outcomes = [(n, _spoke(source, n, e)) for n, e in seen if isinstance(e, ev.Spoke)]
    if not outcomes:
        outcomes = [(n, say_event(e, source.lang)) for n, e in seen[-1:]]
    bits: list[Bit] = []
    for number, text in outcomes[:_MOST_CAUSES]:
        bits += [Bit("\n")] * bool(bits) + [Bit(f"{text} "), Bit(f"#{number}", number)]
    if left := outcomes[_MOST_CAUSES:]:
        bits += [Bit("\n"), Bit(f"{w('and_more', source.lang, count=len(left))} ", 0, "dim")]
        bits.append(Bit(f"#{left[-1][0]}", left[-1][0]))
    return tuple(bits)


def _none(chances: Chances, mark: Mark) -> str:
    """Why nothing was weighed."""
    if mark.stage == NIGHT and chances.odds.setting.observer == PUBLIC:
        return "no_better_night"
    return _NONE.get(mark.kind, "no_better")


def _spoke(source: Source, number: int, event: ev.Spoke) -> str:
    """Who spoke, and what he claimed of his card and his nights."""
    said = "{} speaks" if source.english else "{}发言"
    claims = dict.fromkeys(
        say_claim(entry.claim, source.lang)
        for entry in source.ledger
        if entry.number == number and entry.claim.act in _FACTS
    )
    told = pick(("、", ", "), source.lang).join(claims)
    return said.format(source.name(event.seat)) + (pick(("：", ": "), source.lang) + told if told else "")


# -- what could have been known --------------------------------------------------------------------------


def known(source: Source, found: Sequence[Knowable], hidden: bool) -> list[Block]:
    """A table for each seat; ``hidden``: behind a fold, for all seats."""
    lang = source.lang
    columns = ("col_after", "col_act", "col_deals", "col_wolves", "col_good", "col_rank", "col_best")
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
    when = w("night" if one.night else "day", lang, day=one.day)
    return (
        (Bit(f"{when} "), Bit(f"#{event}", event)),
        bit(act(one.verb, one.targets, lang)),
        bit(f"{one.deals:,}", event),
        bit(seat_list(one.wolves, lang) if one.wolves else none),
        bit(seat_list(one.good, lang) if one.good else none),
        bit(f"{one.rank}/{len(one.options)}" if one.rank else none),
        bit(_first(one, lang) or none),
    )


def _first(one: Knowable, lang: str) -> str:
    """The first choice, or how many share the first rank, with the chance that it is a wolf.

    Of somebody whose side the actor knew the chance says how suspicious he looks to others.
    """
    if not one.options:
        return ""
    seat, chance = one.options[0]
    known_to_be_none = seat in one.good
    if len(one.first) > _FEW:
        who = pick((f"{len(one.first)} 个座位并列", f"{len(one.first)} seats alike"), lang)
    else:
        who = seat_list(one.first, lang)
    if seat in one.wolves:
        return who
    what = pick(("被疑", "suspected") if known_to_be_none else ("狼", "wolf"), lang)
    return pick((f"{who}（{what} {chance:.0%}）", f"{who} ({what} {chance:.0%})"), lang)
