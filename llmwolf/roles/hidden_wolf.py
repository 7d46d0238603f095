"""隐狼: seen as good, unknown to the pack, without a knife until all other wolves are out."""

from typing import ClassVar

from llmwolf.roles.werewolf import Werewolf
from llmwolf.rules.asks import Choice
from llmwolf.rules.judge import Judge


class HiddenWolf(Werewolf):
    """Knows the pack; the pack does not know him."""

    id = "hidden_wolf"
    zh = "隐狼"
    en = "Hidden wolf"
    aliases: ClassVar[tuple[str, ...]] = ()
    short = "隐"
    about_zh = "狼人；查验与熊都显示为好人，知道狼队而狼队不知他；其他狼出局前不能刀、不能自爆。"
    about_en = (
        "A wolf seen as good, unknown to the pack; no knife and no 自爆 until all other wolves are out."
    )
    sees_pack = True
    charmable = False
    hears = ("mourns", "rights")

    def in_pack(self, judge: Judge, seat: int) -> bool:
        """Only once every wolf who is not hidden is out."""
        return super().in_pack(judge, seat) and not any(
            judge.roles[judge.hands[s].role].camp == "W" and not judge.roles[judge.hands[s].role].sees_pack
            for s in judge.facts.living
        )

    def callers(self, judge: Judge) -> tuple[int, ...]:
        """Shown to the judge on night 1; the knife comes under the pack's call."""
        return ()

    def mourns(self, judge: Judge, seat: int) -> None:
        """Hidden wolves who are the pack now meet each other tonight (N-4)."""
        if set(judge.pack()) - set(judge.hands[seat].pack):
            judge.strangers = judge.strangers or seat in judge.pack()

    def seen_as(self, judge: Judge, seat: int) -> str:
        """Good, for the seer and for the bear."""
        return "good"

    def rights(self, judge: Judge, seat: int, phase: str) -> Choice | None:
        """自爆 once he is the pack."""
        return super().rights(judge, seat, phase) if seat in judge.pack() else None


ROLE = HiddenWolf()
