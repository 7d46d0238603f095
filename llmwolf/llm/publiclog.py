"""The public log as a prompt tells it: append-only, the same bytes for every seat, within a budget."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from llmwolf.players.phrases import say_claim, say_event, seat_name
from llmwolf.players.words import pick
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event

_UNTOLD: Final = (ev.Called, ev.StageBegan)
"""Events that tell nothing which their neighbours do not."""
_GOAL: Final = 0.6
_HEAD: Final = 24
_QUOTES: Final = str.maketrans("「」", "『』")
_CUT: Final = {"limit": ("（超长截断）", " (too long, cut)"), "cut_in": ("（被打断）", " (interrupted)")}


@dataclass(slots=True)
class _Line:
    full: str
    brief: str
    speech: bool
    level: int = 0

    @property
    def text(self) -> str:
        return (self.full, self.brief, "")[self.level]


class PublicLog:
    """Public events as lines of text.

    Where they grow beyond ``budget`` characters, speeches are condensed to what they claimed, the
    oldest first, then left out, then the oldest events, down to ``_GOAL`` of the budget: so it happens
    rarely, and almost always the text is the prefix of the next one. It depends on the events alone.
    """

    def __init__(self, lang: str, budget: int) -> None:
        self._lang = lang
        self._budget = budget
        self._lines: list[_Line] = []
        self._size = 0

    def add(self, event: Event) -> None:
        """Append a public event; any other is none of the log's business."""
        if event.to is not None or isinstance(event, _UNTOLD):
            return
        line = self._speech(event) if isinstance(event, ev.Spoke) else self._plain(event)
        self._lines.append(line)
        self._size += len(line.full)
        if self._size > self._budget:
            self._condense()

    @property
    def text(self) -> str:
        """The log, with a heading."""
        heading = pick(("## 公开记录\n", "## Public record\n"), self._lang)
        if any(line.level == 2 for line in self._lines):
            heading += pick(("（更早的部分内容已略去）\n", "(some older lines are left out)\n"), self._lang)
        return heading + "".join(line.text for line in self._lines)

    def _plain(self, event: Event) -> _Line:
        text = say_event(event, self._lang) + "\n"
        return _Line(text, text, speech=False)

    def _speech(self, event: ev.Spoke) -> _Line:
        lang = self._lang
        who = seat_name(event.seat, lang)
        if event.stage == "last_words":
            who += pick(("遗言", "'s last words"), lang)
        said = " ".join(event.text.translate(_QUOTES).split())
        cut = pick(_CUT.get(event.cut, ("", "")), lang)
        claimed = pick(("；", "; "), lang).join(say_claim(claim, lang) for claim in event.claims)
        short = claimed or (f"「{said[:_HEAD]}…」" if said else "")
        brief = f"{who}{pick(('（摘要）：', ' (in short): '), lang)}{short}\n"
        quoted = f"「{said}」" if said else pick(("（没有发言）", "(says nothing)"), lang)
        full = f"{who}{pick(('：', ': '), lang)}{quoted}{cut}\n"
        return _Line(full, min(full, brief, key=len), speech=True)

    def _condense(self) -> None:
        goal = int(self._budget * _GOAL)
        for level, speeches_only in ((1, True), (2, True), (2, False)):
            for line in self._lines:
                if self._size <= goal:
                    return
                if line.level < level and (line.speech or not speeches_only):
                    self._size -= len(line.text)
                    line.level = level
                    self._size += len(line.text)


def public_log(events: Iterable[Event], lang: str, budget: int) -> str:
    """The log of the public ones among ``events``."""
    log = PublicLog(lang, budget)
    for event in events:
        log.add(event)
    return log.text
