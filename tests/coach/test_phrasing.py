"""A model may phrase findings; it adds none, and what says more than a finding is not taken."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from llmwolf.cli import main
from llmwolf.coach.claims.entries import Finding
from llmwolf.coach.phrasing import LONGEST, phrases, within
from llmwolf.coach.report.build import report
from llmwolf.coach.report.page import page
from llmwolf.coach.report.pieces import Table
from llmwolf.coach.room import study
from llmwolf.llm.config import ModelSpec
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.settings import Settings
from tests.coach.planted import played
from tests.coach.report.games import Page, source, typed
from tests.llm.fake_server import FakeServer, Scripted

LIES = ("9号: 我觉得1号是狼", "9号: 1号昨天投了8号，5号还活着")
GOOD = "9号说1号投了8号，记录里1号投的是6号。"


@pytest.fixture
def found() -> tuple[Finding, ...]:
    return study(played("a", [("D3", 6, "昨天6号投的8号，7号还在场的。")])).findings


def test_a_phrase_is_held_to_the_facts_of_its_finding(found: tuple[Finding, ...]):
    one = found[0]
    assert within(one, "6号说自己投了8号，\n记录是3号。\x1b[J") == "6号说自己投了8号， 记录是3号。[J"
    assert within(one, "6号在说谎。") == ""
    assert within(one, "Seat 6 lies about seat 8.") == ""
    assert within(one, "6号和5号都说错了。") == ""
    assert within(one, "六号和五号都说错了。") == ""
    assert within(one, "6号是女巫，投的不是8号。") == ""
    assert within(one, "6" * (LONGEST + 1)) == ""
    assert within(one, " \n ") == ""


async def asked(replies: list[str], found: tuple[Finding, ...]) -> tuple[dict[Finding, str], list[str]]:
    """What comes of ``replies``, and what was asked."""
    prompts: list[str] = []

    def brain(body: dict[str, Any]) -> Scripted:
        prompts.append(body["messages"][-1]["content"])
        return Scripted(replies[len(prompts) - 1])

    async with FakeServer(brain) as server:
        spec = ModelSpec("m", Endpoint(server.base_url, "m"), Settings())
        ticks: list[tuple[int, int]] = []
        made = await phrases(spec, found, "zh", lambda done, of: ticks.append((done, of)))
    assert ticks == [(n, len(found)) for n in range(1, len(found) + 1)]
    return made, prompts


async def test_every_finding_is_asked_about_once_and_none_is_added(found: tuple[Finding, ...]):
    assert len(found) == 2
    replies = [json.dumps({"speech": "6号说的投票和记录不合。", "more": ["x"]}), "no object at all"]
    made, prompts = await asked(replies, found)
    assert made == {found[0]: "6号说的投票和记录不合。"}
    assert all(one.quote.text in prompt for one, prompt in zip(found, prompts, strict=True))


def test_the_report_has_the_same_findings_and_says_whose_the_words_are(tmp_path: Path):
    plain = source(typed(tmp_path / "game.jsonl", LIES))
    first = plain.study.findings[0]
    worded = replace(plain, phrases={first: "<b>9号记错了</b>"})
    rows = [
        len(block.rows)
        for made in (report(plain), report(worded))
        for section in made.sections
        if section.key == "findings"
        for block in section.blocks
        if isinstance(block, Table)
    ]
    assert rows == [2, 2]
    html = page(report(worded), worded)
    assert "模型的说法：&lt;b&gt;9号记错了" in html
    assert "模型的说法" not in page(report(plain), plain)
    assert "b" not in Page(html).tags


async def test_the_command_asks_only_when_told_to_and_goes_without_where_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    game = typed(tmp_path / "game.jsonl", LIES)
    monkeypatch.setattr("llmwolf.llm.client._BACKOFF", (0.0, 0.0))
    bodies: list[dict[str, Any]] = []

    def brain(body: dict[str, Any]) -> Scripted:
        bodies.append(body)
        return Scripted(json.dumps({"speech": GOOD}, ensure_ascii=False))

    async def run(*words: str) -> str:
        done = await asyncio.to_thread(CliRunner().invoke, main, ["coach", str(game), "--no-odds", *words])
        assert done.exit_code == 0, done.output
        return done.output

    async with FakeServer(brain) as server:
        await run("--base-url", server.base_url)
        assert bodies == []
        told = await run("--phrase", "m", "--base-url", server.base_url)
        assert "模型的说法" in told.replace("\n", "")
        assert len(bodies) == 2
    async with FakeServer(lambda body: Scripted("", status=401, body="{}")) as server:
        told = await run("--phrase", "m", "--base-url", server.base_url)
    assert "没有作答" in told
    assert "模型的说法" not in told
