"""Model seats at a table: cut off, failing, quitting, counted; and what nobody else may see."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from llmwolf.llm.client import ChatClient, Prompted
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.prompt import smallest_window
from llmwolf.llm.seat import ModelPlayer
from llmwolf.llm.settings import Patience, Settings
from llmwolf.llm.usage import total
from llmwolf.players.base import Answer
from llmwolf.players.scripted import RandomPlayer
from llmwolf.record.head import Head, Sitter
from llmwolf.record.notation.write import write
from llmwolf.record.writer import Writer
from llmwolf.rules.asks import Decision
from llmwolf.rules.events import Ballots, Exploded, Spoke
from llmwolf.rules.game import Game
from llmwolf.table.host import AnyPlayer, Host
from llmwolf.table.plain import PlainWatcher
from llmwolf.table.ports import Source
from tests.llm.api.mind import answer_to
from tests.llm.fake_server import FakeServer, Scripted
from tests.llm.oracle import Oracle, Said
from tests.llm.scenes import KEY, Naps, new_game
from tests.llm.wire import until

DEAL = ("werewolf",) * 4 + ("seer", "witch", "hunter", "idiot") + ("villager",) * 4
WOLF, SEATS = 1, range(1, 13)
_LEGAL = re.compile(r'^- act "(\w+)"', re.MULTILINE)
_WHO = re.compile(r"你是(\d+)号")
LONG = "这是一段很长很长的发言，" * 40


def recorder(game: Game) -> Writer:
    sitters = [Sitter(seat=s, name=f"{s}号", player="model") for s in SEATS]
    return Writer(None, Head.of(game.spec, sitters), secrets=[KEY])


def who(body: Mapping[str, Any]) -> int:
    """Whose prompt it is."""
    return int(_WHO.findall(body["messages"][-1]["content"])[-1])


def question(body: Mapping[str, Any]) -> str:
    return str(body["messages"][-1]["content"]).rpartition("## 问题")[2]


def is_speech(body: Mapping[str, Any]) -> bool:
    """Whether something is to be said to the table; who whispers may point at a seat besides."""
    return "speech" in question(body) and "targets" not in question(body)


def passing(body: Mapping[str, Any]) -> Scripted:
    """Passes, or takes the first legal act; says a word of its own where a speech is wanted."""
    asked = question(body)
    acts = _LEGAL.findall(asked)
    if "speech" in asked:
        return Scripted(json.dumps({"speech": f"{who(body)}号，过。"}))
    return Scripted(json.dumps({"act": "pass" if "pass" in acts else acts[0]}))


def seated(client: ChatClient, seats: Iterable[int] = SEATS, **more: Any) -> dict[int, AnyPlayer]:
    """Models at ``seats``, random players at the others."""
    players: dict[int, AnyPlayer] = {seat: RandomPlayer(seat) for seat in SEATS}
    return players | {seat: ModelPlayer(client, **more) for seat in seats}


class Listener(PlainWatcher):
    """Keeps what is noticed."""

    def __init__(self, noticed: list[Source]) -> None:
        self._noticed = noticed

    def changed(self) -> None:
        """Nothing is shown."""

    def noticed(self, source: Source) -> None:
        self._noticed.append(source)


class UntilTheBallot(PlainWatcher):
    """Prints what the public sees, and stops the table at the first exile ballot."""

    def __init__(self, game: Game, shown: list[str]) -> None:
        super().__init__(game, 0, "zh", shown.append)
        self.game = game

    def changed(self) -> None:
        super().changed()
        task = asyncio.current_task()
        if any(isinstance(event, Ballots) for event in self.game.log) and task is not None:
            task.cancel()


async def to_the_ballot(host: Host, shown: list[str] | None = None) -> None:
    """Play up to the first exile ballot."""
    host.spectators.append(UntilTheBallot(host.game, [] if shown is None else shown))
    run = asyncio.create_task(host.run())
    await asyncio.wait({run})
    assert run.cancelled() or run.result().over


# -- cut off -------------------------------------------------------------------------------------------


async def test_a_persons_cut_in_ends_the_stream_and_the_request_and_the_words_stay() -> None:
    def brain(body: dict[str, Any]) -> Scripted:
        if is_speech(body):
            return Scripted(json.dumps({"speech": LONG}), piece=20, hang=9)
        return passing(body)

    game = new_game(dealt=DEAL)
    writer = recorder(game)
    async with FakeServer(brain) as server:
        client = ChatClient(Endpoint(server.base_url, "fake", KEY))
        calls: list[dict[str, Any]] = []
        host = Host(game, seated(client, on_call=calls.append), recorder=writer)
        run = asyncio.create_task(host.run())
        await until(lambda: len(host.on_the_floor[1]) > 20)
        speaker, heard = host.on_the_floor
        await host.cut_in(WOLF, Answer("explode"))
        await until(lambda: server.left == 1)  # the server sees the client go
        cut = next(event for event in game.log if isinstance(event, Spoke))
        assert (cut.seat, cut.text, cut.cut) == (speaker, heard, "cut_in")
        assert LONG.startswith(heard)
        assert any(isinstance(event, Exploded) for event in game.log)
        assert [call["failed"] for call in calls if call["failed"]] == ["cancelled"]
        run.cancel()
        await asyncio.wait({run})
        await client.close()
    assert heard in writer.data.decode()


async def test_S07_quitting_with_calls_pending_closes_them_all() -> None:
    def brain(body: dict[str, Any]) -> Scripted:
        return Scripted("{}", hang=1)

    game = new_game(dealt=DEAL)
    async with FakeServer(brain) as server:
        client = ChatClient(Endpoint(server.base_url, "fake", KEY))
        host = Host(game, seated(client), recorder=recorder(game))
        run = asyncio.create_task(host.run())
        await until(lambda: len(server.requests) == 4)  # the whole pack is asked at once
        run.cancel()
        await asyncio.wait({run})
        assert run.cancelled()
        await until(lambda: server.left == 4)
        await client.close()
    assert game.ply == 0


async def test_a_speech_that_breaks_off_stays_as_far_as_it_was_heard() -> None:
    """S01: the stand-in does not say it again in other words."""

    def brain(body: dict[str, Any]) -> Scripted:
        if is_speech(body) and who(body) == 9:
            return Scripted(json.dumps({"speech": LONG}), piece=20, drop=9)
        return passing(body)

    game = new_game(dealt=DEAL)
    async with FakeServer(brain) as server:
        client = ChatClient(Endpoint(server.base_url, "fake", KEY))
        stand_ins = {seat: RandomPlayer(seat) for seat in SEATS}
        host = Host(game, seated(client), stand_ins)
        await to_the_ballot(host)
        await client.close()
    said = next(event.text for event in game.log if isinstance(event, Spoke) and event.seat == 9)
    assert LONG.startswith(said)
    assert len(said) > 20
    assert host.tally.failures == {"network": 1}


async def test_a_speech_that_was_heard_to_its_end_is_the_models_own_though_the_stream_breaks() -> None:
    def brain(body: dict[str, Any]) -> Scripted:
        if is_speech(body):
            said = json.dumps({"speech": f"{who(body)}号听到这里。", "claims": []}, ensure_ascii=False)
            return Scripted(said[:-3], finish="", done=False, error="boom")
        return passing(body)

    game, host, models = await played(brain)
    said = {event.text for event in game.log if isinstance(event, Spoke)}
    assert said
    assert all(text.endswith("号听到这里。") for text in said)
    assert set(host.tally.by) == {"model"}
    assert not host.tally.failures
    assert total(player.log for player in models.values()).faults["server"] == len(
        [event for event in game.log if isinstance(event, Spoke)]
    )


# -- failing -------------------------------------------------------------------------------------------


async def played(
    brain: Callable[[dict[str, Any]], Scripted], patience: Patience | None = None, clients: int = 1
) -> tuple[Game, Host, dict[int, ModelPlayer]]:
    """A game of twelve models until its first exile ballot."""
    game = new_game(dealt=DEAL)
    async with FakeServer(brain) as server:
        endpoint = Endpoint(server.base_url, "fake", KEY)
        pool = [ChatClient(endpoint, patience, Naps()) for _ in range(clients)]
        models = {seat: ModelPlayer(pool[seat % clients]) for seat in SEATS}
        players: dict[int, AnyPlayer] = dict(models)
        host = Host(game, players, {seat: RandomPlayer(seat) for seat in SEATS})
        await to_the_ballot(host)
        for client in pool:
            await client.close()
    return game, host, models


async def test_S03_a_vote_that_fails_once_is_asked_for_again_and_twice_is_given_by_the_stand_in() -> None:
    for bad, by in ((1, "repair"), (2, "stand-in")):
        left = [Scripted('{"act": "vote", "targets": [99]}')] * bad

        def brain(body: dict[str, Any], left: list[Scripted] = left) -> Scripted:
            if '"vote"' in str(body["messages"]) and who(body) == 9 and left:
                return left.pop()
            return passing(body)

        game, host, models = await played(brain)
        assert host.tally.by[by] == 1
        assert set(host.tally.by) == {"model", by}
        assert models[9].log.repairs == 1
        ballots = next(event for event in game.log if isinstance(event, Ballots))
        assert [voter for voter, _ in ballots.ballots] == list(SEATS)


async def test_A05_endless_429_for_one_seat_leaves_the_others_alone() -> None:
    def brain(body: dict[str, Any]) -> Scripted:
        if who(body) == 4:
            return Scripted(
                status=429, body='{"error": {"message": "slow down"}}', headers={"retry-after": "1"}
            )
        return passing(body)

    _, host, models = await played(brain, Patience(attempts=3))
    assert host.tally.failures == {"rate_limit": models[4].log.calls}
    assert models[4].log.retries >= models[4].log.calls > 0
    assert not total(log.log for seat, log in models.items() if seat != 4).failures


async def test_L39_every_kind_of_trouble_is_counted_by_its_name() -> None:
    def brain(body: dict[str, Any]) -> Scripted:
        if "sign_up" in question(body) or "run" in question(body):
            return {
                2: Scripted('{"act": "dance"}'),
                3: Scripted(status=500, body="boom"),
                5: Scripted(""),
                7: Scripted("让我想想"),
            }.get(who(body), passing(body))
        return passing(body)

    _, host, models = await played(brain, Patience(attempts=2))
    counted = total(player.log for player in models.values())
    assert host.tally.failures == counted.failures == {"illegal": 1, "server": 1, "empty": 1, "bad_json": 1}
    assert counted.repairs == 2
    assert counted.retries == 2
    assert host.tally.by["stand-in"] == 4


async def test_a_window_too_small_for_the_table_is_said_and_the_stand_ins_play() -> None:
    game = new_game(3, "standard-9")
    async with FakeServer(passing) as server:
        client = ChatClient(server.endpoint)
        spec = game.spec
        small = Settings(context_tokens=smallest_window(spec.cards, spec.rules, Settings()) // 2)
        players = {seat: ModelPlayer(client, small) for seat in range(1, 10)}
        noticed: list[Source] = []
        host = Host(game, dict(players), {seat: RandomPlayer(seat) for seat in range(1, 10)})
        host.spectators.append(Listener(noticed))
        await host.run()
        await client.close()
    assert game.over
    assert not server.requests
    assert set(host.tally.by) == {"stand-in"}
    assert set(host.tally.failures) == {"context"}
    assert total(p.log for p in players.values()).failures == host.tally.failures
    assert re.fullmatch(
        rf"a window of {small.context_tokens} tokens is too small for this table:"
        r" the shortest prompt takes \d+ of the -?\d+ that the reply leaves",
        noticed[0].detail,
    )


async def test_a_whole_game_of_models_ends_and_its_counters_add_up() -> None:
    """Twelve seats behind one client."""
    game = new_game(3)
    async with FakeServer(lambda body: Scripted(json.dumps(answer_to(body)), piece=60)) as server:
        client = ChatClient(server.endpoint)
        host = Host(game, seated(client, settings=Settings(polls=0)))
        await host.run()
        await client.close()
    counted = total(p.log for p in host.players.values() if isinstance(p, ModelPlayer))
    assert game.over
    # A speech that an order of its speaker or of a mate ends is answered, and its answer is void.
    cut = sum(isinstance(e, Spoke) and e.cut == "cut_in" for e in game.log)
    assert host.tally.by["model"] == sum(isinstance(m, Decision) for m in game.moves)
    assert counted.answers - host.tally.by["model"] in range(cut + 1)
    assert counted.calls == len(server.requests) == counted.answers
    assert not counted.failures
    assert not host.tally.failures
    assert 4 <= server.most <= server.endpoint.concurrency


# -- nobody else sees it -------------------------------------------------------------------------------


def oracles(says: Callable[[int, Prompted], Said]) -> dict[int, Oracle]:
    def of(seat: int) -> Oracle:
        return Oracle(answers=lambda asked: says(seat, asked))

    return {seat: of(seat) for seat in SEATS}


async def first_day(minds: Mapping[int, Oracle], shown: list[str] | None = None) -> tuple[Game, Writer]:
    """A game of twelve models up to its first exile ballot, recorded."""
    game = new_game(dealt=DEAL)
    writer = recorder(game)
    players: dict[int, AnyPlayer] = {s: ModelPlayer(mind, on_call=writer.llm) for s, mind in minds.items()}
    await to_the_ballot(Host(game, players, recorder=writer), shown)
    return game, writer


def plain_answer(seat: int, asked: Prompted, **more: str) -> str:
    body = {"messages": asked.messages}
    return json.dumps(json.loads(passing(body).text) | more, ensure_ascii=False)


async def test_L25_a_wolfs_thought_is_in_no_event_no_other_prompt_no_view_and_no_export() -> None:
    minds = oracles(lambda seat, asked: plain_answer(seat, asked, thought=f"暗号{seat}", plan=f"暗号{seat}"))
    shown: list[str] = []
    game, writer = await first_day(minds, shown)
    assert "暗号" not in repr(game.log)
    assert "暗号" not in "".join(shown)
    assert "暗号" not in write(game)
    assert "暗号" in writer.data.decode()  # for the review after the game
    for line in writer.data.splitlines():
        assert "暗号" not in line.decode() or json.loads(line)["kind"] == "llm"
    for seat, mind in minds.items():
        prompts = "".join(mind.text(call) for call in range(len(mind.asked)))
        assert set(re.findall(r"暗号\d+", prompts)) <= {f"暗号{seat}"}


async def test_L21_L22_wolves_are_told_their_pack_and_nobody_else_is() -> None:
    minds = oracles(plain_answer)
    game, _ = await first_day(minds)
    for seat, mind in minds.items():
        for call in range(len(mind.asked)):
            assert ("狼同伴：" in mind.text(call)) == (seat <= 4)
    assert "(1, 2, 3, 4)" not in repr([event for event in game.log if event.to is None])


async def test_L24_what_another_did_in_secret_changes_no_prompt_and_no_number_of_prompts() -> None:
    """The seer checks somebody, or nobody: every other seat is asked as often, in the same words."""

    def checking(seat: int, asked: Prompted) -> Said:
        if seat == 5 and '"check"' in asked.messages[-1]["content"]:
            return '{"act": "check", "targets": [1]}'
        return plain_answer(seat, asked)

    worlds = []
    for says in (checking, plain_answer):
        minds = oracles(says)
        game, _ = await first_day(minds)
        prompts = {s: [tuple(map(str, asked.messages)) for asked in minds[s].asked] for s in SEATS if s != 5}
        worlds.append((prompts, game.view(0).log))
    assert worlds[0] == worlds[1]
