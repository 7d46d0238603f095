"""Who is compared: all seats of some records, or those of one agent in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from llmwolf.analysis.corpus import transcripts
from llmwolf.analysis.errors import AnalysisError
from llmwolf.analysis.style.measure import LeftOut, Played, Sat


@dataclass(frozen=True, slots=True)
class Group:
    """One side of a comparison: ``files``, and in them the seats of ``agent`` (empty: all seats)."""

    name: str
    files: tuple[Path, ...]
    agent: str


class Seated(NamedTuple):
    """A seat with the game that it was in."""

    game: Played
    sat: Sat


def groups_of(sources: Sequence[str]) -> tuple[Group, ...]:
    """The groups that ``sources`` name, each as ``PATH`` or ``PATH@AGENT``.

    Raises :class:`AnalysisError` where there are fewer than two, one is named twice, or has no record.
    """
    if len(sources) < 2:
        raise AnalysisError(
            (
                "要比较至少两方：文件夹、文件或通配符，可加 @agent，例如 arena/levels@expert",
                "at least two are compared: folders, files or patterns, with @agent if wanted,"
                " such as arena/levels@expert",
            )
        )
    twice = next((source for source in sources if sources.count(source) > 1), None)
    if twice is not None:
        raise AnalysisError((f"{twice} 写了两次", f"{twice} is there twice"))
    return tuple(map(_group, sources))


def seats_of(groups: Sequence[Group], games: Mapping[str, Played | LeftOut]) -> dict[str, list[Seated]]:
    """The seats of each group, by its name; ``games`` are by file.

    Raises :class:`AnalysisError` where a group has none, or two groups share a seat.
    """
    found: dict[str, list[Seated]] = {}
    holder: dict[tuple[str, int], str] = {}
    for group in groups:
        played = [game for file in group.files if isinstance(game := games[str(file)], Played)]
        everybody = [Seated(game, sat) for game in played for sat in game.seats]
        seats = [one for one in everybody if group.agent in ("", one.sat.agent)]
        if not seats:
            raise _nobody(group.name, sorted({one.sat.agent for one in everybody}))
        for one in seats:
            key = (str(one.game.file), one.sat.seat)
            if key in holder:
                raise AnalysisError(
                    (
                        f"{holder[key]} 和 {group.name} 有相同的座位，没法比",
                        f"{holder[key]} and {group.name} share seats and cannot be compared",
                    )
                )
            holder[key] = group.name
        found[group.name] = seats
    return found


def _group(source: str) -> Group:
    path, mark, agent = source.rpartition("@")
    if not mark or Path(source).exists():
        path, agent = source, ""
    return Group(source, tuple(transcripts([path])), agent)


def _nobody(name: str, agents: Sequence[str]) -> AnalysisError:
    zh = f"那里的 agent：{'、'.join(agents)}" if agents else "那里没有打完的对局"
    en = f"agents there: {', '.join(agents)}" if agents else "there is no finished game"
    return AnalysisError((f"{name} 里没有可比的座位；{zh}", f"{name} has no seat to compare; {en}"))
