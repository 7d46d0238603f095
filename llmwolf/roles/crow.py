"""乌鸦: each night curses one player or none; one extra vote against him in the next exile ballot."""

from collections.abc import Mapping
from typing import ClassVar

from llmwolf.roles.base import Role, Verb, ask_for, did, without
from llmwolf.rules.asks import Decision, Request
from llmwolf.rules.events import Pairs
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge


class Crow(Role):
    """The curse shows only when the ballots are opened; a crow who died in the night has still cursed."""

    id = "crow"
    zh = "乌鸦"
    en = "Crow"
    short = "鸦"
    about_zh = "每夜可诅咒一名存活玩家，不能连续两夜同一人；次日放逐投票时他多一票。"
    about_en = "Each night may curse one player, not the same twice running: one more vote against him."
    aims: ClassVar[Mapping[str, str]] = {"curse": "foe"}
    verbs: ClassVar[Mapping[str, Verb]] = {"curse": Verb("诅咒", "curse", "咒")}
    camp = "G"
    village_power = True
    hears = ("ballot",)

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """Anybody living, himself too, but last night's."""
        last = judge.hands[seat].last("curse", judge.facts.day - 1)
        return ask_for(seat, "curse", without(judge, (last,)))

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """Kept in the hand for the ballot."""
        if target := answer.target:
            judge.say(did(judge, seat, "curse", target))

    def ballot(self, judge: Judge) -> Pairs:
        """One vote, two halves, against whoever was cursed last night."""
        day = judge.facts.day
        return tuple((target, 2) for hand in judge.hands if (target := hand.last("curse", day)))


ROLE = Crow()
