"""猎人: when out, may shoot one living player, unless the cause forbids it (C-1, N-17)."""

from llmwolf.roles.base import Role
from llmwolf.rules.asks import Choice, one_of
from llmwolf.rules.events import Told
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge


class Hunter(Role):
    """Shoots when going out, but not when poisoned."""

    id = "hunter"
    zh = "猎人"
    en = "Hunter"
    short = "猎"
    about_zh = "出局时可以开枪带走一名存活玩家，除非死因按房规闷枪。"
    about_en = "When out, may shoot one living player, unless the house rules block it for the cause."
    camp = "G"
    village_power = True
    hears = ("signed",)

    def signed(self, judge: Judge, seat: int, plan: NightPlan) -> None:
        """Each night shown whether he could shoot if he died now, his powers lost or not (N-17)."""
        if judge.rules.hunter_shown_nightly:
            poisoned = seat in plan.poisoned and "poison" in judge.rules.hunter_blocked_by
            able = not (poisoned or judge.hidden.powerless)
            judge.say(Told((seat,), "gun", seat, "yes" if able else "no", judge.facts.day))

    def armed(self, judge: Judge, seat: int) -> bool:
        """He is (C-6)."""
        return True

    def last_act(self, judge: Judge, seat: int, cause: str) -> Choice | None:
        """A shot at any living player."""
        if cause in judge.rules.hunter_blocked_by:
            return None
        return one_of("shoot", judge.facts.living)


ROLE = Hunter()
