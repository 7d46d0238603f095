"""The shipped boards (rules.md §9)."""

from collections import Counter
from pathlib import Path

import pytest

from llmwolf.boards import boards, find_board, profile, spec_for
from llmwolf.players.scripted import RandomPlayer
from llmwolf.roles import registry
from llmwolf.rules.errors import SetupError
from llmwolf.rules.game import Game
from llmwolf.rules.ruleset import resolve
from llmwolf.table.quick import play

GODS = {"预": "seer", "女": "witch", "猎": "hunter", "白": "idiot", "守": "guard"}


def cards(gods: str, villagers: int, wolves: int, *others: str) -> Counter[str]:
    """``cards("预女猎", 4, 3, "cupid")``: so many gods, villagers, plain wolves, and others."""
    return Counter([GODS[one] for one in gods] + ["villager"] * villagers + ["werewolf"] * wolves + [*others])


TABLES = {
    "official-10": ("official", cards("预女猎", 4, 3)),
    "official-12": ("official", cards("预女猎白", 4, 4)),
    "wild-child-12": ("official", cards("预女猎白", 4, 3, "wild_child")),
    "wolf-king-guard-12": ("official", cards("预女猎守", 4, 3, "wolf_king")),
    "silencer-knight-12": ("official", cards("预女", 4, 4, "silencer", "knight")),
    "wolf-king-thief-cupid-12": ("official", cards("预女猎白", 5, 2, "wolf_king", "cupid", "thief")),
    "white-wolf-king-guard-12": ("official", cards("预女猎守", 4, 3, "white_wolf_king")),
    "bear-hidden-wolf-12": ("official", cards("女猎白", 4, 3, "hidden_wolf", "bear_tamer")),
    "wolf-beauty-rogue-12": ("official", cards("预女猎白", 3, 3, "wolf_beauty", "rogue")),
    "bomber-12": ("official", cards("预女猎", 4, 4, "bomber")),
    "bomber-10": ("official", cards("预女猎", 3, 3, "bomber")),
    "standard-9": ("official", cards("预女猎", 3, 3)),
    "guard-12": ("official", cards("预女猎守", 4, 4)),
    "guide-idiot-12": ("guide", cards("预女猎白", 4, 4)),
    "guide-guard-12": ("guide", cards("预女猎守", 4, 3, "white_wolf_king")),
    "guide-guard-beauty-12": ("guide", cards("预女猎守", 3, 3, "rogue", "wolf_beauty")),
    "guide-cupid-12": ("guide", cards("预女猎", 4, 4, "cupid")),
    "tv-s2-11": ("tv-s2", cards("预女猎", 3, 4, "cupid")),
    "tv-s3-12": ("tv-s3", cards("预女猎守白", 3, 4)),
    "tv-s3-thief-12": ("tv-s3-thief", cards("预女猎白", 5, 3, "cupid", "thief")),
}
MADE = {
    **{f"last-words-{n}": n for n in range(8, 19)},
    **{f"face-{n}": n for n in range(12, 19)},
    **{f"millers-{n}": n for n in range(8, 19)},
    **{f"new-moon-{n}": n for n in range(8, 19)},
}


@pytest.mark.parametrize("name", TABLES)
def test_B_1_the_board_has_its_cards(name: str):
    board = find_board(name)
    home, held = TABLES[name]
    assert Counter(board.cards) == held
    assert board.profile.id == home
    assert board.seats == int(name.rpartition("-")[2]) == len(board.cards) - 2 * ("thief" in held)
    assert board.zh
    assert board.en


def test_every_board_of_the_rule_book_is_shipped():
    assert set(TABLES) | set(MADE) <= set(boards())


def test_the_boards_stand_profile_by_profile_the_official_ones_first():
    shipped = list(boards().values())
    places = [board.profile.order for board in shipped]
    assert places == sorted(places)
    assert [board.id for board in shipped[:2]] == ["official-12", "official-10"]


@pytest.mark.parametrize(
    ("board", "sheriff"),
    [("standard-9", False), ("official-10", True), ("official-12", True), ("last-words-11", False),
     ("last-words-12", True), ("millers-8", True), ("face-12", True), ("tv-s2-11", True)],
)  # fmt: skip
def test_D_12_sheriff_by_board(board: str, sheriff: bool):
    assert find_board(board).sheriff is sheriff


@pytest.mark.parametrize("name", [*TABLES, *MADE])
def test_B_1_every_board_deals_and_starts(name: str):
    board = find_board(name)
    game = Game(spec_for(board, 3), registry())
    assert len(game.judge.hands) - 1 == board.seats
    assert game.judge.facts.cards == tuple(sorted(board.cards))
    assert not game.over


@pytest.mark.parametrize("name", [*TABLES, *MADE])
def test_X_4_every_board_plays_to_an_end(name: str):
    board = find_board(name)
    game = play(
        Game(spec_for(board, 1), registry()), dict.fromkeys(range(1, board.seats + 1), RandomPlayer(1))
    )
    assert game.judge.facts.winner


@pytest.mark.parametrize("name", [*TABLES, *MADE])
def test_N_1_only_cards_of_the_board_are_called(name: str):
    board = find_board(name)
    called = [call for hour in board.hours for call in hour]
    assert len(called) == len(set(called))
    assert set(called) <= {*board.cards, "lovers"}
    assert ("lovers",) in board.hours if "cupid" in board.cards else "lovers" not in called


def test_a_slip_in_a_name_is_answered_with_the_nearest():
    with pytest.raises(SetupError, match="did you mean 'official-12'"):
        find_board("oficial-12")
    with pytest.raises(SetupError, match=r"known are official-12, .* millers-8 … millers-18"):
        find_board("zzz")
    with pytest.raises(SetupError, match="did you mean 'official'"):
        profile("offical")


def test_a_deal_must_be_the_boards_cards():
    spec = spec_for(find_board("standard-9"), dealt=("werewolf",) * 9)
    with pytest.raises(SetupError, match="is not the board's cards"):
        Game(spec, registry())


def test_D_3_the_minute_is_an_input_and_otherwise_drawn_from_the_seed():
    board = find_board("official-12")
    assert spec_for(board, seed=5, minute=25).minute == 25
    assert spec_for(board, seed=5, minute=0).minute == 0
    assert {spec_for(board, seed=seed).minute for seed in range(60)} == set(range(60))


def test_a_spec_takes_what_is_stated_of_one_game():
    spec = spec_for(
        find_board("new-moon-12"), events=(), game=3, safe=(2, 4), draws={"tie/2": 1}, outs={2: 7}
    )
    assert (spec.events, spec.game, spec.safe) == ((), 3, (2, 4))
    assert (spec.draws, spec.outs) == ((("tie/2", 1),), ((2, 7),))
    assert spec_for(find_board("new-moon-12")).events == ("ally",)


def test_B_1_house_rules_that_make_a_board_insane_are_refused(tmp_path: Path):
    parity = resolve({"wolves_win": "parity"})
    assert spec_for(find_board("official-12"), rules=parity).rules.wolves_win == "parity"
    even = tmp_path / "even.toml"
    even.write_text('cards = ["狼人", "狼人", "平民", "女巫"]', "utf-8")
    with pytest.raises(SetupError, match="even: under parity the 2 wolves of 4"):
        spec_for(find_board(str(even)), rules=parity)
