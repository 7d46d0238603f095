"""The head of the screen: where the game stands, and who is awaited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwolf.players.phrases import stage_name
from llmwolf.rules.facts import NIGHT, Facts
from llmwolf.rules.view import View
from llmwolf.tui.words import t

if TYPE_CHECKING:
    from llmwolf.llm.usage import CallLog


@dataclass(frozen=True, slots=True)
class Status:
    """``phase`` in words, whose ``turn`` it is, and whether it is the reader's (``mine``)."""

    phase: str
    turn: str
    mine: bool = False


def status(view: View, names: Mapping[int, str], speaker: int, asked_me: bool, lang: str) -> Status:
    """Where the game stands; ``speaker`` has the floor, ``asked_me``: the reader is to answer now.

    By night nobody is told who is awake, so that only the reader's own call is shown.
    """
    phase = phase_words(view.facts, lang)
    if view.facts.winner:
        return Status(phase, "")
    if asked_me:
        return Status(phase, t("your_turn", lang), True)
    if speaker:
        return Status(phase, t("speaks", lang, who=who(speaker, names, lang)))
    match view.asked:
        case ():
            return Status(phase, t("eyes_closed", lang) if view.facts.phase == NIGHT else "")
        case (only,) if only == view.seat and view.request is not None:
            return Status(phase, t("awaited_you", lang), True)
        case (only,):
            return Status(phase, t("awaited", lang, who=who(only, names, lang)))
        case many:
            return Status(phase, t("awaited_many", lang, n=len(many)))


def phase_words(facts: Facts, lang: str) -> str:
    """``第2夜`` or ``第1天 警长竞选``."""
    if facts.stage in ("setup", "over"):
        return stage_name(facts.stage, lang)
    if facts.phase == NIGHT:
        return t("night_no", lang, day=facts.day)
    stage = "" if facts.stage == NIGHT else stage_name(facts.stage, lang)
    return f"{t('day_no', lang, day=facts.day)} {stage}".rstrip()


def who(seat: int, names: Mapping[int, str], lang: str) -> str:
    """A seat's number and name."""
    return t("speaker", lang, seat=seat, name=names.get(seat, "")).rstrip()


def clock(seconds: float) -> str:
    """``1:05``; never negative."""
    whole = max(0, int(seconds + 0.999))
    return f"{whole // 60}:{whole % 60:02d}"


def spent(calls: CallLog | None, budget_over: bool, lang: str, paid: bool = True) -> str:
    """What the models have cost so far, such as ``46k tok $0.012 · ``; empty where none has been asked.

    Two figures only: with more, what a night costs would tell how many were asked in it (N-2).
    ``budget_over``: the table may know that the budget has cost a seat its model. Not ``paid``: the replies
    come from a cassette.
    """
    if calls is None or not calls.tokens:
        return ""
    tokens = float(f"{calls.tokens:.2g}")
    count = f"{tokens / 1000:g}k" if tokens >= 1000 else f"{tokens:g}"
    over = f" {t('budget_over', lang)}" if budget_over else ""
    if calls.unpriced or not paid:
        return f"{count} tok{over} · "
    about = "~" if calls.estimated else ""
    return f"{count} tok {about}${calls.cost:.2g}{over} · "
