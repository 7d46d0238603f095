"""Last words: who has them, and the round in which they are said (rules.md §6)."""

from __future__ import annotations

from llmwolf.rules.chapters.speech import speak_in_turn
from llmwolf.rules.events import StageBegan
from llmwolf.rules.facts import NIGHT
from llmwolf.rules.judge import Judge, Script


def entitled(judge: Judge, out: tuple[int, ...]) -> tuple[int, ...]:
    """Those of ``out`` (in the order they went) who may speak once more.

    Night-1 deaths and day deaths (L-1, L-2), as many as there were wolves (L-3, L-4), all or none (L-5).
    """
    rule = judge.rules.last_words
    if rule == "none":
        return ()
    if rule == "quota":
        return tuple(seat for seat in out if _within_quota(judge, seat))
    return tuple(seat for seat in out if _may_speak(judge, seat, everybody=rule == "always"))


def _may_speak(judge: Judge, seat: int, everybody: bool) -> bool:
    phase, day, how = judge.facts.gone[seat]
    if how == "explode":
        return judge.rules.explode_last_words
    if everybody:
        return True
    whole = judge.rules.words_by_day == "everyone"
    if phase == NIGHT:
        return day == 1 and (whole or how == "night")
    return whole or how == "exile"


def _within_quota(judge: Judge, seat: int) -> bool:
    """Every death uses one up, spoken or not; the quota is the number of wolves at the start (L-3)."""
    facts = judge.facts
    quota = sum(judge.camps[hand.card] == "W" for hand in judge.hands[1:])
    if list(facts.gone).index(seat) >= quota:
        return False
    if facts.gone[seat][2] == "explode":
        return judge.rules.explode_last_words
    everyone = judge.rules.quota_words == "everyone"
    return everyone or judge.hidden.causes[seat] in ("knife", "exile")


def last_words(judge: Judge, seats: tuple[int, ...]) -> Script[None]:
    """The last words of ``seats`` in their order (rules.md §6)."""
    if not seats:
        return
    judge.say(StageBegan("last_words"))
    yield from speak_in_turn(judge, "last_words", seats)
