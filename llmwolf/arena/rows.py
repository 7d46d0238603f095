"""The report as rows for a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from llmwolf.arena.figures import Report
from llmwolf.arena.stats import Interval

COLUMNS: Final = (
    "edition", "board", "kind", "agent", "name", "games", "units", "value", "low", "high", "baseline",
    "baseline_games", "p", "more_games",
)  # fmt: skip


def rows_of(found: Report) -> Iterator[tuple[object, ...]]:
    """Every figure as a row under :data:`COLUMNS`; empty cells are empty."""
    for edition in found.editions:
        for figure in edition.figures:
            base = ("", "") if figure.baseline is None else (figure.baseline, figure.baseline_games)
            which = (figure.kind, figure.agent, figure.name, figure.games)
            yield (edition.id, figure.board, *which, *_cells(figure.rate), *base, "", "")
        for contrast in edition.contrasts:
            difference = contrast.difference
            more = "" if contrast.more_games is None else contrast.more_games
            pair = (contrast.board, "difference", contrast.one, contrast.other, "")
            yield (edition.id, *pair, *_cells(difference.interval), "", "", difference.p, more)
        if edition.strengths is not None:
            for agent, interval in edition.strengths.points.items():
                yield (edition.id, "", "rating", agent, "", "", *_cells(interval), "", "", "", "")
        for bias in edition.biases:
            yield (edition.id, bias.board, bias.kind, "", bias.name, "", *_cells(bias.lift), "", "", "", "")
        for agent, counts in sorted(edition.counts.items()):
            for name, count in sorted(counts.items()):
                yield (edition.id, "", "count", agent, name, edition.seated[agent], "", count, *[""] * 6)


def _cells(interval: Interval) -> tuple[object, ...]:
    return interval.units, interval.value, interval.low, interval.high
