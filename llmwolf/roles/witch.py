"""女巫: one antidote, one poison, at night (N-6, N-7, N-8, R-4)."""

from llmwolf.roles.base import Role, did, others
from llmwolf.rules.asks import Choice, Decision, Request, one_of
from llmwolf.rules.events import Told
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge


class Witch(Role):
    """Told the victim while the antidote is left; saves once, poisons once."""

    id = "witch"
    zh = "女巫"
    en = "Witch"
    short = "女"
    about_zh = "一瓶解药、一瓶毒药，只在夜里用；有解药时每夜得知刀口。"
    about_en = "One antidote, one poison, by night; told the wolves' victim while she has the antidote."
    camp = "G"
    village_power = True
    rounds = 2

    def called(self, judge: Judge, seat: int, plan: NightPlan) -> None:
        """The victim is shown (0: nobody), unless the antidote is spent (N-6)."""
        if judge.rules.witch_told_after_use or not judge.hands[seat].used("save"):
            for victim in self._victims(judge, plan) or (0,):
                judge.say(Told((seat,), "victim", victim, "", judge.facts.day))

    def _victims(self, judge: Judge, plan: NightPlan) -> tuple[int, ...]:
        """Whom the witch is shown while she is told at all (N-6)."""
        victims = plan.victims()
        if judge.rules.witch_sees == "attack":
            return victims
        return tuple(v for v in victims if v not in plan.guarded and not judge.power(v).tough(judge, v))

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """What is left in the bag; a second round only where both potions may go in one night (N-8)."""
        hand, day = judge.hands[seat], judge.facts.day
        saved = bool(hand.last("save", day))
        acted = saved or hand.last("poison", day)
        if plan.round == 1 and not (judge.rules.witch_both_potions and acted):
            return None
        choices: list[Choice] = []
        victims = self._victims(judge, plan)
        spent = hand.used("save")
        told = not spent or saved or judge.rules.witch_told_after_use
        if not spent:
            savable = victims if self._may_save_herself(judge) else tuple([v for v in victims if v != seat])
            if savable:
                choices.append(one_of("save", savable))
        if not hand.used("poison"):
            pool = judge.facts.living if judge.rules.poison_self else others(judge, seat)
            choices.append(one_of("poison", pool))
        if not choices:
            return None
        return Request(seat, "potion", tuple(choices), hint=victims[0] if told and victims else 0)

    def armed(self, judge: Judge, seat: int) -> bool:
        """While a potion is left (C-6)."""
        hand = judge.hands[seat]
        return not (hand.used("save") and hand.used("poison"))

    def _may_save_herself(self, judge: Judge) -> bool:
        rule = judge.rules.witch_self_save
        return rule == "always" or (rule == "first_night" and judge.facts.day == 1)

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """A potion goes into the plan and is gone."""
        target = answer.target
        if answer.verb == "save":
            plan.saved.append(target)
        elif answer.verb == "poison":
            plan.poisoned.append(target)
        else:
            return
        judge.say(did(judge, seat, answer.verb, target))


ROLE = Witch()
