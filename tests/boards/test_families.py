"""Boards made for any number of seats (rules.md §9)."""

from collections import Counter
from itertools import pairwise

import pytest

from llmwolf.boards import families, find_board
from llmwolf.rules.errors import SetupError

WOLVES = dict(enumerate((2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4), 8))
SPECIAL = {
    "millers": {"thief", "hunter", "cupid", "witch", "little_girl"},
    "new-moon": {
        "thief",
        "hunter",
        "cupid",
        "witch",
        "little_girl",
        "idiot",
        "elder",
        "scapegoat",
        "guard",
        "piper",
    },
    "last-words": {"hunter", "guard", "elder", "cupid", "idiot", "scapegoat", "thief"},
    "face": {"piper", "cupid", "thief"},
}


def held(name: str) -> Counter[str]:
    return Counter(find_board(name).cards)


@pytest.mark.parametrize("family", ["millers", "new-moon", "last-words"])
@pytest.mark.parametrize("seats", WOLVES)
def test_B_1_wolves_by_the_table_of_the_box(family: str, seats: int):
    board = find_board(f"{family}-{seats}")
    cards = Counter(board.cards)
    assert board.seats == seats
    assert cards["werewolf"] == WOLVES[seats]
    assert cards["seer"] == 1
    assert cards["witch"] == 1 or family != "last-words"
    assert cards["villager"] >= 2


@pytest.mark.parametrize(
    ("seats", "villagers"),
    list(enumerate((5, 6, 7, 8, 8, 9, 10, 11, 12, 13, 13), 8)),
)
def test_B_1_millers_without_special_cards_is_the_table_of_the_box(seats: int, villagers: int):
    assert held(f"millers-{seats}:none") == {
        "werewolf": WOLVES[seats], "seer": 1, "villager": villagers,
    }  # fmt: skip


@pytest.mark.parametrize("seats", range(12, 19))
def test_B_1_face_to_face_has_its_six_gods_and_three_to_six_of_either_kind(seats: int):
    cards = held(f"face-{seats}")
    assert all(cards[god] == 1 for god in ("seer", "witch", "elder", "guard", "hunter", "idiot"))
    assert 3 <= cards["werewolf"] <= 6
    assert 3 <= cards["villager"] <= 6
    assert 2 * cards["werewolf"] < seats


@pytest.mark.parametrize("name", SPECIAL)
def test_every_special_card_may_be_chosen(name: str):
    family = families()[name]
    assert set(family.options) == SPECIAL[name]
    for card in family.options:
        assert held(f"{name}-16:{card}")[card] == 1


@pytest.mark.parametrize("name", SPECIAL)
def test_the_usual_special_cards_grow_with_the_table(name: str):
    family = families()[name]
    sets = [set(family.defaults(seats)) for seats in family.seats]
    assert all(small <= large for small, large in pairwise(sets))
    assert sets[0] < sets[-1]


def test_a_card_is_chosen_by_any_of_its_names():
    board = find_board("millers-14:女巫, hunter、小偷")
    assert board.id == "millers-14:witch,hunter,thief"
    assert find_board(board.id) == board
    assert find_board("millers-14:hunter，thief witch").cards == board.cards
    assert find_board("millers-8:witch,hunter").id == "millers-8"


def test_N_15_the_thief_brings_two_villagers():
    with_thief, without = held("millers-12:witch,thief"), held("millers-12:witch,hunter")
    assert with_thief.total() == without.total() + 2
    assert with_thief["villager"] == without["villager"] + 2
    assert find_board("millers-12:witch,thief").seats == 12


def test_more_villagers_than_a_family_has_are_wolves():
    assert held("face-18:none") == held("face-18") - Counter(["piper", "cupid"]) + Counter(
        ["werewolf", "villager"]
    )


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("millers-7", "millers has 8 to 18 seats, not 7"),
        ("face-19", "face has 12 to 18 seats"),
        ("face-12:piper", "room for 0 of its special cards, not for 1"),
        ("millers-14:guard", "no special card 'guard'; known are 女巫"),
        ("millers-14:巫女", "did you mean '女巫'"),
        ("millers-14:witch,女巫", "has one 女巫"),
        ("millers-14:", "which special cards"),
        ("official-12:guard", "the cards of 'official-12:guard' cannot be chosen here"),
        ("miller-14", "did you mean 'millers-14'"),
    ],
)
def test_what_a_family_does_not_have_is_refused_with_the_reason(name: str, why: str):
    with pytest.raises(SetupError) as refused:
        find_board(name)
    assert why in str(refused.value)
