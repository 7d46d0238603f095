"""What a model seat thought and planned earlier in the game: its own words, for its own prompts alone.

It is kept short, for it is paid for with every prompt: the last plan of each of the last days and the
last thoughts, each cut to a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Self

from llmwolf.players.words import Pair, pick
from llmwolf.rules.words import clean

DAYS: Final = 2
"""How many days' plans are kept."""
THOUGHTS: Final = 1
"""How many thoughts are kept."""
_LONGEST: Final[dict[str, tuple[int, int]]] = {"zh": (32, 24), "en": (90, 64)}
"""The longest plan and the longest thought in characters."""
_PLAN: Final[Pair] = ("第{day}天打算：{text}", "Day {day}, plan: {text}")
_THOUGHT: Final[Pair] = ("第{day}天想过：{text}", "Day {day}, thought: {text}")


class Memory:
    """The memory of one seat in one game; a day begins with the night before it."""

    def __init__(self, lang: str = "zh") -> None:
        self._lang = lang
        self._plans: dict[int, str] = {}
        self._thoughts: list[tuple[int, str]] = []

    def add(self, day: int, thought: str = "", plan: str = "") -> None:
        """Keep what the seat thought and planned with an answer on ``day``; of a day the last plan counts."""
        longest_plan, longest_thought = _LONGEST[self._lang]
        if line := _line(plan, longest_plan):
            self._plans.pop(day, None)
            self._plans[day] = line
            self._plans = dict(list(self._plans.items())[-DAYS:])
        if (line := _line(thought, longest_thought)) and (day, line) not in self._thoughts:
            self._thoughts = [*self._thoughts, (day, line)][-THOUGHTS:]

    def lines(self) -> Sequence[str]:
        """One a line: the thoughts, then the plans, each the oldest first."""
        lang = self._lang
        thoughts = [pick(_THOUGHT, lang).format(day=day, text=text) for day, text in self._thoughts]
        return [
            *thoughts,
            *(pick(_PLAN, lang).format(day=day, text=text) for day, text in self._plans.items()),
        ]

    @classmethod
    def of(cls, answers: Iterable[Told], lang: str = "zh") -> Self:
        """What a seat remembers that has given ``answers``, in their order."""
        memory = cls(lang)
        for told in answers:
            memory.add(told.day, told.thought, told.plan)
        return memory


@dataclass(frozen=True, slots=True)
class Told:
    """One answer of a model as its record tells it: on which day, to what, and what stood beside it."""

    day: int
    ask: str
    thought: str
    plan: str
    orders: object


def _line(text: str, longest: int) -> str:
    """``text`` as one line of at most ``longest`` characters."""
    text = " ".join(clean(text).split())
    return text if len(text) <= longest else text[: longest - 1] + "…"
