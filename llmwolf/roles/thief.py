"""盗贼: on night 1 sees the two spare cards and takes one, becoming it (N-15)."""

from llmwolf.roles.base import Role
from llmwolf.rules.asks import Choice, Decision, Request
from llmwolf.rules.events import Spares, Told
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge

_TAKES = ("first", "second")


class Thief(Role):
    """Counts for no side until a card is chosen."""

    id = "thief"
    zh = "盗贼"
    en = "Thief"
    aliases = ("小偷",)
    short = "盗"
    about_zh = "首夜查看两张底牌，选一张成为该身份；何时必须选、必须选狼看房规。"
    about_en = "On night 1 sees the two spare cards and may become one; what he must take is a house rule."
    camp = "X"

    def called(self, judge: Judge, seat: int, plan: NightPlan) -> None:
        """Both cards are shown."""
        for place, card in enumerate(judge.hidden.spares, 1):
            judge.say(Told((seat,), "spare", place, card, judge.facts.day))

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """Which of them may be taken, and whether the own card may be kept."""
        spares = judge.hidden.spares
        rule = judge.rules.thief_takes
        wolves = [judge.camps[card] == "W" for card in spares]
        bound = rule == "wolf_first" and any(wolves)
        takes = tuple(Choice(verb) for verb, wolf in zip(_TAKES, wolves, strict=True) if wolf or not bound)
        return Request(seat, "thief", takes, may_pass=rule == "may_keep" and not all(wolves))

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """The card is swapped, or the thief plays on as a villager."""
        if answer.verb not in _TAKES:
            judge.become(seat, "villager")
            return
        place = _TAKES.index(answer.verb)
        spares = judge.hidden.spares
        judge.become(seat, spares[place], taken=True)
        judge.say(Spares((spares[1 - place], "thief")))


ROLE = Thief()
