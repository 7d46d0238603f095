"""Tournaments with models against the test server: money, interruption, and what is told of calls."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from llmwolf.arena import live
from llmwolf.arena.figures import as_data
from llmwolf.arena.folder import Folder
from llmwolf.arena.purse import Share
from llmwolf.arena.report import report
from llmwolf.cli import main
from llmwolf.record.reader import read
from llmwolf.record.verify import verify
from tests.arena.killing import killed
from tests.arena.plans import without_clock, written
from tests.llm.api.faults import Unreliable
from tests.llm.fake_server import FakeServer
from tests.llm.scenes import KEY
from tests.llm.serving import serving


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def plan(
    server: FakeServer, games: int = 4, concurrency: int = 4, more: str = "", swap: str = "seat"
) -> Path:
    """One seat, or one team, of either of two models among bots."""
    models = "".join(
        f'[[agents]]\nid = "{name}"\nkind = "model"\nmodel = "{name}"\nbase_url = "{server.base_url}"\n{more}'
        for name in ("m", "other")
    )
    head = f"""
boards = ["standard-9"]
games = {games}
design = "paired"
baseline = "bot"
swap = "{swap}"
seed = 5
concurrency = {concurrency}
"""
    return written(Path(), f'{head}{models}[[agents]]\nid = "bot"\nkind = "bot"\nlevel = "novice"\n')


def arena(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["arena", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert result.exit_code == code, result.output
    assert KEY not in result.output
    assert not [p for p in Path().rglob("*") if p.is_file() and KEY.encode() in p.read_bytes()]
    return result


def test_a_server_that_does_not_run_is_told_before_anything_is_written() -> None:
    with serving(Unreliable()) as server:
        file = str(plan(server, games=2))
        address = server.base_url
    told = arena("run", file, "--out", "out", "--yes", code=2)
    assert f"{address} 没有人应答" in told.output
    assert not Path("out").exists()
    english = arena("run", file, "--out", "out", "--yes", "--lang", "en", code=2)
    assert f"nobody answers at {address}: start the server" in english.output


def test_models_are_counted_in_the_index_as_they_are_in_the_records(tmp_path: Path) -> None:
    with serving(Unreliable()) as server:
        told = arena("run", str(plan(server)), "--out", "out", "--yes")
    assert "其中 4 局有模型" in told.stderr
    folder = Folder(Path("out"))
    lines = folder.lines()
    assert sum(
        seat.get("calls", {}).get("calls", 0) for line in lines.values() for seat in line["seats"]
    ) == len(server.requests)
    for fixture in folder.fixtures:
        (place,) = fixture.focus
        seat = lines[fixture.key]["seats"][place - 1]
        assert set(seat["sources"]) <= {"model", "poll", "order", "repair"}
        assert seat["calls"]["tokens"] > 1_000
        assert not [
            other for n, other in enumerate(lines[fixture.key]["seats"], 1) if n != place and "calls" in other
        ]
        assert verify(folder.record(fixture)).ok
        sitter = read(folder.record(fixture)).head.seats[place - 1]
        assert (sitter.name, sitter.player) == (fixture.agents[place - 1], "model")
        assert sitter.model.startswith(f"{sitter.name}#")
        assert sitter.prompt.startswith("standard@")
    found = report(folder.plan, folder.boards, folder.fixtures, lines)
    assert found.spent["calls"] == len(server.requests)
    assert json.loads(json.dumps(as_data(found)))["editions"][0]["counts"]["m"]["calls"] > 0
    shown = arena("report", "out").stdout
    assert "替补" in shown
    assert "价格不知道" in shown


def test_how_many_are_played_at_once_changes_nothing() -> None:
    with serving(Unreliable()) as server:
        for at_once in (1, 4):
            arena("run", str(plan(server, concurrency=at_once)), "--out", f"out{at_once}", "--yes")
        assert server.most > 1
    one, four = (without_clock(Folder(Path(f"out{at_once}")).lines()) for at_once in (1, 4))
    assert one == four


def test_a_game_begins_when_the_one_before_has_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def noted(what: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*given: Any) -> Any:
            seen.append(what)
            return function(*given)

        return noting

    monkeypatch.setattr(live, "_opened", noted("opened", live._opened))
    monkeypatch.setattr(Share, "hold", noted("asks", Share.hold))
    with serving(Unreliable()) as server:
        arena("run", str(plan(server, games=4, concurrency=4)), "--out", "out", "--yes")
    begun = [n for n, what in enumerate(seen) if what == "opened"]
    assert len(begun) == 4
    assert all("asks" in seen[one:other] for one, other in pairwise(begun))


def test_a_spent_budget_stops_before_a_stand_in_answers_and_more_goes_on() -> None:
    with serving(Unreliable()) as server:
        file = str(plan(server, swap="good"))
        arena("run", file, "--out", "calm", "--yes")
        stopped = arena("run", file, "--out", "out", "--yes", "--max-tokens", "150000", code=1)
        assert "llmwolf arena resume out --max-cost … / --max-tokens …" in stopped.stdout
        assert "上限 150,000 词元大约只够其中" in stopped.stderr
        folder = Folder(Path("out"))
        assert len(folder.lines()) < 4
        begun = [read(path) for path in Path("out/games").glob("*.jsonl")]
        assert begun
        assert not [line for t in begun for line in t.llm if line.get("source") == "stand-in"]
        spent = sum(sum(line["tokens"][::2]) for t in begun for line in t.llm if "tokens" in line)
        assert 140_000 < spent <= 150_000
        data = json.loads(arena("report", "out", "--json").stdout)
        assert data["spent"]["tokens"] == spent
        called = [line for transcript in begun for line in transcript.llm if "ask" in line]
        assert 0 < data["unfinished"]["calls"] <= data["spent"]["calls"] == len(called)
        assert "没有结果的局" in arena("report", "out").stdout
        again = arena("resume", "out", "--yes", "--max-tokens", "200000", code=1)
        assert len(folder.lines()) < 4, again.output
        asked = len(server.requests)
        kept = arena("resume", "out", "--yes", code=1)
        assert len(server.requests) - asked <= 1, "the last limit holds over all sittings"
        assert "预算用完" in kept.stdout
        assert "上限 200,000 词元（先前花掉的算在内）大约一整局也不够" in kept.stderr
        assert folder.limits().max_tokens == 200_000
        arena("resume", "out", "--yes", "--max-tokens", "0")
    assert without_clock(folder.lines()) == without_clock(Folder(Path("calm")).lines())


@pytest.mark.parametrize(("swap", "times"), [("good", 10), ("wolves", 3)])
def test_killed_at_several_moments_it_comes_to_the_same(tmp_path: Path, swap: str, times: int) -> None:
    """Wolves are polled: a poll that was put when the process was killed is put again, and counts once."""
    found = killed(tmp_path, times, swap)
    assert found.same
    assert len(found.at) == times
    assert len({calls for _, calls in found.at}) == times, "so many moments"
    # Of each game that was under way the calls in flight are made again, and no other.
    assert found.asked_again <= times * 3 * 6
    polled = [
        line
        for path in (tmp_path / "calm/games").glob("*.jsonl")
        for line in read(path).llm
        if line.get("ask") == "poll"
    ]
    assert bool(polled) == (swap == "wolves")


def test_a_record_that_is_damaged_is_a_failed_game() -> None:
    with serving(Unreliable()) as server:
        file = str(plan(server, swap="good"))
        arena("run", file, "--out", "out", "--yes", "--max-tokens", "60000", code=1)
        done = Folder(Path("out")).lines()
        path = next(p for p in sorted(Path("out/games").glob("*.jsonl")) if p.stem not in done)
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join([*lines[:3], b"{torn\n", *lines[3:]]))
        told = arena("resume", "out", "--yes", "--max-tokens", "0")
    assert "1 局失败" in told.stdout
    line = Folder(Path("out")).lines()[path.stem]
    assert "RecordError" in line["failed"]
    assert "1 × RecordError" in arena("report", "out").stdout


def test_money_is_asked_about_first() -> None:
    with serving(Unreliable()) as server:
        told = arena("run", str(plan(server)), "--out", "out", code=2)
        assert "加 --yes" in told.stderr
        assert not Path("out").exists()
        told = arena("run", str(plan(server)), "--out", "out", "--yes", "--max-cost", "1", code=2)
        assert "不知道" in told.stderr
        assert "价格" in told.stderr
    assert not server.requests


@pytest.mark.parametrize(("lang", "said"), [("zh", "没有开始"), ("en", "nothing was begun")])
def test_whoever_says_no_is_told_that_nothing_was_begun(
    lang: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda self: True, raising=False)
    with serving(Unreliable()) as server:
        command = ["arena", "run", str(plan(server)), "--out", "out", "--lang", lang]
        told = CliRunner().invoke(main, command, input="n\n")
    assert (told.exit_code, told.stderr.splitlines()[-1]) == (1, said)
    assert "Aborted" not in told.output
    assert not Path("out").exists()
    assert not server.requests


@pytest.mark.parametrize(
    ("more", "zh"),
    [
        ('prompt = "standrad"\n', "standrad"),
        ('persona = "nobody"\n', "没有人物"),
        ("settings = { polls = true }\n", "settings.polls"),
    ],
)
def test_what_an_agent_names_must_be_there(more: str, zh: str) -> None:
    with serving(Unreliable()) as server:
        told = arena("run", str(plan(server, more=more)), "--out", "out", "--yes", code=2)
    assert zh in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1
    assert not Path("out").exists()
