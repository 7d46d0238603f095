"""From the end of the night to the end of the day (D-1, D-13, D-14, I-2)."""

from __future__ import annotations

from llmwolf.rules.chapters.ballot import exile
from llmwolf.rules.chapters.death import settle, turn_card
from llmwolf.rules.chapters.election import election
from llmwolf.rules.chapters.endgame import check_days, verdict
from llmwolf.rules.chapters.night import night
from llmwolf.rules.chapters.setup import setup
from llmwolf.rules.chapters.speech import day_speeches
from llmwolf.rules.events import Announced, DayBroke, ElectionPutOff, NoBadge, StageBegan
from llmwolf.rules.judge import DayEnds, GameEnds, Judge, Script

_CAUSE_ORDER = ("knife", "poison")


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
    facts = judge.facts
    judge.say(DayBroke(facts.day))
    decided = judge.rules.check_before_election and facts.election_open and verdict(judge) is not None
    try:
        if decided:
            yield from _dawn(judge, 0)
        if facts.election_open:
            yield from election(judge)
        if not decided:
            yield from _dawn(judge, 0)
        yield from day_speeches(judge)
        yield from exile(judge)
    except DayEnds as blast:
        yield from _after_blast(judge, blast.seat)


def _dawn(judge: Judge, exploded: int) -> Script[None]:
    """Announce the night's dead and settle what follows; ``exploded`` went out in the election."""
    judge.say(StageBegan("dawn"))
    causes = judge.hidden.doomed
    dead = tuple(causes)
    if judge.rules.announce_order == "cause":
        dead = tuple(sorted(dead, key=lambda seat: (_CAUSE_ORDER.index(causes[seat]), seat)))
    judge.say(Announced(dead))
    if judge.rules.reveal_on_death:
        for seat in dead:
            turn_card(judge, seat)
    rule = judge.rules.last_words
    speakers = dead if rule == "always" or (rule == "first_night_and_day" and judge.facts.day == 1) else ()
    if exploded and judge.rules.explode_last_words and rule != "none":
        speakers = (*speakers, exploded)
    yield from settle(judge, (*dead, exploded) if exploded else dead, speakers)


def _after_blast(judge: Judge, exploded: int) -> Script[None]:
    """The day ends at once: an election is lost or put off, the night's dead are announced (I-2, D-7)."""
    facts = judge.facts
    try:
        if facts.stage.startswith("election"):
            if facts.blasts >= judge.rules.explosions_to_lose_badge:
                judge.say(NoBadge("explosion"))
            else:
                judge.say(ElectionPutOff())
            yield from _dawn(judge, exploded)
        else:
            speaks = judge.rules.explode_last_words and judge.rules.last_words != "none"
            yield from settle(judge, (exploded,), (exploded,) if speaks else ())
    except DayEnds as blast:
        yield from _after_blast(judge, blast.seat)
