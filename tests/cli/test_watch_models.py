"""``llmwolf watch`` with model seats against the test server: games, cassettes, limits, interruption."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from llmwolf.boards import find_board
from llmwolf.cli import main
from llmwolf.cli.failing import Failing, Seated
from llmwolf.cli.modelseats import ModelChoice
from llmwolf.llm.config import Config
from llmwolf.llm.endpoint import EndpointError
from llmwolf.llm.prompt import prompt_set
from llmwolf.record.reader import read
from llmwolf.record.verify import verify
from llmwolf.resources import data_dir
from llmwolf.rules.game import Game
from llmwolf.table.ports import Source
from llmwolf.table.quick import default_answer
from llmwolf.table.seating import Plan, seat
from llmwolf.tui.continued import Continued
from llmwolf.tui.modelseats import Terms
from tests.llm.api.faults import Unreliable
from tests.llm.fake_server import Scripted
from tests.llm.scenes import KEY
from tests.llm.serving import serving

NOWHERE = "http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In a folder of its own, with a key that must turn up nowhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    prompt_set.cache_clear()


def watch(*args: str) -> Result:
    result = CliRunner().invoke(main, ["watch", "--model", "m", "--board", "standard-9", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert KEY not in result.output
    assert not [p for p in Path().rglob("*.*") if p.is_file() and KEY.encode() in p.read_bytes()]
    return result


def told(*args: str) -> list[dict[str, Any]]:
    result = watch("--json", *args)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def kept(path: Path) -> list[str]:
    """The lines of a record that tell the game, not how it came about."""
    return [
        line
        for line in path.read_text("utf-8").splitlines()
        if json.loads(line)["kind"] not in ("llm", "time")
    ]


def test_twelve_models_play_a_game_that_is_printed_and_recorded() -> None:
    out = Path("game.jsonl")
    with serving(Unreliable()) as server:
        result = watch(
            "--board", "official-12", "--base-url", server.base_url, "--seed", "5", "--out", str(out)
        )
    assert result.exit_code == 0, result.output
    *_, counters, record, winner = result.stdout.splitlines()
    assert winner.startswith("游戏结束")
    assert record == "对局记录: game.jsonl"
    assert counters.startswith(f"调用{len(server.requests)}次")
    assert "替补上场：无" in counters
    assert verify(out).ok
    transcript = read(out)
    assert [sitter.player for sitter in transcript.head.seats] == ["model"] * 12
    assert sum("key" in line for line in transcript.llm) == len(server.requests)
    assert set(server.keys) == {f"Bearer {KEY}"}


def test_a_recorded_game_plays_again_without_a_server_to_the_same_bytes() -> None:
    with serving(Unreliable(0.1, seed=2)) as server:
        url = server.base_url
        first = told("--base-url", url, "--seed", "3", "--out", "a.jsonl", "--record", "tape")[0]
    again = told("--base-url", url, "--seed", "3", "--out", "b.jsonl", "--replay", "tape")[0]
    assert kept(Path("a.jsonl")) == kept(Path("b.jsonl"))
    unlike = ("record", "calls")
    assert {k: v for k, v in first.items() if k not in unlike} == {
        k: v for k, v in again.items() if k not in unlike
    }
    clock = ("seconds", "longest")
    assert {k: v for k, v in first["calls"].items() if k not in clock} == {
        k: v for k, v in again["calls"].items() if k not in clock
    }
    assert first["calls"]["faults"], "some of the replies were faulty, and are so again"


def test_a_replay_wants_neither_key_nor_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Unreliable()) as server:
        watch("--base-url", server.base_url, "--seed", "3", "--record", "tape")
    monkeypatch.delenv("OPENAI_API_KEY")
    result = watch("--seed", "3", "--replay", "tape")
    assert result.exit_code == 0
    assert "提示词都没有变" in result.stdout


def test_another_prompt_shows_which_calls_changed_and_how() -> None:
    with serving(Unreliable()) as server:
        watch("--base-url", server.base_url, "--seed", "3", "--record", "tape")
    own = Path("prompts/curt/zh/request.md")
    own.parent.mkdir(parents=True)
    own.write_text(
        "说短一点。\n" + (data_dir("prompts") / "standard/zh/request.md").read_text("utf-8"), "utf-8"
    )
    result = watch("--seed", "3", "--replay", "tape", "--prompt", "curt")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    changed = [line for line in lines if line.endswith(": request")]
    calls = len(list(Path("tape/game-1").glob("*.json")))
    assert f"磁带：{calls}次调用，{len(changed)}次提示词不同" in lines
    assert 0 < len(changed) <= calls
    assert "  + 说短一点。" in lines
    assert not any("facts" in line or "private" in line for line in lines)
    assert lines[-1].startswith("游戏结束")


def test_a_series_has_a_cassette_for_each_game() -> None:
    with serving(Unreliable()) as server:
        both = told(
            "--base-url", server.base_url, "--seed", "3", "--games", "2", "--models", "2", "--record", "t"
        )
    assert [game["seed"] for game in both] == [3, 4]
    assert sorted(path.name for path in Path("t").iterdir()) == ["game-1", "game-2"]
    for number, game in enumerate(both, 1):
        assert game["decisions"]["bot"] > game["decisions"]["model"] > 0
        assert game["calls"]["calls"] == len(list(Path(f"t/game-{number}").glob("*.json")))
    assert (
        told("--seed", "3", "--games", "2", "--models", "2", "--replay", "t")[1]["winners"]
        == both[1]["winners"]
    )


def test_single_seats_have_models_of_their_own() -> None:
    with serving(Unreliable()) as server:
        where = ("--models", "1,4", "--seat", "7=other")
        result = watch("--base-url", server.base_url, "--seed", "3", "--out", "a.jsonl", *where)
    assert result.exit_code == 0
    sitters = {
        s.seat: s.model.partition("#")[0] for s in read(Path("a.jsonl")).head.seats if s.player == "model"
    }
    assert sitters == {1: "m", 4: "m", 7: "other"}
    assert {body["model"] for body in server.requests} == {"m", "other"}


def test_a_dead_server_leaves_the_game_to_the_stand_ins() -> None:
    with serving(lambda body: Scripted(status=401, body=f'{{"error": "bad key {KEY}"}}')) as server:
        game = told("--base-url", server.base_url, "--seed", "3", "--out", "a.jsonl")[0]
    assert set(game["decisions"]) == {"stand-in"}
    assert game["failures"]["auth"] == game["calls"]["failures"]["auth"] == game["decisions"]["stand-in"]
    assert verify(Path("a.jsonl")).ok


def test_a_budget_that_is_spent_ends_no_game() -> None:
    with serving(Unreliable()) as server:
        result = watch("--base-url", server.base_url, "--seed", "3", "--max-tokens", "40000", "--lang", "en")
    assert result.exit_code == 0
    assert "budget" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("Game over")


@pytest.mark.parametrize(
    ("words", "zh", "en"),
    [
        (["--models", "13"], "不超过 9 的个数", "not all, a number up to 9"),
        (["--models", "0,2"], "座位从 1 数起", "seats are counted from 1"),
        (["--models", "1,3,1"], "1 号写了两次", "seat 1 is given twice"),
        (["--seat", "99=x"], "要写成 座位=名字", "is not SEAT=NAME"),
        (["--seat", "3=x", "--seat", "3=y"], "3 号写了两次（x、y）", "seat 3 is given twice (x, y)"),
        (["--persona", "3=amo", "--persona", "3=ajie"], "--persona：3 号写了两次", "seat 3 is given twice"),
        (["--record", "a", "--replay", "b"], "不能同时用", "do not go together"),
        (["--replay", "nowhere"], "nowhere：没有磁带", "nowhere: there is no cassette"),
        (["--record", "full", "--base-url", NOWHERE], "full 里已有东西", "full is not empty"),
        (["--max-cost", "1", "--base-url", NOWHERE], "不知道 m 的价格", "the price of m is not known"),
        (["--max-tokens", "99", "--base-url", NOWHERE], "连一次调用都不够", "too small for one call"),
        (
            ["--base-url", "http://me:hunter2@h?k=hunter2"],
            "'http://h' 不是服务地址",
            "'http://h' is no address",
        ),
    ],
)
def test_a_foreseeable_mistake_is_one_line_before_the_game(words: list[str], zh: str, en: str) -> None:
    Path("full/game-1").mkdir(parents=True)
    Path("full/game-1/x").write_text("x", "utf-8")
    for lang, says in (("zh", zh), ("en", en)):
        result = watch(*words, "--lang", lang)
        assert result.exit_code == 2, result.output
        assert not result.stdout
        (line,) = result.stderr.splitlines()
        assert says in line
        assert "hunter2" not in line


def test_a_prompt_set_that_is_not_there_is_told_with_the_nearest() -> None:
    result = watch("--prompt", "standrd", "--base-url", NOWHERE)
    assert result.exit_code == 2
    assert "是不是 'standard'" in result.output


@pytest.mark.parametrize("command", [["watch"], ["watch", "--plain", "--seed", "3"], []])
def test_an_address_without_a_model_seats_nobody_and_says_so(command: list[str]) -> None:
    """Bots alone would play, and nothing would tell it."""
    result = CliRunner().invoke(main, [*command, "--base-url", "http://127.0.0.1:9"])
    assert result.exit_code == 2
    assert "加上 --model 名字（`llmwolf doctor --base-url http://127.0.0.1:9/v1`" in result.stderr
    assert not result.stdout


def test_an_address_with_the_model_of_the_environment_seats_it_everywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_MODEL", "own")
    with serving(Unreliable()) as server:
        words = ["watch", "--board", "standard-9", "--seed", "3", "--json", "--base-url", server.base_url]
        result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert "bot" not in json.loads(result.stdout)["decisions"]
    assert {body["model"] for body in server.requests} == {"own"}


@pytest.mark.parametrize("words", [["--model", "nope"], ["--seat", "3=nope"], ["--model", "nope:"]])
def test_a_name_that_means_nothing_is_told_with_what_would(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    path = Path("llmwolf.toml")
    path.write_text('[models.small]\nendpoint = "ollama"\nmodel = "x"\n', "utf-8")
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: (path,))
    for lang, says in (("zh", "没有叫 'nope"), ("en", "there is no model 'nope")):
        result = CliRunner().invoke(main, ["watch", *words, "--lang", lang])
        assert result.exit_code == 2
        assert says in result.stderr
        for told in ("llmwolf.toml", "small", "--base-url"):
            assert told in result.stderr
        assert "OPENAI_API_KEY" not in result.stderr


def test_a_replay_that_takes_another_course_counts_what_is_missing_and_no_money() -> None:
    with serving(Unreliable()) as server:
        watch("--base-url", server.base_url, "--seed", "3", "--record", "tape")
    for call in sorted(Path("tape/game-1").glob("s*.json"))[:3]:
        call.unlink()
    result = watch("--seed", "3", "--replay", "tape")
    assert result.exit_code == 0
    (told,) = [line for line in result.stdout.splitlines() if line.startswith("磁带")]
    assert re.search("另有[1-9][0-9]*次不在磁带里", told)
    assert "没有变" not in told
    assert "费用" not in result.stdout
    assert "$" not in result.stdout


def test_no_key_is_said_before_the_game_A08(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    result = watch("--base-url", "https://h.example")
    assert result.exit_code == 2
    assert "h.example 要密钥" in result.output


def test_what_goes_on_with_a_game_is_a_command_that_can_be_pasted(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "http://127.0.0.1:9"
    several = ModelChoice.of(9, "m", url, seats=("7=other",), max_tokens=5000, max_cost=0.5, prompt="curt")
    told = several.resumed(Path("my game's.jsonl"), "en")
    words = shlex.split(told)
    assert words[:3] == ["llmwolf", "resume", "my game's.jsonl"]
    assert "--model" not in words, "the record knows each seat's"
    seen: dict[str, Any] = {}

    def run_on(
        file: Path, lang: str, base_url: str | None, model: str | None, pace: str | None, terms: Terms
    ) -> None:
        seen.update(file=file, lang=lang, base_url=base_url, model=model, pace=pace, terms=terms)

    monkeypatch.setattr("llmwolf.tui.app.run_on", run_on)
    assert CliRunner().invoke(main, words[1:]).exit_code == 0
    terms = Terms(prompt="curt", max_cost=0.5, max_tokens=5000)
    where = {"file": Path("my game's.jsonl"), "base_url": url, "model": None}
    assert seen == {**where, "lang": "en", "pace": None, "terms": terms}
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    assert ModelChoice.of(9, "m", url).resumed(Path("a"), "zh") == "llmwolf resume a"
    result = CliRunner().invoke(main, ["resume", "a", "--record", "x", "--replay", "y"])
    assert (result.exit_code, "不能同时用" in result.stderr) == (2, True)


def test_a_game_that_is_gone_on_with_has_each_seats_own_model_again() -> None:
    where = ("--models", "1,4", "--seat", "7=other")
    with serving(Unreliable()) as server:
        watch("--base-url", server.base_url, "--seed", "3", "--out", "a.jsonl", *where)
        lines = Path("a.jsonl").read_bytes().splitlines(keepends=True)
        Path("a.jsonl").write_bytes(b"".join(lines[:25]))
        server.requests.clear()
        game = Continued(Path("a.jsonl"), server.base_url)
        setup = replace(game.setup, pace="instant", terms=Terms(record=Path("tape")))

        async def go_on() -> None:
            session = game.open(setup, "zh")
            await session.host.run()
            await session.close()

        asyncio.run(go_on())
        asked = {body["model"] for body in server.requests}
    assert asked == {"m", "other"}
    kept = [json.loads(call.read_text("utf-8")) for call in Path("tape/game-1").glob("*.json")]
    assert {call["model"] for call in kept if call["key"].startswith("s07")} == {"other"}
    assert verify(Path("a.jsonl")).ok


def test_a_recorded_model_that_is_not_found_any_more_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(EndpointError) as caught:
        Config({}).for_seat(7, "other#1f3a9c")
    for lang, says in (("zh", "记录里的模型 other#1f3a9c 找不到了"), ("en", "other#1f3a9c of the record")):
        assert says in caught.value.told(lang)
        assert "--base-url" in caught.value.told(lang)


@pytest.mark.parametrize(
    ("saved", "says"),
    [(["--out", "a.jsonl"], "接着打这一局：llmwolf resume a.jsonl"), ([], "存盘用 --out")],
)
def test_ctrl_c_ends_a_game_with_calls_pending_at_once_S07(
    saved: list[str], says: str, tmp_path: Path
) -> None:
    def silent(body: dict[str, Any]) -> Scripted:
        return Scripted("{}", hang=1)

    command = [sys.executable, "-m", "llmwolf.cli", "watch", "--model", "m", "--seed", "3", *saved]
    with serving(silent) as server:
        env = os.environ | {"OPENAI_BASE_URL": server.base_url}
        child = subprocess.Popen(
            command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
        )
        patience = time.monotonic() + 30
        while len(server.requests) < 3 and time.monotonic() < patience:
            time.sleep(0.05)
        began = time.monotonic()
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=20)
    assert time.monotonic() - began < 2
    assert child.returncode == 130
    assert err.splitlines()[-1].endswith(says)
    assert "Traceback" not in err
    assert out.splitlines()[-1].startswith("调用"), "what it came to is told all the same"


def test_a_model_that_is_refused_for_good_is_told_once_on_stderr() -> None:
    def refuses(body: dict[str, Any]) -> Scripted:
        return Scripted(status=401, body=json.dumps({"error": {"message": "bad key"}}))

    with serving(refuses) as server:
        url = server.base_url
        seats = ("--base-url", url, "--seed", "3", "--models", "3,5,7")
        result = watch(*seats, "--games", "2")
        english = watch(*seats, "--lang", "en", "--json")
    command = f"`llmwolf doctor --base-url {url} --model m`"
    assert (
        result.stderr == f"3、5、7号的模型 m 不能用（密钥或权限被拒绝），内置玩家代打；{command} 看怎么改\n"
    )
    assert english.stderr.startswith("the model m of seat 3, 5, 7 cannot be used (the key or its rights")
    assert len(english.stdout.splitlines()) == 1


def is_public(game: Game) -> bool:
    """Whether the table knows who is asked now."""
    return game.ask is not None and game.ask.public


@pytest.mark.parametrize(("view", "by_night"), [(0, 0), (3, 0), (-1, 1)])
def test_a_refusal_by_night_is_told_to_the_judge_alone(view: int, by_night: int) -> None:
    lines: list[str] = []
    models = {number: Seated("m#1", "m", "llmwolf doctor") for number in (1, 2)}
    failing = Failing(models, view, "zh", lines.append)
    found = find_board("standard-9")
    game = seat(Plan(found, 3)).game
    watcher = failing.beside(game)
    assert not is_public(game), "it begins by night"
    watcher.changed()
    watcher.noticed(Source(game.ply, 1, "stand-in", "auth"))
    assert len(lines) == by_night
    while not is_public(game):
        for request in list(game.waiting):
            game.submit(default_answer(request).decision(game.ply, request.seat))
    watcher.changed()
    watcher.noticed(Source(game.ply, 2, "stand-in", "auth"))
    watcher.noticed(Source(game.ply, 2, "stand-in", "rate_limit"))
    assert len(lines) == 1, "once it is public that the model was asked, and no failure that may pass"


def test_a_cassette_of_another_game_is_told_up_front() -> None:
    with serving(Unreliable()) as server:
        watch("--base-url", server.base_url, "--seed", "3", "--models", "1", "--record", "tape")
    assert not watch("--seed", "3", "--models", "1", "--replay", "tape").stderr
    other = watch("--seed", "4", "--models", "1", "--replay", "tape/game-1")
    assert other.stderr.splitlines() == [
        "磁带录的是 standard-9、种子 3，这一局是 standard-9、种子 4：多半对不上；"
        "照原样重放用 --board standard-9 --seed 3"
    ]
    Path("tape/game-1/game.toml").unlink()
    assert not watch("--seed", "4", "--models", "1", "--replay", "tape", "--lang", "en").stderr


def test_that_no_limit_is_0_is_on_the_help_page() -> None:
    assert " ".join(CliRunner().invoke(main, ["watch", "--help"]).output.split()).count("(0: no limit)") == 2


def test_a_seat_of_the_file_that_the_table_has_not_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("llmwolf.toml").absolute()
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: (path,))
    with serving(Unreliable()) as server:
        path.write_text(
            f"[endpoints.here]\nbase_url = '{server.base_url}'\n[models.m]\nendpoint = 'here'\nmodel = 'm'\n"
            "[seats]\n9 = 'm'\n13 = 'm'\n",
            "utf-8",
        )
        result = watch("--seed", "3", "--models", "1")
    assert result.stderr == f"{path}: [seats] 里的 13 号不在这张 9 人桌上，这一局不用\n"


def test_a_record_that_holds_is_told_in_chinese() -> None:
    runner = CliRunner()
    runner.invoke(main, ["watch", "--board", "standard-9", "--seed", "3", "--out", "a.jsonl"])
    assert runner.invoke(main, ["verify", "a.jsonl"]).output.startswith("a.jsonl: 没有问题，重放了 ")
    assert runner.invoke(main, ["--lang", "en", "verify", "a.jsonl"]).output.startswith("a.jsonl: good, ")
