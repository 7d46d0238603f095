"""The object that the judge prints, and what a record may expect of it."""

from __future__ import annotations

import json

import pytest

from llmwolf.record.notation.errors import Illegal, Malformed
from llmwolf.record.notation.outcome import KEYS
from tests.record.notation.records import MILLERS, NINE, OFFICIAL, found, judged


def test_the_object_is_plain_json_with_every_key():
    came = found("N1: 刀 7; 验 1\nD1: 票 4>1 5>1")
    assert tuple(sorted(came)) == tuple(sorted(KEYS))
    assert json.loads(json.dumps(came)) == came


def test_a_lone_wolf_s_knife_is_awaited_beside_the_guard():
    deal = "狼人 守卫 预言家 女巫 平民 平民"
    rules = "sheriff = false"
    assert found("N1: 守 2\nD1:", deal, rules=rules)["unfinished_at"] == ["N2", "kill", "guard"]
    assert found("N1: 守 2; 断", deal, rules=rules)["unfinished_at"] == ["N1", "kill"]
    assert found("N1: 守 2; 刀 5; 断", deal, rules=rules)["unfinished_at"] == [
        "N1",
        "check",
        "save",
        "poison",
    ]


def test_an_unfinished_game_has_no_winner():
    came = found("N1: 刀 7")
    assert (came["winner"], came["winners"], came["reason"]) == ("unfinished", [], "")


def test_deaths_stand_in_the_phase_of_their_first_cause_in_the_order_of_announcement():
    came = found("N1: 刀 6; 毒 7\nD1: 枪 6>1; 票 4>2")
    assert came["dead"] == {"N1": [6, 7, 1], "D1": [2]}
    assert came["causes"] == {"6": "knife", "7": "poison", "1": "shot", "2": "exile"}


def test_votes_are_exact_and_those_of_the_pk_stand_apart():
    came = found("N1:\nD1: 上警 1; 顺序 左; 票 2>9 3>10; PK票 1>9 3>10 4>10", OFFICIAL)
    assert came["exile_votes"] == {"D1": {"9": "1", "10": "1"}, "D1PK": {"9": "1.5", "10": "2"}}


def test_the_badge_has_a_history():
    came = found("N1:\nD1: 上警 1 9; 警票 2>9; 顺序 左; 票 1>9; 警徽 3", OFFICIAL)
    assert came["badge"] == [["D1", 9, "ballot"], ["D1", 3, "passed"]]
    assert came["sheriff"] == 3


def test_last_words_are_listed_with_the_phase_of_the_death():
    came = found('N1: 刀 7\nD1: 说 7: "遗言"; 票 4>1')
    assert came["last_words"] == [[7, "N1"], [1, "D1"]]


def test_what_the_seer_sees_follows_the_profile():
    assert found("N1: 验 1\nD1:")["checks"] == [["N1", 4, 1, "wolf"]]
    assert found("N1: 验 1\nD1:", MILLERS, 'profile = "millers-hollow"')["checks"] == [
        ["N1", 3, 1, "werewolf"]
    ]
    came = found("N1: 验 1\nD1:", NINE, 'profile = "face-to-face"', "sheriff = false")
    assert came["checks"] == [["N1", 4, 1, "not_village"]]


def test_the_bear_and_the_hunter_s_sign():
    bear = "狼人 驯熊师 平民 女巫 狼人 狼人 猎人 平民 平民"
    came = found("N1: 刀 8\nD1: 票 2>1\nN2: 刀 9\nD2:", bear, rules="sheriff = false")
    assert came["roars"] == [1]
    assert found("N1: 毒 6\nD1:")["can_shoot"] == {"N1": False}


def test_only_what_is_heard_is_public():
    public = judged('N1: 刀 7\nD1: 说 9: "好人"').found["public"]
    assert any("好人" in text for text in public)
    assert not any("Told" in text or "text=''" in text for text in public)


# -- expectations ----------------------------------------------------------------------------------------


def test_a_key_is_compared_whole():
    verdict = judged("N1: 刀 6; 毒 7\nD1:", expect="dead = { N1 = [6] }\nsheriff = 0")
    (difference,) = verdict.differences
    assert difference.en == "dead: expected { N1 = [6] }, found { N1 = [6, 7] }"
    assert difference.zh == "dead：期望 { N1 = [6] }，实际 { N1 = [6, 7] }"
    assert not verdict.as_expected
    assert judged("N1: 刀 6; 毒 7\nD1:", expect="dead = { N1 = [6, 7] }").as_expected
    assert not judged("N1: 刀 6; 毒 7\nD1:", expect="dead = { N1 = [7, 6] }").as_expected


def test_what_is_not_there_may_be_written_as_false():
    lines = "N1: 刀 4\nD1: 票 1>5\nN2: 刀 6\nD2:"
    assert judged(lines, expect='unfinished_at = false\nwinner = "wolves"').as_expected
    assert judged("N1:", expect='unfinished_at = ["D1", "speak"]').as_expected
    assert not judged("N1:", expect="unfinished_at = false").as_expected


@pytest.mark.parametrize(
    ("expect", "what"), [("winer = 3", "did you mean 'winner'"), ("error = 1", "error is true")]
)
def test_a_slip_in_an_expectation_is_told(expect: str, what: str):
    with pytest.raises(Malformed, match=what):
        judged("N1:", expect=expect)


def test_an_error_stands_alone():
    with pytest.raises(Malformed, match="stands alone"):
        judged("N1: 刀 7", expect="error = true\nsheriff = 0")


def test_an_expected_error_must_be_one():
    verdict = judged("N1: 毒 5", expect="error = true")
    assert verdict.as_expected
    assert isinstance(verdict.error, Illegal)
    assert verdict.game is None
    assert not judged("N1: 毒 6", expect="error = true").as_expected
    assert judged("N1: 毒 6", rules="self_vote = 1", expect="error = true").as_expected


@pytest.mark.parametrize(
    ("lines", "head", "rules"),
    [
        ("N1: ??", "", ""),
        ("N1: 毒 5", "", "self_vot = true"),
        ("N1: 毒 5", "mintue = 3", ""),
        ("N1: 毒 5", "minute = 75", ""),
        ("D1:\nN1: 毒 5", "", ""),
    ],
)
def test_a_slip_of_the_pen_is_not_the_error_that_is_expected(lines: str, head: str, rules: str):
    with pytest.raises(Malformed):
        judged(lines, head=head, rules=rules, expect="error = true")
