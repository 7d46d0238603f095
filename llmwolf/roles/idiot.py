"""白痴: survives the exile vote, and only that; then lives on without a vote."""

from llmwolf.roles.base import Role
from llmwolf.rules.asks import Ask, Choice, Request
from llmwolf.rules.judge import Judge, Script


class Idiot(Role):
    """Turns the card when exiled, stays, may neither vote nor be voted again."""

    id = "idiot"
    zh = "白痴"
    en = "Idiot"
    short = "白"
    about_zh = "被放逐时翻牌免死，此后不能投票也不能被投；其他死因照常。"
    about_en = "Survives the exile vote by turning the card; no vote afterwards, and cannot be voted."
    camp = "G"
    village_power = True

    def spared(self, judge: Judge, seat: int) -> Script[bool]:
        """Once, by turning the card; by choice where ``idiot_flip`` says so."""
        if judge.rules.idiot_flip == "automatic":
            return True
        answers = yield Ask("flip", (Request(seat, "flip", (Choice("flip"),)),), public=False)
        return answers[seat].verb == "flip"


ROLE = Idiot()
