"""野孩子: chooses a model on night 1; when the model is out, becomes a wolf at once."""

from collections.abc import Mapping
from typing import ClassVar

from llmwolf.roles.base import Role, did, others
from llmwolf.rules.asks import Decision, Request, one_of
from llmwolf.rules.events import Told
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge


class WildChild(Role):
    """Good, neither god nor villager, until the model is out."""

    id = "wild_child"
    zh = "野孩子"
    en = "Wild child"
    short = "野"
    about_zh = "首夜选一名其他玩家为榜样；榜样出局则变成狼人，当晚与狼同行。此前算好人，非神非民。"
    about_en = "Picks a model on night 1; when the model is out, becomes a wolf and joins the pack."
    aims: ClassVar[Mapping[str, str]] = {"model": "anyone"}
    camp = "X"
    hears = ("mourns",)

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """The model, once, and it must be chosen (R-5)."""
        if judge.hands[seat].used("model"):
            return None
        return Request(seat, "model", (one_of("model", others(judge, seat)),), may_pass=False)

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """Kept in the hand."""
        judge.say(did(judge, seat, "model", answer.target))

    def mourns(self, judge: Judge, seat: int) -> None:
        """The model is out: a wolf from now on."""
        chosen = judge.hands[seat].uses.get("model")
        if chosen and chosen[0][1] not in judge.facts.living:
            judge.say(Told((seat,), "model_gone", chosen[0][1], "", judge.facts.day))
            judge.become(seat, "werewolf")


ROLE = WildChild()
