"""禁言长老: each night silences one player, not the same one twice running."""

from collections.abc import Mapping
from typing import ClassVar

from llmwolf.roles.base import Role, ask_for, did, not_again
from llmwolf.rules.asks import Decision, Request
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge


class Silencer(Role):
    """The silenced may not speak from the announcement to the end of that day, but may vote."""

    id = "silencer"
    zh = "禁言长老"
    en = "Silencer"
    short = "禁"
    about_zh = "每夜可禁言一名其他玩家，不能连续两夜同一人；被禁言者当天不能发言，可以投票。"
    about_en = "Each night may silence one other player for the day, not the same twice running."
    aims: ClassVar[Mapping[str, str]] = {"silence": "foe"}
    camp = "G"
    village_power = True
    hears = ("silence",)

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """Anybody else but last night's (R-4)."""
        return ask_for(seat, "silence", not_again(judge, seat, "silence"))

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """Kept for the announcement, which reads it from the hands."""
        if target := answer.target:
            judge.say(did(judge, seat, "silence", target))


ROLE = Silencer()
