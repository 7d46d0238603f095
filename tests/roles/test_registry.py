"""The cards as a set: found by file, named in every usual way, of the camp that 屠边 counts by."""

from pathlib import Path

import pytest

import llmwolf.roles
from llmwolf.roles import registry, role_id
from llmwolf.rules.errors import SetupError

CARDS = registry()
CAMPS = {
    "V": "villager little_girl rogue possessed",
    "G": "seer witch hunter idiot guard knight silencer bear_tamer bomber elder scapegoat gravekeeper crow",
    "W": "werewolf white_wolf_king wolf_king wolf_beauty hidden_wolf",
    "X": "wild_child cupid thief piper",
}
CAMP_OF = {card: camp for camp, cards in CAMPS.items() for card in cards.split()}
NAMES = {
    "villager": "平民 村民 普通村民",
    "seer": "预言家 先知",
    "witch": "女巫",
    "hunter": "猎人",
    "idiot": "白痴",
    "guard": "守卫 守护者",
    "knight": "骑士",
    "silencer": "禁言长老",
    "bear_tamer": "驯熊师",
    "bomber": "炸弹人",
    "elder": "长老 长者",
    "scapegoat": "替罪羊",
    "little_girl": "小女孩",
    "rogue": "老流氓",
    "wild_child": "野孩子",
    "cupid": "丘比特",
    "thief": "盗贼 小偷",
    "piper": "吹笛者 乐师",
    "werewolf": "狼人",
    "white_wolf_king": "白狼王",
    "wolf_king": "狼王",
    "wolf_beauty": "狼美人",
    "hidden_wolf": "隐狼",
    "gravekeeper": "守墓人 灵媒",
    "possessed": "狂人",
}
"""The names of the rule book's table, the one that is printed first."""


def test_R_1_one_card_a_file_and_a_test_for_each():
    files = {path.stem for path in Path(llmwolf.roles.__file__).parent.glob("*.py")}
    assert files - {"__init__", "base"} == set(CARDS)
    tests = {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")}
    assert sorted(set(CARDS) - tests) == []


@pytest.mark.parametrize("card", CARDS)
def test_every_card_says_what_it_is_in_both_languages(card: str):
    role = CARDS[card]
    assert role.id == card
    assert 1 <= len(role.short) <= 2
    for chinese in (role.zh, role.short, role.about_zh):
        assert chinese
        assert not chinese.isascii()
    for english in (role.en, role.about_en):
        assert english
        assert english[0].isascii()


@pytest.mark.parametrize("card", CARDS)
def test_R_1_every_card_has_the_camp_of_the_rule_book(card: str):
    assert CARDS[card].camp == CAMP_OF[card]


def test_R_1_the_side_follows_the_camp_but_for_the_piper_and_the_possessed():
    for card, role in CARDS.items():
        known = {"piper": "piper", "possessed": "wolves"}
        assert role.side == known.get(card, "wolves" if role.camp == "W" else "good")


def test_no_two_cards_share_a_name():
    names = [name for role in CARDS.values() for name in {role.id, role.zh, role.en.lower(), *role.aliases}]
    assert len(names) == len(set(names))
    shorts = [role.short for role in CARDS.values()]
    assert len(shorts) == len(set(shorts))


@pytest.mark.parametrize("card", NAMES)
def test_cards_answer_to_their_usual_names(card: str):
    printed = NAMES[card].split()[0]
    assert CARDS[card].zh == printed
    for name in (*NAMES[card].split(), card, f" {printed} ", CARDS[card].en, CARDS[card].en.upper()):
        assert role_id(name) == card


@pytest.mark.parametrize(
    ("slip", "hint"),
    [("seeer", "did you mean 'seer'"), ("女乌", "did you mean '女巫'"), ("飞龙", "known are: ")],
)
def test_an_unknown_card_is_answered_with_the_nearest_name(slip: str, hint: str):
    with pytest.raises(SetupError, match=hint):
        role_id(slip)


@pytest.mark.parametrize("name", ["村长", "警长", "情侣", "", "   "])
def test_the_sheriff_and_marks_are_no_cards(name: str):
    with pytest.raises(SetupError):
        role_id(name)
