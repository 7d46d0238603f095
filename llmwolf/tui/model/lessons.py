"""The lessons of the tutorial game: each is told the first time its thing happens in public."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.tui.model.helping import Entry
from llmwolf.tui.model.situation import Situation
from llmwolf.tui.words import t

PATH: Final = Path(__file__).parents[1] / "texts" / "lessons.toml"
_SEER: Final = "seer"
_SIMPLE: Final[Mapping[type[Event], str]] = {
    ev.GameBegan: "begin",
    ev.SignedUp: "candidates",
    ev.Withdrew: "withdraw",
    ev.Elected: "sheriff",
    ev.NoBadge: "no_badge",
    ev.Tied: "pk",
    ev.Exiled: "exiled",
    ev.NobodyExiled: "nobody",
    ev.BadgePassed: "badge",
    ev.Shot: "shot",
    ev.Revealed: "revealed",
    ev.Exploded: "explode",
    ev.GameEnded: "end",
}
"""Events that are a lesson whatever is in them."""
_STAGES: Final = ("election", "last_words", "speech")
"""Rounds that are a lesson when they begin."""
_JUST_NOW: Final = 3
"""A lesson goes on being new for so many events: a round begins with the order of its speeches."""


@cache
def lessons() -> Mapping[str, Mapping[str, tuple[str, str]]]:
    """Name → language → title and text."""
    data = tomllib.loads(PATH.read_text("utf-8"))
    return {name: {lang: tuple(pair) for lang, pair in texts.items()} for name, texts in data.items()}


class Course:
    """Folds public events into the lessons that are due; with one event one lesson is told at most.

    A speech may hold several new things at once. What is due waits for the next event, but for the end.
    """

    def __init__(self, seat: int) -> None:
        """``seat`` is the learner's."""
        self._seat = seat
        self._met: set[str] = set()
        self._due: deque[str] = deque()
        self._taken = 0
        self._last = 0
        self.told: list[str] = []
        """The names of the lessons so far, in their order."""

    @property
    def news(self) -> bool:
        """Whether the last lesson was told just now."""
        return bool(self.told) and self._taken - self._last < _JUST_NOW

    def take(self, event: Event, situation: Situation) -> None:
        """Fold ``event``, which ``situation`` knows of; one that not everybody heard is skipped."""
        if event.to is not None:
            return
        self._taken += 1
        for name in self._lessons_of(event, situation):
            if name not in self._met:
                self._met.add(name)
                self._due.append(name)
        if isinstance(event, ev.GameEnded):
            self._due = deque(("end",))
        if self._due:
            self.told.append(self._due.popleft())
            self._last = self._taken

    def _lessons_of(self, event: Event, situation: Situation) -> Iterator[str]:
        """The lessons that ``event`` gives occasion for."""
        if name := _SIMPLE.get(type(event)):
            yield name
        match event:
            case ev.NightFell():
                yield "night" if event.day == 1 else "second_night"
            case ev.StageBegan() if event.stage in _STAGES:
                yield event.stage
            case ev.Ballots():
                yield "votes" if event.stage in ev.EXILE else "badge_votes"
            case ev.Announced():
                yield "deaths" if event.seats else "peace"
            case ev.Spoke():
                yield from _claims(situation)
        if self._seat in _gone_by(event):
            yield "out"

    def entries(self, lang: str) -> list[Entry]:
        """The lessons so far, numbered."""
        texts = (lessons()[name][lang] for name in self.told)
        return [Entry(t("lesson", lang, n=n, title=title), text) for n, (title, text) in enumerate(texts, 1)]


def _claims(situation: Situation) -> Iterator[str]:
    seers = situation.standing(_SEER)
    if seers:
        yield "claim"
    if any(story.flow for story in seers):
        yield "flow"
    if len(seers) > 1:
        yield "counter"


def _gone_by(event: Event) -> tuple[int, ...]:
    match event:
        case ev.Announced():
            return event.seats
        case ev.Died():
            return (event.seat,)
        case _:
            return ()
