"""Models that cannot be asked: the run stops, no stand-in plays, and once that is mended it goes on."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from llmwolf.arena import hall, unasked
from llmwolf.arena.cast import Cast, cast_of
from llmwolf.arena.folder import VERSIONS, Folder
from llmwolf.arena.outcome import Line
from llmwolf.arena.report import report
from llmwolf.arena.run import run
from llmwolf.arena.unasked import Refusal, Strikes, Unasked, stand_in_lines, stop_line
from llmwolf.arena.worker import Played
from llmwolf.llm import client
from llmwolf.llm.budget import Budget
from llmwolf.llm.config import ModelSpec
from llmwolf.llm.endpoint import Endpoint
from llmwolf.record.reader import read
from tests.arena.plans import without_clock
from tests.arena.test_live import arena, elsewhere, plan  # noqa: F401  (a fixture)
from tests.llm.api.faults import Unreliable, refused
from tests.llm.fake_server import Scripted
from tests.llm.serving import serving

Body = dict[str, Any]


def after(calls: int, then: Callable[[int], Scripted | None]) -> Callable[[Body], Scripted]:
    """A server that is well for so many calls; ``then`` says what it sends from its first bad call on."""
    well, asked = Unreliable(), 0

    def answer(body: Body) -> Scripted:
        nonlocal asked
        asked += 1
        return (then(asked - calls) if asked > calls else None) or well(body)

    return answer


def rejecting(number: int) -> Scripted:
    return refused(401, f"call {number}: no")


def stand_ins(folder: str) -> list[object]:
    records = [read(path) for path in Path(folder, "games").glob("*.jsonl")]
    return [line for record in records for line in record.llm if line.get("source") == "stand-in"]


@pytest.mark.parametrize(
    ("status", "lang", "told"),
    [
        (401, "zh", ("agent m（m，", "密钥或权限被拒绝", "检查环境变量 OPENAI_API_KEY", "没有让替补代打")),
        (
            403,
            "en",
            ("agent m (m at ", "the key or its rights were refused", "check the key in OPENAI_API_KEY"),
        ),
        (404, "zh", ("没有这个模型", "out/plan.toml 里 agents.m.model", "llmwolf doctor --base-url http")),
        (500, "en", ("the server fails", "agents.m.base_url in out/plan.toml")),
        (429, "zh", ("请求太密", "concurrency 调小")),
        (200, "en", ("the reply is empty", "llmwolf doctor --base-url http")),
    ],
)
def test_a_service_that_never_answers_stops_the_run_at_once(
    status: int, lang: str, told: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(client, "_BACKOFF", (0.0, 0.0))
    nothing = Scripted("") if status == 200 else refused(status, "no")
    with serving(lambda body: nothing) as server:
        file = str(plan(server, games=2, concurrency=1))
        stopped = arena("run", file, "--out", "out", "--yes", "--lang", lang, code=3)
        assert len(server.requests) <= 8
    last = stopped.stderr.splitlines()[-1]
    assert all(words in last for words in (*told, "llmwolf arena resume out")), last
    assert not list(Path("out/games").iterdir()), "nothing was played: the plan may still be mended"
    assert not Path("out", VERSIONS).exists()
    with serving(Unreliable()) as mended:
        copy = Path("out/plan.toml")
        copy.write_text(copy.read_text("utf-8").replace(server.base_url, mended.base_url), "utf-8")
        arena("resume", "out", "--yes")
        arena("run", str(plan(mended, games=2)), "--out", "calm", "--yes")
    assert without_clock(Folder(Path("out")).lines()).keys() == Folder(Path("calm")).lines().keys()
    assert not stand_ins("out")


def test_nobody_at_the_address_is_told_the_same_way(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client, "_BACKOFF", (0.0, 0.0))
    monkeypatch.setattr("llmwolf.llm.reach.silent", lambda endpoints: [])  # as if it were far away
    with serving(Unreliable()) as server:
        file = str(plan(server, games=2))
    stopped = arena("run", file, "--out", "out", "--yes", code=3)
    assert "连不上" in stopped.stderr.splitlines()[-1]
    assert "看服务在不在运行" in stopped.stderr


def test_one_refusal_by_accident_costs_nothing():
    with serving(after(5, lambda bad: rejecting(bad) if bad == 1 else None)) as server:
        arena("run", str(plan(server, games=2)), "--out", "out", "--yes")
    with serving(Unreliable()) as server:
        arena("run", str(plan(server, games=2)), "--out", "calm", "--yes")
    assert not stand_ins("out")
    assert without_winners_of("out") == without_winners_of("calm")


def without_winners_of(folder: str) -> object:
    """What the games came to, whatever the server's address."""
    lines = without_clock(Folder(Path(folder)).lines())
    return {key: (line["winner"], line["days"], line["order"]) for key, line in lines.items()}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_key_that_is_withdrawn_half_way_stops_the_run_and_more_goes_on(
    jobs: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(hall, "GAMES", 2)
    mended: list[bool] = []
    with serving(after(8, lambda bad: None if mended else rejecting(bad))) as server:
        file = plan(server, games=4)
        folder = Folder.create(Path("out"), file)
        with pytest.raises(Unasked, match="401") as stopped:
            run(folder, cast_of(folder.plan.agents), jobs=int(jobs))
        assert stopped.value.refusal.reason == "auth"
        assert len(folder.lines()) < 4
        assert list(Path("out/games").iterdir()), "what was paid for is kept"
        mended.append(True)
        arena("resume", "out", "--yes", "--jobs", "1")
        arena("run", str(file), "--out", "calm", "--yes")
    assert not stand_ins("out")
    assert without_clock(folder.lines()) == without_clock(Folder(Path("calm")).lines())


def test_an_agent_of_which_nothing_is_its_own_is_told_at_the_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client, "_BACKOFF", (0.0, 0.0))
    with serving(lambda body: Scripted("", finish="length")) as server:
        told = arena("run", str(plan(server, games=2)), "--out", "out", "--yes", code=1)
    lines = [line for line in told.stderr.splitlines() if "没有一个决定是自己做的" in line]
    assert [line.partition(" ")[0] for line in lines] == ["m", "other"]
    assert "回答被长度截断" in lines[0]
    monkeypatch.delenv("OPENAI_API_KEY")  # nothing is asked any more
    again = arena("resume", "out", "--yes", "--lang", "en", code=1)
    assert "all 2 games are played; the results: llmwolf arena report out" in again.stdout
    assert "m has made no decision of its own" in again.stderr
    folder = Folder(Path("out"))
    counts = report(folder.plan, folder.boards, folder.fixtures, folder.lines()).editions[0].counts["m"]
    assert counts["by stand-in"] == counts["for truncated"] > 0


@pytest.mark.parametrize("calls", [60, 0])
def test_an_outage_is_waited_for_but_not_for_ever(calls: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client, "_BACKOFF", (0.0, 0.0))
    monkeypatch.setattr(unasked, "_PAUSE", 0.0)
    monkeypatch.setattr(unasked, "LONG", 3_600.0 if calls else 0.0)
    with serving(after(8, lambda bad: refused(503, "down") if not 0 < calls < bad else None)) as server:
        told = arena("run", str(plan(server, games=4)), "--out", "out", "--yes", code=0 if calls else 3)
    assert ("服务出错" in told.stderr) == (not calls)
    assert told.stderr.count(f"… 等 {server.base_url}") == (1 if calls else 0), "once an outage"
    assert len(stand_ins("out")) <= 2, "one for each model: it might have been a matter of one prompt"
    assert (len(Folder(Path("out")).lines()) == 4) == bool(calls)


SPECS = {
    agent: ModelSpec(model, Endpoint("http://127.0.0.1:1/v1", model))
    for agent, model in (("m", "one"), ("twin", "one"), ("never", "another"))
}


def test_who_answered_is_asked_again_and_who_never_did_is_not():
    strikes = Strikes(SPECS, lambda: 0.0)
    with pytest.raises(Unasked):
        strikes.judge(Refusal("never", "network", "", answered=False))
    strikes.judge(Refusal("m", "auth", "", answered=True))
    strikes.judge(Refusal("twin", "auth", "", answered=False))  # of the same model
    strikes.played({"seats": [{"agent": "m", "sources": {"model": 3}}, {"agent": "bot"}]})
    strikes.judge(Refusal("m", "auth", "", answered=False))
    strikes.judge(Refusal("m", "auth", "", answered=False))
    with pytest.raises(Unasked):
        strikes.judge(Refusal("m", "auth", "", answered=False))


def test_what_passes_is_waited_for_as_long_as_nobody_answers():
    clock = iter((0.0, 60.0, 119.0, 130.0, 249.0, 250.0)).__next__
    strikes = Strikes(SPECS, clock)
    down = Refusal("m", "network", "", answered=False, passing=True)
    strikes.judge(replace(down, answered=True))
    assert strikes.judge(down) > 0
    assert strikes.judge(down) > 0
    strikes.played({"seats": [{"agent": "m", "sources": {"model": 3}}]})
    assert strikes.judge(down) > 0
    assert strikes.judge(down) > 0
    with pytest.raises(Unasked):
        strikes.judge(down)


def test_a_refusal_comes_back_from_another_process():
    told = Played.of(Unasked(Refusal("m", "auth", "no", answered=False)), Budget(), Cast())
    with pytest.raises(Unasked) as raised:
        pickle.loads(pickle.dumps(told)).judge()
    assert raised.value.refusal == Refusal("m", "auth", "no", answered=False)


@pytest.mark.parametrize(
    ("lang", "said"),
    [("zh", "在 worker 那边检查环境变量 OPENAI_API_KEY"), ("en", "and its rights (on the workers)")],
)
def test_the_keys_of_a_cluster_are_its_workers(lang: str, said: str):
    spec = ModelSpec("m", Endpoint("https://llm.test/v1", "m", "sk-secret-of-mine"))
    told = stop_line(Refusal("m", "auth", "401: no", answered=False), spec, Path("out"), lang, True)
    assert said in told
    assert "\n" not in told


def test_an_agent_that_was_often_stood_in_for_is_warned_of_and_one_without_own_decisions_is_refused():
    def lines(**sources: int) -> dict[str, Line]:
        seat = {"agent": "m", "sources": {name.replace("_", "-"): n for name, n in sources.items()}}
        return {"g": {"seats": [{**seat, "failures": {"empty": 9}}]}, "h": {"failed": "?"}}

    told, warned = stand_in_lines(["m", "n"], lines(stand_in=9, model=1), "en")
    assert (told, warned) == ([], ["beware: 90% of m's decisions were made by a bot that stood in"])
    assert stand_in_lines(["m"], lines(stand_in=1, model=30), "en") == ([], [])
    told, warned = stand_in_lines(["m"], lines(stand_in=2), "en")
    assert told[0].startswith("m has made no decision of its own: stand-ins made all 2")
    assert (len(told), warned) == (1, [])


def test_how_often_stand_ins_decide_is_told_while_it_is_played(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client, "_BACKOFF", (0.0, 0.0))
    with serving(lambda body: Scripted("", finish="length")) as server:
        told = arena("run", str(plan(server, games=2)), "--out", "out", "--yes", "--lang", "en", code=1)
    assert "tokens  stand-ins 100%" in told.stderr
