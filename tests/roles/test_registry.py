"""The cards as a set: found by file, named in every usual way."""

from pathlib import Path

import pytest

import llmwolf.roles
from llmwolf.roles import registry, role_id
from llmwolf.rules.errors import SetupError

CARDS = registry()


def test_R_1_one_card_a_file_and_a_test_for_each():
    files = {path.stem for path in Path(llmwolf.roles.__file__).parent.glob("*.py")}
    assert files - {"__init__", "base"} == set(CARDS)
    tests = {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")}
    assert set(CARDS) <= tests


@pytest.mark.parametrize("card", CARDS)
def test_every_card_says_what_it_is_in_both_languages(card: str):
    role = CARDS[card]
    assert role.id == card
    assert role.camp in ("V", "G", "W", "X")
    assert len(role.short) == 1
    assert role.zh
    assert role.en
    assert role.about_zh
    assert role.about_en


def test_no_two_cards_share_a_name():
    names = [name for role in CARDS.values() for name in {role.id, role.zh, role.en.lower(), *role.aliases}]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("狼人", "werewolf"),
        ("平民", "villager"),
        ("村民", "villager"),
        ("普通村民", "villager"),
        ("预言家", "seer"),
        ("先知", "seer"),
        ("女巫", "witch"),
        ("猎人", "hunter"),
        ("白痴", "idiot"),
        ("守卫", "guard"),
        ("守护者", "guard"),
        ("seer", "seer"),
        ("Seer", "seer"),
        (" 女巫 ", "witch"),
    ],
)
def test_cards_answer_to_their_usual_names(name: str, card: str):
    assert role_id(name) == card


def test_an_unknown_card_is_answered_with_the_nearest_name():
    with pytest.raises(SetupError, match="did you mean 'seer'"):
        role_id("seeer")
    with pytest.raises(SetupError, match="known are: 守卫, 猎人"):
        role_id("飞龙")
