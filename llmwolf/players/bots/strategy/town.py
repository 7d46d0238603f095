"""A good player without a power of the moment: takes a side, looks for wolves, votes by belief."""

from __future__ import annotations

from llmwolf.players.base import Answer
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.line import Line
from llmwolf.roles import registry
from llmwolf.rules.asks import Choice, Request

SURE_SIDE = 0.54
"""How much a seer claim must be believed to be followed aloud."""
SWITCH_SIDE = 0.66
"""How much the other claim must be believed before a side once taken is changed."""
PIPED = 0.4
"""How much being uncharmed weighs when everybody else is charmed."""
BOMB = 0.5
"""How much a lone claim to the bomb keeps votes away."""
OWN_WORD = 0.16
"""How much suspicion it takes to vote against one's own call."""
FOLLOWED = 0.3
"""How much a 查杀 of the seer one follows adds to what speaks for an exile."""
SEEN = 0.08
"""How much more suspicious than a stranger somebody must be to be accused."""
TRUSTED = 0.14
"""Below this suspicion a seat is spoken for."""
UNHEARD = 0.45
"""How suspicious somebody who has yet to say his first word must be to be called for."""

_NOBODY: frozenset[int] = frozenset()


class TownPlay:
    """The common conduct of everybody who is not a wolf, and the hooks that a card refines."""

    run_percent = 14

    # -- the election --------------------------------------------------------------------------

    def runs(self, m: Mind) -> bool:
        """Whether to run for sheriff; bold characters do more often."""
        return m.chance("run", self.run_percent * (50 + m.persona.boldness) // 100)

    def withdraws(self, m: Mind) -> bool:
        """Step back for a seer claim at the call."""
        claims = [s for s in m.claims if s.seat in m.facts.running]
        return bool(claims) and m.me not in (s.seat for s in claims)

    def steps_back(self, m: Mind) -> bool:
        """Whether to withdraw while somebody else speaks: a seer is up, and one has nothing to add."""
        return self.withdraws(m) and m.chance("steps_back", 25)

    def badge_vote(self, m: Mind, pool: tuple[int, ...]) -> int:
        """The candidate most likely to be the seer, then the least suspicious one."""
        seer = m.belief.seer
        return m.best(pool, lambda s: 2 * seer.get(s, 0.0) - m.suspicion(s) + (s in m.dear), "badge")

    def heir(self, m: Mind, pool: tuple[int, ...]) -> int:
        """The seat trusted most; nobody (撕警徽) where even that one looks more like a wolf than not."""
        if m.third and m.dear & set(pool):
            return min(m.dear & set(pool))
        seer = m.belief.seer
        heir = m.best(pool, lambda s: 0.3 * seer.get(s, 0.0) - m.belief.wolf[s], "heir")
        return heir if heir and m.belief.wolf[heir] < 0.45 else 0

    def side(self, m: Mind) -> str:
        """The side to start from, so that the doubtful speak before the trusted."""
        n = m.facts.seats
        early = {s: (s - m.me) % n for s in m.others}
        lean = sum(m.suspicion(s) * (n / 2 - early[s]) for s in m.others)
        return "left" if lean >= 0 else "right"

    # -- the day -------------------------------------------------------------------------------

    def line(self, m: Mind) -> Line:
        """What to stand for in this speech."""
        side = self.sides_with(m)
        suspects = self.suspects(m, side)
        vote = self.call(m, suspects, side)
        claims = [s.seat for s in m.claims if s.seat != m.me]
        if not side and vote in claims and len(claims) == 2:
            # Voting one claim out is taking the other's side.
            side = claims[1 - claims.index(vote)]
            suspects = self.suspects(m, side)
        return Line(
            role=self.shows(m) or self.claims_back(m),
            side=side,
            suspects=suspects,
            trusts=self.trusts(m),
            vote=vote,
        )

    def shows(self, m: Mind) -> str:
        """The card to lay open now, if any."""
        return m.hand.role if m.in_danger() and not m.facts.stage.startswith("election") else ""

    def claims_back(self, m: Mind) -> str:
        """One's own card, where somebody alive claims it falsely."""
        power = registry()[m.hand.role].village_power
        return m.hand.role if power and set(m.usurpers) & set(m.facts.living) else ""

    def sides_with(self, m: Mind) -> int:
        """The seer claim to follow, 0 while it is open; a side once taken is not changed lightly.

        A vote for its exile ends it.         A lover's claim is followed whatever it is worth.
        """
        seer = m.belief.seer
        if m.hand.lover in seer and m.hand.lover:
            return m.hand.lover
        claims = [seat for seat in seer if seat and seat != m.me]
        before = m.book.side_of(m.me) or m.book.badge_vote(m.me)
        if before in claims and not m.dropped(before):
            other = m.best((s for s in claims if s != before), lambda s: seer[s], "side")
            return other if other and seer[other] >= SWITCH_SIDE else before
        claims = [s for s in claims if not m.dropped(s) or seer[s] >= SWITCH_SIDE]
        seat = m.best(claims, lambda s: seer[s] + self._ear(m, s), "side")
        return seat if seat and seer[seat] + self._ear(m, seat) >= SURE_SIDE else 0

    def _ear(self, m: Mind, seat: int) -> float:
        """How a claim sounds to this one listener (听感): little, but it breaks the ties of a first day."""
        return (m.draw("ear", 201, seat) - 100) / 700

    def suspects(self, m: Mind, side: int) -> tuple[int, ...]:
        """At most three living seats, each more suspicious than a stranger would be.

        Never the seer one follows, and neither claimant while the side is open.
        """
        blind = m.wolves / max(1, m.facts.seats - 1)
        ranked = m.ranked(self.open_to_doubt(m, side), m.suspicion, "suspects")
        return tuple(s for s in ranked[: min(3, m.wolves)] if m.suspicion(s) > blind + SEEN)

    def open_to_doubt(self, m: Mind, side: int) -> tuple[int, ...]:
        """Whom one may accuse without contradicting the side taken, or not taken."""
        claims = m.claims
        return tuple(
            s for s in m.votable if s != side and (side or len(claims) < 2 or s not in m.book.stories)
        )

    def trusts(self, m: Mind) -> tuple[int, ...]:
        """Up to two living seats that look good."""
        ranked = m.ranked(m.others, lambda s: -m.suspicion(s), "trusts")
        return tuple(s for s in ranked[:2] if m.suspicion(s) < TRUSTED)

    def call(self, m: Mind, suspects: tuple[int, ...], side: int) -> int:
        """The seat to call for; nobody while everybody looks alike."""
        if m.facts.stage not in ("speech", "pk"):
            return 0
        pool = m.votable
        if m.facts.stage == "pk":
            pool = tuple(s for s in m.book.order if s != m.me and s not in m.dear)
        pool = tuple(s for s in pool if s != side)
        target = self.choose(m, pool, side)
        if not target or (m.facts.stage != "pk" and target in m.unheard and self._calm(m, target, side)):
            return 0  # whoever comes next best would be named for nothing but having spoken already
        if m.facts.stage == "pk" or target in suspects or self._called(m, target) > 0:
            return target
        led = (m.facts.day, m.facts.sheriff) in m.book.calls
        return target if led or m.suspicion(target) >= 0.3 else 0

    def _calm(self, m: Mind, seat: int, side: int) -> bool:
        """Whether nothing but what others say speaks against ``seat``."""
        return m.suspicion(seat) < UNHEARD and seat not in self.followed(m, side)

    def vote(self, m: Mind, pool: tuple[int, ...]) -> int:
        """The exile ballot: one's own call unless something better came up, never the seer one follows.

        On day 1 a call is given up for anything better: it was made before all had been heard.
        """
        side = self.sides_with(m)
        pool = tuple(s for s in pool if s != side) or pool
        word = m.book.calls.get((m.facts.day, m.me), 0)
        if word in pool and not m.slips("breaks_word"):
            best = self.choose(m, pool, side)
            gain = self.drive(m, best, side) - self.drive(m, word, side)
            return word if gain < (0.0 if m.facts.day == 1 else OWN_WORD) else best
        return self.choose(m, pool, side)

    def choose(self, m: Mind, pool: tuple[int, ...], side: int = 0) -> int:
        """The seat of ``pool`` to vote for: suspicion, where the votes gather, the 查杀 of one's seer."""
        found = self.followed(m, side)
        return m.best(
            (s for s in pool if s != m.me),
            lambda s: self.weight(m, s) + (FOLLOWED if s in found else 0.0),
            "vote",
        )

    def drive(self, m: Mind, seat: int, side: int) -> float:
        """What speaks for exiling ``seat`` if ``side`` is the seer."""
        return self.weight(m, seat) + (FOLLOWED if seat in self.followed(m, side) else 0.0)

    def followed(self, m: Mind, side: int) -> frozenset[int]:
        """Whom the seer claim that is followed has found to be wolves."""
        story = m.book.stories.get(side)
        return frozenset(c.target for c in story.checks.values() if c.value == "wolf") if story else _NOBODY

    def weight(self, m: Mind, seat: int) -> float:
        """How much speaks for exiling ``seat``."""
        return m.suspicion(seat) + m.level.herd * self._called(m, seat) + self.risk(m, seat)

    def risk(self, m: Mind, seat: int) -> float:
        """What the board's rarer cards say for or against exiling ``seat``.

        The piper is among the uncharmed, which matters more the more are charmed; and nobody likes to vote
        for the one who claims the bomb.
        """
        found = 0.0
        if m.charmed and seat not in m.charmed:
            living = m.facts.living
            found += PIPED * sum(s in m.charmed for s in living) / len(living)
        if m.book.roles.get(seat) == "bomber" and m.book.holders("bomber") == [seat]:
            found -= BOMB
        return found

    def _called(self, m: Mind, seat: int) -> float:
        """The share of the living who called for ``seat`` today, by how good they look; the sheriff twice."""
        return m.voices.get(seat, 0.0) / len(m.facts.living)

    # -- the night and the end -----------------------------------------------------------------

    def night(self, m: Mind, request: Request) -> Answer:
        """By what the card aims at: the top suspect, the seat trusted most, or anyone."""
        choice = request.choices[0]
        aim = registry()[m.hand.role].aims.get(choice.verb)
        if aim is None or not (choice.pool or choice.most == 0):
            return Answer()
        targets = self.aimed(m, choice, aim)
        return Answer(choice.verb, targets) if len(targets) >= choice.least else Answer()

    def aimed(self, m: Mind, choice: Choice, aim: str) -> tuple[int, ...]:
        """As many targets as the choice allows, the most fitting first."""
        if aim == "anyone":
            score = {s: float(m.draw(choice.verb, 1000, m.facts.day, s)) for s in choice.pool}
        elif aim == "foe":
            score = {s: m.suspicion(s) for s in choice.pool if s != m.me}
        else:
            score = {s: m.belief.seer.get(s, 0.0) - m.suspicion(s) for s in choice.pool if s != m.me}
        ranked = m.ranked(score, score.__getitem__, choice.verb)
        if choice.some:
            first = [s for s in ranked if s in choice.some][:1]
            ranked = [*first, *(s for s in ranked if s not in first)]
        return tuple(ranked[: choice.most])

    def voters(self, m: Mind, pool: tuple[int, ...]) -> tuple[int, ...]:
        """A leaving scapegoat's list: the better-looking half of the living."""
        return tuple(m.ranked(pool, lambda s: -m.suspicion(s), "voters")[: (len(pool) + 1) // 2])

    def ally(self, m: Mind, pool: tuple[int, ...]) -> int:
        """Nobody: whoever is good makes the wolves no friend."""
        return 0

    def duels(self, m: Mind, pool: tuple[int, ...]) -> int:
        """Whom a knight calls out: a suspect beyond doubt, later a strong one."""
        target = m.best((s for s in pool if s not in m.dear), m.suspicion, "duel")
        bar = 0.8 - 0.12 * min(3, m.facts.day - 1)
        return target if target and m.suspicion(target) >= bar else 0

    def last_act(self, m: Mind, choice: Choice) -> int:
        """Whom to take along: the top suspect, nobody where belief is weak."""
        target = m.best(choice.pool, m.suspicion, "shot")
        return target if target and m.suspicion(target) >= m.level.shoot_at else 0

    def flips(self, m: Mind) -> bool:
        """An idiot turns the card."""
        return True

    def cut_in(self, m: Mind) -> Answer | None:
        """退水 while somebody speaks, a duel."""
        if any(right.verb == "withdraw" for right in m.view.rights) and self.steps_back(m):
            return Answer("withdraw")
        for right in m.view.rights:
            if right.verb == "duel" and (target := self.duels(m, right.pool)):
                return Answer("duel", (target,))
        return None
