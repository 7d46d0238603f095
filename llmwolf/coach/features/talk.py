"""How somebody talks: length, repetition, hedges, questions, terms, languages."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from llmwolf.coach.features.means import each
from llmwolf.coach.features.table import Values
from llmwolf.coach.material import Material, length, passed
from llmwolf.coach.minutes import Speech
from llmwolf.coach.signs import bare, grams, overlap

_OPENING: Final = 15
_CLAUSE: Final = re.compile(r"[^，。！？；,;.!?\n…]++[？?]?")
_ASKS: Final = re.compile(
    r"[？?]$|[吗呢]$|为什么|为啥|凭什么|是不是|难道|\b(?:why|who|what|how)\b[^.]*+$", re.IGNORECASE
)
_HEDGES: Final = re.compile(
    r"(?<![很大不])可能(?!性)|也许|或许|大概(?!率)|不确定|不一定|感觉|好像|似乎|应该"
    r"|\b(?:maybe|perhaps|might|probably|possibly|i (?:think|feel|guess)|not sure|seems?)\b",
    re.IGNORECASE,
)
_HIDDEN: Final = re.compile(
    r"</?think(?:ing)?>|</?thought>|<\|[a-z_]{1,32}\|>|```|\"(?:speech|target|thought|verb|claims)\"\s{0,4}:"
    r"|tool_call|function_call|作为(?:一个|一名)?(?:AI|人工智能|语言模型|大模型)|系统提示|提示词"
    r"|\bas an? (?:AI|language model)\b|\bsystem prompt\b",
    re.IGNORECASE,
)
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_LATIN: Final = re.compile(r"(?<![A-Za-z])(?!(?:PK|AI|OK|GG)\b)[A-Za-z]{2,24}+")


def f01(m: Material) -> Values:
    """Characters of a speech (words, in Latin script); compare within a language and a phase only."""
    return each(m.spoken, lambda s: length(s.text))


def f02(m: Material) -> Values:
    """Own length ÷ mean length of the day's speakers in the same round; last words and PK are not counted."""
    rounds: dict[int, list[int]] = {}
    for speech in m.spoken:
        rounds.setdefault(speech.round, []).append(length(speech.text))

    def share(speech: Speech) -> float | None:
        sizes = rounds[speech.round]
        total = sum(sizes)
        return length(speech.text) * len(sizes) / total if len(sizes) > 1 and total else None

    return each(m.spoken, share)


def f22(m: Material) -> Values:
    """Speeches with thought tags, JSON, tool names or "as a language model" in them; zero is expected."""
    return each(m.spoken, lambda s: _HIDDEN.search(s.text) is not None)


def f25(m: Material) -> Values:
    """Share of a speech's runs of five characters said before on its day; quoted words are left out."""

    def copied(speech: Speech) -> float | None:
        others = [s.text for s in m.spoken if s.day == speech.day and s.number < speech.number]
        return overlap(speech.text, others) if others and grams(speech.text) else None

    return each(m.spoken, copied)


def f26(m: Material) -> Values:
    """Share of speeches that open with the fifteen characters of an earlier one of the same seat."""

    def repeats(speech: Speech) -> bool | None:
        before = {_opening(s) for s in m.spoken if s.seat == speech.seat and s.number < speech.number}
        return _opening(speech) in before if before else None

    return each(m.spoken, repeats)


def f29(m: Material) -> Values:
    """Hedges (可能, 也许, 感觉 …) per 100 characters; a way of talking, not weakness."""
    return each(m.spoken, lambda s: _density(s, len(_HEDGES.findall(s.text))))


def f30(m: Material) -> Values:
    """Share of clauses that ask; recognised speech loses its question marks."""

    def asking(speech: Speech) -> float | None:
        clauses = _CLAUSE.findall(speech.text)
        return sum(_ASKS.search(c.strip()) is not None for c in clauses) / len(clauses) if clauses else None

    return each(m.spoken, asking)


def f31(m: Material) -> Values:
    """Terms of the game per 100 characters, by ``terms.toml``; slips of recognition are missed."""
    return each(m.spoken, lambda s: _density(s, len(_terms().findall(s.text))))


def f32(m: Material) -> Values:
    """Share of a speech's letters and words that are not in the language most of the table speaks."""
    han = sum(len(_HAN.findall(s.text)) for s in m.spoken)
    chinese = han >= sum(len(_LATIN.findall(s.text)) for s in m.spoken)

    def foreign(speech: Speech) -> float | None:
        ours, theirs = len(_HAN.findall(speech.text)), len(_LATIN.findall(speech.text))
        if ours + theirs == 0:
            return None
        return (theirs if chinese else ours) / (ours + theirs)

    return each(m.spoken, foreign)


def f33(m: Material) -> Values:
    """Share of turns that were passed with 过 or nothing, be it by choice or by the clock."""
    return each(m.turns, passed)


def _density(speech: Speech, hits: int) -> float | None:
    size = length(speech.text)
    return 100 * hits / size if size else None


def _opening(speech: Speech) -> str:
    return bare(speech.text)[:_OPENING]


@cache
def _terms() -> re.Pattern[str]:
    """Every term, the longest first, so that 悍跳狼 is one and not two."""
    data = tomllib.loads(Path(__file__).with_name("terms.toml").read_text("utf-8"))
    zh = sorted(data["zh"], key=len, reverse=True)
    en = sorted(data["en"], key=len, reverse=True)
    return re.compile(
        "|".join(map(re.escape, zh)) + rf"|\b(?:{'|'.join(map(re.escape, en))})\b", re.IGNORECASE
    )
