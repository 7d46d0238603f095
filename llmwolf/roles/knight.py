"""骑士: once, during day speeches, turns the card and duels one player."""

from collections.abc import Mapping
from typing import ClassVar

from llmwolf.roles.base import Role, others
from llmwolf.rules.asks import Choice, CutIn, one_of
from llmwolf.rules.chapters.death import dies, settle, turn_card
from llmwolf.rules.events import Acted, Dueled
from llmwolf.rules.judge import DayEnds, Judge, Script


class Knight(Role):
    """A wolf duelled is out and night falls; otherwise the knight is out and the day goes on."""

    id = "knight"
    zh = "骑士"
    en = "Knight"
    short = "骑"
    about_zh = "白天发言时可翻牌决斗一人（仅一次）：是狼则狼出局并天黑，否则骑士出局、白天继续。"
    about_en = "Once, during day speeches, duels one: a wolf is out and night falls, else the knight is out."
    aims: ClassVar[Mapping[str, str]] = {"duel": "foe"}
    camp = "G"
    village_power = True
    hears = ("rights",)

    def rights(self, judge: Judge, seat: int, phase: str) -> Choice | None:
        """The duel, in day speeches before the exile ballot, until the card is turned."""
        if phase != "speech" or judge.hands[seat].used("duel"):
            return None
        return one_of("duel", others(judge, seat))

    def cut_in(self, judge: Judge, cut: CutIn, stage: str) -> Script[None]:
        """The duel by the card's camp; a wolf's end ends the day."""
        seat, target = cut.seat, cut.target
        hit = judge.camps[judge.hands[target].role] == "W"
        judge.say(Acted((seat,), seat, "duel", target, judge.facts.day))
        turn_card(judge, seat)
        judge.say(Dueled(seat, target, hit))
        loser = target if hit else seat
        dies(judge, loser, "duel")
        if hit:
            raise DayEnds((loser,))
        yield from settle(judge, (loser,))


ROLE = Knight()
