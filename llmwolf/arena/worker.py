"""What the workers of a cluster do: one game at a time, in memory or in a folder that goes with it.

Nothing secret comes here or goes back: the keys of models are those of the worker's own environment.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from llmwolf.arena.cast import Cast, cast_of, engine
from llmwolf.arena.errors import ArenaError, Elsewhere, ends_all, reason_of
from llmwolf.arena.outcome import Line
from llmwolf.arena.purse import Spent
from llmwolf.arena.table import Sitting, play_for_index
from llmwolf.arena.unasked import Refusal, Unasked
from llmwolf.llm.budget import Budget
from llmwolf.llm.endpoint import Endpoint
from llmwolf.record.scrub import scrub_text

_LOCK = threading.Lock()
_HEARD: set[Endpoint] = set()
"""The endpoints that have replied to this worker, whichever game it was that asked."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a game with models came to on a worker: its ``files`` by name, and what was spent on it.

    ``stopped``: the budget ended it; ``refusal``: a model could not be asked. ``fault`` is why it came to no
    end otherwise, without any key, and ``hopeless`` that no other game would do better.
    """

    files: dict[str, bytes]
    tokens: int
    cost: float
    stopped: bool = False
    fault: str = ""
    hopeless: bool = False
    refusal: Refusal | None = None

    @classmethod
    def of(cls, fault: BaseException | None, purse: Budget, cast: Cast) -> Played:
        """A game that ended with ``fault`` (``None``: well), and what was spent from ``purse``."""
        if fault is None or isinstance(fault, Spent):
            return cls({}, purse.tokens, purse.cost, stopped=fault is not None)
        if isinstance(fault, Unasked):
            return cls({}, purse.tokens, purse.cost, refusal=fault.refusal)
        secrets = tuple({spec.endpoint.api_key for spec in cast.specs.values()} - {""})
        told = scrub_text(reason_of(fault), secrets)
        return cls({}, purse.tokens, purse.cost, fault=told, hopeless=ends_all(fault))

    def judge(self) -> None:
        """Raise what ended the game before its end: :class:`Spent`, :class:`Unasked`, :class:`ArenaError`
        or :class:`~llmwolf.arena.errors.Elsewhere`."""
        if self.stopped:
            raise Spent
        if self.refusal is not None:
            raise Unasked(self.refusal)
        if self.hopeless:
            raise ArenaError(self.fault)
        if self.fault:
            raise Elsewhere(self.fault)


def play_bots_here(sitting: Sitting, versions: Line) -> tuple[bytes, Line]:
    """Play a game without models; its record and its line in the index.

    Raises :class:`ArenaError` where this worker is not in the ``versions`` of the tournament.
    """
    _agree(_cast(sitting), versions)
    return play_for_index(sitting, versions)


def play_models_here(
    sitting: Sitting, versions: Line, files: Mapping[str, bytes], max_tokens: int, max_cost: float
) -> Played:
    """Play a game with models, or go on with the one in ``files``, for at most so much (0: no limit).

    Raises :class:`ArenaError` as :func:`play_bots_here` does.
    """
    cast = _cast(sitting)
    _agree(cast, versions)
    purse = Budget(max_tokens, max_cost)
    with TemporaryDirectory(prefix="llmwolf-") as name:
        folder = Path(name)
        for file, data in files.items():
            (folder / file).write_bytes(data)
        record = folder / f"{sitting.fixture.key}.jsonl"
        # All games of this process share one event loop, and so the limit of calls at once at an address.
        playing = asyncio.run_coroutine_threadsafe(_play(sitting, cast, purse, record), _loop())
        fault = playing.exception()
        kept = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    found = Played.of(fault, purse, cast)
    return replace(found, files=kept, fault=found.fault.replace(name, "games"))


async def _play(sitting: Sitting, cast: Cast, purse: Budget, record: Path) -> None:
    from llmwolf.arena.live import Tables
    from llmwolf.llm.learned import user_memory

    tables = Tables(cast, purse, user_memory(), _HEARD)
    try:
        await tables.play(sitting, record)
    finally:
        await tables.close()


def _cast(sitting: Sitting) -> Cast:
    return cast_of({agent.id: agent for agent in sitting.agents.values()}.values())


def _agree(cast: Cast, versions: Line) -> None:
    """Raise where the engine or an agent is not the same here as where the tournament was begun."""
    agents: dict[str, str] = versions["agents"]
    unlike = [name for name in sorted(agents) if cast.versions[name] != agents[name]]
    if _engine() != versions["engine"]:
        unlike.insert(0, f"engine {_engine()} ≠ {versions['engine']}")
    if unlike:
        told = ", ".join(unlike)
        raise ArenaError(
            (
                f"这台 worker 的 {told} 与主机不同；那边装同一版 llmwolf、同样的提示词和配置，重启后 resume",
                f"on this worker {told}: not what the tournament is played with; install the same llmwolf,"
                " prompts and llmwolf.toml there, restart the worker, and resume",
            )
        )


@cache
def _engine() -> str:
    """As it was when this process first played: later changes on the disk are not what it runs."""
    return engine()


def _loop() -> asyncio.AbstractEventLoop:
    """The event loop of all games with models in this process."""
    with _LOCK:
        return _running_loop()


@cache
def _running_loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="llmwolf games", daemon=True).start()
    return loop
