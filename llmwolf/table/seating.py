"""Who sits where: from a plan of seats to a game, its players and their stand-ins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from llmwolf.boards import Board, spec_for
from llmwolf.players.base import LivePlayer, Player
from llmwolf.players.bots import make_bot
from llmwolf.players.human import HumanPlayer
from llmwolf.players.personas import PLAIN, Persona, PersonaError, find_persona, persona_folders, personas
from llmwolf.players.scripted import RandomPlayer
from llmwolf.record.head import Head, Sitter
from llmwolf.roles import registry
from llmwolf.rules.chance import shuffled
from llmwolf.rules.chapters.setup import deal
from llmwolf.rules.errors import SetupError
from llmwolf.rules.game import Game
from llmwolf.rules.ruleset import Ruleset
from llmwolf.rules.series import Played, safe_seats
from llmwolf.rules.spec import Spec
from llmwolf.table.host import AnyPlayer

KINDS: Final = ("bot", "human", "model", "random")


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """One seat: its kind of player (one of :data:`KINDS`), level, name, and for a model what it is.

    ``persona`` is an id, or a name; empty: drawn from the seed.
    """

    kind: str = "bot"
    level: str = "normal"
    name: str = ""
    model: str = ""
    prompt: str = ""
    persona: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """One game before it starts.

    ``seats`` holds the seats that are not plain bots of ``level``. ``role`` with ``role_seat`` asks for a
    card at a seat; the deal is then drawn from the seed and that card exchanged into the seat. ``history``
    are the games of the series so far (rules.md §10).
    """

    board: Board
    seed: int = 0
    minute: int | None = None
    rules: Ruleset | None = None
    level: str = "normal"
    lang: str = "zh"
    seats: Mapping[int, SeatPlan] = field(default_factory=dict)
    role: str = ""
    role_seat: int = 0
    history: tuple[Played, ...] = ()

    def seat(self, number: int) -> SeatPlan:
        """The plan of one seat."""
        return self.seats.get(number) or SeatPlan(level=self.level)


@dataclass(slots=True)
class Seated:
    """A game with everybody in place; ``human`` is the person's player, if a person plays."""

    game: Game
    players: dict[int, AnyPlayer]
    stand_ins: dict[int, Player]
    head: Head
    human: HumanPlayer | None = None


def spec_of(plan: Plan, names: Mapping[int, str] | None = None) -> Spec:
    """The game that ``plan`` describes between ``names`` (seat → name, ``3号`` where it has none).

    Raises :class:`SetupError` if the wanted card is not on the board.
    """
    spec = spec_for(plan.board, plan.seed, plan.minute, plan.rules, game=len(plan.history) + 1)
    if plan.history and spec.rules.safe_first_victim:
        sitting = [name_of(plan, seat, names) for seat in range(1, spec.seats + 1)]
        spec = replace(spec, safe=safe_seats(plan.history, sitting))
    if not plan.role:
        return spec
    if plan.role not in plan.board.cards:
        cards = "、".join(dict.fromkeys(registry()[card].zh for card in plan.board.cards))
        raise SetupError(
            f"{registry()[plan.role].zh} is not on the board {plan.board.id}; its cards are {cards}"
        )
    dealt = list(deal(spec, registry()))
    here = plan.role_seat - 1
    there = here if dealt[here] == plan.role else dealt.index(plan.role)
    dealt[here], dealt[there] = dealt[there], dealt[here]
    if there >= spec.seats:
        _keep_wolves_out(dealt, spec.seats, here, there)
    return replace(spec, dealt=tuple(dealt))


def _keep_wolves_out(dealt: list[str], seats: int, here: int, there: int) -> None:
    """A wolf who was exchanged into the middle goes to another seat that holds none (N-15)."""
    cards = registry()
    if cards[dealt[there]].camp == "W":
        free = (i for i in range(seats) if i != here and cards[dealt[i]].camp not in "WX")
        other = next(free)
        dealt[other], dealt[there] = dealt[there], dealt[other]


def name_of(plan: Plan, seat: int, names: Mapping[int, str] | None = None) -> str:
    """What the player at ``seat`` is called."""
    return (names or {}).get(seat) or plan.seat(seat).name or f"{seat}号"


def seat(
    plan: Plan, models: Callable[[int], LivePlayer] | None = None, names: Mapping[int, str] | None = None
) -> Seated:
    """Seat everybody of ``plan``; ``models`` makes the player of a model seat.

    Raises :class:`SetupError` for a plan that cannot be seated.
    """
    spec = spec_of(plan, names)
    return take_seats(Game(spec, registry()), plan, models, names)


def take_seats(
    game: Game,
    plan: Plan,
    models: Callable[[int], LivePlayer] | None = None,
    names: Mapping[int, str] | None = None,
) -> Seated:
    """Seat the players of ``plan`` at ``game``, which may have begun already (a resumed one)."""
    players: dict[int, AnyPlayer] = {}
    stand_ins: dict[int, Player] = {}
    sitters: list[Sitter] = []
    human: HumanPlayer | None = None
    seats = range(1, game.judge.facts.seats + 1)
    voices = voices_of(plan, len(seats))
    for number in seats:
        seat_plan = plan.seat(number)
        persona = voices[number]
        stand_ins[number] = make_bot(number, seat_plan.level, plan.seed, persona, plan.lang)
        if seat_plan.kind == "human":
            players[number] = human = HumanPlayer()
        elif seat_plan.kind == "model":
            if models is None:
                raise SetupError(f"seat {number} is to be a model, but no model is configured")
            players[number] = models(number)
        elif seat_plan.kind == "random":
            players[number] = RandomPlayer(plan.seed * 100 + number)
        else:
            players[number] = stand_ins[number]
        sitters.append(_sitter(number, name_of(plan, number, names), seat_plan, persona))
    head = Head.of(game.spec, sitters, plan.board.zh, plan.board.en)
    return Seated(game, players, stand_ins, head, human)


def voices_of(plan: Plan, seats: int) -> dict[int, Persona]:
    """The persona of each of so many ``seats``: the plan's, or one drawn from the seed.

    Nobody is drawn a second time before everybody was; a seat that drew whom another seat was given takes
    that one's draw instead. Raises :class:`SetupError` for a persona that is not there or not in order.
    """
    places, folders = range(1, seats + 1), [folder for folder in persona_folders() if folder.is_dir()]
    given = {seat: find_persona(wanted, folders) for seat in places if (wanted := plan.seat(seat).persona)}
    if len(given) == seats:  # as in tournaments
        return given
    known = list(personas().values()) or [PLAIN]
    drawn: list[Persona] = []
    while len(drawn) < seats:
        drawn += shuffled(plan.seed, f"personas/{len(drawn)}" if drawn else "personas", known)
    voices = dict(zip(places, drawn, strict=False))
    for seat, persona in given.items():
        freed, voices[seat] = voices[seat], persona
        for other, held in voices.items():
            if other not in given and held.id == persona.id:
                voices[other] = freed
    return voices


def seat_again(sitter: Sitter, level: str) -> SeatPlan:
    """The plan of a seat as a record tells it, ``level`` where it tells none.

    A persona that is not there any more as it was stops no game: the seat's draw takes its place.
    """
    persona = sitter.persona
    try:
        known = not persona or find_persona(persona).label == persona
    except PersonaError:
        known = False
    persona = persona if known else ""
    return SeatPlan(sitter.player, sitter.level or level, sitter.name, sitter.model, sitter.prompt, persona)


def _sitter(number: int, name: str, plan: SeatPlan, persona: Persona) -> Sitter:
    """How the seat stands in the record's head; a model's level and persona are its stand-in's."""
    botlike = plan.kind in ("bot", "model")
    return Sitter(
        seat=number,
        name=name,
        player=plan.kind,
        level=plan.level if botlike else "",
        model=plan.model,
        persona=persona.label if botlike else "",
        prompt=plan.prompt,
    )
