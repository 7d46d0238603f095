"""预言家: each night learns one other living player's side, never the card (R-3)."""

from llmwolf.roles.base import Role, did, others
from llmwolf.rules.asks import Decision, Request, one_of
from llmwolf.rules.events import Told
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge


class Seer(Role):
    """Checks one player a night."""

    id = "seer"
    zh = "预言家"
    en = "Seer"
    aliases = ("先知",)
    short = "预"
    about_zh = "每夜查验一名其他存活玩家是好人还是狼人。"
    about_en = "Each night learns whether one other living player is good or a wolf."
    camp = "G"

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """One other living player, or nobody (R-4, R-5)."""
        return Request(seat, "check", (one_of("check", others(judge, seat)),))

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """The answer is shown at once."""
        if target := answer.target:
            judge.say(did(judge, seat, "check", target))
            seen = judge.role(target).seen_as(judge, target)
            judge.say(Told((seat,), "check", target, seen, judge.facts.day))


ROLE = Seer()
