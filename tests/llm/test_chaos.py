"""Whole games against a server that fails: they finish, verify, and tell nobody what is private."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from llmwolf.llm.budget import Budget
from llmwolf.llm.cassette import Recording, Replaying, new_cassette
from llmwolf.llm.client import Asker
from llmwolf.record.reader import read
from tests.llm.api.asked import asked_of
from tests.llm.api.faults import FAULTS, Unreliable
from tests.llm.api.games import KEY, leaks, play_game
from tests.llm.api.mind import secret
from tests.llm.chaos import chaos
from tests.llm.fake_server import FakeServer, Scripted

BOARDS = ("bomber-10", "standard-9", "official-12", "crow-12")


WORDS = {
    "rate_limit": {"rate_limit"},
    "server_error": {"server"},
    "time_out": {"time_out"},
    "silence": {"time_out"},
    "dropped": {"network"},
    "html_404": {"not_found"},
    "empty": {"empty"},
    "refusal": {"refused"},
    "half_json": {"bad_json"},
    "cut_short": {"truncated", "bad_json"},
    "moderation": {"moderation"},
    "filtered": {"filtered"},
    "stream_error": {"server"},
    "wrong_seat": {"illegal", "read"},
    "dead_seat": {"illegal", "read"},
    "prose": {"bad_json", "read"},
}
"""What the client calls these faults; what is wrong with the others is put right without a word."""
BESIDE = {"copy", "cut off", "cancelled", "time_out"}
"""What may happen to any: a speech was said before, somebody cut in, the turn's time was over."""


async def test_games_finish_whatever_the_server_does(tmp_path: Path) -> None:
    """30 % of the replies are faulty; every kind is sent, and each is accounted for under its name."""
    found = await chaos(tmp_path, BOARDS, games=20, share=0.3, seed=11)
    assert found.wrong == []
    assert len(found.played) == 20
    assert set(found.brain.sent) == set(FAULTS)
    words = found.brain.ledger.words
    for fault in FAULTS:
        expected = WORDS.get(fault, {"read"})
        known = sum(count for word, count in words[fault].items() if word in expected | BESIDE)
        assert expected & set(words[fault]), (fault, words[fault])
        # A busy machine may lose a request on its way, and then the next one is taken for it.
        assert known >= 0.9 * words[fault].total(), (fault, words[fault])


async def test_the_same_seed_sends_the_same_faults(tmp_path: Path) -> None:
    def body(model: str) -> dict[str, Any]:
        return {"model": model, "messages": [{"role": "user", "content": "你是3号。"}]}

    drawn = [[Unreliable(0.5, seed)(body(str(n))) for n in range(40)] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


async def test_a_fault_that_was_never_sent_is_told(tmp_path: Path) -> None:
    found = await chaos(tmp_path, ["bomber-10"], games=1, share=0.0)
    assert found.wrong == [f"{name} was never sent" for name in FAULTS]
    assert found.report().startswith("1 of 1 games finished, 1 verified")


@pytest.mark.parametrize(
    ("said", "leak"),
    [
        (secret(4), "a prompt of seat 3 holds a secret of seat 4"),
        ("你是4号，身份牌：狼人。", "a prompt of seat 3 holds the card of seat 4"),
        ("You are seat 4; your card: Werewolf.", "a prompt of seat 3 holds the card of seat 4"),
        (KEY, "a prompt of seat 3 holds the key"),
    ],
)
def test_a_leak_is_found(said: str, leak: str) -> None:
    own = f"{secret(3)}你是3号，身份牌：平民。"
    bodies = [{"messages": [{"content": f"{told}\n你是3号。只输出 JSON。"}]} for told in (own, own + said)]
    assert leaks(bodies[:1], []) == []
    assert leaks(bodies, []) == [leak]


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
    assert not any(KEY in path.read_text("utf-8") for path in tape.rglob("*.*"))


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
