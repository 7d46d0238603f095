"""炸弹人: exiled by vote, takes along everyone whose last ballot was for him."""

from llmwolf.roles.base import Role
from llmwolf.rules.judge import Judge


class Bomber(Role):
    """Harmless unless exiled."""

    id = "bomber"
    zh = "炸弹人"
    en = "Bomber"
    short = "炸"
    about_zh = "被投票放逐时，最后一轮投票投他的人全部出局；其他死因无效果。"
    about_en = "Exiled by vote, takes along everyone whose last ballot was for him; nothing on other deaths."
    camp = "G"
    village_power = True
    hears = ("takes",)

    def takes(self, judge: Judge, seat: int, cause: str) -> tuple[str, tuple[int, ...]]:
        """The voters of the last ballot, ascending."""
        if cause != "exile":
            return "", ()
        return "bomb", tuple(voter for voter, target in judge.facts.votes if target == seat)


ROLE = Bomber()
