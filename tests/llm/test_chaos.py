"""Whole games against a server that fails: they finish, verify, and tell nobody what is private."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from llmwolf.llm.budget import Budget
from llmwolf.llm.cassette import Recording, Replaying, new_cassette
from llmwolf.llm.client import Asker
from llmwolf.record.reader import read
from tests.llm.api.faults import FAULTS, Unreliable
from tests.llm.api.games import KEY, leaks, play_game
from tests.llm.api.mind import asked_of
from tests.llm.chaos import chaos, faults_of
from tests.llm.fake_server import FakeServer, Scripted

BOARDS = ("bomber-10", "standard-9", "official-12", "crow-12")


async def test_games_finish_whatever_the_server_does(tmp_path: Path) -> None:
    """30 % of the replies are faulty; every kind is sent, and counted by the client under its own name."""
    played, brain, bodies = await chaos(tmp_path, BOARDS, games=12, share=0.3, seed=11, at_once=6)
    assert faults_of(played, brain, bodies, tmp_path) == []
    assert set(brain.sent) == set(FAULTS)
    counted: Counter[str] = Counter()
    for game in played:
        counted += game.log.faults + game.log.failures
    for reason in (
        "rate_limit",
        "server",
        "time_out",
        "empty",
        "refused",
        "filtered",
        "moderation",
        "illegal",
    ):
        assert counted[reason], reason
    for reason in ("network", "truncated", "bad_json", "copy"):
        assert counted[reason], reason


async def test_a_server_that_never_works_leaves_the_game_to_the_stand_ins(tmp_path: Path) -> None:
    """A05, S03, L39."""

    def dead(body: dict[str, object]) -> Scripted:
        return Scripted(status=401, body="{}")

    async with FakeServer(dead) as server:
        game = await play_game(server.base_url, tmp_path, 1, "standard-9")
    assert game.game.over
    assert game.verified
    assert set(game.tally.by) == {"stand-in"}
    assert game.log.failures["auth"] == game.tally.by["stand-in"]


async def test_eleven_models_and_a_bot_play_official_12(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    brain = Unreliable()
    async with FakeServer(brain) as server:
        game = await play_game(server.base_url, tmp_path, 5, bots=(7,))
    with capsys.disabled():
        print(f"\n11 model seats: {dict(game.tally.by)}; {game.log.line()}")  # noqa: T201
    assert game.game.over
    assert game.verified
    assert game.log.calls == brain.good
    assert game.log.failures.total() == game.log.repairs == 0
    assert leaks(server.requests, [game]) == []
    assert {asked_of(body).seat for body in server.requests} == set(range(1, 13)) - {7}
    told = read(game.path)
    calls = [line for line in told.llm if "key" in line]
    assert len(calls) == game.log.calls
    assert len({line["key"] for line in calls}) == len(calls)


async def test_a_spent_budget_leaves_the_rest_to_the_stand_ins(tmp_path: Path) -> None:
    budget = Budget(max_tokens=60_000)
    async with FakeServer(Unreliable()) as server:
        game = await play_game(server.base_url, tmp_path, 3, "standard-9", budget=budget)
    assert game.game.over
    assert game.verified
    assert game.log.failures["budget"] == game.tally.by["stand-in"] > 0
    assert budget.tokens <= 60_000


async def test_a_cassette_plays_the_same_game_without_a_server(tmp_path: Path) -> None:
    tape = new_cassette(tmp_path / "tape")
    for name in ("recorded", "replayed"):
        (tmp_path / name).mkdir()
    async with FakeServer(Unreliable(0.2, seed=3)) as server:
        url = server.base_url
        first = await play_game(
            url, tmp_path / "recorded", 4, "standard-9", wrap=lambda c: Recording(c, tape)
        )
    tapes: list[Replaying] = []

    def replaying(client: Asker) -> Asker:
        tapes.append(Replaying(tape, client.endpoint, client.patience))
        return tapes[-1]

    second = await play_game(url, tmp_path / "replayed", 4, "standard-9", wrap=replaying)
    assert second.game.log == first.game.log
    assert second.game.moves == first.game.moves
    assert tapes[0].changed == []
    assert tapes[0].played == first.log.calls
    assert second.log.failures == first.log.failures
    assert not any(KEY in path.read_text("utf-8") for path in tape.iterdir())


async def test_another_prompt_shows_which_calls_it_changes(tmp_path: Path) -> None:
    tape = new_cassette(tmp_path / "tape")
    async with FakeServer(Unreliable()) as server:
        await play_game(server.base_url, tmp_path, 4, "standard-9", wrap=lambda c: Recording(c, tape))
    tapes: list[Replaying] = []

    def replaying(client: Asker) -> Asker:
        tapes.append(Replaying(tape, client.endpoint, client.patience))
        return tapes[-1]

    (tmp_path / "again").mkdir()
    await play_game("http://127.0.0.1:9", tmp_path / "again", 4, "standard-9", wrap=replaying, personas=False)
    assert len(tapes[0].changed) == tapes[0].played
    assert {change.blocks for change in tapes[0].changed} == {("private",)}
