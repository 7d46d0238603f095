"""A game that broke off is gone on with at its last decision."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from textual.widgets import Input

from llmwolf.boards import find_board
from llmwolf.cli import main
from llmwolf.llm.seat import ModelPlayer
from llmwolf.players.bots import make_bot
from llmwolf.players.personas import find_persona, persona_text, personas
from llmwolf.record.errors import RecordError
from llmwolf.record.journal import read_journal
from llmwolf.record.reader import read
from llmwolf.record.resume import resume
from llmwolf.record.verify import verify
from llmwolf.rules.asks import Decision
from llmwolf.rules.events import Spoke
from llmwolf.table.pace import Pace
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.continued import Continued
from llmwolf.tui.screens.setup import SetupScreen
from llmwolf.tui.session import Setup, start
from tests.tui.driver import answer, paste, play_through, squeezed, table, until, words_of
from tests.tui.test_typing import until_kind


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setup:
    """A game as a witch at instant pace, saved in this folder."""
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    return Setup(role="witch", seed=3, pace="instant", name="我")


async def leave_after(setup: Setup, answers: int) -> Path:
    """Play so many answers and go away in the middle of the next question, as a killed process does."""
    app = LlmwolfApp("zh", setup, play_now=True)
    async with app.run_test(size=(110, 34)) as pilot:
        for number in range(answers):
            await answer(pilot, random.Random(number))
        screen = table(pilot)
        path = screen.session.path
        assert path is not None
        await screen.stop()
    return path


@pytest.mark.parametrize("answers", [1, 4, 7])
async def test_a_game_goes_on_at_its_last_decision_and_verifies(begun: Setup, answers: int):
    path = await leave_after(begun, answers)
    before = read(path)
    assert not before.finished
    game = Continued(path)
    assert (game.setup.board.id, game.setup.seed, game.setup.name) == ("official-12", 3, "我")
    app = LlmwolfApp("zh", replace(game.setup, pace="instant"), play_now=True, open_table=game.open)
    async with app.run_test(size=(110, 34)) as pilot:
        await play_through(pilot, 1)
        tally = table(pilot).session.host.tally
    after = read(path)
    person = game.setup.seat
    decided = [move.seat == person for move in after.moves if isinstance(move, Decision)]
    assert tally.by == {"human": decided.count(True), "bot": decided.count(False)}  # since the beginning
    assert after.finished
    assert after.moves[: len(before.moves)] == before.moves
    assert [sitter.player for sitter in after.head.seats].count("human") == 1
    assert verify(path).ok
    with pytest.raises(RecordError, match="over"):
        Continued(path)


async def test_a_model_remembers_what_it_planned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    setup = Setup(seed=3, watch=True, models=1, base_url="http://127.0.0.1:9/v1", model="m")
    first = start(setup, "zh")
    (seat,) = (seat for seat, player in first.host.players.items() if isinstance(player, ModelPlayer))
    await first.close()
    assert first.path is not None
    begun, writer = resume(first.path)
    with writer:
        while seat not in {move.seat for move in begun.moves}:
            asked, ply = begun.waiting[0], begun.ply
            begun.submit(make_bot(asked.seat).answer(begun.view(asked.seat)).decision(ply, asked.seat))
            writer.take(begun)
        writer.llm({"seat": seat, "ask": "ballot", "plan": "归票5号"})
        writer.decided(ply, seat, "model", "5号像狼")
    game = Continued(first.path, setup.base_url)
    session = game.open(game.setup, "zh")
    player = session.host.players[seat]
    assert isinstance(player, ModelPlayer)
    assert [line.partition("：")[2] for line in player.memory.lines()] == ["5号像狼", "归票5号"]
    await session.close()


async def test_model_seats_keep_their_models_and_personas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    config = tmp_path / "llmwolf.toml"
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: (config,))
    one, other = list(personas())[:2]
    table = '[models.{n}]\nendpoint = "ollama"\nmodel = "{n}"\n'
    config.write_text(
        'default = "a"\n' + table.format(n="a") + f'persona = "{one}"\n'
        + table.format(n="b") + f'persona = "{other}"\n[seats]\n2 = "b"\n',
        "utf-8",
    )  # fmt: skip
    first = start(Setup(seed=3, watch=True, models=12), "zh")
    await first.close()
    assert first.path is not None
    # What the configuration says now of seats and personas does not count: the record does.
    config.write_text('default = "b"\n' + table.format(n="a") + table.format(n="b"), "utf-8")
    game = Continued(first.path)
    assert game.setup.model == ""
    session = game.open(game.setup, "zh")
    for seat, player in session.host.players.items():
        assert isinstance(player, ModelPlayer)
        persona, model = (other, "b") if seat == 2 else (one, "a")
        assert player.persona == persona_text(find_persona(persona), "zh")
        assert player.client.endpoint.model == model
    await session.close()


async def test_a_game_that_cannot_go_on_yet_is_not_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its model is not there; once it is, the same form goes on with the same game."""
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    first = start(Setup(seed=3, watch=True, models=1, base_url="http://127.0.0.1:9/v1", model="m"), "zh")
    await first.close()
    assert first.path is not None
    game = Continued(first.path)
    assert game.setup.model == "m"
    app = LlmwolfApp("zh", game.setup, play_now=True, open_table=game.open, resumed=game)
    async with app.run_test(size=(80, 24)) as pilot:
        assert isinstance(app.screen, SetupScreen)
        assert words_of(pilot, "#problem").startswith("接不上这一局：")
        assert "--base-url" in words_of(pilot, "#problem")
        assert words_of(pilot, "#resumes") == squeezed(f"F2 接着打这一局：{first.path}")
        assert words_of(pilot, "#start") == squeezed("接着打 F2")
        assert app.focused is app.screen.query_one("#set-url")
        app.screen.query_one("#set-url", Input).value = "http://127.0.0.1:9/v1"
        await pilot.press("f2")
        await until(lambda: app.game_screen)
        assert table(pilot).session.path == first.path
        await table(pilot).stop()


async def test_its_house_rules_go_on_and_are_shown_as_changes(begun: Setup):
    rules = replace(begun.board.rules, tie="nobody")
    path = await leave_after(replace(begun, rules=rules), 1)
    game = Continued(path)
    assert (game.setup.board, game.setup.rules) == (begun.board, rules)
    session = game.open(game.setup, "zh")
    assert session.game.spec.rules == rules
    await session.close()


async def test_a_board_that_is_not_shipped_keeps_its_cards_and_events(begun: Setup):
    board = find_board("new-moon-9:piper")
    path = await leave_after(replace(begun, board=board, role="piper"), 1)
    found = Continued(path).setup.board
    assert (found.id, found.cards, found.events, found.profile) == (
        board.id, board.cards, board.events, board.profile,
    )  # fmt: skip


async def test_the_next_game_after_a_continued_one_is_a_new_one(begun: Setup):
    path = await leave_after(begun, 1)
    game = Continued(path)
    first, second = game.open(game.setup, "zh"), game.open(game.setup, "zh")
    assert first.path == path
    assert second.path != path
    await first.close()
    await second.close()


def test_what_is_no_record_is_one_line_and_exit_code_2(tmp_path: Path):
    (tmp_path / "x.jsonl").write_text("hello\n", "utf-8")
    for name in ("x.jsonl", "missing.jsonl"):
        done = CliRunner().invoke(main, ["resume", str(tmp_path / name)])
        assert done.exit_code == 2, done.output
        assert name in done.output


async def test_a_speech_that_was_sent_is_said_although_the_table_had_not_heard_it_out(begun: Setup):
    app = LlmwolfApp("zh", replace(begun, pace="instant"), play_now=True)
    async with app.run_test(size=(110, 34)) as pilot:
        await until_kind(pilot, "speak")
        screen = table(pilot)
        screen.session.host.pace = Pace(1, 60.0, 60.0)  # a letter a minute
        await paste(pilot, "我是女巫，昨晚救了人。")
        await pilot.press("ctrl+s")
        path = screen.session.path
        assert path is not None
        await until(lambda: read_journal(path))
        before = read(path)
        await screen.stop()
    game = Continued(path)
    session = game.open(game.setup, "zh")
    assert session.game.moves[: len(before.moves)] == before.moves
    said = [
        event.text for event in session.game.log if isinstance(event, Spoke) and event.seat == session.seat
    ]
    assert said == ["我是女巫，昨晚救了人。"]
    await session.close()
    assert verify(path).ok
