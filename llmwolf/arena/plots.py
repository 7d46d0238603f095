"""What the pictures of a report show, before anybody draws them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from string import ascii_lowercase
from typing import Final

from llmwolf.arena.figures import Bias, Contrast, Edition, Figure
from llmwolf.arena.stats import Interval
from llmwolf.players.words import pick

_SHARES: Final = (0.1, 0.2, 0.3, 0.5, 1.0)
_HUNDRED: Final = 100.0
_CLOSE: Final = 1e-9
_FEWEST: Final = 3
"""Marks without which a scale cannot be read."""
_SURE, _UNSURE = 0, 7
"""Colours of a figure that is clear of 0, and of one that is not."""


def written(value: float, form: str) -> str:
    """``value`` as it is written; nothing is neither more nor less."""
    plain = form.removeprefix("+")
    return f"{0:{plain}}" if f"{abs(value):{plain}}" == f"{0:{plain}}" else f"{value:{form}}"


def ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Round places along a scale, 1, 2 or 5 times a power of ten apart: at most so many (or three)."""
    rough = (high - low) / max(1, most - 1)
    power = 10.0 ** floor(log10(rough))
    found: tuple[float, ...] = ()
    for step in (size * power for size in (10, 5, 2, 1, 0.5)):
        if len(found) >= _FEWEST and step < rough * (1 - _CLOSE):
            break
        first, last = ceil(low / step - _CLOSE), floor(high / step + _CLOSE)
        found = tuple(place * step for place in range(first, last + 1))
    return found


def decimals(places: Sequence[float]) -> int:
    """How many decimals tell ``places`` along a scale apart."""
    return max(0, -floor(log10(places[1] - places[0]) + _CLOSE))


@dataclass(frozen=True, slots=True)
class Row:
    """A figure with its interval; ``colour`` is that of its agent, ``mark`` what it is to be held against."""

    label: str
    interval: Interval
    colour: int = 0
    mark: Interval | None = None


@dataclass(frozen=True, slots=True)
class Whiskers:
    """Dots with whiskers, one a row, from ``low`` to ``high``; ``form`` is how a figure is written."""

    title: str
    rows: tuple[Row, ...]
    low: float
    high: float
    form: str

    def ticks(self, most: int) -> tuple[float, ...]:
        """At most so many places along the scale."""
        return ticks(self.low, self.high, most)

    def told(self, value: float) -> str:
        """``value`` as it is written."""
        return written(value, self.form)


@dataclass(frozen=True, slots=True)
class Point:
    """One agent: what it costs a game, and how strong it is."""

    label: str
    cost: Interval
    interval: Interval
    colour: int


@dataclass(frozen=True, slots=True)
class Cloud:
    """Cost against strength."""

    title: str
    points: tuple[Point, ...]
    across: str
    up: str

    @property
    def letters(self) -> tuple[tuple[str, Point], ...]:
        """A letter for each point: names beside points that are near each other would cover one another."""
        return tuple(zip(ascii_lowercase * 2, self.points, strict=False))

    @property
    def reach(self) -> float:
        """How far the scale of costs goes."""
        return 1.1 * max(end for point in self.points for end in (point.cost.value, _end(point.cost)))

    @property
    def heights(self) -> tuple[float, float]:
        """From where to where the scale of points goes, with a little room at both ends."""
        ends = [end for point in self.points for end in _both(point.interval)]
        room = max(_HUNDRED / 2, 0.05 * (max(ends) - min(ends)))
        return min(ends) - room, max(ends) + room


Picture = Whiskers | Cloud


def contrasts_plot(contrasts: Sequence[Contrast], lang: str) -> list[Picture]:
    """The differences around 0."""
    if not contrasts:
        return []
    every = pick(("全部", "all"), lang)
    several = len({contrast.board for contrast in contrasts}) > 1
    rows = tuple(
        Row(
            f"{f'{c.board or every}  ' * several}{c.one} − {c.other}  n={c.difference.interval.units}",
            c.difference.interval,
            _SURE if c.difference.decided else _UNSURE,
        )
        for c in contrasts
    )
    title = pick(("差与 95% 区间（右侧：前者更强）", "Difference and 95 % (right: the first one)"), lang)
    reach = _reach([row.interval for row in rows])
    return [Whiskers(title, rows, -reach, reach, "+.0%")]


def rates_plots(figures: Iterable[Figure], names: Sequence[str], lang: str) -> list[Picture]:
    """Win rates, a picture for each board, with the baseline as a mark; ``names`` are what figures are of."""
    by_board: dict[str, list[tuple[str, Figure]]] = {}
    for figure, name in zip(figures, names, strict=True):
        by_board.setdefault(figure.board, []).append((name, figure))
    agents = sorted({f.agent for shown in by_board.values() for _, f in shown})
    listed = list(dict.fromkeys(f.agent for shown in by_board.values() for _, f in shown))
    found: list[Picture] = []
    for board, shown in by_board.items():
        order = list(dict.fromkeys(name for name, _ in shown))
        shown.sort(key=lambda one: (order.index(one[0]), listed.index(one[1].agent)))
        rows = tuple(
            Row(f"{name}  {f.agent}  n={f.games}", f.rate, agents.index(f.agent), f.baseline)
            for name, f in shown
        )
        bars = ("胜率、95% 区间与基准（竖线）", "Win rate, 95 % and baseline (bar)")
        plain = ("胜率与 95% 区间", "Win rate and 95 %")
        title = pick(bars if any(figure.baseline for _, figure in shown) else plain, lang)
        told = f"{board}: {title}" if lang == "en" else f"{board}：{title}"
        found.append(Whiskers(told, rows, 0, 1, ".0%"))
    return found


def ratings_plot(edition: Edition, lang: str) -> list[Picture]:
    """The ratings, the strongest first."""
    if edition.strengths is None or not edition.strengths.points:
        return []
    points = sorted(edition.strengths.points.items(), key=lambda item: (-item[1].value, item[0]))
    agents = sorted(edition.strengths.points)
    rows = tuple(Row(f"{name}  n={i.units}", i, agents.index(name)) for name, i in points)
    reach = max(_HUNDRED, *(_HUNDRED * ceil(end / _HUNDRED) for row in rows for end in _ends(row.interval)))
    return [Whiskers(pick(("分与 95% 区间", "Points and 95 %"), lang), rows, -reach, reach, "+.0f")]


def bias_plots(biases: Sequence[Bias], names: Sequence[str], lang: str) -> list[Picture]:
    """How much better than its cards each seat and each place did, a picture for each board."""
    by_board: dict[str, list[Row]] = {}
    for bias, name in zip(biases, names, strict=True):
        row = Row(f"{name}  n={bias.lift.units}", bias.lift, _UNSURE if bias.lift.holds(0.0) else _SURE)
        by_board.setdefault(bias.board, []).append(row)
    title = pick(("高于本牌平均多少", "Above what its cards do"), lang)
    found: list[Picture] = []
    for board, rows in by_board.items():
        reach = _reach([row.interval for row in rows])
        told = f"{board}: {title}" if lang == "en" else f"{board}：{title}"
        found.append(Whiskers(told, tuple(rows), -reach, reach, "+.0%"))
    return found


def cost_plot(edition: Edition, lang: str) -> list[Picture]:
    """What each agent costs a game against how strong it is; nothing where nothing was paid for.

    In dollars where every price is known, otherwise in tokens.
    """
    if edition.strengths is None or not edition.spending:
        return []
    unit = "tokens" if any(counts["unpriced"] for counts in edition.counts.values()) else "cost"
    costs = {spent.agent: spent.a_game for spent in edition.spending if spent.unit == unit}
    points = tuple(
        Point(f"{name}  n={edition.seated[name]}", costs.get(name, Interval(0, 0, 0, 2)), interval, place)
        for place, (name, interval) in enumerate(sorted(edition.strengths.points.items()))
        if edition.seated[name]
    )
    across = ("每局词元", "tokens a game") if unit == "tokens" else ("每局美元", "US dollars a game")
    title = pick(("花费与强弱，各带 95% 区间", "Cost and strength, each with its 95 %"), lang)
    if not costs or not points:
        return []
    return [Cloud(title, points, pick(across, lang), pick(("分", "points"), lang))]


def _reach(intervals: Iterable[Interval]) -> float:
    """How far to either side of 0 a scale of shares has to go."""
    most = max(end for interval in intervals for end in _ends(interval))
    return next((share for share in _SHARES if share >= most), _SHARES[-1])


def _end(interval: Interval) -> float:
    """The upper end, where it is known."""
    return interval.high if isfinite(interval.high) else interval.value


def _both(interval: Interval) -> tuple[float, ...]:
    """The ends of ``interval`` as far as they are known, otherwise the figure."""
    return (interval.low, interval.high) if isfinite(interval.low) else (interval.value,)


def _ends(interval: Interval) -> tuple[float, ...]:
    """How far the figure and the ends of its interval are from 0, as far as these are known."""
    if not isfinite(interval.low):
        return (abs(interval.value),)
    return abs(interval.value), abs(interval.low), abs(interval.high)
