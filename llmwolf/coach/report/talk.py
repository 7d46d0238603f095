"""What was said: claims, findings, speeches against checklists, figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from llmwolf.coach.claims.entries import GROUPS, Finding, Quote
from llmwolf.coach.claims.entries import Entry as Claimed
from llmwolf.coach.features import FEATURES
from llmwolf.coach.features.table import Value, Values
from llmwolf.coach.report.pieces import Bit, Block, Cell, Prose, Section, Table, bit
from llmwolf.coach.report.source import Source
from llmwolf.coach.report.words import w
from llmwolf.coach.review.items import MISSING, NO_DATA, PRESENT, STATES, WEAK, Checklist, Point, Review
from llmwolf.players.phrases import role_name, say_claim, stage_name
from llmwolf.players.words import pick

_OPINIONS: Final = ("side", "suspect", "trust", "vote")
_QUOTED: Final = 60
"""So much of a quotation is shown; all of it is in the log."""
_MARKS: Final = {PRESENT: "✓", WEAK: "△", MISSING: "✗", NO_DATA: "·"}
_LOOKS: Final = {PRESENT: "good", WEAK: "warn", MISSING: "bad", NO_DATA: "dim"}


def claims(source: Source) -> Section:
    """Who claimed what and when; opinions on other seats behind a fold."""
    lang = source.lang
    plain = [entry for entry in source.study.ledger if entry.claim.act not in _OPINIONS]
    opinions = [entry for entry in source.study.ledger if entry.claim.act in _OPINIONS]
    blocks: list[Block] = []
    if plain:
        blocks.append(_claimed(source, plain))
    else:
        blocks.append(Prose(bit(w("none_found", lang))))
    if opinions:
        blocks.append(_opinions(source, opinions))
    return Section("claims", w("claims", lang), blocks, w("claims_note", lang))


def _claimed(source: Source, entries: Iterable[Claimed]) -> Table:
    lang = source.lang
    columns = ("col_when", "col_who", "col_claim", "col_words", "col_source")
    rows = tuple(
        (
            _when(source, entry.day, entry.stage, entry.number),
            bit(source.name(entry.seat)),
            bit(say_claim(entry.claim, lang)),
            _quote(entry.quote),
            bit(w(entry.source, lang), 0, "dim"),
        )
        for entry in entries
    )
    return Table("", tuple(w(c, lang) for c in columns), rows)


def _opinions(source: Source, entries: Sequence[Claimed]) -> Table:
    """A row for each speech: whom it sides with, suspects, trusts, wants out."""
    lang = source.lang
    rows: list[tuple[Cell, ...]] = []
    for number in dict.fromkeys(entry.number for entry in entries):
        mine = [entry for entry in entries if entry.number == number]
        named = [
            sorted({s for e in mine if e.claim.act == act for s in e.claim.targets}) for act in _OPINIONS
        ]
        seats = [bit(" ".join(map(str, found)), number) if found else () for found in named]
        when = _when(source, mine[0].day, mine[0].stage, number)
        rows.append((when, bit(source.name(mine[0].seat)), *seats))
    columns = ("col_when", "col_who", *(f"act_{act}" for act in _OPINIONS))
    return Table(w("suspicions", lang), tuple(w(c, lang) for c in columns), tuple(rows), fold=True)


def findings(source: Source, found: Sequence[Finding], key: str) -> Section:
    """What was said against what is recorded, by group."""
    lang = source.lang
    columns = tuple(w(c, lang) for c in ("col_when", "col_who", "col_what", "col_said", "col_record"))
    blocks: list[Block] = []
    for group, heading in GROUPS.items():
        rows = tuple(
            (
                _when(source, one.day, "", one.number),
                bit(source.name(one.seat)),
                (Bit(pick(one.what, lang)), *_phrased(source, one)),
                _quote(one.quote),
                (
                    Bit(pick(one.record, lang)[: _QUOTED * 2], 0, "quote"),
                    Bit(" "),
                    Bit(f"#{one.against}", one.against),
                ),
            )
            for one in found
            if one.group == group
        )
        if rows:
            blocks.append(Table(pick(heading, lang), columns, rows))
    return Section(
        key,
        w(key.replace("-", "_"), lang),
        blocks or [Prose(bit(w("none_found", lang)))],
        w("findings_note", lang),
    )


def _phrased(source: Source, found: Finding) -> Cell:
    """What a model made of it, said to be a model's, where one was asked."""
    phrase = source.phrases.get(found)
    return (Bit("\n"), Bit(w("phrased", source.lang, text=phrase), 0, "dim")) if phrase else ()


def reviews(source: Source, found: Sequence[Review], key: str) -> Section:
    """Every speech against its checklists, a fold for each seat."""
    lang = source.lang
    columns = tuple(w(c, lang) for c in ("col_when", "col_list", "col_point"))
    blocks: list[Block] = []
    for seat in sorted({review.seat for review in found}):
        rows: list[tuple[Cell, ...]] = []
        for review in found:
            if review.seat == seat:
                rows += _reviewed(source, review)
        if rows:
            blocks.append(Table(source.name(seat), columns, tuple(rows), fold=not source.seat))
    return Section(
        key,
        w(key.replace("-", "_"), lang),
        blocks or [Prose(bit(w("none_found", lang)))],
        w("reviews_note", lang),
        not source.seat,
    )


def _reviewed(source: Source, review: Review) -> list[tuple[Cell, ...]]:
    lang = source.lang
    card = f" · {role_name(review.card, lang)}" if review.card else ""
    when = (*_when(source, review.day, review.stage, review.number), Bit(card, 0, "dim"))
    rows: list[tuple[Cell, ...]] = [
        (when, bit(pick(listed.name, lang)), _points(listed, lang))
        for listed in review.lists
        if listed.points
    ]
    if review.manners:
        said: list[Bit] = []
        for manner in review.manners:
            said += [Bit(f"{pick(manner.rule, lang)} ", 0, "warn"), *_quote(manner.quote), Bit(" ")]
        rows.append((when, bit(w("manners", lang)), tuple(said)))
    return rows


def _points(listed: Checklist, lang: str) -> Cell:
    bits: list[Bit] = []
    for point in listed.points:
        if point.state != NO_DATA:
            bits += _point(point, lang)
    return tuple(bits) or bit(pick(STATES[NO_DATA], lang), 0, "dim")


def _point(point: Point, lang: str) -> list[Bit]:
    """``✓ 有 报验人 (note) “words” #31``; the mark and the word say the same."""
    state = f"{_MARKS[point.state]} {pick(STATES[point.state], lang)} "
    note = pick(point.note, lang)
    bits = [Bit(state, 0, _LOOKS[point.state]), Bit(pick(point.name, lang))]
    if note:
        bits.append(Bit(f"（{note}）" if lang == "zh" else f" ({note})", 0, "dim"))
    for quote in point.quotes[:1]:
        bits += [Bit(" "), *_quote(quote)]
    for event in point.events[:3]:
        bits += [Bit(" "), Bit(f"#{event}", event)]
    return [*bits, Bit("\n")]


def figures(source: Source, values: Mapping[str, Values], key: str) -> Section:
    """Every feature that some seat has data for, by seat; with the number of cases and an event."""
    lang, book = source.lang, source.study.minutes
    shown = [seat for seat in range(1, book.seats + 1) if source.seat in (0, seat)]
    heads = (w("col_feature", lang), *(pick((f"{seat}号", f"{seat}"), lang) for seat in shown))
    rows = []
    for name, by_seat in values.items():
        if not any(seat in by_seat for seat in shown):
            continue
        feature = FEATURES[name]
        cells = tuple(_value(by_seat.get(seat)) for seat in shown)
        rows.append(
            (
                (
                    Bit(f"{name} {pick(feature.name, lang)}"),
                    Bit(pick(("（{}）", " ({})"), lang).format(pick(feature.unit, lang)), 0, "dim"),
                    Bit("\n"),
                    Bit(pick(feature.caveat, lang), 0, "small"),
                ),
                *cells,
            )
        )
    blocks: list[Block] = [Table(w("by_seat", lang), heads, tuple(rows), fold=not source.seat, tight=True)]
    return Section(key, w(key.replace("-", "_"), lang), blocks if rows else [], w("figures_note", lang))


def _value(value: Value | None) -> Cell:
    if value is None:
        return ()
    places = 0 if abs(value.value) >= 100 else 1 if abs(value.value) >= 10 else 2
    shown = f"{value.value:.{places}f}"
    shown = shown.rstrip("0").rstrip(".") if places else shown
    event = value.events[0] if value.events else 0
    return (Bit(f"{shown} ", event), Bit(f"({value.n})", 0, "dim"))


def _when(source: Source, day: int, stage: str, number: int) -> Cell:
    lang = source.lang
    name = stage_name(stage, lang)
    round_ = pick((f" {name}", f", {name[:1].lower()}{name[1:]}"), lang) if stage else ""
    said = pick((f"第{day}天{round_} ", f"Day {day}{round_} "), lang)
    return (Bit(said), Bit(f"#{number}", number))


def _quote(quote: Quote) -> Cell:
    text = quote.text.replace("\n", " ")
    short = text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"
    return (Bit(f"“{short}”", quote.number, "quote"),)
