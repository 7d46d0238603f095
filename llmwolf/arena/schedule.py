"""Which games a plan makes: on which board and seed, with whom in which seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from llmwolf.arena.plan import Plan, block_of
from llmwolf.boards import Board, spec_for
from llmwolf.roles import registry
from llmwolf.rules.chance import number, shuffled
from llmwolf.rules.chapters.setup import deal

MIRROR: Final = "mirror"
_SEEDS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game before it is played.

    ``agents`` are by seat. Games of one ``cluster`` share seed and deal, and are no independent evidence;
    ``arm`` tells them apart. ``focus`` are the seats in which a paired design swaps (empty elsewhere).
    ``role`` is dealt to ``role_seat`` (empty: the deal is the seed's).
    """

    key: str
    board: str
    seed: int
    cluster: str
    arm: str
    agents: tuple[str, ...]
    focus: tuple[int, ...] = ()
    role: str = ""
    role_seat: int = 0

    @property
    def mirrored(self) -> bool:
        """Whether one agent holds every seat."""
        return len(set(self.agents)) == 1


def schedule(plan: Plan, boards: Mapping[str, Board]) -> tuple[Fixture, ...]:
    """Every game of ``plan``, in the order in which they are played: the boards take turns."""
    design = {"paired": _paired, "rotation": _rotation, "round_robin": _round_robin}[plan.design]
    blocks = plan.games // block_of(plan)
    found: list[Fixture] = []
    for block in range(blocks):
        for place, (name, board) in enumerate(boards.items(), 1):
            found += design(plan, _Block(plan, name, board, place, block))
    for game in range(plan.mirror):
        for place, (name, board) in enumerate(boards.items(), 1):
            block_here = _Block(plan, name, board, place, blocks + game)
            found.append(block_here.fixture(MIRROR, (plan.baseline,) * board.seats))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Block:
    """The games of one seed and deal on one board."""

    plan: Plan
    name: str
    board: Board
    place: int
    number: int

    @property
    def seed(self) -> int:
        return number(self.plan.seed, f"arena/{self.board.id}", self.number) % _SEEDS

    @property
    def cluster(self) -> str:
        word = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in self.board.id[:40])
        return f"{self.place}-{word}-{self.number:05}"

    def fixture(
        self,
        arm: str,
        agents: tuple[str, ...],
        focus: tuple[int, ...] = (),
        role: str = "",
        role_seat: int = 0,
    ) -> Fixture:
        key = f"{self.cluster}-{arm}"
        return Fixture(key, self.name, self.seed, self.cluster, arm, agents, focus, role, role_seat)

    def wolves(self) -> frozenset[int]:
        """The seats that are dealt a wolf's card."""
        return wolf_seats(deal(spec_for(self.board, self.seed), registry())[: self.board.seats])


def wolf_seats(cards: tuple[str, ...]) -> frozenset[int]:
    """The seats of those ``cards`` that stand for the wolves (the possessed one's does, N-15)."""
    known = registry()
    return frozenset(seat for seat, card in enumerate(cards, 1) if known[card].side == "wolves")


def _paired(plan: Plan, block: _Block) -> Iterator[Fixture]:
    """A and B in the same seat, or for the same team, and the baseline everywhere else.

    One seat: over so many pairs as there are seats every card has its turn, over the square of that number
    every card in every seat.
    """
    board, seats = block.board, block.board.seats
    role, role_seat = "", 0
    focus: tuple[int, ...]
    if plan.swap == "seat":
        turn, lap = block.number % seats, block.number // seats
        role_seat = (turn + lap) % seats + 1
        focus = (role_seat,)
        if len(board.cards) == seats:  # with a thief's spare cards the deal stays the seed's
            role = sorted(board.cards)[turn]
    else:
        wolves = block.wolves()
        focus = tuple(s for s in range(1, seats + 1) if (s in wolves) == (plan.swap == "wolves"))
    for arm, agent in zip("AB", plan.compared, strict=True):
        agents = tuple(agent.id if seat in focus else plan.baseline for seat in range(1, seats + 1))
        yield block.fixture(arm, agents, focus, role, role_seat)


def _rotation(plan: Plan, block: _Block) -> Iterator[Fixture]:
    """Every agent once in every seat, and so once with every card: as many games as there are agents."""
    names = [agent.id for agent in plan.agents]
    order = shuffled(block.seed, "arena/rotation", range(block.board.seats))
    for turn in range(len(names)):
        agents = tuple(names[(place + turn) % len(names)] for place in order)
        yield block.fixture(f"r{turn}", agents)


def _round_robin(plan: Plan, block: _Block) -> Iterator[Fixture]:
    """Every agent as the good seats against every other one as the wolves."""
    wolves = block.wolves()
    for one, other in combinations([agent.id for agent in plan.agents], 2):
        for good, bad in ((one, other), (other, one)):
            agents = tuple(bad if seat in wolves else good for seat in range(1, block.board.seats + 1))
            yield block.fixture(f"{good}-v-{bad}", agents)
