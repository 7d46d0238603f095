"""A person plays a whole game at the terminal once for every card; others only watch."""

import pytest

from llmwolf.boards import find_board
from llmwolf.rules.events import GameEnded
from llmwolf.tui.model.sight import every_card
from llmwolf.tui.screens.end import EndScreen
from llmwolf.tui.session import Setup

from .driver import app_of, play_through, table, table_of, the_app

SEATS = [(role, "official-12") for role in sorted(set(find_board("official-12").cards))]
OWN_QUESTIONS = {"seer": "check", "witch": "potion", "guard": "guard", "werewolf": "knife"}


@pytest.mark.parametrize(("role", "board"), [*SEATS, ("guard", "guard-12")])
async def test_a_whole_game_by_keyboard(role: str, board: str):
    app = app_of(table_of(role, seed=5, board=board))
    async with app.run_test(size=(80, 24)) as pilot:
        kinds = await play_through(pilot, seed=2)
        game = table(pilot).session.game
        assert game.over
        assert isinstance(the_app(pilot).screen, EndScreen)
        assert {"sign_up", OWN_QUESTIONS.get(role, "speak")} <= {*kinds}
        tally = table(pilot).session.host.tally.by
        assert tally["human"] == len(kinds)
        assert set(tally) == {"human", "bot"}
        seat = table(pilot).session.seat
        heard = game.view(seat).log
        assert len(table(pilot).log_view.lines) == len(heard)
        assert all(event.to is None or seat in event.to for event in heard)


@pytest.mark.parametrize("god", [False, True])
async def test_watching_shows_what_was_chosen_to_be_seen(god: bool):
    app = app_of(table_of("", seed=3), setup=Setup(watch=True, god=god, pace="instant"))
    async with app.run_test(size=(80, 24)) as pilot:
        assert await play_through(pilot) == []
        screen = table(pilot)
        game = screen.session.game
        assert len(screen.log_view.lines) == len(game.log if god else game.view(0).log)
        kinds = {line.kind for line in screen.log_view.lines}
        assert ("secret" in kinds) is god
        assert ("private" in kinds) is god
        tags = [tag.word for row in screen.table.rows() for tag in row.tags]
        assert ("预言家" in tags) is god


async def test_a_game_in_english():
    app = app_of(table_of("seer", seed=5), lang="en")
    async with app.run_test(size=(80, 24)) as pilot:
        await play_through(pilot, seed=2)
        assert isinstance(table(pilot).session.game.log[-1], GameEnded)
        assert all("号" not in line.head for line in table(pilot).log_view.lines)
        assert len(every_card(table(pilot).session.game)) == 12
