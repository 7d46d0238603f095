"""The model seats of a table: whose client, whose money, whose label; no key anywhere."""

from __future__ import annotations

import io
import json
import os
import traceback
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from llmwolf.boards import find_board, spec_for
from llmwolf.llm.budget import Budget
from llmwolf.llm.client import Asker, RawReply
from llmwolf.llm.config import Config, ModelSpec, load_config, read_config
from llmwolf.llm.crew import Crew, CrewPlan
from llmwolf.llm.dialect import Dialect
from llmwolf.llm.endpoint import Endpoint, EndpointError
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.learned import Learned
from llmwolf.llm.prices import Price
from llmwolf.llm.settings import Settings
from llmwolf.llm.usage import Usage
from llmwolf.roles import registry
from llmwolf.rules.game import Game
from tests.llm.oracle import Oracle
from tests.llm.scenes import KEY, game_at

OTHER_KEY = "sk-other-key-456"
PASS = '{"act": "pass"}'
NEAR, FAR = Endpoint("http://127.0.0.1:1/v1", "small"), Endpoint("https://h.example/v1", "big", KEY)
SMALL, BIG = ModelSpec("small", NEAR), ModelSpec("big", FAR, price=Price(1.0, 0.5, 2.0))


class Wraps:
    """Puts an oracle in each client's place, and notes which clients there were."""

    def __init__(self, *replies: str | RawReply | ModelFailure) -> None:
        self.replies = replies
        self.clients: list[Asker] = []
        self.closed: list[str] = []

    def __call__(self, client: Asker) -> Asker:
        self.clients.append(client)
        oracle = Oracle(*self.replies)
        oracle.endpoint, oracle.patience = client.endpoint, client.patience

        async def close() -> None:
            self.closed.append(client.endpoint.model)

        oracle.close = close  # type: ignore[method-assign]
        return oracle


async def vote(crew: Crew, seats: Iterable[int]) -> None:
    """Each of ``seats`` answers a ballot, whoever's it is."""
    game, request = game_at("ballot")
    for seat in seats:
        await crew.players[seat].answer_live(game.view(request.seat), lambda piece: None)


async def test_seats_of_one_endpoint_share_a_client_and_it_is_closed_once():
    wraps = Wraps()
    crew = Crew(CrewPlan({1: SMALL, 2: BIG, 3: SMALL}, wrap=wraps))
    assert crew.players[1].client is crew.players[3].client is not crew.players[2].client
    assert [client.endpoint for client in wraps.clients] == [NEAR, FAR]
    await crew.close()
    assert wraps.closed == ["small", "big"]


def test_each_seat_is_set_up_for_its_model_and_for_the_table():
    spec = replace(SMALL, settings=Settings(lang="zh", max_tokens=77))
    crew = Crew(CrewPlan({1: spec, 2: BIG}, lang="en", seed=9, personas={1: "话多"}))
    one, two = crew.players[1], crew.players[2]
    assert (one.settings.lang, one.settings.seed, one.settings.max_tokens) == ("en", 9, 77)
    assert (one.persona, two.persona) == ("话多", "")
    assert crew.prompts[1].startswith("standard@")


async def test_every_call_is_told_to_whoever_listens():
    calls: list[dict[str, Any]] = []
    crew = Crew(CrewPlan({1: SMALL}, wrap=Wraps(PASS, PASS)))
    await vote(crew, [1])
    crew.on_call = calls.append
    await vote(crew, [1])
    (call,) = calls
    assert call["model"] == "small"


def reply(prompt: int) -> RawReply:
    return RawReply(PASS, "stop", Usage(prompt, 0, 10, known=True), "json_schema")


async def test_seats_models_and_the_table_are_counted_apart_E05():
    crew = Crew(CrewPlan({2: SMALL, 7: SMALL, 8: BIG}, wrap=Wraps(*[reply(100)] * 3)))
    await vote(crew, [2, 7, 7, 8])
    assert {seat: log.calls for seat, log in crew.by_seat().items()} == {2: 1, 7: 2, 8: 1}
    assert {label.partition("#")[0]: log.calls for label, log in crew.by_model().items()} == {
        "small": 3,
        "big": 1,
    }
    assert (crew.total().calls, crew.total().unpriced) == (4, 3)
    assert crew.total().cost == pytest.approx((100 * 1 + 10 * 2) / 1e6)
    small, big, both = crew.lines("en")
    assert (small.split("#")[0], big.split("#")[0], both[:7]) == ("small", "big", "4 calls")
    heads, *rows = crew.table("zh")
    assert [row[0] for row in rows] == ["2", "7", "8", "合计"]
    assert {len(row) for row in rows} == {len(heads)}


def test_a_label_tells_configurations_apart_and_nothing_else_E05():
    same = ModelSpec("small", replace(NEAR, api_key=KEY, concurrency=2), Settings(lang="en", seed=5))
    assert SMALL.label == same.label
    others = [
        replace(SMALL, name="tiny"),
        replace(SMALL, settings=Settings(temperature=0.1)),
        replace(SMALL, settings=Settings(prompt="mine")),
        replace(SMALL, endpoint=replace(NEAR, base_url="http://127.0.0.1:2/v1")),
        replace(SMALL, endpoint=replace(NEAR, grammar=False)),
        replace(SMALL, endpoint=replace(NEAR, model="small-2")),
    ]
    assert len({SMALL.label, *(spec.label for spec in others)}) == 7
    assert [spec.label.partition("#")[0] for spec in others] == ["tiny", *["small"] * 5]


def test_the_label_of_a_record_finds_its_model_again():
    config = Config({"OPENAI_API_KEY": KEY, "DEEPSEEK_API_KEY": KEY})
    for name in ("deepseek:deepseek-flash", "gpt-4.1"):
        spec = config.model(name)
        assert config.model(spec.label) == spec


async def test_a_budget_is_the_tables_and_its_end_is_told():
    budget = Budget(max_tokens=20_000)
    crew = Crew(CrewPlan({1: SMALL, 2: BIG}, wrap=Wraps(reply(17_000), reply(1)), budget=budget))
    await vote(crew, [1])
    assert len(crew.lines("zh")) == 3
    with pytest.raises(ModelFailure) as caught:
        await vote(crew, [2])
    assert caught.value.reason == "budget"
    assert crew.total().failures == {"budget": 1}
    assert crew.lines("zh")[-1] == "预算已用完（17010/20000词元），其余由替补电脑代打"


def test_money_is_only_limited_where_every_price_is_known():
    Crew(CrewPlan({1: BIG}, budget=Budget(max_cost=1)))
    Crew(CrewPlan({1: SMALL}, budget=Budget(max_tokens=1)))
    with pytest.raises(EndpointError) as caught:
        Crew(CrewPlan({1: BIG, 2: SMALL}, budget=Budget(max_cost=1)))
    told = str(caught.value)
    assert told.startswith("the price of small is not known, so --max-cost cannot hold; write [models.small]")
    assert "name --model small" in told


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_price_that_is_missing_is_asked_for_by_the_names_of_the_file(lang: str):
    spec = replace(SMALL, name="my small", entry="my small")
    with pytest.raises(EndpointError) as caught:
        Crew(CrewPlan({1: spec}, budget=Budget(max_cost=1)))
    told = caught.value.told(lang)
    assert " small（llmwolf.toml 里的 my small）" in told or "of small (my small of llmwolf.toml)" in told
    assert '[models."my small".price]' in told


def begun() -> Game:
    return Game(spec_for(find_board("standard-9"), 3), registry())


def test_a_budget_that_is_too_small_for_one_call_is_told_before_the_game():
    game = begun()
    asked = next(request.seat for request in game.waiting)
    for seat in (asked, next(seat for seat in range(1, 10) if seat != asked)):
        crew = Crew(CrewPlan({seat: SMALL}, budget=Budget(max_tokens=2_500)))
        with pytest.raises(EndpointError, match=r"limit of 2500 tokens .* too small for one call"):
            crew.afford(game)
        Crew(CrewPlan({seat: SMALL}, budget=Budget(max_tokens=100_000))).afford(game)
        Crew(CrewPlan({seat: SMALL})).afford(game)


def test_one_seat_that_can_pay_is_enough():
    dear = replace(BIG, price=Price(1e6, 1e6, 1e6))
    game, budget = begun(), Budget(max_cost=1)
    with pytest.raises(EndpointError, match=r"limit of \$1 .* which may come to \$"):
        Crew(CrewPlan({1: dear, 2: dear}, budget=budget)).afford(game)
    Crew(CrewPlan({1: dear, 2: BIG}, budget=budget)).afford(game)


# -- keys -----------------------------------------------------------------------------------------


def printed(things: Iterable[object], error: BaseException, folder: Path) -> str:
    """Everything that is ever shown of ``things``, of an error, and of the files in a folder."""
    seen = io.StringIO()
    for thing in things:
        seen.write(f"{thing!r} {thing}")
    traceback.print_exception(error, file=seen)
    for file in folder.iterdir():
        seen.write(file.read_text("utf-8"))
    return seen.getvalue()


async def test_a_key_of_the_environment_is_printed_nowhere_A10(tmp_path: Path):
    env = {"OPENAI_API_KEY": KEY, "DEEPSEEK_API_KEY": OTHER_KEY}
    (tmp_path / "llmwolf.toml").write_text('[models.a]\nendpoint="deepseek"\nmodel="deepseek-flash"', "utf-8")
    config = read_config(tmp_path / "llmwolf.toml", env)
    specs = {1: config.model("a"), 2: config.model("gpt-4.1"), 3: config.model("m", "https://h.example")}
    learned = Learned(tmp_path / "dialects.json")
    learned.learn(specs[1].endpoint, Dialect(rung=1))
    calls: list[dict[str, Any]] = []
    echo = f'{{"act": "pass", "thought": "{KEY} {OTHER_KEY}"}}'
    plan = CrewPlan(specs, wrap=Wraps(echo, f"{KEY} {OTHER_KEY}", "x"), learned=learned)
    crew = Crew(plan, calls.append)
    assert crew.keys == {KEY, OTHER_KEY}
    with pytest.raises(ModelFailure) as caught:
        await vote(crew, [1, 2, 2])
    things = (config, plan, crew, calls, crew.total(), crew.table("zh"), *specs.values())
    ends = [str(spec.endpoint) + spec.label for spec in specs.values()]
    assert len(calls) == 4
    shown = printed((*things, *ends, json.dumps(calls)), caught.value, tmp_path)
    assert KEY not in shown
    assert OTHER_KEY not in shown


@pytest.mark.parametrize(
    ("name", "base_url", "env"),
    [
        ("openai:m", "", {"OPENAI_API_KEY": f"{KEY}钥"}),
        ("m", "https://h.example", {"OPENAI_API_KEY": f"{KEY}\n{KEY}"}),
        ("", "", {"OPENAI_API_KEY": KEY}),
        ("deepsek:m", "", {"OPENAI_API_KEY": KEY}),
        ("m", "ftp://h.example", {"OPENAI_API_KEY": KEY}),
    ],
)
def test_no_refusal_of_a_configuration_repeats_a_key_A10(name: str, base_url: str, env: dict[str, str]):
    with pytest.raises(EndpointError) as caught:
        Config(env).model(name, base_url)
    told = "".join(traceback.format_exception(caught.value))
    assert KEY not in told
    assert "\n" not in str(caught.value)


def test_the_tests_themselves_know_no_configuration_and_no_key():
    assert load_config({}).path is None
    assert not [name for name in os.environ if name.endswith("_API_KEY")]
