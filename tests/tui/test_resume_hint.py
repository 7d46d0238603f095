"""The command that is printed when a game is left goes on with it as it stands there, and tells no key."""

import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from llmwolf.boards import find_board
from llmwolf.cli import main
from llmwolf.llm.client import ChatClient
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.seat import ModelPlayer
from llmwolf.record.writer import Writer
from llmwolf.table.seating import Plan, SeatPlan, seat
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.continued import Continued
from llmwolf.tui.farewell import farewell
from llmwolf.tui.modelseats import Terms
from llmwolf.tui.session import Session, Setup, start

URL = "http://127.0.0.1:9/v1"
KEY = "sk-never-shown-789"
WATCHED = Setup(seed=3, watch=True, models=2, base_url=URL, model="m")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder without a configuration, and a key in the environment."""
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: (tmp_path / "llmwolf.toml",))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return tmp_path


def models_of(session: Session) -> dict[int, tuple[str, str]]:
    """Where the model of each seat is, and its name."""
    players = session.host.players.items()
    places = {number: p.client.endpoint for number, p in players if isinstance(p, ModelPlayer)}
    return {number: (endpoint.base_url, endpoint.model) for number, endpoint in places.items()}


async def left(session: Session, lang: str = "zh") -> list[str]:
    """What is printed after leaving: the words of the command."""
    await session.close()
    assert session.path is not None
    said = farewell(session.path, False, session.again, False, lang)
    assert KEY not in said
    return shlex.split(said.split("\n")[-1])


def gone_on(command: list[str], monkeypatch: pytest.MonkeyPatch) -> LlmwolfApp:
    """The application that the printed command opens."""
    opened: list[LlmwolfApp] = []
    monkeypatch.setattr("llmwolf.tui.app._run", opened.append)
    done = CliRunner().invoke(main, command[1:])
    assert done.exit_code == 0, done.output
    return opened[0]


@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_the_command_finds_the_same_models(lang: str, monkeypatch: pytest.MonkeyPatch):
    first = start(replace(WATCHED, terms=Terms(max_cost=None, max_tokens=90000, prompt="standard")), lang)
    seated = models_of(first)
    command = await left(first, lang)
    assert command[:2] == ["llmwolf", "resume"]
    assert command[command.index("--base-url") + 1] == URL
    assert ("--lang" in command) is (lang == "en")
    app = gone_on(command, monkeypatch)
    assert app.lang == lang
    assert (app._setup.terms.max_tokens, app._setup.terms.prompt) == (90000, "standard")
    again = app._open_table(app._setup, lang)
    assert again.path == Path(command[2])
    assert models_of(again) == seated
    await again.close()


async def test_an_address_that_nobody_gave_is_not_printed(here: Path):
    (here / "llmwolf.toml").write_text(
        'default = "a"\n[models.a]\nendpoint = "ollama"\nmodel = "a"\n[models.b]\nendpoint = "ollama"\n'
        'model = "b"\n[seats]\n3 = "b"\n',
        "utf-8",
    )
    first = start(Setup(seed=3, watch=True, models=12), "zh")
    seated = models_of(first)
    command = await left(first)
    assert command == ["llmwolf", "resume", str(first.path)]
    game = Continued(Path(command[2]))
    again = game.open(game.setup, "zh")
    assert models_of(again) == seated
    assert len({name for _, name in seated.values()}) == 2
    await again.close()


async def test_other_models_that_took_the_seats_are_named(monkeypatch: pytest.MonkeyPatch):
    first = start(WATCHED, "zh")
    await first.close()
    assert first.path is not None
    game = Continued(first.path, URL, "other")
    command = await left(game.open(game.setup, "zh"))
    assert command[3:] == ["--base-url", URL, "--model", "other"]
    app = gone_on(command, monkeypatch)
    again = app._open_table(app._setup, "zh")
    assert {name for _, name in models_of(again).values()} == {"other"}
    await again.close()


async def test_each_seat_of_several_models_at_one_address_gets_its_own_back(here: Path):
    """As ``llmwolf watch --seat 1=alpha --seat 2=beta --base-url …`` writes them down."""
    record = here / "game.jsonl"
    seats = {1: SeatPlan("model", model="alpha#123abc"), 2: SeatPlan("model", model="beta#456def")}
    plan = Plan(find_board("standard-9"), 1, seats=seats)
    Writer(record, seat(plan, lambda number: ModelPlayer(ChatClient(Endpoint(URL, "m")))).head).close()
    game = Continued(record, URL)
    assert (game.setup.model, game.models) == ("", {1: "alpha", 2: "beta"})
    session = game.open(game.setup, "zh")
    assert models_of(session) == {1: (URL, "alpha"), 2: (URL, "beta")}
    command = await left(session)
    assert command[3:] == ["--base-url", URL]


async def test_an_address_that_holds_the_key_is_left_out(monkeypatch: pytest.MonkeyPatch):
    setup = replace(WATCHED, base_url=f"http://127.0.0.1:9/{KEY}/v1")
    assert "--base-url" not in await left(start(setup, "zh"))


def test_a_local_model_is_to_be_started_again():
    said = farewell(Path("x y.jsonl"), False, (), True, "zh")
    assert "F6" in said
    assert said.endswith("\nllmwolf resume 'x y.jsonl'")


async def test_the_pace_goes_on(monkeypatch: pytest.MonkeyPatch):
    command = await left(start(replace(WATCHED, pace="fast"), "zh"))
    assert gone_on([*command, "--speed", "fast"], monkeypatch)._setup.pace == "fast"
