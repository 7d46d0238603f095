"""A person plays a whole game at the terminal once for every kind of question; others only watch."""

import pytest

from llmwolf.boards import find_board
from llmwolf.rules.audience import Event
from llmwolf.rules.events import Acted, GameEnded
from llmwolf.tui.model.lines import Line, Scribe
from llmwolf.tui.model.sight import every_card
from llmwolf.tui.screens.end import EndScreen
from llmwolf.tui.session import Session, Setup

from .driver import app_of, play_through, table, table_of, the_app

SEATS = [(role, "official-12") for role in sorted(set(find_board("official-12").cards))]
OWN_QUESTIONS = {
    "seer": "check", "witch": "potion", "guard": "guard", "werewolf": "knife", "thief": "thief",
    "cupid": "link",
    "silencer": "silence", "knight": "sign_up", "wolf_beauty": "charm", "white_wolf_king": "knife",
    "piper": "pipe", "scapegoat": "voters", "wild_child": "model", "little_girl": "peek", "crow": "curse",
}  # fmt: skip
OTHER_BOARDS = [
    ("guard", "guard-12"),
    ("thief", "wolf-king-thief-cupid-12"),
    ("cupid", "wolf-king-thief-cupid-12"),
    ("knight", "silencer-knight-12"),
    ("silencer", "silencer-knight-12"),
    ("wolf_beauty", "wolf-beauty-rogue-12"),
    ("white_wolf_king", "white-wolf-king-guard-12"),
    ("piper", "new-moon-18"),
    ("piper", "face-14"),
    ("scapegoat", "last-words-18"),
    ("wild_child", "wild-child-12"),
    ("little_girl", "millers-12"),
    ("crow", "crow-12"),
]
MOST_SEEDS = 12
"""So many games are tried until the question comes (the scapegoat's needs a tie)."""


@pytest.mark.parametrize(("role", "board"), [*SEATS, *OTHER_BOARDS])
async def test_a_whole_game_by_keyboard(role: str, board: str):
    wanted = OWN_QUESTIONS.get(role, "speak")
    for seed in range(5, 5 + MOST_SEEDS):
        if wanted in await whole_game(role, board, seed):
            return
    pytest.fail(f"{wanted} was never asked")


def lines_of(session: Session, heard: list[Event]) -> list[Line]:
    """What the log says of ``heard`` when it is told at once; only an act on several seats is one line."""
    weight = session.game.spec.rules.badge_weight
    lines = Scribe(session.names, session.seat, "zh", weight).lines(heard)
    several = sum(isinstance(event, Acted) and event.verb in ("link", "pipe") for event in heard)
    assert len(heard) - several <= len(lines) <= len(heard)
    return lines


async def whole_game(role: str, board: str, seed: int) -> set[str]:
    """Play one game; returns what was asked."""
    app = app_of(table_of(role, seed=seed, board=board))
    async with app.run_test(size=(80, 24)) as pilot:
        kinds = await play_through(pilot, seed=2)
        game = table(pilot).session.game
        assert game.over
        end = the_app(pilot).screen
        assert isinstance(end, EndScreen)
        tally = table(pilot).session.host.tally.by
        assert tally["human"] == len(kinds)
        assert set(tally) == {"human", "bot"}
        seat = table(pilot).session.seat
        heard = game.view(seat).log
        assert list(table(pilot).log_view.lines) == lines_of(table(pilot).session, heard)
        assert all(event.to is None or seat in event.to for event in heard)
        won = {row.seat for row in end._ending.rows if row.won}
        assert won == set(game.judge.facts.winners)
        return set(kinds)


@pytest.mark.parametrize("god", [False, True])
@pytest.mark.parametrize("board", ["official-12", "new-moon-18"])
async def test_watching_shows_what_was_chosen_to_be_seen(god: bool, board: str):
    setup = Setup(watch=True, god=god, pace="instant")
    app = app_of(table_of("", seed=3, board=board), setup=setup)
    async with app.run_test(size=(80, 24)) as pilot:
        assert await play_through(pilot) == []
        screen = table(pilot)
        game = screen.session.game
        heard = game.log if god else game.view(0).log
        assert list(screen.log_view.lines) == lines_of(screen.session, heard)
        kinds = {line.kind for line in screen.log_view.lines}
        assert ("secret" in kinds) is god
        assert ("private" in kinds) is god
        tags = [tag.word for row in screen.table.rows() for tag in row.tags]
        assert ("预言家" in tags) is (god or "seer" in game.judge.facts.shown.values())


@pytest.mark.parametrize(("role", "board"), [("seer", "official-12"), ("cupid", "wolf-king-thief-cupid-12")])
async def test_a_game_in_english(role: str, board: str):
    app = app_of(table_of(role, seed=5, board=board), lang="en")
    async with app.run_test(size=(80, 24)) as pilot:
        await play_through(pilot, seed=2)
        assert isinstance(table(pilot).session.game.log[-1], GameEnded)
        assert all("号" not in line.head for line in table(pilot).log_view.lines)
        assert len(every_card(table(pilot).session.game)) == 12


async def test_playing_again_is_the_next_game_of_a_series():
    opened: list[Setup] = []
    first = table_of("villager", seed=5)

    def open_table(setup: Setup, lang: str) -> Session:
        opened.append(setup)
        return first(setup, lang)

    app = app_of(open_table)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            await play_through(pilot, seed=4)
            await pilot.press("enter")
            await pilot.pause()
        names = tuple(table(pilot).session.names[seat] for seat in range(1, 13))
    assert [len(setup.history) for setup in opened] == [0, 1, 2]
    assert {game.players for game in opened[-1].history} == {names}
