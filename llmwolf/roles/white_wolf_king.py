"""白狼王: blowing himself up in a speech phase may take one living player along (I-3)."""

from typing import ClassVar

from llmwolf.roles.werewolf import Werewolf
from llmwolf.rules.asks import Choice
from llmwolf.rules.judge import Judge


class WhiteWolfKing(Werewolf):
    """A wolf whose 自爆 takes one along."""

    id = "white_wolf_king"
    zh = "白狼王"
    en = "White wolf king"
    aliases: ClassVar[tuple[str, ...]] = ()
    short = "白狼"
    about_zh = "狼人；在竞选或白天发言阶段自爆时可以带走一名存活玩家，其他死因无技能。"
    about_en = "A wolf whose self-explosion in the election or day speeches may take one player along."

    def callers(self, judge: Judge) -> tuple[int, ...]:
        """Wakes with the pack, under the pack's call."""
        return ()

    def rights(self, judge: Judge, seat: int, phase: str) -> Choice | None:
        """自爆 with a target or without one; without in last words."""
        plain = super().rights(judge, seat, phase)
        if plain is None or phase == "last_words":
            return plain
        return Choice(plain.verb, tuple(s for s in judge.facts.living if s != seat), 0, 1)


ROLE = WhiteWolfKing()
