"""Whose turn it is to speak, and what becomes of a speech (S-1, S-2, D-10, D-11)."""

import pytest

from llmwolf.rules.claims import Claim
from llmwolf.rules.events import SidePicked, Spoke
from tests.rules.table import Table


def ring(first: int, step: int, *out: int, seats: int = 9) -> tuple[int, ...]:
    """The seats met going round from ``first`` by ``step``, without those ``out``."""
    met = ((first - 1 + step * k) % seats + 1 for k in range(seats))
    return tuple(seat for seat in met if seat not in out)


# -- turns -----------------------------------------------------------------------------------------


def test_S_1_every_living_seat_speaks_once_a_day():
    """Trap D09."""
    t = Table("standard-9").night(knife=9).to("ballot")
    assert sorted(t.speakers("speech")) == list(t.living)
    t.vote({}).night(knife=8).to("ballot")
    assert sorted(t.speakers("speech")) == list(t.living) == [1, 2, 3, 4, 5, 6, 7]


def test_S_1_nobody_answers_out_of_turn():
    t = Table("standard-9").to("speech", 4)
    for seat in (1, 2, 3, 5, 6, 7, 8, 9):
        assert t.refusal(seat, "say", text="我先说") == "not_yours"


def test_S_1_the_seats_follow_each_other_round_the_table():
    t = Table("standard-9", seed=3).night().to("ballot")
    spoken = t.speakers("speech")
    assert spoken in {ring(first, step) for first in range(1, 10) for step in (1, -1)}
    assert spoken == t.order("speech")[0]


def test_S_1_a_quiet_wolf_does_not_hold_up_the_next_speaker():
    """Trap D15: there is no window to wait for, the right is simply there while somebody speaks."""
    t = Table("standard-9").to("speech")
    order = t.order("speech")[0]
    for seat in order:
        assert t.asked == (seat,)
        assert t.rights(1) == ("explode",)
        t.answer(seat, "say", text="过")
    assert t.stage == "ballot"


# -- length ----------------------------------------------------------------------------------------


def test_S_2_a_long_speech_is_cut_at_a_sentence_end_and_marked():
    t = Table("standard-9", speech_limit=10).to("speech")
    t.answer(t.asked[0], "say", text="我是一个好人。请大家相信我。")
    assert (t.last(Spoke).text, t.last(Spoke).cut) == ("我是一个好人。", "limit")


def test_S_2_a_long_speech_without_a_sentence_end_is_cut_hard():
    t = Table("standard-9", speech_limit=10).to("speech")
    t.answer(t.asked[0], "say", text="一二三四五六七八九十十一")
    assert (t.last(Spoke).text, t.last(Spoke).cut) == ("一二三四五六七八九十", "limit")


def test_S_2_no_more_than_half_is_lost_to_a_sentence_end():
    t = Table("standard-9", speech_limit=10).to("speech")
    t.answer(t.asked[0], "say", text="好。二三四五六七八九十十一")
    assert t.last(Spoke).text == "好。二三四五六七八九"


def test_S_2_a_speech_of_just_the_limit_is_left_alone():
    t = Table("standard-9", speech_limit=10).to("speech")
    t.answer(t.asked[0], "say", text="一二三四五六七八九十")
    assert (t.last(Spoke).text, t.last(Spoke).cut) == ("一二三四五六七八九十", "")


def test_S_2_the_last_place_may_speak_longer():
    t = Table("official-12").run(5).to("speech")
    first, last = t.order("speech")[0][0], t.order("speech")[0][-1]
    assert t.request(first).text_limit == 400
    t.to("speech", last)
    assert last == 5
    assert t.request(last).text_limit == 530


def test_S_2_limits_by_switch():
    t = Table("official-12", speech_limit=7, speech_limit_last=9).run(5).to("speech")
    assert t.request(t.asked[0]).text_limit == 7
    assert t.to("speech", 5).request(5).text_limit == 9


def test_S_2_claims_stay_with_the_speech():
    claims = (Claim("role", value="seer"), Claim("check", (1,), "wolf", 1))
    t = Table("standard-9").say(4, "我是预言家，1查杀", claims)
    assert t.last(Spoke).claims == claims


def test_S_2_silence_is_a_speech():
    t = Table("standard-9").to("speech")
    seat = t.asked[0]
    t.answer(seat)
    assert (t.last(Spoke).seat, t.last(Spoke).text) == (seat, "")


# -- the sheriff's side ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "order"),
    [("left", (6, 7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5)), ("right", (4, 3, 2, 1, 12, 11, 10, 9, 8, 7, 6, 5))],
)
def test_D_10_the_sheriff_picks_the_side_and_speaks_last(side: str, order: tuple[int, ...]):
    t = Table("official-12").run(5).side(side).to("ballot")
    assert t.last(SidePicked) == SidePicked(5, side)
    assert t.speakers("speech") == order
    assert t.order("speech") == (order, "sheriff")


def test_D_10_the_dead_are_stepped_over():
    t = Table("official-12").night(knife=6, poison=12).run(5).side("left").to("ballot")
    assert t.speakers("speech") == (7, 8, 9, 10, 11, 1, 2, 3, 4, 5)


def test_D_10_the_side_must_be_picked():
    t = Table("official-12").run(5).to("order")
    assert t.asked == (5,)
    assert t.options(5) == ("left", "right")
    assert t.refusal(5, "pass") == "compulsory"


def test_D_10_the_sheriff_may_not_jump_the_queue():
    t = Table("official-12").run(5).side("left")
    assert t.asked == (6,)
    assert t.refusal(5, "say", text="我先归票") == "not_yours"


def test_D_10_fixed_order_by_switch():
    t = Table("official-12", speech_order="fixed").run(5).to("speech")
    assert not t.events(SidePicked)
    assert t.order("speech")[1] == "drawn"


# -- without a sheriff -----------------------------------------------------------------------------


def test_D_11_speaking_starts_beside_the_last_announced_dead_on_a_drawn_side():
    found = set()
    for seed in range(20):
        t = Table("standard-9", seed=seed).night(knife=4, poison=7).to("speech")
        order, why = t.order("speech")
        assert why == "last_dead"
        found.add(order)
    assert found == {ring(8, 1, 4, 7), ring(6, -1, 4, 7)}


def test_D_11_a_shot_at_dawn_or_an_exile_counts_as_the_last_dead():
    t = Table("standard-9").night(knife=6).shoot(2).to("speech")
    assert t.order("speech")[0] in {ring(3, 1, 2, 6), ring(1, -1, 2, 6)}
    t = Table("standard-9").exile(9).night().to("speech")
    assert t.order("speech")[0] in {ring(1, 1, 9), ring(8, -1, 9)}


def test_D_11_where_nobody_ever_died_the_start_is_drawn():
    found = set()
    for seed in range(60):
        order, why = Table("standard-9", seed=seed).night().to("speech").order("speech")
        assert why == "drawn"
        found.add((order[0], order[1] == order[0] % 9 + 1))
    assert len(found) == 18, "every seat and either way come up"


@pytest.mark.parametrize(("switch", "starts"), [("last_dead", {1, 8}), ("any", set(range(1, 9)))])
def test_D_11_start_by_switch(switch: str, starts: set[int]):
    found = set()
    for seed in range(60):
        order, _ = (
            Table("standard-9", seed=seed, speech_start=switch).night(knife=9).to("speech").order("speech")
        )
        found.add(order[0])
    assert found == starts


def test_D_11_drawn_again_every_day():
    t = Table("standard-9", speech_start="any")
    starts = set()
    for _ in range(12):
        starts.add(t.night().to("speech").order("speech")[0][:2])
        t.to("ballot")
    assert len(starts) > 3
