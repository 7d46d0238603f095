"""Odds in words: moments, curves of blocks, better answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from llmwolf.coach.odds.reference import TRUE
from llmwolf.players.words import SIDES, STAGES, VERB_LABELS, Pair, pick
from llmwolf.rules.facts import NIGHT

if TYPE_CHECKING:
    from llmwolf.coach.odds.alternatives import Alternative
    from llmwolf.coach.odds.reference import Mark
    from llmwolf.coach.odds.swings import Swing

_BARS: Final = "▁▂▃▄▅▆▇█"
_PASS: Final[Pair] = ("不行动", "nothing")


def blocks(moments: Iterable[tuple[int, float | None]]) -> str:
    """Shares (day, share) as blocks, a bar a moment, days divided; where there is no share, a dot."""
    return "".join(f"{head}{bar}" for head, bar in bars(moments))


def bars(moments: Iterable[tuple[int, float | None]]) -> list[tuple[str, str]]:
    """The same, each bar by itself behind what stands before it: where a day begins, its number."""
    found: list[tuple[str, str]] = []
    last = 0
    for day, share in moments:
        head = f"{' ' * bool(found)}{day}:" if day != last else ""
        last = day
        found.append((head, "·" if share is None else _BARS[min(int(share * len(_BARS)), len(_BARS) - 1)]))
    return found


def place(mark: Mark, lang: str, observer: int) -> str:
    """The ask of ``mark``: day, round, and whose it was where it was one seat's and ``observer`` knows it."""
    seats = mark.seats if mark.public or observer == TRUE or observer in mark.seats else ()
    if mark.stage == NIGHT:
        when = f"Night {mark.day}" if lang == "en" else f"第{mark.day}夜"
        return f"{when}{_who(seats, lang)}"
    stage = pick(STAGES.get(mark.stage, (mark.stage, mark.stage)), lang)
    if lang == "en":
        return f"Day {mark.day}, {stage[0].lower()}{stage[1:]}{_who(seats, lang)}"
    return f"第{mark.day}天 {stage}{_who(seats, lang)}"


def _who(seats: tuple[int, ...], lang: str) -> str:
    if len(seats) != 1:
        return ""
    return f" (seat {seats[0]})" if lang == "en" else f"（{seats[0]}号）"


def best_of(swing: Swing, lang: str) -> str:
    """What the best other answer at ``swing`` would have been worth; empty where none was weighed.

    Where it is no better than the answer given by more than its interval, that is said first.
    """
    if not swing.alternatives:
        return ""
    best = swing.alternatives[0]
    if best.gain.gain > best.gain.half:
        return better(best, lang)
    none = "no better answer was found; the best of them: " if lang == "en" else "没有看出更好的；最好的是："
    return f"{none}{better(best, lang)}"


def better(found: Alternative, lang: str) -> str:
    """A line such as "3号 投票 7 换成 投票 9：好人 +9±3%"."""
    was, now = act(*found.was, lang), act(found.verb, found.targets, lang)
    side = side_of(found.side, lang)
    gain = f"{found.gain.gain * 100:+.0f}±{found.gain.half * 100:.0f}%"
    if lang == "en":
        return f"seat {found.seat}: {now} instead of {was}: {gain} for {side} (n={found.gain.n})"
    return f"{found.seat}号 {was} 换成 {now}：{side} {gain}（n={found.gain.n}）"


def act(verb: str, targets: tuple[int, ...], lang: str) -> str:
    """What somebody did, to whom."""
    name = pick(_PASS if verb == "pass" else VERB_LABELS.get(verb, (verb, verb)), lang)
    return f"{name} {' '.join(map(str, targets))}".strip()


def side_of(side: str, lang: str) -> str:
    """A side's name."""
    return pick(SIDES.get(side, (side, side)), lang)
