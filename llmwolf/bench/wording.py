"""How a table talks, in figures: over finished games, whoever spoke in them.

Everything is counted from the public words alone, except that lengths are also told by role, which needs the
cards of a game that is over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from statistics import mean
from typing import Final

from llmwolf.players.bots.speech.sentences import opening, sentences
from llmwolf.rules import events as ev
from llmwolf.rules.game import Game

TERMS: Final[Mapping[str, str]] = {
    "zh": (
        "预言家 金水 查杀 银水 悍跳 对跳 起跳 补跳 单边 警徽流 警徽 上警 警上 警下 退水 站边 归票 "
        "票型 分票 冲票 冲锋 倒钩 深水 狼坑 坑位 共边 互保 抗推 表水 焦点 划水 首置位 首麦 后置位 "
        "前置位 外置位 听感 视角 底牌 身份 收益 刀口 吃刀 倒牌 平安夜 单死 双死 解药 毒药 自刀 "
        "骗药 自爆 狼面 好人面 铁狼 定狼 轮次 心路历程 验人 首验 首夜 发水 反水 拍身份 拍枪 平民 "
        "女巫 猎人 守卫 白痴 遗言 动作 盲验 节奏"
    ),
    "en": (
        "seer claim check cleared badge flow sheriff side vote ballot wolf fake witch saved poison "
        "knife hunter guard exile tie split round night card"
    ),
}
"""Words of the trade, by language."""
_SIGNS: Final = re.compile(r"[^\w]+|_")
_CHINESE: Final = re.compile(r"[\u4e00-\u9fff]")


@dataclass(slots=True)
class Wording:
    """Counts over finished games; every rate is None where nothing was counted."""

    games: int = 0
    sentences: int = 0
    repeats: int = 0
    """Sentences that another seat had said before in the same game, word for word."""
    own_repeats: int = 0
    """Sentences that the same seat had said before in the same game."""
    repeated: Counter[str] = field(default_factory=Counter)
    """Which sentences those of ``repeats`` are."""
    speeches: int = 0
    openings: int = 0
    """Different openings, counted game by game."""
    distinct: list[float] = field(default_factory=list)
    """The share of different bigrams in all the words of a game, one number a game."""
    lengths: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """Characters of each speech, by role and stage."""
    terms: int = 0
    characters: int = 0

    def repeat_rate(self) -> float | None:
        """The share of sentences that another seat had said before in the same game."""
        return self.repeats / self.sentences if self.sentences else None

    def opening_diversity(self) -> float | None:
        """Different openings in a game ÷ its speeches."""
        return self.openings / self.speeches if self.speeches else None

    def distinct_2(self) -> float | None:
        """The share of different bigrams among all bigrams of a game, mean over the games."""
        return mean(self.distinct) if self.distinct else None

    def term_density(self) -> float | None:
        """Words of the trade per 100 characters."""
        return 100 * self.terms / self.characters if self.characters else None

    def length(self, role: str = "", stage: str = "") -> float | None:
        """The mean length of a speech in characters, of one role and in one stage where they are named."""
        found = [
            n
            for (who, when), lengths in self.lengths.items()
            if role in ("", who) and stage in ("", when)
            for n in lengths
        ]
        return mean(found) if found else None

    def add(self, game: Game) -> None:
        """Count the speeches of one finished game."""
        self.games += 1
        said: dict[str, set[int]] = {}
        opened: set[str] = set()
        pairs: Counter[str] = Counter()
        for event in game.log:
            if not isinstance(event, ev.Spoke) or not event.text:
                continue
            self.speeches += 1
            opened.add(opening(event.text))
            role = game.judge.hands[event.seat].role
            self.lengths.setdefault((role, event.stage), []).append(len(_SIGNS.sub("", event.text)))
            for sentence in sentences(event.text):
                before = said.setdefault(sentence, set())
                self.sentences += 1
                self.own_repeats += event.seat in before
                if before - {event.seat}:
                    self.repeats += 1
                    self.repeated[sentence] += 1
                before.add(event.seat)
                pairs.update(bigrams(sentence))
            self.terms += terms(event.text)
            self.characters += len(_SIGNS.sub("", event.text))
        self.openings += len(opened)
        if pairs:
            self.distinct.append(len(pairs) / pairs.total())


def wording(games: list[Game]) -> Wording:
    """The figures of ``games``."""
    found = Wording()
    for game in games:
        found.add(game)
    return found


def bigrams(sentence: str) -> list[str]:
    """The pairs of neighbours in ``sentence``: of characters where it is Chinese, else of words."""
    if _CHINESE.search(sentence):
        letters = _SIGNS.sub("", sentence)
        return [letters[i : i + 2] for i in range(len(letters) - 1)]
    words = [word for word in _SIGNS.split(sentence.lower()) if word]
    return [f"{a} {b}" for a, b in pairwise(words)]


def terms(text: str) -> int:
    """How many words of the trade ``text`` has."""
    return len(_terms("zh" if _CHINESE.search(text) else "en").findall(text))


@cache
def _terms(lang: str) -> re.Pattern[str]:
    longest_first = sorted(TERMS[lang].split(), key=len, reverse=True)
    return re.compile("|".join(longest_first), re.IGNORECASE)
