"""What a model seat thought and planned earlier in the game: its own words, for its own prompts alone.

It is kept short, for it is paid for with every prompt: the last plan of each of the last days and the
last thoughts, each cut to a line.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, Self

from llmwolf.players.words import Pair, pick
from llmwolf.record.reader import Transcript
from llmwolf.rules.events import NightFell
from llmwolf.rules.game import Move
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
    def from_record(
        cls, transcript: Transcript, seat: int, lang: str = "zh", sealed: Iterable[Move] = ()
    ) -> Self:
        """What ``seat`` remembered when the game of ``transcript`` broke off; ``sealed`` as below."""
        memory = cls(lang)
        for told in answers_of(transcript, seat, sealed):
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


def answers_of(transcript: Transcript, seat: int, sealed: Iterable[Move] = ()) -> list[Told]:
    """The answers that the model at ``seat`` gave, in their order, without those of its stand-in.

    An answer counts once its decision is saved, in the record or among ``sealed``, which stand beside it: one
    that was noted when the process was killed is asked for again, and has not been given.
    A record is a stranger's file: what is not of the kind that it should be is left out.
    """
    nights = [at for at, event in enumerate(transcript.events) if isinstance(event, NightFell)]
    plies = [move.ply for move in transcript.moves]
    taken = {move.ply for move in chain(transcript.moves, sealed) if move.seat == seat}
    found: dict[int, Told] = {}
    call: dict[str, Any] = {}
    for line in transcript.llm:
        if line.get("seat") != seat:
            continue
        if "source" not in line:
            call = line
            continue
        ply = line.get("ply")
        if line["source"] in ("model", "repair") and type(ply) is int and ply in taken:
            said = transcript.said_before
            at = bisect_left(plies, ply)
            day = bisect_left(nights, said[at] if at < len(said) else len(transcript.events))
            found[ply] = Told(
                day, _text(call, "ask"), _text(line, "thought"), _text(call, "plan"), call.get("orders")
            )
        call = {}
    return list(found.values())


def _text(line: dict[str, Any], name: str) -> str:
    value = line.get(name)
    return value if isinstance(value, str) else ""


def _line(text: str, longest: int) -> str:
    """``text`` as one line of at most ``longest`` characters."""
    text = " ".join(clean(text).split())
    return text if len(text) <= longest else text[: longest - 1] + "…"
