"""守墓人: each night learns whether the player exiled that day was a wolf."""

from llmwolf.roles.base import Role
from llmwolf.rules.events import Told
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge


class Gravekeeper(Role):
    """Reads the graves of the exiled."""

    id = "gravekeeper"
    zh = "守墓人"
    en = "Gravekeeper"
    aliases = ("灵媒",)
    short = "墓"
    about_zh = "每夜得知当天被放逐的玩家是好人还是狼人。"
    about_en = "Each night learns whether the player exiled that day was good or a wolf."
    camp = "G"
    village_power = True

    def called(self, judge: Judge, seat: int, plan: NightPlan) -> None:
        """What the exiled was, if somebody went out by vote."""
        facts = judge.facts
        exiled = facts.exiles.get(facts.day - 1, 0)
        if exiled and exiled not in facts.living:
            seen = "wolf" if judge.camps[judge.hands[exiled].role] == "W" else "good"
            judge.say(Told((seat,), "grave", exiled, seen, facts.day))


ROLE = Gravekeeper()
