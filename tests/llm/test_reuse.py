"""Connections that the server has closed just before they are used again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from llmwolf.llm.client import ChatClient
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.settings import Patience
from tests.llm.fake_server import Scripted, sse
from tests.llm.scenes import Naps
from tests.llm.wire import ANSWER, PROMPT, Ear, ask, failed, http


class Hanger:
    """A server that hangs up, as ``how`` says, on a request that comes where it has answered one before.

    So it is for whoever asks again before the news of the hang-up has reached him.
    """

    def __init__(self, how: str) -> None:
        self.how = how
        self.connections = self.requests = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        answered = False
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                self.requests += 1
                if answered and self.how == "reset":
                    return writer.transport.abort()
                await reader.readexactly(int(head.lower().partition(b"content-length:")[2].split()[0]))
                if answered or self.how == "never":
                    writer.write(b"HTTP/1.1 200 " if self.how == "begun" else b"")
                    break
                writer.write(http(sse(Scripted(ANSWER))))
                answered = True
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def hanger(how: str = "") -> AsyncIterator[tuple[Hanger, Endpoint]]:
    said = Hanger(how)
    server = await asyncio.start_server(said.serve, "127.0.0.1", 0)
    async with server:
        yield said, Endpoint(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", "m")


@pytest.mark.parametrize("how", ["", "reset"])
async def test_a_stale_connection_costs_no_attempt(how: str) -> None:
    """llama.cpp's server hangs up after each streamed reply, and its next client learns it too late."""
    naps = Naps()
    async with hanger(how) as (server, endpoint):
        client = ChatClient(endpoint, Patience(attempts=1), naps)
        retries: list[ModelFailure] = []
        for _ in range(6):
            assert (await client.ask(PROMPT, Ear(), retries.append)).text == ANSWER
        assert (server.connections, server.requests) == (6, 9)
        assert (retries, naps.taken) == ([], [])
        await client.close()


async def test_twelve_seats_on_stale_connections_all_get_their_answers() -> None:
    naps = Naps()
    async with hanger() as (server, endpoint):
        client = ChatClient(replace(endpoint, concurrency=12), Patience(attempts=1), naps)
        for _ in range(3):
            replies = await asyncio.gather(*(ask(client) for _ in range(12)))
            assert [reply.text for reply in replies] == [ANSWER] * 12
        assert 48 <= server.requests <= 72  # under load a connection may break that was new
        assert naps.taken == []
        await client.close()


async def test_a_new_connection_that_breaks_is_an_attempt() -> None:
    async with hanger("never") as (server, endpoint):
        naps = Naps()
        client = ChatClient(endpoint, Patience(attempts=3), naps)
        assert (await failed(client)).reason == "network"
        assert (server.connections, server.requests, len(naps.taken)) == (3, 3, 2)
        await client.close()


async def test_a_reply_that_was_begun_is_an_attempt() -> None:
    """The server has read the question, and perhaps answers it at a price."""
    async with hanger("begun") as (server, endpoint):
        naps = Naps()
        client = ChatClient(endpoint, Patience(), naps)
        for _ in range(2):
            assert (await ask(client)).text == ANSWER
        assert (server.requests, len(naps.taken)) == (3, 1)
        await client.close()
