"""What tables differ on: told where it can matter, and nowhere else."""

from dataclasses import replace

import pytest

from llmwolf.boards import Board, boards, find_board, profile
from llmwolf.boards.disputes import disputes, disputes_of
from llmwolf.rules.ruleset import resolve, switches


def told(board: Board) -> set[str]:
    return {dispute.switch for dispute in disputes_of(board)}


def test_every_dispute_is_of_a_switch_and_told_of_some_board():
    names = {info.name for info in switches()}
    everywhere = set().union(*(told(board) for board in boards().values()))
    for dispute in disputes():
        assert dispute.switch in names
        assert dispute.zh
        assert dispute.en
        assert dispute.switch in everywhere


@pytest.mark.parametrize("name", list(boards()))
def test_W_8b_the_shot_before_the_check_is_told_wherever_somebody_may_shoot(name: str):
    board = find_board(name)
    assert ("shot_before_win_check" in told(board)) is bool({"hunter", "wolf_king"} & set(board.cards))


def test_only_what_matters_for_the_cards_is_told():
    nine = told(find_board("standard-9"))
    assert {"witch_self_save", "shot_before_win_check", "wolves_win"} <= nine
    assert not nine & {"guard_and_antidote", "explosions_to_lose_badge", "badge_weight", "cupid_sides"}
    assert "guard_and_antidote" in told(find_board("guard-12"))
    assert "explosions_to_lose_badge" in told(find_board("official-12"))
    assert "explosions_to_lose_badge" not in told(find_board("millers-12"))  # no 自爆 there
    assert "counted_as_villager" not in told(find_board("tv-s2-11"))  # 屠城


def test_check_before_election_is_told_where_night_1_can_wipe_out_a_side():
    small = replace(
        find_board("official-10"),
        cards=("werewolf", "werewolf", "seer", "witch", *["villager"] * 5),
    )
    assert "check_before_election" in told(small)
    city = replace(small, rules=resolve({"wolves_win": "city"}, profile("official").rules))
    assert "check_before_election" not in told(city)
    for large in ("official-12", "official-10"):
        assert "check_before_election" not in told(find_board(large))
    assert "check_before_election" in told(find_board("guide-cupid-12"))  # knife, poison and a lover
