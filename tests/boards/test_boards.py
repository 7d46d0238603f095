"""The shipped boards and profile (rules.md §9)."""

from collections import Counter
from pathlib import Path

import pytest

from llmwolf.boards import boards, find_board, profile, profiles, spec_for
from llmwolf.roles import registry
from llmwolf.rules.errors import SetupError
from llmwolf.rules.game import Game
from llmwolf.rules.ruleset import Ruleset, resolve

CARDS = {
    "official-10": {"werewolf": 3, "seer": 1, "witch": 1, "hunter": 1, "villager": 4},
    "official-12": {"werewolf": 4, "seer": 1, "witch": 1, "hunter": 1, "idiot": 1, "villager": 4},
    "standard-9": {"werewolf": 3, "seer": 1, "witch": 1, "hunter": 1, "villager": 3},
    "guard-12": {"werewolf": 4, "seer": 1, "witch": 1, "hunter": 1, "guard": 1, "villager": 4},
}


@pytest.mark.parametrize("name", CARDS)
def test_B_1_the_board_has_its_cards(name: str):
    board = find_board(name)
    assert Counter(board.cards) == CARDS[name]
    assert board.profile.id == "official"
    assert board.zh
    assert board.en


def test_every_shipped_board_is_listed_here():
    assert set(boards()) == set(CARDS)


def test_the_official_boards_come_first():
    names = list(boards())
    assert names == sorted(names, key=lambda name: not name.startswith("official"))


def test_the_official_profile_is_the_default_ruleset():
    assert profile("official").rules == Ruleset()
    assert set(profiles()) >= {"official"}


@pytest.mark.parametrize(
    ("board", "sheriff"), [("standard-9", False), ("official-10", True), ("official-12", True)]
)
def test_D_12_sheriff_by_board(board: str, sheriff: bool):
    assert find_board(board).rules.sheriff is sheriff


@pytest.mark.parametrize("name", CARDS)
def test_B_1_every_board_deals_and_starts(name: str):
    for seed in range(5):
        game = Game(spec_for(find_board(name), seed), registry())
        assert Counter(hand.role for hand in game.judge.hands[1:]) == CARDS[name]
        assert game.judge.facts.cards == tuple(sorted(find_board(name).cards))
        assert not game.over


def test_a_slip_in_a_name_is_answered_with_the_nearest():
    with pytest.raises(SetupError, match="did you mean 'official-12'"):
        find_board("oficial-12")
    with pytest.raises(SetupError, match="known are official-12, "):
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


def test_B_1_house_rules_that_make_a_board_insane_are_refused(tmp_path: Path):
    parity = resolve({"wolves_win": "parity"})
    assert spec_for(find_board("official-12"), rules=parity).rules.wolves_win == "parity"
    even = tmp_path / "even.toml"
    even.write_text('cards = ["狼人", "狼人", "平民", "女巫"]', "utf-8")
    with pytest.raises(SetupError, match="even: under parity the 2 wolves of 4"):
        spec_for(find_board(str(even)), rules=parity)
