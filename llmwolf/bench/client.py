"""``llmwolf bench client``: what a call to a model costs this process, beside the bare SDK in the same run.

A server in another process answers at once, so that nothing is measured but the client's own work: the
prompt built, the request sent, the stream parsed, the answer checked. Figures are processor time a call.
"""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import asdict, dataclass
from importlib.metadata import version
from random import Random
from typing import Any, Final

from llmwolf.bench.answering import frames
from llmwolf.boards import find_board, spec_for
from llmwolf.llm.client import Asker, ChatClient, Prompted, RawReply, Sink
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.seat import ModelPlayer
from llmwolf.llm.settings import Patience
from llmwolf.players.base import Answer
from llmwolf.players.scripted import random_answer
from llmwolf.roles import registry
from llmwolf.rules.game import Game

TOGETHER: Final = (1, 32, 128)
"""How many games ask at once."""
BATCHES: Final = 5
LIBRARIES: Final = ("openai", "httpx2", "aiohttp", "pydantic", "orjson", "tenacity")
_SPEECHES: Final = 14
_WORDS: Final = (
    "我是好人，{n}号发言划水，先放一放；预言家把警徽流讲清楚，归票听警长的，昨天改票的几位也要说明理由，过。"
)
Call = Callable[[int], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ClientFigures:
    """Milliseconds of processor time a call, best batch, each with so many ``games`` asking at once.

    ``sdk``: the bare SDK sending the same requests and reading the same replies on its own pool; ``wire``:
    our client alone, its prompt ready; ``whole``: a model's seat from its view to its answer.
    ``prompt_bytes`` is the mean size of a prompt, ``pieces`` the number of events in a reply.
    """

    games: tuple[int, ...]
    calls: int
    sdk: tuple[float, ...]
    wire: tuple[float, ...]
    whole: tuple[float, ...]
    prompt_bytes: int
    pieces: int
    versions: dict[str, str]

    def as_json(self) -> dict[str, object]:
        """Every figure by name."""
        return asdict(self)


def measure(
    games: tuple[int, ...] = TOGETHER, calls: int = 1280, tick: Callable[[str], None] = lambda what: None
) -> ClientFigures:
    """Measure with each number of ``games``, about ``calls`` calls for each figure, in batches."""
    return asyncio.run(_measure(games, calls, tick))


async def _measure(games: tuple[int, ...], calls: int, tick: Callable[[str], None]) -> ClientFigures:
    tables = [mid_game(seed) for seed in range(1, max(games) + 1)]
    rows: dict[str, list[float]] = {"sdk": [], "wire": [], "whole": []}
    with answering() as base_url:
        endpoint = Endpoint(base_url, "instant", concurrency=max(games))
        prompts = [await prompt_of(game, endpoint) for game in tables]
        for name, opened in (("sdk", bare_sdk), ("wire", wire), ("whole", whole)):
            async with opened(endpoint, tables, prompts) as call:
                for together in games:
                    tick(f"{name}, {together} at once")
                    rows[name].append(await _cost(call, together, max(1, calls // together // BATCHES)))
    found = {name: tuple(row) for name, row in rows.items()}
    size = sum(len(m["content"].encode()) for prompt in prompts for m in prompt.messages) // len(prompts)
    return ClientFigures(
        games, calls, **found, prompt_bytes=size, pieces=_pieces(prompts[0]), versions=versions()
    )


def _pieces(prompt: Prompted) -> int:
    schema = {"response_format": {"json_schema": {"schema": prompt.exact}}}
    return len(frames(schema))


def versions() -> dict[str, str]:
    """The versions of Python and of the libraries that a call runs through."""
    return {"python": sys.version.split()[0], **{name: version(name) for name in LIBRARIES}}


async def _cost(call: Call, together: int, each: int) -> float:
    """Milliseconds of processor time a call, with ``together`` lines of calls at once: the best batch."""

    async def line(number: int, times: int) -> None:
        for _ in range(times):
            await call(number)

    await asyncio.gather(*(line(number, 2) for number in range(together)))  # connections, caches
    gc.collect()
    costs: list[float] = []
    for _ in range(BATCHES):
        began = time.process_time()
        await asyncio.gather(*(line(number, each) for number in range(together)))
        costs.append((time.process_time() - began) * 1000 / (together * each))
    return min(costs)


# -- what is asked -------------------------------------------------------------------------------------


def mid_game(seed: int) -> Game:
    """A random official-12 game that stands at a speech, a dozen speeches after its beginning."""
    game, rng, speeches = Game(spec_for(find_board("official-12"), seed), registry()), Random(seed), 0
    while game.ask is not None:
        for request in game.waiting:
            answer = random_answer(request, rng)
            if request.kind == "speak":
                if speeches == _SPEECHES:
                    return game
                speeches += 1
                answer = Answer("say", text=_WORDS.format(n=rng.randrange(1, 13)))
            game.submit(answer.decision(game.ply, request.seat))
    return mid_game(seed + 10_000)


class _Catch:
    """An :class:`Asker` that keeps the question and gives no answer."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self.patience = Patience()
        self.asked: list[Prompted] = []

    async def ask(
        self, prompt: Prompted, sink: Sink, on_retry: Callable[[ModelFailure], None] = lambda failure: None
    ) -> RawReply:
        self.asked.append(prompt)
        raise ModelFailure("network")

    async def close(self) -> None:
        """Nothing is held."""


def _seat(game: Game) -> int:
    assert game.ask is not None
    return game.ask.requests[0].seat


def _hush(piece: str) -> None:
    """Nobody listens."""


async def prompt_of(game: Game, endpoint: Endpoint) -> Prompted:
    """What a model's seat asks where ``game`` stands."""
    catch = _Catch(endpoint)
    with suppress(ModelFailure):
        await ModelPlayer(catch).answer_live(game.view(_seat(game)), _hush)
    return catch.asked[0]


# -- who asks ------------------------------------------------------------------------------------------


@asynccontextmanager
async def bare_sdk(endpoint: Endpoint, games: list[Game], prompts: list[Prompted]) -> AsyncIterator[Call]:
    """The SDK as it comes."""
    import openai

    sdk = openai.AsyncOpenAI(base_url=endpoint.base_url, api_key="none", max_retries=0)
    create: Any = sdk.chat.completions.create

    async def call(number: int) -> None:
        prompt = prompts[number]
        schema = {"name": "answer", "strict": True, "schema": prompt.exact}
        stream = await create(
            model=endpoint.model,
            messages=prompt.messages,
            max_tokens=prompt.max_tokens,
            temperature=prompt.temperature,
            response_format={"type": "json_schema", "json_schema": schema},
            stream=True,
            stream_options={"include_usage": True},
        )
        text = ""
        async for chunk in stream:
            if chunk.choices:
                text += chunk.choices[0].delta.content or ""
        assert text.endswith("}")

    yield call
    await sdk.close()


class _Ear:
    """A sink that listens to nothing."""

    committed = False

    def begin(self) -> None:
        """An attempt begins."""

    def feed(self, text: str) -> None:
        """A piece is heard."""


@asynccontextmanager
async def wire(endpoint: Endpoint, games: list[Game], prompts: list[Prompted]) -> AsyncIterator[Call]:
    """Our client, with prompts that are ready."""
    client = ChatClient(endpoint)

    async def call(number: int) -> None:
        reply = await client.ask(prompts[number], _Ear())
        assert reply.text.endswith("}")

    yield call
    await client.close()


@asynccontextmanager
async def whole(endpoint: Endpoint, games: list[Game], prompts: list[Prompted]) -> AsyncIterator[Call]:
    """A model's seat for each game, all behind one client."""
    client: Asker = ChatClient(endpoint)
    players = [ModelPlayer(client) for _ in games]

    async def call(number: int) -> None:
        game = games[number]
        answer = await players[number].answer_live(game.view(_seat(game)), _hush)
        assert answer.text

    yield call
    await client.close()


@contextmanager
def answering(*options: str) -> Iterator[str]:
    """A server that answers at once, or as its ``options`` say, in a process of its own; its base URL."""
    with serving(*options) as (url, _):
        yield url


@contextmanager
def serving(*options: str) -> Iterator[tuple[str, int]]:
    """The same; its base URL and its process."""
    command = [sys.executable, "-m", "llmwolf.bench.answering", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(child.stdout.readline())}/v1", child.pid
        finally:
            child.terminate()
