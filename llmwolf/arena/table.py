"""One game of a tournament: who sits where, and the game itself where nobody is asked over a network."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from llmwolf.arena.cast import Cast
from llmwolf.arena.outcome import Line, outcome
from llmwolf.arena.plan import Agent, Plan
from llmwolf.arena.schedule import Fixture
from llmwolf.boards import Board
from llmwolf.players.base import LivePlayer, Player
from llmwolf.players.bots import Ledger, make_bot
from llmwolf.players.personas import PLAIN, Persona, find_persona
from llmwolf.players.scripted import RandomPlayer
from llmwolf.record.reader import parse
from llmwolf.record.writer import Writer
from llmwolf.rules.chance import number, shuffled
from llmwolf.rules.game import Game
from llmwolf.table.quick import play
from llmwolf.table.seating import Plan as TablePlan
from llmwolf.table.seating import SeatPlan, seat

STAND_IN: Final = "normal"
"""The level of the bots that answer where a model does not."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game's seats: the agent, the level of a bot, and the character, which a process can be sent."""

    fixture: Fixture
    board: Board
    agents: Mapping[int, Agent]
    personas: Mapping[int, str]
    models: Mapping[int, tuple[str, str]]
    lang: str
    words: bool

    @property
    def asks_models(self) -> bool:
        """Whether a seat is a model's."""
        return bool(self.models)

    @property
    def names(self) -> dict[int, str]:
        """How the seats stand in the record's head: by their agents."""
        return {number: agent.id for number, agent in self.agents.items()}

    def plan(self) -> TablePlan:
        """The table's plan."""
        seats = {}
        for place, agent in self.agents.items():
            model, prompt = self.models.get(place, ("", ""))
            kind = "model" if model else "random" if agent.level == "random" else "bot"
            level = STAND_IN if kind != "bot" else agent.level
            seats[place] = SeatPlan(kind, level, agent.id, model, prompt, self.personas[place])
        fixture = self.fixture
        return TablePlan(
            self.board,
            fixture.seed,
            lang=self.lang,
            seats=seats,
            role=fixture.role,
            role_seat=fixture.role_seat,
        )


def sit_down(plan: Plan, cast: Cast, board: Board, fixture: Fixture) -> Sitting:
    """The seats of ``fixture``.

    A seat whose agent has no character of its own is given the one that the seed draws for it, whoever sits
    elsewhere: games of one cluster differ in nothing but the agents.
    """
    free = cast.free or (PLAIN,)
    drawn: list[Persona] = []
    while len(drawn) < board.seats:
        drawn += shuffled(fixture.seed, f"arena/personas/{len(drawn)}", free)
    agents = {place: plan.agent(name) for place, name in enumerate(fixture.agents, 1)}
    voices = {place: (cast.named.get(agent.id) or drawn[place - 1]).id for place, agent in agents.items()}
    models = {
        place: (cast.specs[agent.id].label, cast.prompts[agent.id])
        for place, agent in agents.items()
        if agent.kind == "model"
    }
    return Sitting(fixture, board, agents, voices, models, plan.lang, plan.words or bool(models))


def bots_of(sitting: Sitting, book: Ledger | None = None) -> dict[int, Player]:
    """The built-in players of a sitting by seat.

    Each agent has luck of its own: two agents that are the same bot do not play the same game, so that
    comparing them shows what chance alone does.
    """
    players: dict[int, Player] = {}
    for place, agent in sitting.agents.items():
        if agent.kind == "model":
            continue
        luck = number(sitting.fixture.seed, f"arena/luck/{agent.id}") % 2**31
        if agent.level == "random":
            players[place] = RandomPlayer(luck + place)
        else:
            persona = find_persona(sitting.personas[place])
            players[place] = make_bot(place, agent.level, luck, persona, sitting.lang, sitting.words, book)
    return players


def play_bots(sitting: Sitting) -> tuple[Game, bytes]:
    """Play a game without models; the game, and its record."""
    seated = seat(sitting.plan(), _no_model, sitting.names)
    with Writer(None, seated.head) as writer:
        writer.take(seated.game)
        play(seated.game, bots_of(sitting, Ledger()), writer)
        return seated.game, writer.data


def play_to_file(sitting: Sitting, path: Path, versions: Line) -> Line:
    """The same, with the record at ``path``; returns the game's line in the index."""
    data, line = play_for_index(sitting, versions)
    write_whole(path, data)
    return line


def play_for_index(sitting: Sitting, versions: Line) -> tuple[bytes, Line]:
    """The same; returns the record and the game's line in the index."""
    _, data = play_bots(sitting)
    return data, outcome(sitting.fixture, parse(data, sitting.fixture.key), versions, {})


def write_whole(path: Path, data: bytes) -> None:
    """Write a file: the whole of it or nothing, whenever the process dies."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def _no_model(place: int) -> LivePlayer:
    raise AssertionError(f"seat {place} of a game without models is one")
