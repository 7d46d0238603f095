"""From the end of the night to the end of the day (D-1, D-13, D-14, I-2)."""

from __future__ import annotations

from llmwolf.rules.chapters.ballot import exile
from llmwolf.rules.chapters.card import draw_event
from llmwolf.rules.chapters.day import day_speeches
from llmwolf.rules.chapters.death import chain, farewell, settle, tell_dawn, turn_card
from llmwolf.rules.chapters.election import election
from llmwolf.rules.chapters.endgame import check_days, check_quiet, check_vote, check_win, verdict
from llmwolf.rules.chapters.night import night
from llmwolf.rules.chapters.setup import setup
from llmwolf.rules.events import Announced, DayBroke, ElectionPutOff, NoBadge, StageBegan
from llmwolf.rules.facts import DAY, NIGHT
from llmwolf.rules.judge import DayEnds, GameEnds, Judge, Script

_CAUSE_ORDER = ("knife", "poison")
_BEFORE, _AFTER, _SECOND = "day1_before_deaths", "day1_after_discussion", "day2"


def play(judge: Judge, dealt: tuple[str, ...]) -> Script[None]:
    """A whole game."""
    setup(judge, dealt)
    try:
        while True:
            yield from night(judge)
            yield from _day(judge)
            check_days(judge)
    except GameEnds:
        return


def _day(judge: Judge) -> Script[None]:
    """One day; with ``check_before_election`` deaths that decide the game come before the election (W-8)."""
    facts, rules = judge.facts, judge.rules
    judge.say(DayBroke(facts.day))
    draw_event(judge)
    when = rules.election_when
    first = when == _BEFORE
    decided = first and rules.check_before_election and facts.election_open and verdict(judge) is not None
    try:
        if facts.election_open and first and not decided:
            yield from election(judge)
        yield from _dawn(judge)
        if facts.election_open and (first or (when == _SECOND and facts.day > 1)):
            yield from election(judge)
        yield from day_speeches(judge)
        if facts.election_open and when == _AFTER:
            yield from election(judge)
        yield from exile(judge)
        check_vote(judge)
    except DayEnds as ends:
        yield from _day_over(judge, ends.out)
    check_quiet(judge, ((NIGHT, facts.day), (DAY, facts.day)))


def _dawn(judge: Judge, exploded: tuple[int, ...] = ()) -> Script[None]:
    """Announce the night's dead and settle what follows; ``exploded`` went out in the election."""
    judge.say(StageBegan("dawn"))
    causes = judge.hidden.doomed
    dead = tuple(causes)
    if judge.rules.announce_order == "cause":
        rank = {cause: place for place, cause in enumerate(_CAUSE_ORDER)}
        dead = tuple(sorted(dead, key=lambda seat: (rank.get(causes[seat], len(rank)), seat)))
    judge.say(Announced(dead))
    if judge.rules.reveal_on_death:
        for seat in dead:
            turn_card(judge, seat)
    out = yield from chain(judge, dead, followed=True)
    check_win(judge)
    day = judge.facts.day
    check_quiet(judge, ((DAY, day - 1), (NIGHT, day)))
    tell_dawn(judge)
    yield from farewell(judge, (*out, *exploded))


def _day_over(judge: Judge, out: tuple[int, ...]) -> Script[None]:
    """The day ends with ``out``: an election is lost or put off, the night is announced (I-2, D-7)."""
    facts = judge.facts
    try:
        if facts.stage.startswith("election"):
            if facts.blasts >= judge.rules.explosions_to_lose_badge:
                judge.say(NoBadge("explosion"))
            else:
                judge.say(ElectionPutOff())
        if facts.dawned == facts.day:
            yield from settle(judge, out)
        else:
            yield from _dawn(judge, (yield from chain(judge, out)))
    except DayEnds as ends:
        yield from _day_over(judge, ends.out)
