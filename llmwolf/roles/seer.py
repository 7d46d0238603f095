"""预言家: each night learns one other living player's side, in some profiles the card (R-3)."""

from llmwolf.roles.base import Role, ask_for, did, others
from llmwolf.rules.asks import Decision, Request
from llmwolf.rules.chapters.sides import GOOD, side
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
    about_zh = "每夜查验一名其他存活玩家，得知好坏；有的房规得知身份或阵营。"
    about_en = "Each night learns the side of one other living player; by some rules the card or faction."
    camp = "G"
    village_power = True

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """One other living player, or nobody (R-4, R-5)."""
        return ask_for(seat, "check", others(judge, seat))

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """The answer is shown at once."""
        if target := answer.target:
            judge.say(did(judge, seat, "check", target))
            judge.say(Told((seat,), "check", target, _seen(judge, target), judge.facts.day))


def _seen(judge: Judge, target: int) -> str:
    """good or wolf; the role id; or village or not_village, by the faction of that moment (R-3)."""
    if judge.rules.seer_sees == "card":
        return judge.hands[target].role
    if judge.rules.seer_sees == "faction":
        return "village" if side(judge, target) == GOOD else "not_village"
    return judge.role(target).seen_as(judge, target)


ROLE = Seer()
