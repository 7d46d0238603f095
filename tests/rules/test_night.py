"""The night: who is called, who may do what to whom, and who does not wake up (rules.md §3, R-*)."""

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Announced, Called, Died, NightResolved, Told
from tests.rules.table import Table


def victims_shown(t: Table, witch: int) -> list[int]:
    """Whom the witch was shown, night by night (0: nobody)."""
    return [told.seat for told in t.heard(witch, Told) if told.fact == "victim"]


def test_R_4_a_seat_that_does_not_exist_is_refused():
    """Trap R34."""
    t = Table("standard-9").night(knife=9, until="potion")
    for target in (0, -1, -(10**9), 10, 10**9):
        assert t.refusal(5, "poison", target) == "target"


def test_R_5_every_night_power_may_be_passed():
    t = Table("guard-12")
    kinds = set()
    while t.stage == "night":
        assert all(request.may_pass for request in t.ask.requests)
        kinds |= {request.kind for request in t.ask.requests}
        t.pass_all()
    assert kinds == {"whisper", "knife", "guard", "check", "potion"}
    assert t.to("speech").last(Announced).seats == ()


def test_R_1_camp_and_powers_belong_to_the_card():
    camps = {card: role.camp for card, role in registry().items()}
    assert {card: camps[card] for card in ("villager", "seer", "witch", "hunter", "idiot", "guard")} == {
        "villager": "V", "seer": "G", "witch": "G", "hunter": "G", "idiot": "G", "guard": "G",
    }  # fmt: skip
    assert camps["werewolf"] == "W"


@pytest.mark.parametrize(
    ("board", "first", "later"),
    [
        (
            "guard-12",
            [("guard", "werewolf"), ("witch", "seer"), ("hunter",)],
            [("guard", "werewolf"), ("witch", "seer"), ("hunter",)],
        ),
        (
            "official-12",
            [("werewolf",), ("witch", "seer"), ("hunter", "idiot")],
            [("werewolf",), ("witch", "seer"), ("hunter",)],
        ),
        (
            "standard-9",
            [("werewolf",), ("witch", "seer"), ("hunter",)],
            [("werewolf",), ("witch", "seer"), ("hunter",)],
        ),
    ],
)
def test_N_1_calls_in_the_order_of_the_profile(board: str, first: list[object], later: list[object]):
    t = Table(board).night()
    assert [called.roles for called in t.events(Called)] == first
    t.night()
    assert [called.roles for called in t.events(Called)][len(first) :] == later


def test_N_1_witch_is_called_after_the_knife_and_hunter_after_the_poison():
    t = Table("standard-9").night(knife=9, poison=6)
    assert victims_shown(t, 5) == [9]
    assert [told.value for told in t.heard(6, Told) if told.fact == "gun"] == ["no"]


@pytest.mark.parametrize(
    ("switch", "calls"),
    [
        ("announced", [("werewolf",), ("witch", "seer"), ("hunter",)]),
        ("skipped", [("werewolf",), ("witch",), ("hunter",)]),
    ],
)
def test_N_2_a_dead_role_is_still_called(switch: str, calls: list[object]):
    t = Table("standard-9", dead_calls=switch).night(knife=4).night()
    assert [event.roles for event in t.today() if isinstance(event, Called)] == calls


def test_N_2_calls_are_the_same_whether_powers_are_used_up_or_not():
    spent = Table("standard-9").night(knife=9, save=9).night(poison=1).night()
    idle = Table("standard-9").night().night().night()
    assert spent.events(Called) == idle.events(Called)


def test_N_3_independent_calls_are_asked_at_once_and_any_order_gives_the_same_night():
    one, other = (Table("guard-12").night(until="guard") for _ in "ab")
    assert one.asked == (1, 2, 3, 4, 8)
    one.answer(8, "guard", 9).answer(1, "whisper", 9, text="刀9").answer(2).answer(3).answer(4)
    other.answer(4).answer(3).answer(2).answer(1, "whisper", 9, text="刀9").answer(8, "guard", 9)
    assert one.game.log == other.game.log
    one.night(knife=10, until="potion").answer(6, "save", 10).answer(5, "check", 1)
    other.night(knife=10, until="potion").answer(5, "check", 1).answer(6, "save", 10)
    assert one.game.log == other.game.log


def test_N_18_knifed_and_poisoned_is_one_death_by_poison():
    """Trap R14."""
    t = Table("standard-9").night(knife=6, poison=6)
    assert t.last(NightResolved).deaths == ((6, "poison"),)
    t.to("last_words")
    assert t.last(Announced).seats == (6,)
    assert t.dead == (6,)


def test_N_18_two_who_kill_each_other_leave_in_one_announcement():
    """Trap R13."""
    t = Table("standard-9").night().night(knife=5, poison=1).to("speech")
    assert t.last(Announced).seats == (1, 5)
    assert not t.events(Died)
    assert t.causes == {1: "poison", 5: "knife"}


def test_N_18_causes_are_nowhere_in_any_view():
    """Trap R32."""
    t = Table("guard-12").night(knife=10, poison=9, guard=11, check=1).to("speech")
    for seat in range(13):
        view = t.game.view(seat)
        public = repr([event for event in view.log if event.to is None]) + repr(view.facts)
        assert "poison" not in public
        assert "knife" not in public
        assert not [event for event in view.log if isinstance(event, NightResolved)]
