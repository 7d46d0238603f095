"""狼人: the pack's knife at night (N-4, N-5), 自爆 by day (I-1)."""

from typing import ClassVar

from llmwolf.roles.base import Role, did, without
from llmwolf.rules.asks import Choice, CutIn, Decision, Request, one_of
from llmwolf.rules.chapters.death import dies, strikes
from llmwolf.rules.chapters.sides import WOLVES, hostile_pair
from llmwolf.rules.events import Acted, Exploded, PackMet, Told, Whispered
from llmwolf.rules.intents import NightPlan, agree
from llmwolf.rules.judge import DayEnds, Judge, Script
from llmwolf.rules.words import clip

WHISPER_LIMIT = 120
"""Longest line of the night talk, in characters."""
_EXPLODE = Choice("explode")


class Werewolf(Role):
    """Knows the pack, talks with it, knifes with it, and may blow himself up."""

    id = "werewolf"
    zh = "狼人"
    en = "Werewolf"
    aliases: ClassVar[tuple[str, ...]] = ("狼", "普通狼人")
    short = "狼"
    about_zh = "每夜与同伴商量刀一人（可自刀、可空刀）；房规允许时白天可以自爆，立即天黑。"
    about_en = "Knifes one player a night with the pack; by most rules may blow himself up: night falls."
    camp = "W"
    rounds = 2
    hears: tuple[str, ...] = ("rights",)

    def in_pack(self, judge: Judge, seat: int) -> bool:
        """Every wolf is, but for the wolf lover where factions are judged one by one (W-4)."""
        return judge.rules.judged == "together" or seat not in hostile_pair(judge)

    def callers(self, judge: Judge) -> tuple[int, ...]:
        """The whole pack wakes together, whatever each wolf's card; and the wolf lover with a knife (W-5)."""
        widow = self._widow(judge)
        return tuple(sorted((*judge.pack(), *widow))) if widow else judge.pack()

    def _widow(self, judge: Judge) -> tuple[int, ...]:
        """The living wolf lover once the wolves have lost, until the one knife is used (寡妇刀, W-5)."""
        if WOLVES not in judge.hidden.lost:
            return ()
        pair = hostile_pair(judge)
        living, hands = judge.facts.living, judge.hands
        wolves = [s for s in pair if s in living and judge.camps[hands[s].role] == "W"]
        return tuple(s for s in wolves if not hands[s].used("widow"))

    def _of_pack(self, judge: Judge, seat: int) -> bool:
        """Whether a seat asked under this call is asked for the pack's knife, not for its own (W-5)."""
        return judge.rules.judged == "together" or seat in judge.pack()

    def knows(self, judge: Judge, seat: int) -> None:
        """The pack meets; said when its lowest seat comes. Where a thief may join it, it meets at night."""
        if not judge.strangers and seat == judge.pack()[0]:
            self._meet(judge)

    def called(self, judge: Judge, seat: int, plan: NightPlan) -> None:
        """A pack that changed meets anew (N-4)."""
        if judge.strangers and judge.pack():
            self._meet(judge)
            judge.strangers = False

    def _meet(self, judge: Judge) -> None:
        """Wolves know each other, him who is linked away from the pack too; only the knife is not his."""
        linked = [s for s in hostile_pair(judge) if s in judge.facts.living]
        wolves_too = [s for s in linked if judge.role(s).camp == "W" and not judge.role(s).sees_pack]
        pack = tuple(sorted({*judge.pack(), *wolves_too}))
        wolves = tuple((s, judge.hands[s].role) for s in pack)
        judge.say(PackMet(pack, wolves))
        for law in judge.board:
            for seat in judge.holders(law.id):
                if law.sees_pack and seat not in pack:
                    judge.say(PackMet((seat,), wolves))

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """First a line to the pack (where more than one is left), then each wolf's choice (N-5)."""
        living = judge.facts.living
        if plan.round == 1:
            if not self._of_pack(judge, seat):
                return Request(seat, "widow", (one_of("widow", living),))
            safe = judge.spec.safe if judge.facts.day == 1 else ()
            return Request(seat, "knife", (one_of("knife", without(judge, safe) if safe else living),))
        if not (judge.rules.wolf_talk and len(judge.pack()) > 1 and self._of_pack(judge, seat)):
            return None
        return Request(seat, "whisper", (Choice("whisper", living, 0, 1),), text_limit=WHISPER_LIMIT)

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """The pack hears every line and sees every choice."""
        if answer.verb == "widow":
            plan.widow = answer.target
            judge.say(did(judge, seat, "widow", answer.target))
        elif plan.round == 1 and self._of_pack(judge, seat):
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
        return _EXPLODE if phase in judge.rules.explode_phases else None

    def cut_in(self, judge: Judge, cut: CutIn, stage: str) -> Script[None]:
        """The wolf is out at once and night falls (I-1)."""
        judge.say(Exploded(cut.seat, stage, cut.target))
        dies(judge, cut.seat, "explode")
        out = (cut.seat, *(strikes(judge, cut.target, "explode", "taken") if cut.target else ()))
        yield from ()  # a script, like every cut-in
        raise DayEnds(out)


ROLE = Werewolf()
