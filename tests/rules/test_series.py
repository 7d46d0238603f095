"""What one game of a series carries over into the next (rules.md §10)."""

from dataclasses import replace

import pytest

from llmwolf.boards import find_board
from llmwolf.rules.errors import Illegal
from llmwolf.rules.events import SidePicked, TurnOrder
from llmwolf.rules.ruleset import resolve
from llmwolf.rules.series import Played, played, safe_seats
from llmwolf.table.seating import Plan, spec_of
from tests.rules.table import Table

NINE = tuple("甲乙丙丁戊己庚辛壬")
TV = "狼狼狼狼预女猎白守民民民"
THIRTEEN = tuple("甲乙丙丁戊己庚辛壬癸子丑寅")


def history(*games: tuple[str, str], players: tuple[str, ...] = NINE) -> list[Played]:
    """Games between the same ``players``, each by its first victim of night and of day."""
    return [Played(players, tuple(night), tuple(day)) for night, day in games]


def test_M_1_nobody_is_safe_in_the_first_game():
    assert safe_seats([], NINE) == ()


def test_M_1_the_last_games_first_victim_is_safe_in_the_next_only():
    assert safe_seats(history(("丙", "丁")), NINE) == (3,)
    assert safe_seats(history(("丙", ""), ("", "")), NINE) == ()


def test_M_1_above_twelve_players_both_first_victims_are_safe_for_two_games():
    games = history(("丙", "丁"), ("戊", ""), players=THIRTEEN)
    assert safe_seats(games, THIRTEEN) == (3, 4, 5)
    assert safe_seats([*games, *history(("", ""), players=THIRTEEN)], THIRTEEN) == (5,)


@pytest.mark.parametrize(("newcomers", "safe"), [("新", (1,)), ("新人", (1, 2)), ("新人来", ())])
def test_M_1_fewer_than_three_newcomers_are_safe(newcomers: str, safe: tuple[int, ...]):
    sitting = (*newcomers, *NINE[len(newcomers) :])
    assert safe_seats(history(("", "")), sitting) == safe


def test_M_1_players_are_known_by_name_wherever_they_sit():
    assert safe_seats(history(("丙", "")), NINE[::-1]) == (7,)


def test_M_1_what_counts_is_the_knife_of_night_one_and_the_exile_of_day_one():
    t = Table("standard-9").night(knife=9, poison=2).exile(6).night(knife=8).to("speech")
    assert played(t.game.judge, NINE) == Played(NINE, ("壬",), ("己",))


def test_M_1_a_safe_seat_cannot_be_knifed_in_night_one_but_later():
    with pytest.raises(Illegal) as refused:
        Table("standard-9", safe=(9,)).night(knife=9)
    assert "knife 1 2 3 4 5 6 7 8" in refused.value.options
    later = Table("standard-9", safe=(9,))
    assert later.night(knife=0).night(knife=9).to("speech").dead == (9,)


def test_M_1_the_table_asks_for_it_only_where_the_house_rule_is_on():
    board = find_board("standard-9")
    before = Played(tuple(f"{seat}号" for seat in range(1, 10)), ("3号",), ())
    plan = Plan(board, history=(before,))
    assert spec_of(plan).safe == ()
    on = replace(plan, rules=resolve({"safe_first_victim": True}, board.rules))
    assert spec_of(on).safe == (3,)
    assert spec_of(on).game == 2


@pytest.mark.parametrize(("game", "order"), [(1, (2, 5, 9)), (2, (9, 5, 2)), (3, (2, 5, 9))])
def test_M_2_election_speeches_alternate_from_game_to_game_ascending_first(game: int, order: tuple[int, ...]):
    t = Table(deal=TV, house="tv-s3", game=game)
    t.run(2, 5, 9)
    assert next(e for e in t.game.log if isinstance(e, TurnOrder)).seats == order


def day_orders(game: int) -> list[int]:
    """The step from the first speaker to the second on days 1 and 2, the sheriff sitting at 6."""
    t = Table(deal=TV, house="tv-s3", game=game)
    t.run(6).to("speech")
    t.exile(1).night(knife=2).to("speech")
    rounds = [e.seats for e in t.game.log if isinstance(e, TurnOrder) and e.stage == "speech"]
    assert not any(isinstance(e, SidePicked) for e in t.game.log)
    assert all(seats[-1] == 6 for seats in rounds)
    return [1 if seats[1] > seats[0] else -1 for seats in rounds]


def test_M_2_the_speaking_side_alternates_by_day_and_by_game():
    assert day_orders(1) == [1, -1]
    assert day_orders(2) == [-1, 1]
