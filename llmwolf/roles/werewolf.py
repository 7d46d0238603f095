"""狼人: the pack's knife at night (N-4, N-5), 自爆 by day (I-1)."""

from llmwolf.roles.base import Role
from llmwolf.rules.asks import Choice, CutIn, Decision, Request, one_of
from llmwolf.rules.chapters.death import dies
from llmwolf.rules.events import Acted, Exploded, PackMet, Told, Whispered
from llmwolf.rules.intents import NightPlan, agree
from llmwolf.rules.judge import DayEnds, Judge, Script
from llmwolf.rules.words import clip

WHISPER_LIMIT = 120
"""Longest line of the night talk, in characters."""


class Werewolf(Role):
    """Knows the pack, talks with it, knifes with it, and may blow himself up."""

    id = "werewolf"
    zh = "狼人"
    en = "Werewolf"
    aliases = ("狼", "普通狼人")
    short = "狼"
    about_zh = "每夜与同伴商量刀一人（可自刀、可空刀）；白天发言阶段可以自爆，立即天黑。"
    about_en = "Knifes one player a night with the pack; may blow himself up during speeches: night falls."
    camp = "W"
    in_pack = True
    rounds = 2

    def callers(self, judge: Judge) -> tuple[int, ...]:
        """The whole pack wakes together, whatever each wolf's card."""
        return judge.pack()

    def knows(self, judge: Judge, seat: int) -> None:
        """The pack meets once; said when its lowest seat comes."""
        pack = judge.pack()
        if seat == pack[0]:
            judge.say(PackMet(pack, tuple((s, judge.hands[s].role) for s in pack)))

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """First a line to the pack (where more than one is left), then each wolf's choice (N-5)."""
        living = judge.facts.living
        if plan.round == 1:
            return Request(seat, "knife", (one_of("knife", living),))
        if not judge.rules.wolf_talk or len(judge.pack()) < 2:
            return None
        return Request(seat, "whisper", (Choice("whisper", living, 0, 1),), text_limit=WHISPER_LIMIT)

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """The pack hears every line and sees every choice."""
        if plan.round == 1:
            plan.knives[seat] = answer.target
            judge.say(Acted(judge.pack(), seat, "knife", answer.target, judge.facts.day))
        elif answer.verb == "whisper":
            judge.say(Whispered(judge.pack(), seat, answer.target, clip(answer.text, WHISPER_LIMIT)[0]))

    def hour_over(self, judge: Judge, plan: NightPlan) -> None:
        """The choices become one knife, and the pack is told which (N-5)."""
        if plan.knives:
            plan.knife = agree(plan.knives, judge.rules.wolf_agreement)
            judge.say(Told(judge.pack(), "knife", plan.knife, "", judge.facts.day))

    def rights(self, judge: Judge, seat: int, phase: str) -> Choice | None:
        """自爆, in the phases that the house rules list."""
        return Choice("explode") if phase in judge.rules.explode_phases else None

    def cut_in(self, judge: Judge, cut: CutIn, stage: str) -> Script[None]:
        """The wolf is out at once and night falls (I-1)."""
        judge.say(Exploded(cut.seat, stage))
        dies(judge, cut.seat, "explode", "explode")
        yield from ()  # a script, like every cut-in
        raise DayEnds(cut.seat)


ROLE = Werewolf()
