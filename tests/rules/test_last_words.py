"""Who may say last words, and when (rules.md §6)."""

import pytest

from llmwolf.rules.events import Died, Exiled, GameEnded, Spoke
from tests.rules.table import Table


def spoken(t: Table) -> list[int]:
    """Everybody who had last words so far."""
    return [event.seat for event in t.events(Spoke) if event.stage == "last_words"]


def test_L_1_deaths_of_night_one_have_last_words_whatever_the_cause():
    """Trap D37."""
    t = Table("standard-9").night(knife=9, poison=2).to("speech")
    assert spoken(t) == [2, 9]


def test_L_1_deaths_of_later_nights_have_none():
    t = Table("standard-9").night().night(knife=9, poison=2)
    assert t.stage == "speech"
    assert t.dead == (2, 9)
    assert spoken(t) == []


def test_L_1_everyone_exiled_has_last_words_on_any_day():
    t = Table("standard-9").exile(9).night().exile(8)
    assert t.asked == (8,)
    t.say(8, "我是好人，你们输了")
    assert spoken(t) == [9, 8]
    assert t.last(Spoke).text == "我是好人，你们输了"


def test_L_1_exile_then_effects_then_last_words():
    t = Table("standard-9").exile(6).shoot(1).to("night")
    assert t.story(Exiled, Died, Spoke)[-4:] == ["Exiled", "Died", "Died", "Spoke"]
    assert spoken(t) == [6]


def test_L_1_who_is_shot_has_none_by_day_nor_at_dawn():
    assert spoken(Table("standard-9").night(knife=6).shoot(1).to("speech")) == [6]
    assert spoken(Table("standard-9").exile(6).shoot(1).to("night")) == [6]


def test_L_1_who_blows_himself_up_has_none():
    assert spoken(Table("standard-9").to("speech").explode(1).to("night")) == []


def test_L_1_an_idiot_who_stays_has_none():
    assert spoken(Table("official-12").run().exile(8).to("night")) == []


def test_L_1_none_after_the_game_is_decided():
    t = Table(deal="狼预民民", sheriff=False).exile(1)
    assert t.winner == "good"
    assert spoken(t) == []
    assert isinstance(t.game.log[-1], GameEnded)


def test_L_1_last_words_may_be_declined_and_are_cut_at_the_limit():
    t = Table("standard-9", speech_limit=4).night(knife=9, poison=2)
    t.answer(2).answer(9, "say", text="一二三四五")
    words = [(e.seat, e.text, e.cut) for e in t.events(Spoke)]
    assert words == [(2, "", ""), (9, "一二三四", "limit")]


@pytest.mark.parametrize(
    ("switch", "speakers"),
    [("first_night_and_day", [9, 5]), ("always", [9, 8, 5]), ("none", [])],
)
def test_L_5_night_one_later_night_and_exile_by_switch(switch: str, speakers: list[int]):
    t = Table("standard-9", last_words=switch).night(knife=9).night(knife=8).exile(5).to("night")
    assert spoken(t) == speakers


@pytest.mark.parametrize(("switch", "speakers"), [("first_night_and_day", [6]), ("always", [6, 1])])
def test_L_5_always_includes_who_was_shot(switch: str, speakers: list[int]):
    t = Table("standard-9", last_words=switch).exile(6).shoot(1).to("night")
    assert spoken(t) == speakers
