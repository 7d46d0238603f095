"""The public log as a prompt tells it: append-only, the same bytes for every seat, within a budget."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from llmwolf.llm.prompt.shortly import claim_words, round_name, vote_words
from llmwolf.llm.tokens import estimate
from llmwolf.players.phrases import say_event, seat_name
from llmwolf.players.words import pick
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event

_UNTOLD: Final = (ev.GameBegan, ev.Called, ev.StageBegan, ev.SidePicked)
"""Events that tell nothing which the rules or their neighbours do not."""
_GOAL: Final = 0.6
_HEAD: Final = 24
_QUOTES: Final = str.maketrans("「」〔〕", "『』[]")
_CUT: Final = {"limit": ("（超长截断）", " (too long, cut)"), "cut_in": ("（被打断）", " (interrupted)")}


@dataclass(slots=True)
class _Line:
    """A line of the log: as it was written, in short, or left out."""

    full: str
    brief: str
    speech: bool
    size: int
    level: int = 0

    @property
    def text(self) -> str:
        return (self.full, self.brief, "")[self.level]


class PublicLog:
    """Public events as lines of text.

    Where they grow beyond ``budget`` tokens, speeches are condensed to what they claimed, the oldest first,
    then left out, then the oldest events, down to ``_GOAL`` of the budget: so it happens rarely, and almost
    always the text is the prefix of the next one. It depends on the events alone. What a speech claimed is
    not told beside its words: the fact sheet tells it.
    """

    def __init__(self, lang: str, budget: int) -> None:
        self._lang = lang
        self._budget = budget
        self._lines: list[_Line] = []
        self._size = 0

    def add(self, event: Event) -> None:
        """Append a public event; any other is none of the log's business."""
        if event.to is not None or _is_untold(event):
            return
        line = self._speech(event) if isinstance(event, ev.Spoke) else self._plain(event)
        self._lines.append(line)
        self._size += line.size
        if self._size > self._budget:
            self._condense()

    @property
    def text(self) -> str:
        """Every line that is left."""
        return "".join(line.text for line in self._lines)

    @property
    def condensed(self) -> bool:
        """Whether a speech is told in short."""
        return any(line.level for line in self._lines)

    @property
    def dropped(self) -> bool:
        """Whether a line is left out."""
        return any(line.level == 2 for line in self._lines)

    def _plain(self, event: Event) -> _Line:
        lang = self._lang
        if isinstance(event, ev.Ballots):
            told = f"{round_name(event.stage, lang)}{pick(('：', ': '), lang)}{vote_words(event, lang)}"
        else:
            told = say_event(event, lang)
        text = told + "\n"
        return _Line(text, text, speech=False, size=estimate(text))

    def _speech(self, event: ev.Spoke) -> _Line:
        lang = self._lang
        who = seat_name(event.seat, lang)
        if event.stage == "last_words":
            who += pick(("遗言", "'s last words"), lang)
        said = " ".join(event.text.translate(_QUOTES).split())
        cut = pick(_CUT.get(event.cut, ("", "")), lang)
        claimed = f"〔{claim_words(event.claims, lang)}〕" if event.claims else ""
        short = claimed or (f"「{said[:_HEAD]}…」" if said else "")
        brief = f"{who}{pick(('（摘要）：', ' (in short): '), lang)}{short}\n"
        quoted = f"「{said}」" if said else pick(("（没有发言）", "(says nothing)"), lang)
        full = f"{who}{pick(('：', ': '), lang)}{quoted}{cut}\n"
        return _Line(full, min(full, brief, key=estimate), speech=True, size=estimate(full))

    def _condense(self) -> None:
        goal = int(self._budget * _GOAL)
        for level, speeches_only in ((1, True), (2, True), (2, False)):
            for line in self._lines:
                if self._size <= goal:
                    return
                if line.level < level and (line.speech or not speeches_only):
                    line.level = level
                    self._size -= line.size
                    line.size = estimate(line.text)
                    self._size += line.size


def _is_untold(event: Event) -> bool:
    """An exile is told by the ballot's outcome: the death that follows says nothing more."""
    return isinstance(event, _UNTOLD) or (isinstance(event, ev.Died) and event.how == "exile")


def public_log(events: Iterable[Event], lang: str, budget: int) -> PublicLog:
    """The log of the public ones among ``events``."""
    log = PublicLog(lang, budget)
    for event in events:
        log.add(event)
    return log
