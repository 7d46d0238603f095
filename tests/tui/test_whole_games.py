"""A person plays a whole game at the terminal once for every kind of question; others only watch."""

from dataclasses import replace

import pytest

from llmwolf.boards import find_board
from llmwolf.players.phrases.deaths import DeathsTold
from llmwolf.players.words import ASK_TITLES
from llmwolf.roles import declared
from llmwolf.rules.audience import Event
from llmwolf.rules.events import Acted, GameEnded
from llmwolf.rules.ruleset import Ruleset
from llmwolf.tui.model.lines import Line, Scribe
from llmwolf.tui.model.sight import every_card
from llmwolf.tui.screens.end import EndScreen
from llmwolf.tui.session import Session, Setup

from .driver import app_of, play_through, table, table_of, the_app

GAMES = [
    ("seer", "official-12", 5, "check"),
    ("witch", "official-12", 5, "potion"),
    ("hunter", "official-12", 10, "last_act"),
    ("idiot", "official-12", 12, "order"),
    ("villager", "official-12", 5, "speak"),
    ("werewolf", "official-12", 5, "knife"),
    ("guard", "guard-12", 9, "guard"),
    ("thief", "wolf-king-thief-cupid-12", 5, "thief"),
    ("cupid", "wolf-king-thief-cupid-12", 5, "link"),
    ("knight", "silencer-knight-12", 5, "sign_up"),
    ("silencer", "silencer-knight-12", 6, "silence"),
    ("wolf_beauty", "wolf-beauty-rogue-12", 5, "charm"),
    ("white_wolf_king", "white-wolf-king-guard-12", 5, "whisper"),
    ("piper", "new-moon-18", 5, "pipe"),
    ("piper", "face-14", 5, "pipe"),
    ("guard", "face-14", 5, "muffle"),
    ("werewolf", "face-16", 44, "widow"),
    ("hunter", "last-words-18", 5, "turn"),
    ("scapegoat", "last-words-18", 6, "voters"),
    ("elder", "new-moon-18", 5, "ally"),
    ("wild_child", "wild-child-12", 7, "model"),
    ("little_girl", "millers-12", 5, "peek"),
    ("crow", "crow-12", 9, "curse"),
    ("idiot", "official-12", 9, "flip"),
]
"""(card of the person, board, the first seed to be tried, the kind of question that is to come)."""
MET = {
    ("crow", "crow-12"): ("curse", "sign_up", "withdraw", "speak", "ballot", "pk_ballot", "badge", "order"),
    ("thief", "wolf-king-thief-cupid-12"): ("thief", "knife", "whisper", "last_act"),
    ("guard", "face-14"): ("guard", "muffle"),
    ("scapegoat", "last-words-18"): ("voters",),
    ("cupid", "wolf-king-thief-cupid-12"): ("link", "badge_ballot", "badge_pk_ballot"),
    ("piper", "new-moon-18"): ("pipe", "badge_ballot", "badge_pk_ballot"),
}
"""What six of these games on six boards are known to ask besides."""
MOST_SEEDS = 12
"""So many games are tried until the question comes."""


def test_every_kind_of_question_is_met():
    kinds = {*ASK_TITLES, *declared()}
    assert {kind for *_, kind in GAMES} | {kind for met in MET.values() for kind in met} == kinds
    assert len({board for _, board, *_ in GAMES}) >= 6
    assert set(MET) <= {(role, board) for role, board, *_ in GAMES}


@pytest.mark.parametrize(("role", "board", "first", "wanted"), GAMES)
async def test_a_whole_game_by_keyboard(role: str, board: str, first: int, wanted: str):
    rules = replace(find_board(board).rules, idiot_flip="choice") if wanted == "flip" else None
    wants = {wanted, *MET.get((role, board), ())}
    met: set[str] = set()
    for seed in range(first, first + MOST_SEEDS):
        met |= await whole_game(role, board, seed, rules)
        if wants <= met:
            return
    pytest.fail(f"never asked: {wants - met}")


def lines_of(session: Session, heard: list[Event]) -> list[Line]:
    """What the log says of ``heard`` when it is told at once.

    Only an act on several seats is one line, and a death that was just told is none.
    """
    weight = session.game.spec.rules.badge_weight
    lines = Scribe(session.names, session.seat, "zh", weight).lines(heard)
    several = sum(isinstance(event, Acted) and event.verb in ("link", "pipe") for event in heard)
    deaths = DeathsTold()
    again = sum(deaths.again(event) for event in heard)
    assert len(heard) - several - again <= len(lines) <= len(heard) - again
    return lines


async def whole_game(role: str, board: str, seed: int, rules: Ruleset | None = None) -> set[str]:
    """Play one game; returns what was asked."""
    app = app_of(table_of(role, seed=seed, board=board, rules=rules))
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
            await pilot.press("f2")
            await pilot.pause()
        names = tuple(table(pilot).session.names[seat] for seat in range(1, 13))
    assert [len(setup.history) for setup in opened] == [0, 1, 2]
    assert {game.players for game in opened[-1].history} == {names}
