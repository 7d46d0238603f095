"""The next word: one question of a saved game, put to bots and to models of the test server."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from llmwolf.arena.errors import ArenaError
from llmwolf.arena.folder import Folder
from llmwolf.arena.moment import find_moment
from llmwolf.arena.nextword import agent_of
from llmwolf.cli import main
from llmwolf.record.reader import read
from llmwolf.rules.asks import Decision
from llmwolf.rules.events import Spoke
from tests.arena.plans import PAIRED, opened, played, written
from tests.llm.api.faults import Unreliable
from tests.llm.fake_server import Scripted
from tests.llm.scenes import KEY
from tests.llm.serving import serving


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of bots."""
    folder: Folder = opened(tmp_path_factory.mktemp("next"), PAIRED.replace("games = 8", "games = 2"))
    played(folder)
    return folder.record(folder.fixtures[0])


def ask(record: Path, at: str, *args: str, code: int = 0) -> Result:
    done = CliRunner().invoke(main, ["next", str(record), "--at", at, *args])
    assert done.exit_code == code, done.output
    assert KEY not in done.output
    return done


def first_speech(record: Path) -> tuple[int, Decision]:
    """The number of the event that is the first speech, and the answer that brought it."""
    transcript = read(record)
    number, spoken = next((n, e) for n, e in enumerate(transcript.events, 1) if isinstance(e, Spoke))
    moves = (move for move in transcript.moves if isinstance(move, Decision) and move.verb == "say")
    return number, next(move for move in moves if move.seat == spoken.seat)


def test_an_event_and_a_name_are_the_same_moment(record: Path):
    number, said = first_speech(record)
    by_name = find_moment(record, f"day-1-speech-{said.seat}")
    by_number = find_moment(record, f"#{number}")
    assert by_name.game.log == by_number.game.log
    assert (by_name.said, by_name.sitter.seat) == (said, said.seat)
    assert by_name.event < number
    request = by_name.game.view(said.seat).request
    assert request is not None
    assert request.kind == "speak"


def test_at_a_ballot_nobody_has_voted_yet_and_the_seat_is_named(record: Path):
    moment = find_moment(record, "day-1-vote-3")
    assert moment.said is not None
    assert (moment.said.seat, moment.said.verb) == (3, "vote")
    assert len(moment.game.waiting) > 3
    again = find_moment(record, str(moment.event + 1), seat=3)
    assert again.said == moment.said


def test_a_moment_that_is_not_there_is_told_with_those_that_are(record: Path):
    with pytest.raises(ArenaError, match=r"no moment 'day-1-speech-19'; .*day-1-speech-\d"):
        find_moment(record, "day-1-speech-19")
    with pytest.raises(ArenaError, match=r"seat 4 is asked nothing; --seat may be 3$"):
        find_moment(record, "day-1-vote-3", seat=4)
    told = ask(record, "99999", "--agent", "expert", code=2)
    assert len(told.stderr.strip().splitlines()) == 1


def test_bots_need_no_key_and_say_the_same_every_time(record: Path):
    _, said = first_speech(record)
    at = f"day-1-speech-{said.seat}"
    told = ask(record, at, "--agent", "expert", "--agent", "random", "--json")
    data = json.loads(told.stdout)
    assert data["seat"] == said.seat
    assert data["recorded"]["verb"] == "say"
    expert, rnd = data["agents"]
    assert (expert["agent"], rnd["agent"]) == ("expert", "random")
    assert expert["answer"]["text"]
    assert expert["calls"]["calls"] == 0
    assert ask(record, at, "--agent", "expert", "--agent", "random", "--json").stdout == told.stdout
    shown = ask(record, at, "--agent", "expert", "--lang", "en").stdout
    assert "record: " in shown
    assert f"day 1, the speeches, seat {said.seat}" in shown


def test_the_table_is_answered_in_its_own_language(record: Path):
    at = f"day-1-speech-{first_speech(record)[1].seat}"
    silent = json.loads(ask(record, at, "--agent", "expert", "--lang", "en", "--json").stdout)
    assert silent["agents"][0]["answer"]["text"].isascii()  # nobody at this table says a word
    for lang, sample in (("zh", "guide-cupid-12-normal-zh"), ("en", "standard-9-normal-en")):
        spoken = Path(__file__).parents[2] / "transcripts" / f"sample-{sample}.jsonl"
        at = f"#{first_speech(spoken)[0]}"
        for screen in ("zh", "en"):
            told = json.loads(ask(spoken, at, "--agent", "expert", "--lang", screen, "--json").stdout)
            assert told["agents"][0]["answer"]["text"].isascii() == (lang == "en")


def test_each_model_is_called_once_with_its_own_prompt(record: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(Unreliable()) as server:
        models = [
            f"{name},base_url={server.base_url},{more}"
            for name, more in (("m", "polls=0"), ("n", "persona=ajie"))
        ]
        data = json.loads(
            ask(record, "day-1-vote-3", "--agent", models[0], "--agent", models[1], "--json").stdout
        )
        assert len(server.requests) == 2
    assert {body["model"] for body in server.requests} == {"m", "n"}
    for told in data["agents"]:
        assert told["calls"]["calls"] == 1
        assert told["answer"]["verb"] in ("vote", "pass")
        assert told["answer"]["thought"]


def test_a_model_that_fails_is_a_line_beside_the_others(record: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(lambda body: Scripted(status=401, body=json.dumps({"error": {"message": KEY}}))) as server:
        agents = ("--agent", f"m,base_url={server.base_url}", "--agent", "novice")
        shown = ask(record, "day-1-vote-3", *agents).stdout
        ask(record, "day-1-vote-3", *agents[:2], code=1)  # nobody answers
    assert "没有答案: auth" in shown
    assert "novice" in shown


def test_agents_of_a_plan_are_named_by_it(record: Path, tmp_path: Path):
    plan = str(written(tmp_path))
    data = json.loads(ask(record, "day-1-vote-3", "--plan", plan, "--agent", "novice", "--json").stdout)
    assert data["agents"][0]["agent"] == "novice"
    told = ask(record, "day-1-vote-3", "--plan", plan, "--agent", "nobody", code=2)
    assert "novice, expert" in told.stderr
    near = ask(record, "day-1-vote-3", "--plan", plan, "--agent", "novise", "--lang", "en", code=2)
    assert "no agent 'novise'; did you mean 'novice'?" in near.stderr


@pytest.mark.parametrize(
    ("lang", "said"), [("zh", "没有 'experrt'；是不是 'expert'"), ("en", "did you mean 'expert'")]
)
def test_a_misspelt_level_is_not_asked_as_a_model(
    record: Path, monkeypatch: pytest.MonkeyPatch, lang: str, said: str
):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(Unreliable()) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        told = ask(record, "day-1-vote-3", "--agent", "experrt", "--lang", lang, code=2)
        assert not server.requests
        meant = f"experrt,base_url={server.base_url}"
        ask(record, "day-1-vote-3", "--agent", meant)
        assert len(server.requests) == 1
    assert said in told.stderr


def test_a_model_that_is_not_there_is_told_in_the_words_of_the_command(
    record: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    told = ask(record, "day-1-vote-3", "--agent", "qwen", "--lang", "en", code=2).stderr
    assert "--agent 'qwen': there is no model 'qwen'" in told
    assert "--base-url" not in told
    agent = "m,base_url=http://127.0.0.1:1,max_tokens=0"
    told = ask(record, "day-1-vote-3", "--agent", agent, "--lang", "en", code=2).stderr
    assert f"--agent {agent!r} max_tokens: a whole number, 16 or more, is wanted" in told


@pytest.mark.parametrize(
    ("lang", "said"), [("zh", "没有问：这一问至多"), ("en", "not asked: this call may come to")]
)
def test_what_a_call_would_need_is_told_where_the_limit_is_too_low(
    record: Path, monkeypatch: pytest.MonkeyPatch, lang: str, said: str
):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(Unreliable()) as server:
        agent = ("--agent", f"m,base_url={server.base_url}", "--lang", lang, "--max-tokens", "10", "--json")
        data = json.loads(ask(record, "day-1-vote-3", *agent, code=1).stdout)
        assert not server.requests
    failure = data["agents"][0]["failure"]
    assert failure.startswith(said)
    assert "--max-tokens 10" in failure
    needs = int(re.search(r"\d+", failure)[0])  # type: ignore[index]
    assert needs > 2_000


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("m,promt=x", "'promt=x' is not understood"),
        ("m,temperature=warm", "temperature wants a number"),
        ("expert,prompt=x", "prompt is not for agents of kind bot"),
    ],
)
def test_a_slip_is_one_line(told: str, said: str):
    with pytest.raises(ArenaError, match=said):
        agent_of(told, 1)


def test_a_model_is_told_with_its_settings():
    agent = agent_of("service:model, prompt=terse, temperature=0.2, orders=false", 2)
    assert (agent.id, agent.kind, agent.model, agent.prompt) == ("a2", "model", "service:model", "terse")
    assert agent.settings == {"temperature": 0.2, "orders": False}
