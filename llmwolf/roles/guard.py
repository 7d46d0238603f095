"""守卫: each night protects one living player from the knife (N-9, N-11)."""

from collections.abc import Mapping
from typing import ClassVar

from llmwolf.roles.base import Role, ask_for, did, without
from llmwolf.rules.asks import Decision, Request
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge


class Guard(Role):
    """Protects one player a night, himself allowed, not the same one twice running."""

    id = "guard"
    zh = "守卫"
    en = "Guard"
    aliases = ("守护者",)
    short = "守"
    about_zh = "每夜守护一人（可守自己，可空守），只挡刀不挡毒；能否重复守同一人看房规。"
    about_en = "Each night protects one player (himself too) from the knife; repeats by the house rules."
    aims: ClassVar[Mapping[str, str]] = {"guard": "friend", "muffle": "friend"}
    camp = "G"
    village_power = True
    rounds = 2

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """Whom the rule on repeats leaves (N-9); then, where a piper plays, whom to muffle (N-14)."""
        hand = judge.hands[seat]
        if plan.round == 1:
            if not (judge.rules.guard_muffles and judge.has_piper):
                return None
            done = [target for _, target in hand.uses.get("muffle", ())]
            return ask_for(seat, "muffle", without(judge, done))
        rule = judge.rules.guard_repeat
        barred: tuple[int, ...] = ()
        if rule == "not_running":
            barred = (hand.last("guard", judge.facts.day - 1),)
        elif rule == "once_per_game":
            barred = tuple(target for _, target in hand.uses.get("guard", ()))
        return ask_for(seat, "guard", without(judge, barred))

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """The shield goes into the plan."""
        if target := answer.target:
            (plan.guarded if answer.verb == "guard" else plan.muffled).append(target)
            judge.say(did(judge, seat, answer.verb, target))


ROLE = Guard()
