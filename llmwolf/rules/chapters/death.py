"""Deaths and what hangs on them: last acts, the win check, last words, the badge (C-1 … C-4, D-14)."""

from __future__ import annotations

from llmwolf.rules.asks import Ask, Request
from llmwolf.rules.chapters.badge import hand_on, pass_badge
from llmwolf.rules.chapters.endgame import check_win
from llmwolf.rules.chapters.speech import last_words
from llmwolf.rules.events import Cause, Died, Marked, Revealed, Shot
from llmwolf.rules.judge import Judge, Script


def dies(judge: Judge, seat: int, cause: str, how: str) -> None:
    """``seat`` goes out by day: the cause for the judge, what everybody saw for the table."""
    judge.say(Cause(seat, cause))
    judge.say(Died(seat, how))
    if judge.rules.reveal_on_death:
        turn_card(judge, seat)


def turn_card(judge: Judge, seat: int) -> None:
    """Everybody sees the card of ``seat``; a card that lies open is not turned again."""
    if seat not in judge.facts.shown:
        judge.say(Revealed(seat, judge.hands[seat].role))


def settle(judge: Judge, dead: tuple[int, ...], speakers: tuple[int, ...]) -> Script[None]:
    """The chain from ``dead``, the win check, the last words of ``speakers``, the badge (D-14, W-8).

    Optional shots fall lowest seat first (C-4). With ``shot_before_win_check`` off the check comes
    before each of them as well, and stops it.
    """
    waiting = sorted(dead)
    while waiting:
        if not judge.rules.shot_before_win_check:
            check_win(judge)
        shooter = waiting.pop(0)
        victim = yield from _last_act(judge, shooter)
        if victim:
            waiting = sorted([*waiting, victim])
            if judge.rules.last_words == "always":
                speakers = (*speakers, victim)
    check_win(judge)
    if judge.rules.badge_before_last_words:
        yield from pass_badge(judge)
    yield from last_words(judge, speakers)
    yield from pass_badge(judge)


def _last_act(judge: Judge, seat: int) -> Script[int]:
    """The shot of a dying shooter, if the cause of death leaves one; returns the seat taken, or 0."""
    choice = judge.role(seat).last_act(judge, seat, judge.hidden.causes[seat])
    if choice is None or not choice.pool:
        return 0
    answers = yield Ask("last_act", (Request(seat, "last_act", (choice,)),), public=False)
    target = answers[seat].target
    if target:
        turn_card(judge, seat)
        judge.say(Shot(seat, target))
        dies(judge, target, "shot", "shot")
    return target


def exile_death(judge: Judge, seat: int) -> Script[None]:
    """The exiled player goes out, unless the card spares him (白痴 turns it and loses his vote)."""
    if (yield from judge.role(seat).spared(judge, seat)):
        turn_card(judge, seat)
        judge.say(Marked("voteless", (*judge.facts.marks.get("voteless", ()), seat)))
        if judge.facts.sheriff == seat:
            yield from hand_on(judge)
        return
    if judge.rules.exile_shows_card:
        turn_card(judge, seat)
    dies(judge, seat, "exile", "exile")
    yield from settle(judge, (seat,), (seat,) if judge.rules.last_words != "none" else ())
