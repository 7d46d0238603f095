"""Model seats on the set-up: which model is named how, what is said of it, and what cannot be started."""

import os
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from textual.pilot import Pilot
from textual.widgets import Input

from llmwolf.cli import main
from llmwolf.llm.endpoint import EndpointError
from llmwolf.llm.seat import ModelPlayer
from llmwolf.rules.errors import SetupError
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.model.modelnote import models_note
from llmwolf.tui.modelseats import Terms
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.setup import SetupScreen
from llmwolf.tui.session import Session, Setup, start
from llmwolf.tui.widgets.picker import Picker
from tests.tui.driver import squeezed, table_of, until, words_of

CONFIG = """
default = "small"
[endpoints.here]
base_url = "http://127.0.0.1:9/v1"
[models.small]
endpoint = "here"
model = "tiny-1"
[models.large]
endpoint = "deepseek"
model = "deepseek-chat"
[seats]
3 = "large"
[limits]
max_tokens = 5000
"""
KEY = "sk-never-shown-123"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a configuration."""
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: (tmp_path / "llmwolf.toml",))
    (tmp_path / "llmwolf.toml").write_text(CONFIG, "utf-8")
    return tmp_path


def form(pilot: Pilot[None]) -> SetupScreen:
    screen = pilot.app.screen
    assert isinstance(screen, SetupScreen)
    return screen


def noted(pilot: Pilot[None]) -> bool:
    """Whether there is a note on the models."""
    return form(pilot).query_one("#models-note").display


def models_of(session: Session) -> dict[int, ModelPlayer]:
    players = session.host.players.items()
    return {seat: player for seat, player in players if isinstance(player, ModelPlayer)}


# -- what is said --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("model", "url", "shown"),
    [
        ("", "", "tiny-1 · http://127.0.0.1:9/v1 · 配置文件另定：3=large"),
        ("large", "", "deepseek-chat · https://api.deepseek.com/v1"),
        ("deepseek:other", "", "other · https://api.deepseek.com/v1"),
        ("plain", "localhost:8080", "plain · http://localhost:8080/v1"),
        ("smal", "", "用不了：{here}/llmwolf.toml：没有模型 'smal'；是不是 'small'？"),
    ],
)
def test_the_note_says_which_model_would_be_asked_where(
    model: str, url: str, shown: str, here: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("DEEPSEEK_API_KEY", KEY)
    assert models_note(model, url, None, Terms(), "zh").startswith(shown.format(here=here))
    assert KEY not in models_note(model, url, None, Terms(), "zh")


def test_the_note_of_the_environment_and_of_nothing(here: Path, monkeypatch: pytest.MonkeyPatch):
    (here / "llmwolf.toml").unlink()
    for lang in ("zh", "en"):
        assert "llmwolf models" in models_note("", "", None, Terms(), lang)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("OPENAI_MODEL", "mine")
    assert models_note("", "", None, Terms(), "zh") == "mine · http://127.0.0.1:9/v1"
    assert models_note("", "", None, Terms(replay=Path("tape")), "zh") == "回放 tape，不联网"


@pytest.mark.usefixtures("here")
async def test_the_note_follows_what_is_typed_and_is_there_for_models_alone():
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        assert not noted(pilot)
        picker = form(pilot).query_one("#set-models", Picker)
        picker.focus()
        await pilot.press("right")
        assert noted(pilot)
        assert "tiny-1" in words_of(pilot, "#models-note")
        form(pilot).query_one("#set-model", Input).value = "smal"
        await pilot.pause()
        assert squeezed("是不是 'small'？") in words_of(pilot, "#models-note")


# -- what is started -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("here")
async def test_url_and_model_may_be_empty_where_the_configuration_names_them(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("DEEPSEEK_API_KEY", KEY)
    session = start(Setup(seed=1, watch=True, models=12), "zh")
    asked = {seat: player.client.endpoint.model for seat, player in models_of(session).items()}
    assert asked == {seat: "deepseek-chat" if seat == 3 else "tiny-1" for seat in range(1, 13)}
    await session.close()


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(
    ("config", "model", "why"),
    [
        ("", "", "--base-url"),
        ("", "gpt", "'gpt'"),
        (CONFIG, "smal", "'small'"),
        (CONFIG, "large", "DEEPSEEK_API_KEY"),
        ("[models", "small", "TOML"),
        (CONFIG.replace("tiny-1", "tiny-1\"\nmax_token = 3\nprompt = \"standard"), "", "max_token"),
    ],
)  # fmt: skip
async def test_what_cannot_be_asked_is_said_at_the_form_and_nothing_is_started(
    here: Path, lang: str, config: str, model: str, why: str
):
    (here / "llmwolf.toml").write_text(config, "utf-8")
    app = LlmwolfApp(lang, Setup(models=2, model=model, seed=1))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f2")
        assert squeezed(why) in words_of(pilot, "#problem")
        assert words_of(pilot, "#problem").startswith("无法开局：" if lang == "zh" else "Cannotstart:")
        assert app.focused is form(pilot).query_one("#set-model")
        assert not list((here / "transcripts").iterdir())
        await pilot.press("f2")  # what was wrong may be mended, and tried again
        assert isinstance(app.screen, SetupScreen)


@pytest.mark.usefixtures("here")
async def test_all_seats_may_be_models_where_nobody_plays():
    app = LlmwolfApp(setup=Setup(watch=True, models=12))
    async with app.run_test(size=(80, 24)) as pilot:
        assert form(pilot).chosen().models == 12
        seat = form(pilot).query_one("#set-seat", Picker)
        seat.focus()
        await pilot.press("home")
        assert form(pilot).chosen().models == 11
        await pilot.press("end")
        models = form(pilot).query_one("#set-models", Picker)
        models.focus()
        await pilot.press("end")
        assert form(pilot).chosen().models == 12
        form(pilot).query_one("#set-board", Picker).focus()
        await pilot.press("right")
        assert (form(pilot).board.id, form(pilot).chosen().models) == ("official-10", 10)


# -- the terms of the command line -----------------------------------------------------------------------


@pytest.mark.usefixtures("here")
async def test_the_terms_go_before_the_configuration():
    setup = Setup(seed=1, models=1, model="small")
    for terms, most in ((Terms(), 5000), (Terms(max_tokens=70_000), 70_000), (Terms(max_tokens=0), 0)):
        session = start(replace(setup, terms=terms), "zh")
        (player,) = models_of(session).values()
        assert player._line._budget is not None
        assert player._line._budget.max_tokens == most
        await session.close()
    for terms, why in (
        (Terms(prompt="nosuch"), "nosuch"),
        (Terms(max_cost=1.0), "price of tiny-1"),
        (Terms(replay=Path("no")), "there is no cassette"),
    ):
        with pytest.raises(SetupError, match=why):
            start(replace(setup, terms=terms), "zh")


async def test_each_game_of_a_sitting_has_a_cassette_of_its_own(here: Path):
    opened: list[Setup] = []

    def open_table(setup: Setup, lang: str) -> Session:
        opened.append(setup)
        if setup.models:
            raise EndpointError("no")
        return table_of("seer", seed=5)(setup, lang)

    app = LlmwolfApp(setup=Setup(terms=Terms(record=here / "tape")), open_table=open_table)
    async with app.run_test(size=(80, 24)) as pilot:
        for models in ("1", "0", "0"):
            form(pilot).query_one("#set-models", Picker).choose(models)
            await pilot.press("f2")
            if models == "0":
                await until(lambda: isinstance(app.screen, GameScreen))
                await pilot.press("ctrl+q", "right", "enter")
                await until(lambda: isinstance(app.screen, SetupScreen))
    assert [setup.terms for setup in opened] == [Terms(record=here / "tape", game=n) for n in (1, 1, 2)]
    await start(Setup(seed=1, models=1, model="small", terms=opened[-1].terms), "zh").close()
    assert (here / "tape" / "game-2").is_dir()


def test_the_options_reach_the_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    terminal = SimpleNamespace(isatty=lambda: True)
    ran: list[tuple[Any, ...]] = []
    monkeypatch.setattr("llmwolf.cli.sys", SimpleNamespace(stdin=terminal, stdout=terminal))
    monkeypatch.setattr("llmwolf.tui.app.run", lambda *given: ran.append(given))
    words = ["--model", "m", "--max-cost", "0.5", "--max-tokens", "9", "--prompt", "brief"]
    assert CliRunner().invoke(main, [*words, "--record", str(tmp_path)]).exit_code == 0
    terms = Terms(prompt="brief", max_cost=0.5, max_tokens=9, record=tmp_path)
    assert ran == [("zh", None, None, None, "m", terms, False)]
    both = CliRunner().invoke(main, ["--record", "a", "--replay", "b"])
    assert both.exit_code == 2
    assert "--record 和 --replay 不能同时用" in both.output


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--max-cost", "1", "watch"], 2, "要写成 `llmwolf watch --max-cost …`"),
        (["--replay", "x", "watch"], 2, "要写成 `llmwolf watch --replay …`"),
        (["--seed", "3", "--max-tokens", "9", "--model", "m"], 0, "没有用到：--max-tokens, --model"),
    ],
)
def test_where_there_is_no_terminal_they_are_told_to_be_of_no_use(words: list[str], code: int, says: str):
    done = CliRunner().invoke(main, words)
    assert done.exit_code == code
    assert says in done.output


def test_no_name_of_the_environment_is_taken_over_into_the_form(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_MODEL", "mine")
    assert "OPENAI_MODEL" in os.environ
    assert Setup().model == ""


def test_a_budget_that_pays_for_no_call_is_told_before_the_game_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    setup = Setup(models=3, base_url="http://127.0.0.1:9/v1", model="m", terms=Terms(max_tokens=50))
    with pytest.raises(EndpointError, match="50"):
        start(setup, "en")
    assert not list(tmp_path.rglob("*.jsonl"))
