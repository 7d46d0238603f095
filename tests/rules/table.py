"""A table that a test plays like a written record.

What is not written did not happen: every method first passes through whatever is asked before its own
moment (nobody runs, shoots or votes, every speech is 过, a sheriff picks the left), and fails if that
moment does not come before the next nightfall.

    t = Table("official-12")
    t.night(knife=9, check=1)
    t.run(1, 5).badge_vote({6: 5, 7: 5, 8: 1})
    t.vote({5: 1, 6: 1, 2: 6})
    assert t.dead == (9, 1) and t.sheriff == 5
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from llmwolf.boards import Board, find_board, profile, spec_for
from llmwolf.roles import registry
from llmwolf.rules.asks import PASS, Ask, CutIn, Decision, Request
from llmwolf.rules.claims import Claim
from llmwolf.rules.events import Ballots, NightFell, Spoke, TurnOrder
from llmwolf.rules.facts import Facts
from llmwolf.rules.game import Game
from llmwolf.rules.ruleset import resolve

SEATING = {
    "standard-9": "狼狼狼预女猎民民民",
    "official-10": "狼狼狼预女猎民民民民",
    "official-12": "狼狼狼狼预女猎白民民民民",
    "guard-12": "狼狼狼狼预女猎守民民民民",
}
"""Who sits where unless a test deals otherwise: one character for each seat, from seat 1."""

E = TypeVar("E")
Votes = Mapping[int, int]


def cards(deal: str) -> tuple[str, ...]:
    """The role ids of a deal such as ``狼狼预民民``."""
    by_short = {role.short: role.id for role in registry().values()}
    return tuple(by_short[short] for short in deal)


def board_of(deal: str) -> Board:
    """A board under the official profile that is nothing but these cards."""
    base = profile("official")
    return Board("custom", "custom", "custom", base, cards(deal), base.rules)


def everyone_but(*seats: int, of: int = 12) -> tuple[int, ...]:
    """Seats 1 to ``of`` without ``seats``."""
    return tuple(seat for seat in range(1, of + 1) if seat not in seats)


class Table:
    """One game on ``board``, or with the cards of ``deal`` alone, under these house rules."""

    def __init__(
        self, board: str = "", *, deal: str = "", minute: int = 1, seed: int = 0, **switches: Any
    ) -> None:
        chosen = find_board(board) if board else board_of(deal)
        dealt = cards(deal or SEATING[board])
        rules = resolve(switches, chosen.rules)
        self.game = Game(spec_for(chosen, seed, minute, rules, dealt), registry())

    # -- looking -------------------------------------------------------------------------------

    @property
    def facts(self) -> Facts:
        """What everybody knows."""
        return self.game.judge.facts

    @property
    def dead(self) -> tuple[int, ...]:
        """Who is out, in the order of going out."""
        return tuple(self.facts.gone)

    @property
    def living(self) -> tuple[int, ...]:
        return self.facts.living

    @property
    def causes(self) -> dict[int, str]:
        """The judge's knowledge: why each of the dead is out."""
        return self.game.judge.hidden.causes

    @property
    def sheriff(self) -> int:
        return self.facts.sheriff

    @property
    def winner(self) -> str:
        return self.facts.winner

    @property
    def ask(self) -> Ask:
        """The open ask."""
        assert self.game.ask is not None, "the game is over"
        return self.game.ask

    @property
    def stage(self) -> str:
        """The stage of the open ask."""
        return self.ask.stage

    @property
    def asked(self) -> tuple[int, ...]:
        """Who is asked now."""
        return tuple(request.seat for request in self.ask.requests)

    def request(self, seat: int) -> Request:
        """What is asked of ``seat`` now."""
        return next(request for request in self.ask.requests if request.seat == seat)

    def options(self, seat: int) -> tuple[str, ...]:
        """The legal answers of ``seat``."""
        return self.request(seat).options()

    def rights(self, seat: int) -> tuple[str, ...]:
        """What ``seat`` may do out of turn now."""
        return tuple(choice.verb for choice in self.game.view(seat).rights)

    def events(self, *kinds: type[E]) -> list[E]:
        """Every event of these kinds so far."""
        return [event for event in self.game.log if isinstance(event, kinds)]

    def last(self, kind: type[E]) -> E:
        """The latest event of this kind."""
        return self.events(kind)[-1]

    def story(self, *kinds: type[object]) -> list[str]:
        """The names of the events of these kinds in their order."""
        return [type(event).__name__ for event in self.game.log if isinstance(event, kinds)]

    def heard(self, seat: int, kind: type[E]) -> list[E]:
        """What of this kind ``seat`` has in its view."""
        return [event for event in self.game.view(seat).log if isinstance(event, kind)]

    def today(self) -> list[object]:
        """The events since night fell last."""
        log: list[object] = list(self.game.log)
        start = max(i for i, event in enumerate(log) if isinstance(event, NightFell))
        return log[start:]

    def speakers(self, stage: str) -> tuple[int, ...]:
        """Who spoke in ``stage`` today, in order."""
        return tuple(e.seat for e in self.today() if isinstance(e, Spoke) and e.stage == stage)

    def order(self, stage: str) -> tuple[tuple[int, ...], str]:
        """The latest stated order of ``stage``, and why it is so."""
        turns = [e for e in self.events(TurnOrder) if e.stage == stage]
        return turns[-1].seats, turns[-1].why

    def tally(self, stage: str) -> dict[int, float]:
        """The latest count of ``stage``, in votes."""
        event = [e for e in self.events(Ballots) if e.stage == stage][-1]
        return {seat: halves / 2 for seat, halves in event.tally}

    # -- answering -----------------------------------------------------------------------------

    def answer(
        self, seat: int, verb: str = PASS, *targets: int, text: str = "", claims: tuple[Claim, ...] = ()
    ) -> Table:
        """One answer to the open ask."""
        self.game.submit(Decision(self.game.ply, seat, verb, targets, text, claims))
        return self

    def refusal(self, seat: int, verb: str, *targets: int, text: str = "") -> str:
        """The code of the refusal that this answer would meet, empty if it is legal."""
        error = self.game.why_not(Decision(self.game.ply, seat, verb, targets, text))
        return error.code if error else ""

    def cut_in(self, seat: int, verb: str, heard: str = "") -> Table:
        """An act out of turn."""
        self.game.cut_in(CutIn(self.game.ply, seat, verb, (), heard))
        return self

    def no_right(self, seat: int, verb: str) -> bool:
        """Whether ``seat`` would be refused this act out of turn."""
        return self.game.why_not(CutIn(self.game.ply, seat, verb)) is not None

    def pass_all(self) -> Table:
        """Everybody asked now does nothing."""
        return self._all({}, "")

    def to(self, name: str, seat: int = 0) -> Table:
        """Pass until an ask of this stage or kind comes (and asks ``seat``)."""
        day = self.facts.day
        while not self._is(name, seat):
            self.pass_all()
            assert not self.game.over, f"the game ended before {name!r}"
            assert name == "night" or self.facts.day == day, f"night fell before {name!r} of {seat or 'any'}"
        return self

    def _is(self, name: str, seat: int) -> bool:
        requests = [r for r in self.ask.requests if seat in (0, r.seat)]
        return bool(requests) and (self.ask.stage == name or any(r.kind == name for r in requests))

    def _all(self, targets: Votes, verb: str) -> Table:
        """Everybody asked now does ``verb`` to the target given for them, or nothing."""
        left = dict(targets)
        for request in self.game.waiting:
            if request.seat in left:
                target = left.pop(request.seat)
                self.answer(request.seat, *((verb, target) if target else (PASS,)))
            elif request.may_pass:
                text = "过" if request.kind == "speak" else ""
                self.answer(request.seat, "say" if text else PASS, text=text)
            else:
                self.answer(request.seat, request.choices[0].verb)
        assert not left, f"nothing is asked of {sorted(left)}"
        return self

    # -- the night -----------------------------------------------------------------------------

    def night(
        self,
        *,
        knife: int | Votes = 0,
        check: int | Votes = 0,
        save: int = 0,
        poison: int = 0,
        guard: int = 0,
        until: str = "",
    ) -> Table:
        """The next night, or the rest of this one, up to the ask of kind ``until``.

        ``knife`` and ``check`` take one target for every holder, or a map of holder to target.
        """
        acts: dict[str, int | Votes] = {
            "knife": knife, "check": check, "save": save, "poison": poison, "guard": guard,
        }  # fmt: skip
        todo = {verb: target for verb, target in acts.items() if target}
        done: set[str] = set()
        self.to("night")
        day = self.facts.day
        while not self.game.over and self.stage == "night" and self.facts.day == day:
            if until and self._is(until, 0):
                break
            for request in self.game.waiting:
                potions = [potion for potion in ("save", "poison") if potion not in done]
                verbs = potions if request.kind == "potion" else [request.kind]
                verb = next((v for v in verbs if v in todo), PASS)
                target = todo.get(verb, 0)
                target = target if isinstance(target, int) else target.get(request.seat, 0)
                done.add(verb)
                self.answer(request.seat, *((verb, target) if target else (PASS,)))
        assert done >= set(todo), f"nobody was asked to {sorted(set(todo) - done)}"
        return self

    # -- the election --------------------------------------------------------------------------

    def run(self, *seats: int) -> Table:
        """The sign-up: these run."""
        self.to("sign_up")
        for seat in self.asked:
            self.answer(seat, "run" if seat in seats else PASS)
        return self

    def withdraw_now(self, seat: int, heard: str = "") -> Table:
        """退水 while somebody speaks."""
        return self.cut_in(seat, "withdraw", heard)

    def withdraw_at_call(self, *seats: int) -> Table:
        """退水 when the judge asks after the speeches."""
        self.to("withdraw")
        for seat in self.asked:
            self.answer(seat, "withdraw" if seat in seats else PASS)
        return self

    def badge_vote(self, votes: Votes) -> Table:
        """The ballot for sheriff."""
        return self.to("badge_ballot")._all(votes, "vote")

    def badge_pk_vote(self, votes: Votes) -> Table:
        """The second ballot for sheriff."""
        return self.to("badge_pk_ballot")._all(votes, "vote")

    def give(self, seat: int = 0) -> Table:
        """The leaving sheriff hands the badge to ``seat``, or tears it."""
        self.to("badge")
        return self._all({self.asked[0]: seat}, "give")

    # -- the day -------------------------------------------------------------------------------

    def side(self, side: str) -> Table:
        """The sheriff picks the side."""
        self.to("order")
        return self.answer(self.asked[0], side)

    def say(self, seat: int, text: str, claims: tuple[Claim, ...] = ()) -> Table:
        """``seat`` speaks when its turn comes."""
        return self.to("speak", seat).answer(seat, "say", text=text, claims=claims)

    def vote(self, votes: Votes) -> Table:
        """The exile ballot; who is not named abstains."""
        return self.to("ballot")._all(votes, "vote")

    def pk_vote(self, votes: Votes) -> Table:
        """The ballot among the tied."""
        return self.to("pk_ballot")._all(votes, "vote")

    def exile(self, seat: int) -> Table:
        """Everybody who may vote votes for ``seat``."""
        self.to("ballot")
        return self.vote(dict.fromkeys(self.asked, seat))

    def explode(self, seat: int, heard: str = "") -> Table:
        """自爆 while somebody speaks."""
        return self.cut_in(seat, "explode", heard)

    def shoot(self, target: int = 0) -> Table:
        """The dying shooter takes ``target`` along, or holds fire."""
        self.to("last_act")
        return self._all({self.asked[0]: target}, "shoot")

    def flip(self, turns: bool = True) -> Table:
        """The exiled idiot turns the card, or does not."""
        self.to("flip")
        return self.answer(self.asked[0], "flip" if turns else PASS)

    def day(self) -> Table:
        """Nothing more happens today."""
        day = self.facts.day
        while not self.game.over and self.facts.day == day:
            self.pass_all()
        return self


def ballots_for(target: int, voters: Iterable[int]) -> dict[int, int]:
    """The ballots of ``voters``, all for ``target``."""
    return dict.fromkeys(voters, target)
