"""How a record is played: what answers what, what is left out, and where it stops."""

from __future__ import annotations

import pytest

from llmwolf.record.notation.errors import Illegal
from tests.record.notation.records import MILLERS, NINE, OFFICIAL, found, judged

CUPID = "狼人 狼人 狼人 预言家 女巫 猎人 丘比特 平民 平民 平民"
GIRL = 'profile = "millers-hollow"'


def test_the_example_of_the_notation():
    deal = "狼人 平民 预言家 狼人 女巫 平民 猎人 狼人 平民"
    lines = """
N1: 验 8; 刀 3; 救
D1: 发言 3 4 5 6 7 8 9 1 2
D1: 票 2>8 3>8 5>8 6>8 7>8 1>3 4>3 8>3 9>3
N2: 验 4; 刀 3; 毒 1
D2: 票 2>4 5>4 6>4 7>4 4>5 9>5
"""
    came = found(lines, deal, 'board = "standard-9"', "shot_before_win_check = false")
    assert (came["winner"], came["winners"]) == ("good", [2, 3, 5, 6, 7, 9])
    assert came["dead"] == {"D1": [8], "N2": [1, 3], "D2": [4]}
    assert came["unfinished_at"] is None


# -- the night -------------------------------------------------------------------------------------------


def test_night_items_come_in_any_order():
    assert found("N1: 救; 验 1; 刀 7") == found("N1: 刀 7; 救; 验 1")


def test_one_knife_is_that_of_every_wolf_and_pairs_are_each_wolf_s_own():
    assert found("N1: 刀 7\nD1:")["dead"] == {"N1": [7]}
    assert found("N1: 刀 1>7 2>7 3>8\nD1:")["dead"] == {"N1": [7]}
    assert found("N1: 刀 1>7 2>8\nD1:")["dead"] == {}
    assert found("N1: 刀 -\nD1:")["dead"] == {}


def test_two_holders_need_to_say_who():
    deal = "狼人 狼人 预言家 预言家 女巫 平民 平民 平民"
    assert found("N1: 验 3>1 4>6\nD1:", deal)["checks"] == [["N1", 3, 1, "wolf"], ["N1", 4, 6, "good"]]
    assert found("N1: 验 4>6; 验 3>1\nD1:", deal)["checks"] == [["N1", 3, 1, "wolf"], ["N1", 4, 6, "good"]]
    with pytest.raises(Illegal, match="say whose it is") as error:
        judged("N1: 验 1", deal)
    assert error.value.options == ("验 3>…", "验 4>…")


def test_what_may_not_be_left_out_is_an_error_at_the_line_of_the_night():
    with pytest.raises(Illegal, match="连 of seat 7 is missing") as error:
        judged("\nN1: 刀 8", CUPID)
    assert (error.value.line, error.value.item) == (10, "N1")
    assert error.value.options == ("连 {1 2 3 4 5 6 7 8 9 10} {1 2 3 4 5 6 7 8 9 10}",)
    with pytest.raises(Illegal, match="连 of seat 7"):
        judged("D1:", CUPID)


def test_the_girl_is_caught_only_where_she_is_and_peeks():
    came = found("N1: 窥获 6\nD1:", MILLERS, GIRL)
    assert (came["dead"], came["causes"]) == ({"N1": [6]}, {"6": "knife"})
    with pytest.raises(Illegal, match="seat 7 is not the little girl") as error:
        judged("N1: 窥获 7", MILLERS, GIRL)
    assert error.value.options == ("窥获 6",)
    with pytest.raises(Illegal, match="there is no little girl"):
        judged("N1: 窥获 6", NINE)


@pytest.mark.parametrize("seed", range(12))
def test_a_written_peek_states_the_draw_whatever_the_seed(seed: int):
    rules = "girl_caught = 0.5"
    unseen = judged("N1: 窥; 刀 7\nD1:", MILLERS, f"{GIRL}\nseed = {seed}", rules).game
    noticed = judged("N1: 窥见; 刀 7\nD1:", MILLERS, f"{GIRL}\nseed = {seed}", rules).game
    assert unseen is not None
    assert noticed is not None
    assert [fact for _, fact, _, _ in unseen.judge.hands[6].told if fact == "seen"] == ["seen"]
    assert [fact for _, fact, _, _ in noticed.judge.hands[1].told if fact == "caught"] == ["caught"]


def test_a_peek_that_the_rules_do_not_leave_to_chance_is_refused():
    with pytest.raises(Illegal, match="never noticed"):
        judged("N1: 窥获 6", MILLERS, GIRL, "girl_caught = 0")
    with pytest.raises(Illegal, match="always noticed"):
        judged("N1: 窥", MILLERS, GIRL, "girl_caught = 1")


# -- dawn and day ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", ["N1: 刀 6; 枪 6>7\nD1:", "N1: 刀 6\nD1: 枪 6>7", "N1: 枪 6>7; 刀 6"])
def test_a_shot_at_dawn_stands_on_either_line(lines: str):
    assert found(lines)["dead"] == {"N1": [6, 7]}


def test_a_shot_that_nobody_may_fire_is_refused_on_either_line():
    for lines in ("N1: 刀 7; 毒 6; 枪 6>1", "N1: 刀 7; 毒 6; 枪 6>1\nD1:", "N1: 刀 7; 毒 6\nD1: 枪 6>1"):
        with pytest.raises(Illegal) as error:
            judged(lines)
        assert error.value.item == "枪 6>1"


def test_with_the_election_first_the_night_waits_for_the_day():
    came = found("N1: 刀 9", OFFICIAL)
    assert (came["dead"], came["causes"], came["unfinished_at"]) == ({}, {}, ["D1", "run"])
    assert found("N1: 刀 9")["dead"] == {"N1": [9]}


def test_who_is_not_written_abstains():
    assert found("N1:\nD1: 票 1>7 2>8 4>7")["exile_votes"] == {"D1": {"7": "2", "8": "1"}}
    assert found("N1:\nD1:")["exile_votes"] == {}


def test_the_badge_follows_shots_and_last_words():
    lines = "N1: 刀 7\nD1: 上警 7; {}; 顺序 左"
    assert found(lines.format('枪 7>2; 说 7: "我走了"; 警徽 9'), OFFICIAL)["sheriff"] == 9
    with pytest.raises(Illegal, match="枪 comes before 警徽"):
        judged(lines.format("警徽 9; 枪 7>2"), OFFICIAL)
    with pytest.raises(Illegal, match="说 comes before 警徽"):
        judged(lines.format('警徽 9; 说 7: "我走了"'), OFFICIAL)


def test_an_item_behind_an_anchor_is_not_used_before_it():
    lines = "N1: 刀 6\nD1: 票 1>4 2>4; 枪 6>1"
    with pytest.raises(Illegal) as error:
        judged(lines)
    assert error.value.item == "枪 6>1"


def test_the_lot_falls_as_stated():
    rules = 'tie = "random"'
    for seat in (7, 8):
        assert found(f"N1:\nD1: 票 1>7 2>8; 抽 {seat}", rules=rules)["dead"] == {"D1": [seat]}
    with pytest.raises(Illegal, match="not among the tied") as error:
        judged("N1:\nD1: 票 1>7 2>8; 抽 9", rules=rules)
    assert error.value.options == ("抽 7", "抽 8")
    with pytest.raises(Illegal, match="no lot is drawn"):
        judged("N1:\nD1: 票 1>7; 抽 7", rules=rules)


def test_an_exile_is_known_without_its_ballots():
    came = found("N1:\nD1: 出 7\nN2: 刀 8\nD2: 出 1\nN3:")
    assert (came["dead"], came["exile_votes"]) == ({"D1": [7], "N2": [8], "D2": [1]}, {})
    assert came["last_words"] == [[7, "D1"], [1, "D2"]]
    with pytest.raises(Illegal, match="seat 8 is out since N1") as error:
        judged("N1: 刀 8\nD1: 出 8")
    assert "出 7" in error.value.options


def test_the_idiot_turns_the_card_unless_the_record_says_otherwise():
    rules = 'idiot_flip = "choice"\nsheriff = false'
    assert found("N1:\nD1: 票 1>8", OFFICIAL, rules=rules)["dead"] == {}
    assert found("N1:\nD1: 票 1>8; 不翻 8", OFFICIAL, rules=rules)["dead"] == {"D1": [8]}


def test_a_hunter_who_must_shoot_turns_the_card_in_order_to_shoot():
    rules = "hunter_must_shoot = true\nsheriff = false"
    assert found("N1:\nD1: 票 1>6; 枪 6>2", rules=rules)["dead"] == {"D1": [6, 2]}
    assert found("N1:\nD1: 票 1>6; 枪 6>-", rules=rules)["dead"] == {"D1": [6]}
    assert found("N1:\nD1: 票 1>6", rules=rules)["dead"] == {"D1": [6]}


def test_the_ally_is_named_on_the_day_or_on_the_night_that_asks():
    deal = "狼人 狼人 预言家 女巫 平民 平民 平民"
    head = 'profile = "new-moon"\nevents = ["ally"]'
    for lines in ("N1: 刀 5\nD1: 盟 6", "N1: 刀 5\nD1:\nN2: 盟 6", "N1: 刀 5\nD1: 盟 6; 票 1>7"):
        game = judged(lines, deal, head).game
        assert game is not None
        assert game.judge.hidden.ally == 6
    with pytest.raises(Illegal):
        judged("N1: 刀 5\nD1: 盟 6", deal, head.partition("\n")[0])


# -- where a record stops --------------------------------------------------------------------------------


def test_a_written_phase_is_complete_and_the_next_one_waits():
    assert found("N1: 刀 7\nD1: 发言 8 9 1 2 3 4 5 6")["unfinished_at"] == ["N2", "kill"]
    assert found("N1: 刀 7\nD1:\nN2:\nD2:")["unfinished_at"] == ["N3", "kill"]


@pytest.mark.parametrize(
    ("lines", "where"),
    [
        ("N1: 断", ["N1", "kill"]),
        ("N1: 刀 7; 断", ["N1", "check", "save", "poison"]),
        ("N1: 刀 7; 验 1; 断", ["N1", "save", "poison"]),
        ("N1: 刀 7; 验 1; 毒 -; 断", ["D1", "speak"]),
        ("N1: 刀 7\nD1: 断", ["D1", "speak"]),
        ("N1: 刀 7\nD1: 发言 8 9; 断", ["D1", "speak"]),
        ("N1: 刀 7\nD1: 发言 8 9 1 2 3 4 5 6; 断", ["D1", "vote"]),
        ("N1: 刀 7\nD1: 票 1>6 2>6; 断", ["D1", "shoot"]),
        ("N1: 刀 7\nD1: 票 1>8 2>8; 断", ["D1", "speak"]),
        ("N1: 刀 6; 验 -; 毒 -; 枪 6>1; 断", ["D1", "speak"]),
    ],
)
def test_a_record_that_breaks_off_says_what_is_awaited(lines: str, where: list[str]):
    assert found(lines)["unfinished_at"] == where


def test_nothing_may_follow_the_end_unless_the_record_says_so():
    lines = "N1: 刀 4\nD1: 票 1>5\nN2: 刀 6; 枪 6>-\nD2: 票 1>2\nN3: 刀 7"
    with pytest.raises(Illegal, match=r"the game is over: wolves \(gods_out\)") as error:
        judged(lines)
    assert error.value.item == "票 1>2"
    came = found(lines, head='after_end = "ignore"')
    assert (came["winner"], came["reason"]) == ("wolves", "gods_out")
    assert "游戏已经结束：狼人获胜" in error.value.told("zh")
    assert found("N1: 刀 4\nD1: 票 1>5\nN2: 刀 6\nD2:\nN3:")["winner"] == "wolves"
