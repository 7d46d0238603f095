"""Over real sockets: silence, hang-ups, crowds, proxies, and the end."""

import asyncio
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from llmwolf.llm.client import ChatClient
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.seat import ModelPlayer
from llmwolf.llm.settings import Patience
from llmwolf.players.scripted import RandomPlayer
from llmwolf.table.host import Host
from tests.llm.fake_server import FakeServer, Scripted, sse
from tests.llm.scenes import KEY, Naps, new_game
from tests.llm.wire import ANSWER, Ear, ask, failed, http, until

# -- silence -------------------------------------------------------------------------------------------


async def test_silence_in_the_stream_ends_the_call(naps: Naps) -> None:
    """S01: three pieces, then nothing."""
    async with FakeServer(lambda _: Scripted("abcdefgh", piece=2, hang=4)) as server:
        client = ChatClient(server.endpoint, Patience(idle=0.05, attempts=1), naps)
        ear = Ear()
        failure = await failed(client, ear)
        assert failure.reason == "time_out"
        assert ear.heard == "abcdef"
        await client.close()


async def test_silence_before_the_first_piece_ends_the_call(naps: Naps) -> None:
    async with FakeServer(lambda _: Scripted("ab", hang=0)) as server:
        client = ChatClient(server.endpoint, Patience(first=0.5, attempts=2), naps)
        assert (await failed(client)).reason == "time_out"
        assert len(server.requests) == 2
        await client.close()


async def test_a_turn_has_one_budget_for_all_its_attempts() -> None:
    async with FakeServer(lambda _: Scripted(status=500, body="boom")) as server:
        client = ChatClient(server.endpoint, Patience(turn=0.2, attempts=99))
        began = time.monotonic()
        assert (await failed(client)).reason == "server"
        assert time.monotonic() - began < 15  # 99 attempts would take minutes
        server.brain = lambda _: Scripted("abcd", piece=1, gap=0.15)
        failure = await failed(client)
        assert failure.reason == "time_out"
        assert "too long for one turn" in failure.detail
        await client.close()


async def test_nothing_listens() -> None:
    naps = Naps()
    client = ChatClient(Endpoint("http://127.0.0.1:9/v1", "m"), Patience(), naps)
    failure = await failed(client)
    assert failure.reason == "network"
    assert "http://127.0.0.1:9/v1/chat/completions cannot be reached" in failure.detail
    await client.close()


async def test_cancelling_closes_the_stream_at_once() -> None:
    """自爆: the reader goes away, the request is closed, nothing is left running."""
    async with FakeServer(lambda _: Scripted("x" * 4000, piece=1, gap=0.001)) as server:
        client = ChatClient(server.endpoint)
        ear = Ear()
        task = asyncio.create_task(ask(client, ear))
        await until(lambda: len(ear.heard) > 4)
        clock = asyncio.get_running_loop().time
        began = clock()
        task.cancel()
        await asyncio.wait({task})
        assert task.cancelled()
        assert clock() - began < 0.1
        await until(lambda: server.left == 1)
        assert clock() - began < 1
        assert len(ear.heard) < 4000
        server.brain = lambda _: Scripted(ANSWER)
        assert (await ask(client)).text == ANSWER
        await client.close()


async def test_no_more_calls_at_once_than_allowed() -> None:
    """A04."""
    async with FakeServer(lambda _: Scripted(ANSWER, gap=0.002)) as server:
        client = ChatClient(Endpoint(server.base_url, "m", concurrency=3))
        await asyncio.gather(*(ask(client) for _ in range(12)))
        assert server.most == 3
        assert len(server.requests) == 12
        await client.close()


async def test_the_models_of_one_address_share_its_calls() -> None:
    async with FakeServer(lambda _: Scripted(ANSWER, gap=0.002)) as server:
        clients = [ChatClient(Endpoint(server.base_url, model, concurrency=3)) for model in "abcd"]
        await asyncio.gather(*(ask(client) for client in clients for _ in range(4)))
        assert server.most == 3
        assert Counter(body["model"] for body in server.requests) == dict.fromkeys("abcd", 4)
        for client in clients:
            await client.close()


async def test_a_call_that_is_cancelled_leaves_its_place_to_the_next() -> None:
    async with FakeServer(lambda _: Scripted(ANSWER, hang=1)) as server:
        client = ChatClient(Endpoint(server.base_url, "m", concurrency=1))
        first, second = (asyncio.create_task(ask(client)) for _ in range(2))
        await until(lambda: len(server.requests) == 1)
        server.brain = lambda _: Scripted(ANSWER)
        second.cancel()
        third = asyncio.create_task(ask(client))
        first.cancel()
        assert (await third).text == ANSWER
        await client.close()


async def test_a_proxy_is_not_asked_for_what_is_local(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    async with FakeServer(lambda _: Scripted(ANSWER)) as server:
        client = ChatClient(server.endpoint, Patience(attempts=1))
        assert (await ask(client)).text == ANSWER
        await client.close()


async def test_only_a_key_that_was_given_is_sent() -> None:
    async with FakeServer(lambda _: Scripted(ANSWER)) as server:
        for key in ("", KEY):
            client = ChatClient(Endpoint(server.base_url, "m", key))
            await ask(client)
            await client.close()
        assert server.keys == ["Bearer none", f"Bearer {KEY}"]


# -- hang-ups ------------------------------------------------------------------------------------------


class Raw:
    """A server that says ``answer`` to whatever it is asked, and hangs up or not."""

    def __init__(self, answer: bytes, stays: bool) -> None:
        self.answer = answer
        self.stays = stays
        self.connections = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                await reader.readexactly(int(head.lower().partition(b"content-length:")[2].split()[0]))
                writer.write(self.answer)
                await writer.drain()
                if not self.stays:
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def raw(answer: bytes, stays: bool = True) -> AsyncIterator[tuple[Raw, Endpoint]]:
    said = Raw(answer, stays)
    server = await asyncio.start_server(said.serve, "127.0.0.1", 0)
    async with server:
        yield said, Endpoint(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", "m")


async def test_a_connection_is_used_again() -> None:
    async with raw(http(sse(Scripted(ANSWER)))) as (server, endpoint):
        client = ChatClient(endpoint)
        for _ in range(3):
            assert (await ask(client)).text == ANSWER
        assert server.connections == 1
        await client.close()


async def test_a_connection_that_was_closed_while_idle_is_not_used_again() -> None:
    """llama.cpp's server hangs up after five idle seconds."""
    async with raw(http(sse(Scripted(ANSWER))), stays=False) as (server, endpoint):
        client = ChatClient(endpoint, Patience(attempts=1))
        for _ in range(3):
            assert (await ask(client)).text == ANSWER
            await asyncio.sleep(0.02)
        assert server.connections == 3
        await client.close()


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"HTTP/1.1 200",
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"\x16\x03\x01\x00\x00",
        http(sse(Scripted(ANSWER)), 300),
    ],
)
async def test_a_server_that_breaks_the_connection_is_named(answer: bytes) -> None:
    naps = Naps()
    async with raw(answer, stays=False) as (server, endpoint):
        client = ChatClient(endpoint, Patience(), naps)
        failure = await failed(client)
        assert failure.reason == "network"
        assert f"{endpoint.base_url}/chat/completions cannot be reached" in failure.detail
        assert server.connections == 4
        await client.close()


async def test_a_stream_that_is_torn_off_is_no_reply() -> None:
    async with FakeServer(lambda _: Scripted("abcdefgh", piece=2, drop=3)) as server:
        client = ChatClient(server.endpoint, Patience(attempts=2), Naps())
        ear = Ear()
        assert (await failed(client, ear)).reason == "network"
        assert len(server.requests) == 2
        await client.close()


async def test_a_stream_that_stays_open_after_its_end_is_not_waited_for() -> None:
    body = sse(Scripted(ANSWER)) + b" " * 10
    async with raw(http(body, 10)) as (_, endpoint):
        client = ChatClient(endpoint, Patience(attempts=1))
        began = time.monotonic()
        assert (await ask(client)).text == ANSWER
        assert time.monotonic() - began < 3
        await client.close()


# -- crowds --------------------------------------------------------------------------------------------


async def test_twelve_seats_that_are_told_to_wait_all_get_their_turn() -> None:
    """A04: a server that takes four calls in a tenth of a second."""
    clock = asyncio.get_running_loop().time
    taken: list[float] = []

    def brain(_: dict[str, Any]) -> Scripted:
        now = clock()
        if sum(now - at < 0.1 for at in taken) >= 4:
            return Scripted(status=429, headers={"retry-after-ms": "110"}, body="slow down")
        taken.append(now)
        return Scripted(ANSWER)

    async with FakeServer(brain) as server:
        client = ChatClient(Endpoint(server.base_url, "m", concurrency=12))
        replies = await asyncio.gather(*(ask(client) for _ in range(12)))
        assert [reply.text for reply in replies] == [ANSWER] * 12
        assert len(server.requests) > 12
        await client.close()


async def test_a_seat_that_is_told_to_wait_for_ever_is_given_up_and_no_other_waits_for_it() -> None:
    """A05."""

    def brain(body: dict[str, Any]) -> Scripted:
        busy = Scripted(status=429, headers={"retry-after": "1"}, body="slow down")
        return busy if body["messages"][-1]["content"] == "4" else Scripted(ANSWER)

    async with FakeServer(brain) as server:
        naps = Naps()
        client = ChatClient(Endpoint(server.base_url, "m", concurrency=3), sleep=naps)
        got = await asyncio.gather(*(ask(client, said=str(n)) for n in range(12)), return_exceptions=True)
        failures = {n: one for n, one in enumerate(got) if isinstance(one, BaseException)}
        assert list(failures) == [4]
        assert isinstance(failures[4], ModelFailure)
        assert failures[4].reason == "rate_limit"
        assert naps.taken == [1.0] * 11
        await client.close()


async def test_a_game_goes_on_without_a_seat_whose_server_is_always_busy() -> None:
    """A05, S03: the stand-in answers in its place, in bounded time."""
    busy = Scripted(status=429, headers={"retry-after": "30"}, body="slow down")
    async with FakeServer(lambda _: busy) as server:
        client = ChatClient(server.endpoint, Patience(turn=20), Naps())
        game = new_game()
        bots = {seat: RandomPlayer(seat) for seat in range(1, 13)}
        host = Host(game, {**bots, 4: ModelPlayer(client)}, bots)
        began = time.monotonic()
        await host.run()
        assert game.over
        assert time.monotonic() - began < 20
        # It is never asked twice: thirty seconds are longer than a turn.
        assert len(server.requests) == host.tally.by["stand-in"] == host.tally.failures["rate_limit"]
        await client.close()


# -- proxies -------------------------------------------------------------------------------------------


async def test_the_environment_s_proxy_is_on_the_way_to_hosted_services(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with FakeServer(lambda _: Scripted(ANSWER)) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.base_url.removesuffix("/v1"))
        client = ChatClient(Endpoint("http://llm.test/v1", "m", KEY), Patience(attempts=1))
        assert (await ask(client)).text == ANSWER
        assert len(proxy.requests) == 1
        await client.close()


async def test_a_socks_proxy_that_cannot_be_used_is_one_readable_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    monkeypatch.setitem(sys.modules, "socksio", None)
    client = ChatClient(Endpoint("http://llm.test/v1", "m", KEY), Patience(attempts=1))
    assert "SOCKS proxy, which needs the package socksio" in (await failed(client)).detail
    await client.close()


# -- the end -------------------------------------------------------------------------------------------


async def test_what_is_asked_while_it_is_closed_fails() -> None:
    async with FakeServer(lambda _: Scripted(ANSWER, hang=1)) as server:
        client = ChatClient(server.endpoint, sleep=Naps())
        pending = asyncio.create_task(failed(client))
        await until(lambda: len(server.requests) == 1)
        await client.close()
        assert (await asyncio.wait_for(pending, 2)).reason == "network"
        assert len(server.requests) == 1
        assert (await failed(client)).reason == "network"


QUITTING = """
import asyncio, sys
from llmwolf.llm.client import ChatClient, Prompted
from llmwolf.llm.endpoint import Endpoint

class Ear:
    committed = False
    begun = 0
    def begin(self): pass
    def feed(self, text): Ear.begun += 1

async def main():
    client = ChatClient(Endpoint(sys.argv[1], "m"))
    prompt = Prompted([{"role": "user", "content": "?"}], {}, {}, 100, None)
    tasks = [asyncio.create_task(client.ask(prompt, Ear())) for _ in range(3)]
    try:
        while Ear.begun < 3:
            await asyncio.sleep(0.01)
        print("pending", flush=True)
        await asyncio.Event().wait() if sys.argv[2] == "interrupted" else None
    finally:
        for task in tasks:
            task.cancel()
        await client.close()

try:
    asyncio.run(main())
except KeyboardInterrupt:
    pass
"""


@pytest.mark.parametrize("how", ["over", "interrupted"])
async def test_quitting_with_calls_pending_is_quick_and_quiet(how: str) -> None:
    """S07."""
    async with FakeServer(lambda _: Scripted("abcdefgh", piece=2, hang=3)) as server:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-X", "dev", "-c", QUITTING, server.base_url, how,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        assert await asyncio.wait_for(process.stdout.readline(), 30) == b"pending\n"
        began = time.monotonic()
        if how == "interrupted":
            process.send_signal(signal.SIGINT)
        _, errors = await asyncio.wait_for(process.communicate(), 30)
        assert time.monotonic() - began < 15  # the reply would never have come
        assert (process.returncode, errors.decode()) == (0, "")
