"""吹笛者: charms player after player, and wins when all others alive are charmed (N-14, W-7)."""

from collections.abc import Mapping
from typing import ClassVar

from llmwolf.roles.base import Role, did, others
from llmwolf.rules.asks import Choice, Decision, Request, one_of
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
    about_zh = "独立阵营：每夜吹笛迷惑玩家，当其他存活玩家全部被迷惑时获胜。"
    about_en = "A faction of its own: charms players each night, wins when all others alive are charmed."
    aims: ClassVar[Mapping[str, str]] = {"pipe": "anyone"}
    camp = "X"
    hears = ("dawn",)

    @property
    def side(self) -> str:
        """Alone."""
        return "piper"

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """Not himself; at least one who is not charmed yet, as long as there is one."""
        targets = others(judge, seat)
        fresh = tuple(s for s in targets if s not in judge.hidden.piped)
        if judge.rules.piper == "face_to_face":
            return Request(seat, "pipe", (one_of("pipe", fresh),)) if fresh else None
        return Request(seat, "pipe", (Choice("pipe", targets, 1, 2, fresh),)) if targets else None

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
        piped = judge.hidden.piped
        if judge.rules.piper == "face_to_face" and piped != judge.facts.marks.get("charmed", ()):
            judge.say(Marked("charmed", piped))


ROLE = Piper()
