"""女巫: saves on night 1 as a rule, poisons with reason, shows when her silver water or she is in danger."""

from __future__ import annotations

from dataclasses import replace

from llmwolf.players.base import Answer
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.line import Line
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.rules.asks import Request

_SUSPECTED = 0.6
"""How much the table must believe that the witch is a wolf for her to claim before she is called."""


class WitchPlay(TownPlay):
    """The witch."""

    run_percent = 6

    def night(self, m: Mind, request: Request) -> Answer:
        """Save, poison or wait."""
        pools = {choice.verb: choice.pool for choice in request.choices}
        victim = pools.get("save", (0,))[0]
        if victim and self.saves(m, victim):
            return Answer("save", (victim,))
        target = self.poisons(m, pools["poison"], victim) if "poison" in pools else 0
        return Answer("poison", (target,)) if target else Answer()

    def saves(self, m: Mind, victim: int) -> bool:
        """On night 1 mostly; later whoever is not himself suspected; herself and a lover always."""
        if victim == m.me or victim in m.dear:
            return True
        if m.facts.day == 1:
            return m.chance("save", m.level.save_first)
        return m.belief.wolf[victim] < 0.5

    def poisons(self, m: Mind, pool: tuple[int, ...], victim: int) -> int:
        """The top suspect where suspicion is strong; never the victim, nor a lone hunter or elder claim."""
        spared = {victim, *m.dear, m.me}
        for card in ("hunter", "elder"):
            holders = m.book.holders(card)
            spared.update(holders if len(holders) == 1 else ())
        target = m.best((s for s in pool if s not in spared), m.suspicion, "poison")
        if not target:
            return 0
        bar = m.level.poison_at - 0.03 * max(0, m.facts.day - 2)
        if m.slips("poisons_early"):
            bar = 0.42
        return target if m.suspicion(target) >= bar and (m.facts.day > 1 or m.slips("poisons_early")) else 0

    def used(self, m: Mind, verb: str) -> tuple[tuple[int, int], ...]:
        """(night, target) of the potions of one kind used so far."""
        return tuple(m.hand.uses.get(verb, ()))

    def shows(self, m: Mind) -> str:
        """In danger, for a silver water in danger, once the poison is used, or when leaving."""
        if m.facts.stage.startswith("election"):
            return ""
        if m.book.roles.get(m.me) == "witch" or m.me not in m.facts.living or m.slips("shows_card"):
            return "witch"
        day = m.facts.day
        called = [target for (d, _), target in m.book.calls.items() if d == day]
        for _, saved in self.used(m, "save"):
            few = 1 if saved in m.book.stories else 2
            if saved in m.facts.living and (called.count(saved) >= few or m.called_wolf_by(saved)):
                return "witch"
        spent = any(night < day or m.book.heard_night for night, _ in self.used(m, "poison"))
        if day > 1 and self._decides(m):
            return "witch"
        return "witch" if self._pressed(m) or (spent and m.chance("shows", 60, day)) else ""

    def _decides(self, m: Mind) -> bool:
        """Whether what she knows tells two seer claims apart: she saved or poisoned one of them."""
        touched = {seat for _, seat in (*self.used(m, "save"), *self.used(m, "poison"))}
        return len(m.claims) > 1 and any(story.seat in touched for story in m.claims)

    def _pressed(self, m: Mind) -> bool:
        """Whether to speak up while it still helps: in danger, called twice or by the sheriff, or sure to be.

        Who speaks before the others has nothing but the look of things to go by.
        """
        accusers = m.accusers()
        called = len(accusers) > 1 or m.facts.sheriff in accusers
        return called or m.in_danger() or (m.facts.day > 1 and m.public.wolf[m.me] >= _SUSPECTED)

    def line(self, m: Mind) -> Line:
        """The common line; a shown witch lays open nights and potions."""
        line = super().line(m)
        if line.role != "witch":
            return line
        saves = self.used(m, "save")
        trusts = tuple(dict.fromkeys((*(t for _, t in saves if t in m.others), *line.trusts)))[:2]
        return replace(line, saves=saves, poisons=self.used(m, "poison"), trusts=trusts)
