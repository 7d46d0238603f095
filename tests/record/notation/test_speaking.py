"""Lists of speakers, the draws they state, and what cuts in on speeches."""

from __future__ import annotations

import pytest

from llmwolf.record.notation.errors import Illegal
from llmwolf.rules.events import Exploded, Spoke, TurnOrder
from llmwolf.rules.game import Game
from tests.record.notation.records import KNIGHTS, NINE, OFFICIAL, found, judged

NO_SHERIFF = "sheriff = false"


def played(lines: str, deal: str = NINE, head: str = "", rules: str = "") -> Game:
    """The game of a record."""
    game = judged(lines, deal, head, rules).game
    assert game is not None
    return game


def knightly(lines: str) -> Game:
    """The game of a record with a knight in seat 7, whose first night's victim is seat 9."""
    return played(f"N1: 刀 9\n{lines}", KNIGHTS, rules=NO_SHERIFF)


def spoken(game: Game, stage: str = "speech") -> list[tuple[int, str, str]]:
    """Who spoke in this stage, what was heard and how it ended."""
    return [(e.seat, e.text, e.cut) for e in game.log if isinstance(e, Spoke) and e.stage == stage]


def order(game: Game, stage: str = "speech") -> tuple[int, ...]:
    """The latest order of this stage."""
    return next(e.seats for e in reversed(game.log) if isinstance(e, TurnOrder) and e.stage == stage)


# -- lists -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", range(1, 10))
@pytest.mark.parametrize("step", [1, -1])
def test_a_list_states_where_and_which_way_the_speeches_went(start: int, step: int):
    seats = [(start - 1 + step * k) % 9 + 1 for k in range(9)]
    game = played(f"N1:\nD1: 发言 {' '.join(map(str, seats))}")
    assert order(game) == tuple(seats)


@pytest.mark.parametrize("count", [2, 5])
@pytest.mark.parametrize("seats", [(5, 6, 7, 8, 9), (5, 4, 3, 2, 1)])
def test_a_list_that_is_cut_states_the_draw_by_its_beginning(seats: tuple[int, ...], count: int):
    game = played(f"N1:\nD1: 发言 {' '.join(map(str, seats[:count]))}; 自爆 1\nN2:")
    first = next(event.seats for event in game.log if isinstance(event, TurnOrder))
    assert first[:count] == seats[:count]


def test_beside_the_last_dead_only_two_orders_are_left():
    assert order(played("N1: 刀 7\nD1: 发言 6 5 4 3 2 1 9 8"))[0] == 6
    with pytest.raises(Illegal, match="do not allow this order") as error:
        judged("N1: 刀 7\nD1: 发言 5 6 8 9 1 2 3 4")
    assert set(error.value.options) == {"发言 8 9 1 2 3 4 5 6", "发言 6 5 4 3 2 1 9 8"}


def test_the_dead_and_the_silenced_do_not_speak():
    with pytest.raises(Illegal, match="seat 7 is out since N1"):
        judged("N1: 刀 7\nD1: 发言 7 8 9 1 2 3 4 5 6")
    silenced = "N1: 禁 9\nD1: 发言 {}10 11 12 1 2 3 4 5 6 7 8"
    assert len(spoken(played(silenced.format(""), KNIGHTS, rules=NO_SHERIFF))) == 11
    with pytest.raises(Illegal, match="seat 9 may not speak today"):
        judged(silenced.format("9 "), KNIGHTS, rules=NO_SHERIFF)


def test_a_list_is_complete_unless_something_cuts_it():
    with pytest.raises(Illegal, match="next speaks 1") as error:
        judged("N1: 刀 7\nD1: 发言 8 9; 票 1>2")
    assert error.value.options == ("发言 8 9 1 2 3 4 5 6",)


def test_the_side_of_the_sheriff_is_written_or_told_by_the_list():
    lines = "N1: 刀 9\nD1: 上警 5; {}"
    falling = "发言 4 3 2 1 12 11 10 8 7 6 5"
    assert order(played(lines.format("顺序 右"), OFFICIAL))[0] == 4
    assert order(played(lines.format("顺序 降"), OFFICIAL))[0] == 4
    assert order(played(lines.format(falling), OFFICIAL))[0] == 4
    assert order(played(lines.format("票 1>2"), OFFICIAL))[0] == 6
    with pytest.raises(Illegal, match="do not allow this order"):
        judged(lines.format(f"顺序 左; {falling}"), OFFICIAL)
    with pytest.raises(Illegal, match="seat 9 is out") as error:
        judged(lines.format("发言 9 8 7 6 5 4 3 2 1 12 11 10"), OFFICIAL)
    assert set(error.value.options) == {"发言 6 7 8 10 11 12 1 2 3 4 5", falling}
    with pytest.raises(Illegal) as error:
        judged(lines.format("发言 8 7 6 5 4 3 2 1 12 11 10"), OFFICIAL)
    assert set(error.value.options) == {"发言 6 7 8 10 11 12 1 2 3 4 5", falling}


def test_the_minute_decides_the_order_of_the_election_where_it_is_stated():
    lines = "N1:\nD1: 上警 1 5 9; 发言 9 5 1; 警票 2>5"
    assert found(lines, OFFICIAL, "minute = 2")["sheriff"] == 5
    assert found(lines, OFFICIAL)["sheriff"] == 5
    assert found(lines.replace("9 5 1", "1 5 9"), OFFICIAL)["sheriff"] == 5
    with pytest.raises(Illegal) as error:
        judged(lines, OFFICIAL, "minute = 25")
    assert error.value.options == ("发言 1 5 9",)


def test_lists_of_the_election_and_of_the_day_and_of_their_pk():
    lines = """N1: 刀 9
D1: 上警 1 5 9; 发言 1 5 9; 警票 2>1 3>5; 发言 1 5; 警PK票 2>5
D1: 顺序 左; 发言 6 7 8 10 11 12 1 2 3 4 5; 票 1>2 2>1; 发言 1 2; PK票 3>1"""
    game = played(lines, OFFICIAL, "minute = 1")
    stages = ("election", "election_pk", "speech", "pk")
    assert [len(spoken(game, stage)) for stage in stages] == [3, 2, 11, 2]
    assert game.judge.facts.exiles == {1: 1}


@pytest.mark.parametrize("items", ['{}; 说 9: "好人"', '说 9: "好人"; {}', '说 9: "好人"'])
def test_what_was_said_is_found_wherever_its_round_holds_it(items: str):
    listed = items.format("发言 8 9 1 2 3 4 5 6")
    assert (9, "好人", "") in spoken(played(f"N1: 刀 7\nD1: {listed}; 票 1>2"))


def test_last_words_come_before_the_day_s_speeches():
    game = played('N1: 刀 7\nD1: 说 7: "遗言"; 发言 8 9 1 2 3 4 5 6')
    assert spoken(game, "last_words") == [(7, "遗言", "")]
    with pytest.raises(Illegal, match="seat 7's last words are over"):
        judged('N1: 刀 7\nD1: 说 8: "好人"; 票 1>2; 说 7: "遗言"')


def test_a_list_behind_its_round_is_refused():
    with pytest.raises(Illegal) as error:
        judged("N1:\nD1: 票 1>7 2>8; 发言 7 8; 发言 7; PK票 3>7")
    assert error.value.item == "发言 7"


# -- acts out of turn ------------------------------------------------------------------------------------


def test_a_blast_falls_into_the_turn_of_the_next_speaker():
    game = played('N1: 刀 7\nD1: 发言 8 9; 说 9: "好人"; 自爆 1\nN2:')
    assert spoken(game) == [(8, "", ""), (9, "好人", ""), (1, "", "cut_in")]


def test_after_the_last_speaker_it_falls_at_the_end_of_his_own_turn():
    game = played('N1: 刀 7\nD1: 发言 8 9 1 2 3 4 5 6; 说 6: "最后"; 自爆 1\nN2:')
    assert spoken(game)[-1] == (6, "最后", "cut_in")


def test_a_speech_that_was_cut_off_says_so():
    game = played('N1: 刀 7\nD1: 发言 8 9~; 说 9: "我觉"; 自爆 1\nN2:')
    assert spoken(game) == [(8, "", ""), (9, "我觉", "cut_in")]
    with pytest.raises(Illegal, match="seat 9 was cut off") as error:
        judged("N1: 刀 7\nD1: 发言 8 9~; 票 1>2")
    assert error.value.options == ("自爆 {1 2 3}",)


def test_a_blast_without_any_list_falls_into_the_first_speech():
    game = played("N1: 刀 7\nD1: 自爆 1\nN2:")
    assert [cut for _, _, cut in spoken(game)] == ["cut_in"]
    game = played('N1: 刀 7\nD1: 说 9: "好人"; 自爆 1\nN2:')
    assert spoken(game)[-1][2] == "cut_in"
    assert (9, "好人", "") in spoken(game)


def test_a_blast_in_the_election_and_one_in_the_pk():
    game = played("N1: 刀 9\nD1: 上警 1 5 9; 发言 1; 自爆 1\nN2:", OFFICIAL, "minute = 1")
    assert [e.stage for e in game.log if isinstance(e, Exploded)] == ["election"]
    game = played("N1: 刀 7\nD1: 票 1>4 2>5; 发言 4 5; 自爆 1\nN2:")
    assert spoken(game, "pk") == [(4, "", ""), (5, "", "cut_in")]


def test_a_blast_in_last_words_where_the_rules_have_it():
    game = played('N1:\nD1: 票 1>7; 说 7: "再见"; 自爆 1\nN2:', NINE, 'profile = "last-words"')
    assert spoken(game, "last_words") == [(7, "再见", "cut_in")]
    with pytest.raises(Illegal, match="自爆"):
        judged("N1:\nD1: 票 1>7; 自爆 1")


def test_who_has_no_such_right_is_told_who_has():
    with pytest.raises(Illegal, match="seat 5 is no werewolf") as error:
        judged("N1: 刀 7\nD1: 自爆 5")
    assert error.value.options == ("自爆 {1 2 3}",)
    with pytest.raises(Illegal, match="takes nobody along"):
        judged("N1: 刀 7\nD1: 自爆 1>5")
    with pytest.raises(Illegal, match="seat 7 is out"):
        judged("N1: 刀 7\nD1: 自爆 7")


def test_after_a_duel_that_missed_the_day_goes_on():
    game = knightly("D1: 发言 10 11; 决斗 7>5; 发言 12 1 2 3 4 5 6 8; 票 1>2")
    assert [seat for seat, _, cut in spoken(game) if not cut] == [10, 11, 12, 1, 2, 3, 4, 5, 6, 8]
    game = knightly('D1: 发言 10~; 说 10: "先"; 决斗 7>5; 发言 10 11 12 1 2 3 4 5 6 8; 说 10: "后"')
    assert spoken(game)[:2] == [(10, "先", "cut_in"), (10, "后", "")]


def test_a_duel_that_hit_ends_the_day():
    game = knightly("D1: 发言 10 11; 决斗 7>1\nN2:")
    assert list(game.judge.facts.gone) == [9, 1]


@pytest.mark.parametrize(
    "items",
    [
        "退水 9",
        "发言 1 5 9; 退水 9",
        "发言 1 5; 退水 9",
        "发言 1; 退水 9; 发言 5",
        "发言 1~; 退水 9; 发言 1 5",
    ],
)
def test_withdrawing_at_the_call_and_in_the_middle_of_the_speeches(items: str):
    came = found(f"N1:\nD1: 上警 1 5 9; {items}; 警票 2>5", OFFICIAL, "minute = 1")
    assert came["badge"] == [["D1", 5, "ballot"]]


def test_who_has_withdrawn_speaks_no_more():
    lines = "N1:\nD1: 上警 1 5 9; 发言 1; 退水 9; 发言 5{}; 警票 2>5"
    game = played(lines.format(""), OFFICIAL, "minute = 1")
    assert [seat for seat, _, _ in spoken(game, "election")] == [1, 5]
    with pytest.raises(Illegal):
        judged(lines.format(" 9"), OFFICIAL, "minute = 1")
    with pytest.raises(Illegal, match=r"after the election speeches \(D-4\)"):
        judged(lines.format(" 9"), OFFICIAL, "minute = 1", 'withdraw_when = "after_speeches"')


def test_the_last_candidate_who_stays_is_elected():
    assert found("N1:\nD1: 上警 1 5 9; 退水 1 9", OFFICIAL)["badge"] == [["D1", 5, "last_standing"]]
