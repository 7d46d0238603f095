"""A report in a terminal: tables and a curve of blocks; long parts are left to the page."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final

from rich import box
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table as RichTable
from rich.text import Text

from llmwolf.coach.oddswords import bars
from llmwolf.coach.report.pieces import Block, Cell, Curve, Log, Prose, Report, Section, Table
from llmwolf.coach.report.words import COMMA, w
from llmwolf.players.words import pick
from llmwolf.rules.words import clean

_STYLES: Final = {
    "dim": "dim",
    "small": "dim",
    "strong": "bold",
    "good": "green",
    "bad": "red",
    "quote": "italic",
    "warn": "yellow",
}


def show(report: Report, console: Console) -> None:
    """Print ``report``; nothing in it is markup, and nothing can move the cursor."""
    console.print(Text(clean(report.title), "bold"))
    for name, cell in report.fields:
        console.print(Text(f"{name}  ", "dim") + _text(cell))
    for section in report.sections:
        console.print(_section(section, report.lang))
    if report.after:
        console.print(Rule(w("after", report.lang), characters="═"))
        for section in report.after:
            console.print(_section(section, report.lang))


def _section(section: Section, lang: str) -> RenderableType:
    shown = [part for block in section.blocks for part in _block(block, lang)]
    folded = [block for block in section.blocks if isinstance(block, Table) and block.fold]
    if folded:
        shown.append(_in_page(folded, lang, section.by_seat))
    if not shown:
        return Group()
    head: list[RenderableType] = [Text(), Text(section.title, "bold underline")]
    if section.note:
        head.append(Text(section.note, "dim"))
    return Group(*head, *shown)


def _in_page(folded: Sequence[Table], lang: str, by_seat: bool) -> Text:
    """One line for all the tables that are left to the page."""
    tables = pick(COMMA, lang).join(
        f"{clean(block.title)} {w('rows', lang, count=len(block.rows))}" for block in folded
    )
    return Text(w("in_page_or_seat" if by_seat else "in_page", lang, tables=tables), "dim")


def _block(block: Block, lang: str) -> Iterator[RenderableType]:
    match block:
        case Table(fold=False):
            yield _table(block)
        case Table():
            return
        case Curve():
            yield Text(block.title)
            yield Text(block.about, "dim")
            yield _bars(block)
            count, games = block.sketches
            if count:
                yield Text(w("odds_dim", lang, count=count, games=games), "dim")
        case Prose():
            yield _text(block.cell)
        case Log():
            return


def _bars(curve: Curve) -> Text:
    """The curve as blocks, sketched moments dim."""
    made = Text()
    for spot, (head, bar) in zip(curve.spots, bars((s.day, s.share) for s in curve.spots), strict=True):
        made.append(head).append(bar, "dim" if spot.sketch else "bold")
    return made


def _table(block: Table) -> RenderableType:
    table = RichTable(
        box=box.SIMPLE_HEAD,
        show_header=bool(block.columns),
        title=Text(clean(block.title)) if block.title else None,
        title_justify="left",
        pad_edge=False,
    )
    width = len(block.columns) or max((len(row) for row in block.rows), default=0)
    for place in range(width):
        table.add_column(Text(clean(block.columns[place])) if block.columns else "", overflow="fold")
    for row in block.rows:
        told = {bit.event for cell in row for bit in cell if block.numbered or bit.text == f"#{bit.event}"}
        table.add_row(*(_text(cell, told) for cell in row))
    return table


def _text(cell: Cell, told: Container[int] = ()) -> Text:
    """A cell; the number of an event stands behind what rests on it, unless the row has ``told`` it."""
    made = Text()
    for bit in cell:
        text = bit.text if bit.text.isspace() else kept(bit.text)
        made.append(text, _STYLES.get(bit.look))
        if bit.event and bit.text != f"#{bit.event}" and bit.event not in told:
            made.append(f" #{bit.event}", "dim")
    made.rstrip()
    return made


def kept(text: str) -> str:
    """``text`` cleaned, with the blanks that it had at its ends."""
    return f"{' ' * text.startswith(' ')}{clean(text)}{' ' * text.endswith(' ')}"
