"""The toy in a model's place: it goes by its prompt, and by nothing else."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable
from typing import Any

import pytest
from click.testing import CliRunner

from llmwolf.bench.toy.mind import answer_to
from llmwolf.bench.toy.reading import read
from llmwolf.bench.toy.server import serving
from llmwolf.cli import main

PRIVATE = {
    "zh": "你是{seat}号，身份牌：{card}。{more}",
    "en": "You are seat {seat}; your card: {card}.{more}",
}
FACTS = {
    "zh": "第2天，放逐投票。存活6人：1、2、4-7。\n{claims}",
    "en": "Day 2, exile ballot. Alive (6): 1, 2, 4-7.\n{claims}",
}
LAST = {"zh": "你是{seat}号。只输出 JSON。", "en": "You are seat {seat}. Output JSON only."}
LIVING = (1, 2, 4, 5, 6, 7)


def way(act: str, pool: Iterable[int] = ()) -> dict[str, Any]:
    seats = list(pool)
    targets = {
        "type": "array",
        "items": {"enum": seats or [0]},
        "minItems": bool(seats),
        "maxItems": bool(seats),
    }
    fields = {"thought": {"type": "string", "maxLength": 200}, "act": {"type": "string", "enum": [act]}}
    return {"type": "object", "properties": {**fields, "targets": targets}}


def body(
    *ways: dict[str, Any],
    seat: int = 1,
    card: str = "平民",
    more: str = "",
    claims: str = "",
    lang: str = "zh",
    advice: str = "",
) -> dict[str, Any]:
    parts = (PRIVATE[lang].format(seat=seat, card=card, more=more), FACTS[lang].format(claims=claims), advice)
    prompt = "\n".join((*parts, LAST[lang].format(seat=seat)))
    schema = {"anyOf": list(ways)}
    return {
        "messages": [{"role": "system", "content": "# …"}, {"role": "user", "content": prompt}],
        "response_format": {"type": "json_schema", "json_schema": {"schema": schema}},
    }


VOTE = (way("vote", LIVING), way("pass"))
SEERS = {
    "zh": "声明：5号跳预言家；第1夜验2好人；第2夜验7狼人｜4号跳女巫；第1夜救6",
    "en": "Claims: 5 claims Seer; N1 check 2 good; N2 check 7 wolves | 4 claims Witch; N1 saved 6.",
}
CARDS = {"zh": ("平民", "预言家", "狼人"), "en": ("Villager", "Seer", "Werewolf")}
CHECK = {"zh": "\n第1夜查验：6号是狼人。", "en": "\nNight 1, check: Seat 6 is wolves."}
MATES = {"zh": "狼同伴：6、7号。", "en": " Wolf mates: 6, 7."}


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_it_votes_by_what_the_prompt_says_of_checks(lang: str):
    villager, seer, wolf = CARDS[lang]
    said = body(*VOTE, card=villager, claims=SEERS[lang], lang=lang)
    assert answer_to(said) == answer_to(said)
    assert answer_to(said)["targets"] == [7], "whom the seer of the fact sheet found"
    own = body(*VOTE, card=seer, more=CHECK[lang], claims=SEERS[lang], lang=lang)
    assert answer_to(own)["targets"] == [6], "its own check goes before those of a liar"
    pack = body(*VOTE, card=wolf, more=MATES[lang], claims=SEERS[lang], lang=lang)
    assert answer_to(pack)["targets"] == [5], "a wolf is after the seer"


def test_whom_a_seer_calls_a_wolf_knows_better():
    claims = "声明：5号跳预言家；第1夜验1狼人｜4号跳预言家；第1夜验6狼人"
    page = read(body(*VOTE, claims=claims))
    assert page is not None
    assert [(seer.seat, dict(seer.found)) for seer in page.seers] == [(5, {1: False}), (4, {6: False})]
    assert answer_to(body(*VOTE, claims=claims))["targets"] == [6]
    assert answer_to(body(*VOTE, claims=claims, seat=2))["targets"] == [1]


def test_who_is_told_to_pass_in_doubt_passes_without_a_check():
    for advice in ("拿不准就过：没有查验结果，就不行动。", "When in doubt, pass."):
        assert answer_to(body(*VOTE, advice=advice))["act"] == "pass"
        assert answer_to(body(*VOTE, advice=advice, claims=SEERS["zh"]))["targets"] == [7]
    guess = answer_to(body(*VOTE))
    assert guess["act"] == "vote"
    assert guess["targets"] != [1], "never itself"


def test_a_pack_agrees_on_the_first_proposal_and_spares_its_own():
    talk = f"{MATES['zh']}\n6号（狼队夜谈）：随便。（想刀4号）7号：我想刀2号。（想刀2号）"
    knife = way("knife", LIVING)
    assert answer_to(body(knife, way("pass"), card="狼人", more=talk))["targets"] == [4]
    assert answer_to(body(knife, way("pass"), card="狼人", more=MATES["zh"]))["targets"][0] in (2, 4, 5)


def test_nothing_out_of_turn_and_no_gun_on_a_guess():
    assert answer_to(body(way("explode"), way("pass"), card="狼人"))["act"] == "pass"
    assert answer_to(body(way("shoot", LIVING), way("pass"), card="猎人"))["act"] == "pass"
    with_check = body(way("shoot", LIVING), way("pass"), card="猎人", claims=SEERS["zh"])
    assert answer_to(with_check)["targets"] == [7]


def test_a_question_of_no_game_gets_what_its_schema_allows():
    schema = {"type": "object", "properties": {"answer": {"type": "string", "enum": ["yes"]}}}
    told = {"messages": [{"content": "?"}], "response_format": {"json_schema": {"schema": schema}}}
    assert answer_to(told) == {"answer": "yes"}
    assert answer_to({"messages": [{"content": "?"}]}) == {}


async def test_the_server_answers_streamed_and_whole_and_refuses_what_is_no_chat():
    import aiohttp

    async with serving() as url, aiohttp.ClientSession() as session:
        async with session.get(f"{url}/models") as listed:
            assert [model["id"] for model in (await listed.json())["data"]] == ["toy"]
        async with session.post(f"{url}/chat/completions", json=body(*VOTE)) as whole:
            reply = await whole.json()
        text = reply["choices"][0]["message"]["content"]
        assert json.loads(text) == answer_to(body(*VOTE))
        assert reply["usage"]["prompt_tokens"] > 10
        async with session.post(f"{url}/chat/completions", json={**body(*VOTE), "stream": True}) as streamed:
            lines = (await streamed.text()).splitlines()
        events = [json.loads(line[6:]) for line in lines if line.startswith("data: {")]
        pieces = [choice["delta"].get("content", "") for event in events for choice in event["choices"]]
        assert "".join(pieces) == text
        async with session.post(f"{url}/chat/completions", json={"messages": 3}) as refused:
            assert refused.status == 400


def test_a_port_that_is_taken_is_one_line():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for lang, words in (("zh", "换一个 --port"), ("en", "try another --port")):
            told = CliRunner().invoke(main, ["arena", "toy-model", "--port", port, "--lang", lang])
            assert told.exit_code == 2
            assert words in told.stderr
            assert len(told.stderr.strip().splitlines()) == 1
