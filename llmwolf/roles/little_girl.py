"""小女孩: may peek while the wolves act, and may be caught (N-13)."""

from collections.abc import Mapping
from typing import ClassVar

from llmwolf.roles.base import Role, did
from llmwolf.rules.asks import Choice, Decision, Request
from llmwolf.rules.events import Told
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge


class LittleGirl(Role):
    """Unnoticed, she learns one wolf; noticed, the wolves are told before they knife."""

    id = "little_girl"
    zh = "小女孩"
    en = "Little girl"
    short = "女孩"
    about_zh = "每夜可在狼人行动时偷看：未被发现则得知一名狼人，被发现则狼人知道她是谁。"
    about_en = "May peek while the wolves act: unnoticed she learns a wolf, noticed they learn who she is."
    aims: ClassVar[Mapping[str, str]] = {"peek": "anyone"}
    camp = "V"
    village_power = True

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """Before the knife falls."""
        return Request(seat, "peek", (Choice("peek"),)) if judge.pack() else None

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """Noticed or not is drawn; so is the wolf she sees."""
        if answer.verb != "peek":
            return
        judge.say(did(judge, seat, "peek", 0))
        pack, night = judge.pack(), judge.facts.day
        if judge.chance("caught", judge.rules.girl_caught):
            judge.say(Told(pack, "caught", seat, "", night))
        else:
            judge.say(Told((seat,), "seen", pack[judge.draw("seen", len(pack))], "", night))

    def shieldable(self, judge: Judge, seat: int) -> bool:
        """Not everywhere (NM)."""
        return judge.rules.girl_guardable


ROLE = LittleGirl()
