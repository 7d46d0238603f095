"""What has to be known before the figures of a report are believed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from llmwolf.arena.figures import Edition, Report
from llmwolf.players.words import pick

MANY: Final = 0.05
"""The share of decisions by stand-ins from which on it is warned."""


def _unfinished(found: Report, lang: str) -> Iterator[str]:
    """That the figures rest on the games that came to their end; nothing where all or none did."""
    if not 0 < found.done < found.planned:
        return
    words = (
        f"注意：只打完 {found.planned} 局中的 {found.done} 局；短的局先打完，整场比赛可能和这里看到的不同",
        f"beware: only {found.done} of {found.planned} games are finished: what short games show may differ",
    )
    yield pick(words, lang)


def stood_in(edition: Edition, lang: str) -> Iterator[str]:
    """A warning for each agent that bots stood in for so often that the figures say little about it."""
    for agent, counts in sorted(edition.counts.items()):
        made = sum(count for name, count in counts.items() if name.startswith("by "))
        yield from often(agent, counts["by stand-in"], made, lang)


def often(agent: str, stood_in: int, made: int, lang: str) -> Iterator[str]:
    """The warning, if there is to be one, where stand-ins made so many of the decisions of ``agent``."""
    share = stood_in / made if made else 0.0
    if share >= MANY:
        zh = f"注意：{agent} 有 {share:.0%} 的决定是替补（电脑）做的，数字有一部分说的是替补"
        en = f"beware: {share:.0%} of {agent}'s decisions were made by a bot that stood in"
        yield pick((zh, en), lang)


def cautions(found: Report, lang: str) -> list[str]:
    """All of them, each once."""
    told = [*_unfinished(found, lang)]
    for edition in found.editions:
        told += stood_in(edition, lang)
    return list(dict.fromkeys(told))
