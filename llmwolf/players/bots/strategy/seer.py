"""预言家: runs, reports every check with its reason, announces a 警徽流 and follows it."""

from __future__ import annotations

from llmwolf.players.base import Answer
from llmwolf.players.bots.entries import Check
from llmwolf.players.bots.mind import Mind, good_or_wolf
from llmwolf.players.bots.strategy.line import Line
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.rules.asks import Request


def next_checks(m: Mind, seen: set[int], want: int = 2) -> tuple[int, ...]:
    """The living seats whose card would tell most, those in ``seen`` and rival claims left out."""
    rivals = {s.seat for s in m.claims}
    pool = [s for s in m.others if s not in seen and s not in rivals]

    def told(seat: int) -> float:
        p = m.belief.wolf[seat]
        return p * (1 - p) + (0.04 if seat == m.facts.sheriff else 0)

    return tuple(m.ranked(pool, told, "flow")[:want])


def badge_flow(m: Mind, seen: set[int], want: int = 2) -> tuple[int, ...]:
    """The 警徽流 of a seer claim that may hold the badge: today's word stands while its seats do.

    Nobody in ``seen`` is in it: who was checked, or is called for.
    """
    if m.me not in m.facts.living or not (m.facts.election_open or m.facts.sheriff == m.me):
        return ()
    story = m.my_story
    if story and story.flow_day == m.facts.day and set(story.flow) <= set(m.others) - seen:
        return story.flow
    return next_checks(m, seen, want)


class SeerPlay(TownPlay):
    """The true seer."""

    def runs(self, m: Mind) -> bool:
        """Always, as long as it is not a beginner's day."""
        return not m.slips("stays_down")

    def withdraws(self, m: Mind) -> bool:
        """Never."""
        return False

    def checked(self, m: Mind) -> list[Check]:
        """Every check so far, by night; a lover's wolf is told as good."""
        found = [told for told in m.hand.told if told[1] == "check"]
        return [
            Check(night, seat, "good" if seat in m.dear else good_or_wolf(value))
            for night, _, seat, value in found
        ]

    def line(self, m: Mind) -> Line:
        """The card, the checks not reported yet (in last words: all), the next two checks, the call."""
        checks = self.checked(m)
        told = m.my_story.checks if m.my_story else {}
        if m.facts.stage == "last_words":
            due = checks
        else:
            due = [c for c in checks if told.get(c.night) != c]
            if m.slips("hides_check") and not m.in_danger():
                due = [c for c in due if c.value == "good"]
        wolves = tuple(c.target for c in checks if c.value == "wolf" and c.target in m.facts.living)
        golds = tuple(c.target for c in checks if c.value == "good" and c.target in m.facts.living)
        rivals = tuple(s.seat for s in m.claims if s.seat != m.me and s.seat in m.facts.living)
        suspects = tuple(dict.fromkeys((*wolves, *rivals, *self.suspects(m, m.me))))[: m.wolves]
        flow: tuple[int, ...] = ()
        vote = self.call(m, suspects, 0)
        if not m.powerless:
            seen = {vote, *(c.target for c in checks)}
            flow = badge_flow(m, seen, 1 if m.slips("one_seat_flow") else 2)
        return Line(
            role="seer",
            checks=tuple(due),
            flow=flow,
            suspects=suspects,
            trusts=golds,
            vote=vote,
        )

    def call(self, m: Mind, suspects: tuple[int, ...], side: int) -> int:
        """A checked wolf before everything else."""
        if m.facts.stage.startswith("election") or m.me not in m.facts.living:
            return 0
        return super().call(m, suspects, side)

    def night(self, m: Mind, request: Request) -> Answer:
        """The flow as announced while it can be kept, then whoever tells most."""
        pool = request.choices[0].pool
        seen = {c.target for c in self.checked(m)}
        flow = m.my_story.flow if m.my_story else ()
        ahead = [s for s in flow if s in pool and s not in seen]
        target = ahead[0] if ahead else next(iter(next_checks(m, seen, 1)), 0)
        if not target:
            target = m.best((s for s in pool if s not in seen), m.suspicion, "check")
        return Answer("check", (target,)) if target in pool else Answer()

    def heir(self, m: Mind, pool: tuple[int, ...]) -> int:
        """The badge tells the last unreported check: to the first of the flow if good, past it if not."""
        told = m.my_story.checks if m.my_story else {}
        fresh = [c for c in self.checked(m) if told.get(c.night) != c]
        flow = m.my_story.flow if m.my_story else ()
        if fresh and flow and fresh[-1].target == flow[0]:
            if fresh[-1].value == "good" and flow[0] in pool:
                return flow[0]
            second = flow[1] if len(flow) > 1 else 0
            if second in pool and m.belief.wolf[second] < 0.5:
                return second
        golds = [c.target for c in self.checked(m) if c.value == "good" and c.target in pool]
        return golds[-1] if golds else super().heir(m, pool)
