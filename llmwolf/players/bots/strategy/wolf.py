"""狼人: one 悍跳 claims seer, the others 冲锋, 倒钩 or lie deep; the pack does what most said at night."""

from __future__ import annotations

from dataclasses import replace

from llmwolf.players.base import Answer
from llmwolf.players.bots.entries import Check
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.whisper import night_line
from llmwolf.players.bots.strategy import explode, pack
from llmwolf.players.bots.strategy.line import Line
from llmwolf.players.bots.strategy.seer import badge_flow
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.rules.asks import Choice, Request


class WolfPlay(TownPlay):
    """A wolf: talks and votes as a good player in its seat would, bent by what the pack wants."""

    run_percent = 12

    def jumps(self, m: Mind) -> bool:
        """Whether this wolf is the pack's seer claim, made or to be made on day 1."""
        if m.my_story is not None:
            return not m.exposed
        early = m.facts.day == 1 and "seer" in m.facts.cards and m.me in m.facts.living
        return early and not pack.claimant(m) and pack.jumper(m) == m.me

    # -- the election --------------------------------------------------------------------------

    def runs(self, m: Mind) -> bool:
        """The claimant always, others now and then."""
        return self.jumps(m) or super().runs(m)

    def withdraws(self, m: Mind) -> bool:
        """Everybody but the claimant."""
        return not self.jumps(m) and super().withdraws(m)

    def badge_vote(self, m: Mind, pool: tuple[int, ...]) -> int:
        """冲锋 votes for the mate who claims, 倒钩 for the other one, 深水 as it looks in public."""
        mate = pack.claimant(m)
        style = pack.style(m)
        if m.third and m.dear & set(pool):
            return min(m.dear & set(pool))
        if style == "charge" and mate in pool:
            return mate
        if style == "hook" and pack.real_seer(m) in pool:
            return pack.real_seer(m)
        mates_first = tuple(s for s in pool if s in m.mates)
        return super().badge_vote(m, mates_first or pool)

    def heir(self, m: Mind, pool: tuple[int, ...]) -> int:
        """To a mate who is trusted, otherwise nobody; a linked wolf to the lover."""
        if m.third:
            return super().heir(m, pool)
        mates = [s for s in pool if s in m.mates and m.belief.wolf[s] < 0.5]
        return m.best(mates, lambda s: -m.belief.wolf[s], "heir")

    # -- the day -------------------------------------------------------------------------------

    def line(self, m: Mind) -> Line:
        """The invented seer's line, or a good player's with the mates left out."""
        if m.me in m.facts.shown:
            return Line()
        if self.jumps(m):
            return self._seer_line(m)
        line = super().line(m)
        trusts = tuple(s for s in line.trusts if s != pack.real_seer(m) or line.side == s)
        return replace(line, trusts=trusts, part=pack.style(m))

    def shows(self, m: Mind) -> str:
        """No card; about to be voted out, a villager's or, boldly, the hunter's."""
        if m.facts.stage.startswith("election") or not (m.in_danger() or m.exposed):
            return ""
        if m.exposed:
            return "villager"
        if m.book.roles.get(m.me):
            return m.book.roles[m.me]
        bold = (
            "hunter" in m.facts.cards
            and not m.book.holders("hunter")
            and "hunter" not in m.facts.shown.values()
        )
        return "hunter" if bold and m.chance("fake_gun", m.persona.boldness // 3) else "villager"

    def sides_with(self, m: Mind) -> int:
        """By style, and then without wavering; a deep wolf sides as it looks."""
        if m.hand.lover in m.belief.seer and m.hand.lover:
            return m.hand.lover
        mate, seer = pack.claimant(m), pack.real_seer(m)
        style = pack.style(m)
        before = m.book.side_of(m.me)
        if before in m.belief.seer and m.belief.seer[before] > 0.2 and not m.dropped(before):
            return before
        if style == "charge" and mate:
            return mate
        if style == "hook" and seer and m.belief.seer.get(seer, 0.0) > 0.3:
            return seer
        return super().sides_with(m)

    def suspects(self, m: Mind, side: int) -> tuple[int, ...]:
        """As in public, a mate only where sparing him would show; in step with the side taken."""
        pool = m.votable if m.my_story else self.open_to_doubt(m, side)
        ranked = m.ranked(pool, lambda s: self._doubt(m, s, side), "suspects")
        blind = m.wolves / max(1, m.facts.seats - 1)
        return tuple(s for s in ranked[: min(3, m.wolves)] if self._doubt(m, s, side) > blind - 0.05)

    def _doubt(self, m: Mind, seat: int, side: int) -> float:
        """Doubt as in public, bent to the side this wolf has taken aloud."""
        doubt = pack.doubt(m, seat)
        story = m.book.stories.get(side)
        if story is None or side == m.me:
            return doubt
        if seat == side:
            return doubt - 0.6
        if seat in m.belief.seer:
            doubt += 0.25
        said = story.value_of(seat)
        return doubt + (0.3 if said == "wolf" else -0.3 if said == "good" else 0.0)

    def weight(self, m: Mind, seat: int) -> float:
        """Doubt, the votes that gather, the mate's call for one who charges."""
        weight = self._doubt(m, seat, m.book.side_of(m.me)) + m.level.herd * self._called(m, seat)
        weight += self.risk(m, seat)
        mate = pack.claimant(m)
        if mate and mate != m.me and pack.style(m) == "charge":
            called = m.book.calls.get((m.facts.day, mate), 0)
            weight += 0.35 if called == seat else 0
        if m.my_story and seat not in m.mates:
            weight += 0.4 if m.my_story.value_of(seat) == "wolf" else 0
        return weight

    def followed(self, m: Mind, side: int) -> frozenset[int]:
        """Nobody: :meth:`weight` has the side in it."""
        return frozenset()

    def cut_in(self, m: Mind) -> Answer | None:
        """自爆 when it pays, 退水 like anybody else."""
        if any(right.verb == "explode" for right in m.view.rights) and explode.pays(m):
            return explode.blast(m)
        return super().cut_in(m)

    # -- the invented seer ---------------------------------------------------------------------

    def _seer_line(self, m: Mind) -> Line:
        told = dict(m.my_story.checks) if m.my_story else {}
        due: list[Check] = []
        last = m.facts.day if m.me in m.facts.living or m.facts.day == 1 else m.facts.day - 1
        for night in range(1, last + 1):
            if night not in told and (m.book.heard_night or night < m.facts.day or night == 1):
                check = self._invent(m, night, told)
                if check is not None:
                    told[night] = check
                    due.append(check)
        if m.facts.stage == "last_words":
            due = [told[night] for night in sorted(told)]
        evil = tuple(c.target for c in told.values() if c.value == "wolf" and c.target in m.facts.living)
        golds = tuple(c.target for c in told.values() if c.value == "good" and c.target in m.others)
        rivals = tuple(s.seat for s in m.claims if s.seat != m.me and s.seat in m.facts.living)
        suspects = tuple(dict.fromkeys((*evil, *rivals, *self.suspects(m, m.me))))
        suspects = tuple(s for s in suspects if s not in golds)[: m.wolves]
        vote = 0
        if m.facts.stage in ("speech", "pk") and m.me in m.facts.living:
            vote = evil[0] if evil and m.facts.stage == "speech" else self.call(m, suspects, 0)
        flow = badge_flow(m, {vote, *(c.target for c in told.values())})
        return Line("seer", tuple(due), flow, 0, suspects, golds, vote, part="jump")

    def _invent(self, m: Mind, night: int, told: dict[int, Check]) -> Check | None:
        """A check for ``night`` that fits what was announced: the flow first, few wolves, rarely a mate."""
        seen = {c.target for c in told.values()} | {m.me}
        flow = m.my_story.flow if m.my_story else ()
        alive = [s for s in m.others if s not in seen]
        planned = [s for s in flow if s in alive]
        seer = pack.real_seer(m)
        if planned:
            target = planned[0]
        else:
            saved = m.book.stories[seer] if seer else None
            accused = [s for s in alive if s in m.mates and saved and saved.value_of(s) == "wolf"]
            if accused and m.chance("answer", 50, night):
                return Check(night, accused[0], "good")
            pool = [s for s in alive if s not in m.mates and s != seer]
            if m.chance("mate_gold", 15, night):
                pool = [s for s in alive if s in m.mates] or pool
            target = m.best(pool or alive, lambda s: 0.0, f"invent/{night}")
        if not target:
            return None
        if target in m.mates or target in m.dear:
            return Check(night, target, "good")
        wolves = sum(c.value == "wolf" for c in told.values())
        rivals = sum(s.seat != m.me for s in m.claims)
        room = m.wolves - wolves - rivals
        lie = room > 0 and m.chance("lie", 45 if night == 1 else 55, night)
        return Check(night, target, "wolf" if lie else "good")

    # -- the night -----------------------------------------------------------------------------

    def night(self, m: Mind, request: Request) -> Answer:
        """A line to the pack with a proposal, then the knife most of them named."""
        choice: Choice = request.choices[0]
        if request.kind == "whisper":
            target = pack.ordered(m, choice.pool) or pack.proposal(m, choice.pool)
            leads = pack.leader(m) if m.me in m.mates else 0
            text = night_line(m, target, pack.motive(m, target), pack.volunteers(m), pack.style(m), leads)
            return Answer("whisper", (target,) if target else (), text[: request.text_limit])
        if request.kind in ("charm", "widow"):
            knifed = next((s for n, fact, s, _ in m.hand.told if (n, fact) == (m.facts.day, "knife")), 0)
            prey = [s for s in choice.pool if s not in m.mates and s != knifed]
            target = m.best(prey, lambda s: pack.worth(m, s), request.kind)
        elif request.kind == "knife":
            caught = self._caught(m)
            agreed = pack.agreed(m, choice.pool) or pack.proposal(m, choice.pool)
            target = caught if caught in choice.pool else agreed
        else:
            return super().night(m, request)
        return Answer(choice.verb, (target,)) if target else Answer()

    def _caught(self, m: Mind) -> int:
        """A little girl noticed tonight; she has seen too much."""
        day = m.facts.day
        return next((seat for night, fact, seat, _ in m.hand.told if fact == "caught" and night == day), 0)

    # -- going out -----------------------------------------------------------------------------

    def last_act(self, m: Mind, choice: Choice) -> int:
        """A wolf's gun takes whom the pack gains most by, never a mate."""
        pool = [s for s in choice.pool if s not in m.mates]
        return m.best(pool, lambda s: pack.worth(m, s), "shot")

    def ally(self, m: Mind, pool: tuple[int, ...]) -> int:
        """The good player who leads the table."""
        return m.best((s for s in pool if s not in m.mates), lambda s: -m.belief.wolf[s], "ally")
