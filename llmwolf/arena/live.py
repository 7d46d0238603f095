"""Games with models: gone on with where they broke off, side by side, over shared connections."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

from llmwolf.arena.cast import Cast
from llmwolf.arena.errors import ArenaError, in_words_of
from llmwolf.arena.purse import Guarded, Share
from llmwolf.arena.table import Sitting, bots_of
from llmwolf.arena.unasked import Watched
from llmwolf.boards import boards
from llmwolf.llm.budget import Budget
from llmwolf.llm.client import Asker
from llmwolf.llm.crew import Crew, CrewPlan
from llmwolf.llm.endpoint import Endpoint, EndpointError
from llmwolf.llm.learned import Learned
from llmwolf.llm.prompt import prompt_set
from llmwolf.llm.prompt.switches import switch_texts
from llmwolf.llm.settings import Patience
from llmwolf.llm.transport import trusted
from llmwolf.players.personas import find_persona, persona_text, personas
from llmwolf.record.reader import read
from llmwolf.record.resume import resume
from llmwolf.record.writer import Writer
from llmwolf.table.host import Host
from llmwolf.table.seating import Seated, seat, take_seats


class Tables:
    """Plays the games with models of one tournament, in one event loop. Close it when all is over.

    Games that ask the same endpoint share one client: its connections, and what it learns.
    """

    def __init__(
        self, cast: Cast, purse: Budget, learned: Learned | None, heard: set[Endpoint] | None = None
    ) -> None:
        """``learned`` remembers dialects (``None``: for this tournament alone), ``heard`` which endpoints
        have replied (``None``: to it alone)."""
        self._cast = cast
        self._purse = purse
        self._learned = learned or Learned()
        self._heard = set() if heard is None else heard
        self._clients: dict[tuple[Endpoint, Patience], Watched] = {}
        self._door = asyncio.Lock()

    def prepare(self) -> None:
        """Load what the first calls would have to wait for."""
        import_module("llmwolf.llm.reuse")  # the SDK and its HTTP
        for spec in self._cast.specs.values():
            prompt_set(spec.settings.prompt)
            trusted(spec.endpoint)
        switch_texts()
        boards()
        personas()

    def check(self, sitting: Sitting) -> None:
        """Raise :class:`ArenaError` where the game can make no call at all."""
        try:
            crew = self._crew(sitting, Share(self._purse))
            crew.afford(seat(sitting.plan(), crew.players.__getitem__, sitting.names).game)
        except EndpointError as error:
            words = in_words_of(error.words, {"--model": "model"})
            raise ArenaError(words) from None

    async def play(
        self,
        sitting: Sitting,
        path: Path,
        tick: Callable[[], None] = lambda: None,
        purse: Budget | None = None,
    ) -> None:
        """Play a game, or go on with it, with its record at ``path``; ``tick`` is called at each step.

        Games begin in turn, each when the one before has its first call under way: begun at one moment, they
        would make all their calls at one moment, and wait for one another.

        ``purse`` is what it may spend (``None``: of the tournament's). Raises
        :class:`~llmwolf.arena.purse.Spent` where that ends it before its end,
        :class:`~llmwolf.arena.unasked.Unasked` where a model cannot be asked, and
        :class:`~llmwolf.record.errors.RecordError` where the record cannot be written, or gone on with.
        """
        await self._door.acquire()
        with ExitStack() as entering:
            entering.callback(self._door.release)
            share = Share(purse or self._purse, entering.close)
            crew = self._crew(sitting, share)
            opened = _opened(sitting, crew, path)
            if opened is not None:
                seated, writer = opened
                with writer:
                    guarded = Guarded(writer, share, tick, self._askers(sitting))
                    crew.on_call = guarded.called
                    host = Host(seated.game, seated.players | bots_of(sitting), seated.stand_ins, guarded)
                    await host.run()
                await asyncio.to_thread(_settle, path)

    def _crew(self, sitting: Sitting, share: Share) -> Crew:
        voices = {place: find_persona(sitting.personas[place]) for place in sitting.models}
        return Crew(
            CrewPlan(
                {place: self._cast.specs[sitting.agents[place].id] for place in sitting.models},
                sitting.lang,
                sitting.fixture.seed,
                {place: persona_text(voice, sitting.lang) for place, voice in voices.items()},
                share,
                self._lend,
                self._learned,
            )
        )

    def _askers(self, sitting: Sitting) -> dict[int, tuple[str, Watched]]:
        """By seat the agent that sits there, and the client that it asks."""
        agents = {place: sitting.agents[place].id for place in sitting.models}
        specs = {place: self._cast.specs[agent] for place, agent in agents.items()}
        return {
            place: (agents[place], self._clients[spec.endpoint, spec.patience])
            for place, spec in specs.items()
        }

    def _lend(self, fresh: Asker) -> Asker:
        """The tournament's own client of the same endpoint in the place of ``fresh``."""
        place = (fresh.endpoint, fresh.patience)
        return self._clients.setdefault(place, Watched(fresh, self._heard))

    async def close(self) -> None:
        """Close the connections."""
        for client in self._clients.values():
            await client.close()


def _settle(path: Path) -> None:
    """See a finished record onto the disk: its line in the index vouches for it.

    Until then it is the system that has what was written, whatever becomes of the process: waiting for the
    disk at each move would have all games at once wait for one another.
    """
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _opened(sitting: Sitting, crew: Crew, path: Path) -> tuple[Seated, Writer] | None:
    """The table of a new game, or of the one in ``path`` where it broke off; ``None``: that one is over."""
    players = crew.players.__getitem__
    if path.exists() and b"\n" in path.read_bytes():
        transcript = read(path)
        if transcript.finished:
            return None
        game, writer = resume(path, sync=False, secrets=crew.keys)
        for place, player in crew.players.items():
            player.recall(transcript, place, game)
        return take_seats(game, sitting.plan(), players, sitting.names), writer
    path.unlink(missing_ok=True)  # killed before the first line was whole: nothing had been asked
    seated = seat(sitting.plan(), players, sitting.names)
    return seated, Writer(path, seated.head, sync=False, secrets=crew.keys)
