"""Deaths and what hangs on them: chains, last acts, the win check, last words (C-1 … C-5, D-14)."""

from __future__ import annotations

from llmwolf.rules.asks import Ask, Choice, Request
from llmwolf.rules.chapters.badge import idiot_badge, pass_badge
from llmwolf.rules.chapters.endgame import check_win
from llmwolf.rules.chapters.follow import called_along
from llmwolf.rules.chapters.sides import PIPER
from llmwolf.rules.chapters.words import entitled, last_words
from llmwolf.rules.events import Cause, Died, Lingers, Marked, PowersEnded, Revealed, Shot, Told
from llmwolf.rules.judge import Judge, Script

_FOLLOW = ("lover", "charm")
_TURN = (Choice("turn"),)


def dies(judge: Judge, seat: int, cause: str, how: str = "") -> None:
    """``seat`` goes out by day: the cause for the judge, what everybody saw for the table."""
    judge.say(Cause(seat, cause))
    judge.say(Died(seat, how or cause))
    if judge.rules.reveal_on_death:
        turn_card(judge, seat)


def strikes(judge: Judge, seat: int, cause: str, how: str = "") -> tuple[int, ...]:
    """``seat`` is taken along and goes out, and is returned; unless it died in the night already (N-18).

    Then nothing changes: it goes out with the night's dead, as what killed it then.
    """
    if seat in judge.hidden.doomed:
        return ()
    dies(judge, seat, cause, how)
    return (seat,)


def turn_card(judge: Judge, seat: int) -> None:
    """Everybody sees the card of ``seat``; a card that lies open is not turned again."""
    if seat not in judge.facts.shown:
        judge.say(Revealed(seat, judge.hands[seat].card))


def settle(judge: Judge, dead: tuple[int, ...], at_dawn: bool = False) -> Script[None]:
    """The chain from ``dead``, the win check, what the dawn tells, last words, the badge (D-14, W-8)."""
    out = yield from chain(judge, dead)
    check_win(judge)
    if at_dawn:
        tell_dawn(judge)
    yield from farewell(judge, out)


def farewell(judge: Judge, out: tuple[int, ...]) -> Script[None]:
    """The last words of those who went out, and the badge's way on (D-14)."""
    if judge.rules.badge_before_last_words:
        yield from pass_badge(judge)
    yield from last_words(judge, entitled(judge, out))
    yield from pass_badge(judge)


def tell_dawn(judge: Judge) -> None:
    """What is announced with the deaths: the silenced, the charmed, the bear (S-1, N-14)."""
    facts, day = judge.facts, judge.facts.day
    if judge.hearing["silence"]:  # the silencer may have gone out tonight
        silenced = {hand.last("silence", day) for hand in judge.hands} & set(facts.living)
        if silenced:
            judge.say(Marked("silenced", tuple(sorted(silenced))))
    for seat in judge.hearers("dawn"):
        judge.power(seat).dawn(judge, seat)


def chain(judge: Judge, dead: tuple[int, ...], followed: bool = False) -> Script[tuple[int, ...]]:
    """Everything that ``dead``, who are out already, bring about; returns all who went out, in order (C-4).

    ``followed``: those who must follow are among them already. In turn, until nothing is left: forced
    followers, ascending; what the living become; the elder's loss; then one optional shot, lowest seat
    first. Where a shot does not come before the win check (W-8b), the check comes at every step and
    stops everything.
    """
    first = not judge.rules.shot_before_win_check
    if judge.hidden.decided:
        check_win(judge)
    if not dead:
        return ()
    out, fresh, waiting = list(dead), sorted(dead), list[int]()
    while fresh or waiting:
        if first:
            check_win(judge)
        if fresh:
            if armed := _armed(judge, fresh):
                waiting = sorted([*waiting, *armed])
            along = [] if followed else _follow(judge, fresh)
            fresh = along or _aftermath(judge, out)
            followed = False
            out += fresh
        else:
            fresh = yield from _last_act(judge, waiting.pop(0))
            out += fresh
    return tuple(out)


def _armed(judge: Judge, fresh: list[int]) -> list[int]:
    """Those of ``fresh`` with a last act; the powers of a batch do not end with the elder in it (C-5)."""
    causes = judge.hidden.causes
    return [seat for seat in fresh if judge.power(seat).last_act(judge, seat, causes[seat]) is not None]


def _follow(judge: Judge, fresh: list[int]) -> list[int]:
    """Step 1: whoever must follow the ``fresh`` goes out too, ascending (C-3)."""
    facts, causes = judge.facts, judge.hidden.causes
    if not (judge.hidden.lovers or judge.hearing["takes"]):
        return []
    along = [pair for seat in fresh for pair in called_along(judge, seat, causes[seat])]
    followed: list[int] = []
    for seat, cause in sorted(along):
        if seat in facts.living:
            followed += strikes(judge, seat, cause, "follow" if cause in _FOLLOW else cause)
    return followed


def _aftermath(judge: Judge, out: list[int]) -> list[int]:
    """Steps 2 and 3: who turns, and whether the village's powers end; returns who goes out of that (C-5)."""
    facts, hidden, hearing = judge.facts, judge.hidden, judge.hearing
    if not (hearing["mourns"] or hearing["loss"] or facts.marks):
        return []
    for seat in judge.hearers("mourns"):
        judge.role(seat).mourns(judge, seat)
    if facts.marks.get("charmed") and not any(judge.role(s).side == PIPER for s in facts.living):
        judge.say(Marked("charmed", ()))
    if hidden.powerless or not any(
        judge.role(s).ends_powers(judge, s, hidden.causes[s]) for s in out if s not in facts.living
    ):
        return []
    lost = next(s for s in out if judge.role(s).ends_powers(judge, s, hidden.causes[s]))
    judge.say(PowersEnded(lost))
    for seat in facts.living:
        if judge.role(seat).village_power:
            judge.say(Told((seat,), "powers", seat, "lost", facts.day))
    if not judge.rules.elder_takes_idiot:
        return []
    gone = [seat for seat in facts.marks.get("voteless", ()) if seat in facts.living]
    for seat in gone:
        dies(judge, seat, "elder")
    return gone


def _last_act(judge: Judge, seat: int) -> Script[list[int]]:
    """The shot of a dying shooter, if he takes one; returns who goes out of it (C-1, C-2)."""
    choice = judge.role(seat).last_act(judge, seat, judge.hidden.causes[seat])
    if choice is None or not choice.pool:
        return []
    must = judge.rules.hunter_must_shoot
    if must:
        answers = yield Ask("last_act", (Request(seat, "turn", _TURN),), public=False)
        if answers[seat].verb != "turn":
            return []
    answers = yield Ask("last_act", (Request(seat, "last_act", (choice,), not must),), public=False)
    target = answers[seat].target
    if not target:
        return []
    turn_card(judge, seat)
    judge.say(Shot(seat, target))
    if judge.rules.rogue_lingers and judge.power(target).lingers:
        judge.say(Lingers(target, "shot"))
        return []
    return list(strikes(judge, target, "shot"))


def exile_death(judge: Judge, seat: int) -> Script[None]:
    """The exiled player goes out, unless the card spares him (白痴 turns it and loses his vote)."""
    if (yield from judge.power(seat).spared(judge, seat)):
        turn_card(judge, seat)
        judge.say(Marked("voteless", (*judge.facts.marks.get("voteless", ()), seat)))
        yield from idiot_badge(judge, seat)
        check_win(judge)
        return
    if judge.rules.exile_shows_card:
        turn_card(judge, seat)
    dies(judge, seat, "exile")
    yield from settle(judge, (seat,))
