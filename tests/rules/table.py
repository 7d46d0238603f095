"""A table that a test plays like a written record.

What is not written did not happen: every method first passes through whatever is asked before its own
moment (nobody runs, shoots or votes, every speech is 过, a sheriff picks the left), and fails if that
moment does not come before the next nightfall.

    t = Table("official-12")
    t.night(knife=9, check=1)
    t.run(1, 5).badge_vote({6: 5, 7: 5, 8: 1})
    t.vote({5: 1, 6: 1, 2: 6})
    assert t.dead == (9, 1) and t.sheriff == 5

    t = Table(deal="狼王 狼狼 预女 丘盗 民民民", spare="白痴 民")
    t.night(thief="first", link=(1, 8), knife=9)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from llmwolf.boards import Board, find_board, profile, spec_for
from llmwolf.roles import registry
from llmwolf.rules.asks import PASS, Ask, CutIn, Decision, Request
from llmwolf.rules.claims import Claim
from llmwolf.rules.events import Ballots, NightFell, Spoke, Told, TurnOrder
from llmwolf.rules.facts import Facts, Hidden
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
Act = int | tuple[int, ...] | str
"""What a night call does: a target (0: nothing), several, or the verb where the call has no target."""
Acts = Act | Mapping[int, Act]
"""The same for every holder of the card, or for each seat its own."""


def cards(deal: str) -> tuple[str, ...]:
    """The role ids of a deal such as ``狼王 狼狼 预女猎白 民民民``.

    A word is the name of a card, or else one character for each of several.
    """
    known = {name: role.id for role in registry().values() for name in (role.zh, *role.aliases, role.short)}
    return tuple(known[name] for word in deal.split() for name in ([word] if word in known else word))


def board_of(deal: str, house: str = "official") -> Board:
    """A board under the profile ``house`` that is nothing but these cards."""
    base = profile(house)
    return Board("custom", "custom", "custom", base, cards(deal), base.rules)


def everyone_but(*seats: int, of: int = 12) -> tuple[int, ...]:
    """Seats 1 to ``of`` without ``seats``."""
    return tuple(seat for seat in range(1, of + 1) if seat not in seats)


class Table:
    """One game on ``board``, or with the cards of ``deal`` alone, under these house rules.

    ``spare`` are the two cards in the middle; ``draws`` (label → index) and ``outs`` (day → seat) are
    draws and exiles that are stated.
    """

    def __init__(
        self,
        board: str = "",
        *,
        deal: str = "",
        spare: str = "",
        house: str = "official",
        minute: int = 1,
        seed: int = 0,
        events: tuple[str, ...] = (),
        game: int = 1,
        safe: tuple[int, ...] = (),
        draws: Mapping[str, int] | None = None,
        outs: Mapping[int, int] | None = None,
        **switches: Any,
    ) -> None:
        chosen = find_board(board) if board else board_of(f"{deal} {spare}", house)
        dealt = cards(f"{deal or SEATING[board]} {spare}")
        rules = resolve(switches, chosen.rules)
        spec = spec_for(chosen, seed, minute, rules, dealt)
        stated, known = tuple(sorted((draws or {}).items())), tuple((outs or {}).items())
        spec = replace(spec, events=events or spec.events, game=game, safe=safe, draws=stated, outs=known)
        self.game = Game(spec, registry())

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
        return self.hidden.causes

    @property
    def hidden(self) -> Hidden:
        """What the judge alone knows."""
        return self.game.judge.hidden

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

    def told(self, seat: int, fact: str) -> list[tuple[int, str]]:
        """What ``seat`` was shown of this kind: (whom it was about, the answer)."""
        return [(event.seat, event.value) for event in self.heard(seat, Told) if event.fact == fact]

    def role(self, seat: int) -> str:
        """What ``seat`` is now."""
        return self.game.judge.hands[seat].role

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

    def cut_in(self, seat: int, verb: str, heard: str = "", target: int = 0) -> Table:
        """An act out of turn."""
        self.game.cut_in(CutIn(self.game.ply, seat, verb, (target,) if target else (), heard))
        return self

    def no_right(self, seat: int, verb: str, *targets: int) -> bool:
        """Whether ``seat`` would be refused this act out of turn."""
        return self.game.why_not(CutIn(self.game.ply, seat, verb, targets)) is not None

    def pass_all(self) -> Table:
        """Everybody asked now does nothing."""
        return self._all({}, "")

    def to(self, name: str, seat: int = 0) -> Table:
        """Pass until an ask of this stage or kind comes (and asks ``seat``)."""
        day = self.facts.day
        while not self._is(name, seat):
            self.pass_all()
            assert not self.game.over, f"the game ended before {name!r}"
            assert name in ("night", "ally") or self.facts.day == day, (
                f"night fell before {name!r} of {seat or 'any'}"
            )
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
                self._must(request)
        assert not left, f"nothing is asked of {sorted(left)}"
        return self

    def _must(self, request: Request) -> None:
        """The first legal answer to what may not be passed."""
        first = request.choices[0]
        self.answer(request.seat, first.verb, *first.pool[: first.least])

    # -- the night -----------------------------------------------------------------------------

    def night(self, *, until: str = "", **acts: Acts) -> Table:
        """The next night, or the rest of this one, up to the ask of kind ``until``.

        ``acts`` are named after the verb (``knife=9``, ``check={4: 1, 5: 2}``, ``link=(2, 9)``), those
        without a target after the ask (``thief="first"``, ``peek="peek"``). Nobody else acts.
        """
        left = {verb: act for verb, act in acts.items() if act}
        done: set[tuple[int, str]] = set()
        self.to("night")
        day = self.facts.day
        while not self.game.over and self.stage == "night" and self.facts.day == day:
            if until and self._is(until, 0):
                break
            for request in self.game.waiting:
                seat = request.seat
                verbs = ("save", "poison") if request.kind == "potion" else (request.kind,)
                wanted = {verb: acts.get(verb, 0) for verb in verbs if (seat, verb) not in done}
                mine = {verb: a.get(seat, 0) if isinstance(a, Mapping) else a for verb, a in wanted.items()}
                verb = next((verb for verb, act in mine.items() if act), PASS)
                done.add((seat, verb))
                left.pop(verb, None)
                self._act(request, verb, mine.get(verb, 0))
        assert not left, f"nobody was asked to {sorted(left)}"
        return self

    def _act(self, request: Request, verb: str, act: Act) -> None:
        if isinstance(act, str):
            self.answer(request.seat, act)
        elif act:
            self.answer(request.seat, verb, *((act,) if isinstance(act, int) else act))
        elif request.may_pass:
            self.answer(request.seat)
        else:
            self._must(request)

    def name_ally(self, seat: int) -> Table:
        """The first who died names the wolves' ally when the next night falls."""
        self.to("ally")
        return self.answer(self.asked[0], "ally", seat)

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

    def explode(self, seat: int, heard: str = "", take: int = 0) -> Table:
        """自爆 while somebody speaks; 白狼王 may take one along."""
        return self.cut_in(seat, "explode", heard, take)

    def duel(self, seat: int, target: int) -> Table:
        """The knight's duel, when the first day speech begins."""
        return self.to("speech").cut_in(seat, "duel", target=target)

    def shoot(self, target: int = 0) -> Table:
        """The dying shooter takes ``target`` along, or holds fire."""
        self.to("last_act")
        return self._all({self.asked[0]: target}, "shoot")

    def name_voters(self, *seats: int) -> Table:
        """The leaving scapegoat names who alone may vote tomorrow."""
        self.to("voters")
        return self.answer(self.asked[0], "allow", *seats)

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
