"""吹笛者: charms player after player, and wins when all others alive are charmed (N-14, W-7)."""

from collections.abc import Mapping
from typing import ClassVar

from llmwolf.roles.base import Role, did
from llmwolf.rules.asks import Choice, Decision, Request
from llmwolf.rules.events import Marked, Piped, Told
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge


class Piper(Role):
    """A faction of its own."""

    id = "piper"
    zh = "吹笛者"
    en = "Piper"
    aliases = ("乐师",)
    short = "笛"
    about_zh = "独立阵营：每夜魅惑玩家，当其他存活玩家全部被魅惑时获胜。"
    about_en = "A faction of its own: charms players each night, wins when all others alive are charmed."
    aims: ClassVar[Mapping[str, str]] = {"pipe": "anyone"}
    camp = "X"
    hears = ("dawn",)

    @property
    def side(self) -> str:
        """Alone."""
        return "piper"

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """Not himself, and nobody twice while an uncharmed player is left."""
        piped, rules = judge.hidden.piped, judge.rules
        others = tuple(s for s in judge.facts.living if s != seat)
        fresh = tuple(s for s in others if s not in piped)
        if not fresh:
            return None
        if rules.piper == "face_to_face":
            return Request(seat, "pipe", (Choice("pipe", fresh, 1, 1),))
        if len(fresh) > 1:
            return Request(seat, "pipe", (Choice("pipe", fresh, 1, 2),))
        return Request(seat, "pipe", (Choice("pipe", others, 1, 2),))

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """The pipe plays for the targets."""
        for target in answer.targets:
            judge.say(did(judge, seat, "pipe", target))
            plan.pipes.append(target)

    def hour_over(self, judge: Judge, plan: NightPlan) -> None:
        """Who is charmed now; in the new-moon way the charmed meet each other at once."""
        before, met = judge.hidden.piped, judge.rules.piper == "new_moon"
        shielded = () if met else (*judge.hidden.lovers, *plan.muffled)
        charmed = tuple(sorted({*before, *(s for s in plan.pipes if s not in shielded)}))
        if charmed == before:
            return
        judge.say(Piped(charmed))
        if met:
            awake = tuple(s for s in charmed if s in judge.facts.living)
            for seat in charmed:
                judge.say(Told(awake, "charmed", seat, "", judge.facts.day))

    def dawn(self, judge: Judge, seat: int) -> None:
        """In the face-to-face way the charmed are announced, and mute by day."""
        if judge.rules.piper == "face_to_face" and judge.hidden.piped:
            judge.say(Marked("charmed", tuple(s for s in judge.hidden.piped if s in judge.facts.living)))


ROLE = Piper()
