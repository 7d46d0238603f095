"""狼美人: each night charms one player, who follows her when she goes out."""

from typing import ClassVar

from llmwolf.roles.base import ask_for, did, not_again
from llmwolf.roles.werewolf import Werewolf
from llmwolf.rules.asks import Decision, Request
from llmwolf.rules.events import Charmed
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge


class WolfBeauty(Werewolf):
    """A wolf who charms; only the latest night's charm counts."""

    id = "wolf_beauty"
    zh = "狼美人"
    en = "Wolf beauty"
    aliases: ClassVar[tuple[str, ...]] = ()
    short = "狼美"
    about_zh = "狼人；每夜可魅惑一名非同伴，不能连续同一人；她出局时被魅惑者随之（自刀、自爆除外）。"
    about_en = (
        "A wolf who charms one player a night; when she is out the charmed follows, save by knife or 自爆."
    )
    rounds = 1
    hears = ("rights", "takes")

    def callers(self, judge: Judge) -> tuple[int, ...]:
        """Called once more, alone."""
        return judge.holders(self.id)

    def called(self, judge: Judge, seat: int, plan: NightPlan) -> None:
        """Nothing is shown in her own call."""

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """Nobody of the pack she knows, and not last night's."""
        known = judge.hands[seat].pack
        pool = tuple(s for s in not_again(judge, seat, "charm") if s not in known)
        return ask_for(seat, "charm", pool)

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """Tonight's charm takes the place of the last one, even if it is none."""
        if answer.target:
            judge.say(did(judge, seat, "charm", answer.target))
        if answer.target or judge.hidden.charms.get(seat):
            judge.say(Charmed(seat, answer.target))

    def hour_over(self, judge: Judge, plan: NightPlan) -> None:
        """The knife is settled in the pack's call."""

    def takes(self, judge: Judge, seat: int, cause: str) -> tuple[str, tuple[int, ...]]:
        """The charmed, unless she fell by the pack's knife or by her own hand, or the charm cannot hold."""
        target = judge.hidden.charms.get(seat, 0)
        if not target or cause in ("knife", "explode") or not judge.role(target).charmable:
            return "", ()
        return "charm", (target,)


ROLE = WolfBeauty()
