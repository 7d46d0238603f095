"""丘比特: on night 1 must link two players as lovers (N-16, W-5, W-6)."""

from collections.abc import Mapping
from typing import ClassVar

from llmwolf.roles.base import Role
from llmwolf.rules.asks import Choice, Decision, Request
from llmwolf.rules.events import Acted, Linked
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge


class Cupid(Role):
    """Whoever is linked dies with the other; a wolf and a good player are a faction of their own."""

    id = "cupid"
    zh = "丘比特"
    en = "Cupid"
    aliases = ("爱神",)
    short = "丘"
    about_zh = "首夜必须连两名情侣（可连自己），一方出局另一方随之；人狼恋时与情侣成为第三方。"
    about_en = "Links two lovers on night 1; a wolf and a good one form a third faction with him."
    aims: ClassVar[Mapping[str, str]] = {"link": "anyone"}
    camp = "X"

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """Two different players, once, without a pass (R-5); a second cupid finds them linked."""
        if judge.hidden.lovers or judge.facts.day > 1:
            return None
        return Request(seat, "link", (Choice("link", judge.facts.living, 2, 2),), may_pass=False)

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """The link is the judge's and cupid's secret; the lovers are told in their own call."""
        if judge.hidden.lovers:
            return
        one, other = sorted(answer.targets)
        for target in (one, other):
            judge.say(Acted((seat,), seat, "link", target, judge.facts.day))
        judge.say(Linked(seat, (one, other)))
        judge.recount()


ROLE = Cupid()
