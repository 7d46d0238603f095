"""狼王: out by exile, by the pack's own knife or by a shot, may shoot one."""

from typing import ClassVar

from llmwolf.roles.werewolf import Werewolf
from llmwolf.rules.asks import Choice, one_of
from llmwolf.rules.judge import Judge

SHOOTS_AFTER = ("exile", "knife", "shot")
"""Not by poison, not by 自爆, not as a lover or charmed."""


class WolfKing(Werewolf):
    """A wolf with a gun."""

    id = "wolf_king"
    zh = "狼王"
    en = "Wolf king"
    aliases: ClassVar[tuple[str, ...]] = ()
    short = "狼王"
    about_zh = "狼人；被放逐、被自刀或被猎人带走时可以开枪带走一人；被毒、自爆、殉情不能。"
    about_en = "A wolf who, exiled, knifed or shot, may shoot one player; not by poison, explosion or a link."

    def callers(self, judge: Judge) -> tuple[int, ...]:
        """Wakes with the pack, under the pack's call."""
        return ()

    def last_act(self, judge: Judge, seat: int, cause: str) -> Choice | None:
        """A shot at any living player."""
        return one_of("shoot", judge.facts.living) if cause in SHOOTS_AFTER else None


ROLE = WolfKing()
