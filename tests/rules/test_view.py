"""What a seat is shown is what it may know (X-2)."""

from typing import Any

import pytest

from llmwolf.rules.events import Announced, Dealt, NightResolved
from llmwolf.rules.view import View
from tests.rules.table import Table


def seen(t: Table, seat: int) -> str:
    """Everything that ``seat`` can see, as text."""
    return repr(t.game.view(seat))


def test_X_2_a_view_tells_no_ply_no_seed_and_nothing_of_the_judge():
    """Trap L24."""
    shown = {"seat", "facts", "hand", "log", "rules", "request", "rights", "asked"}
    assert set(View.__annotations__) == shown


def test_X_2_each_seat_sees_its_own_card_alone():
    t = Table("official-12")
    for seat in range(13):
        dealt = [(event.seat, event.role) for event in t.heard(seat, Dealt)]
        assert dealt == ([(seat, t.game.judge.hands[seat].role)] if seat else [])


def test_X_2_the_dead_hear_no_more_than_the_public_and_what_they_heard_before():
    t = Table("guard-12").night(knife=5, check=1).to("speech").night(knife=6, guard=9, poison=2).to("speech")
    for seat in (5, 6):
        private = [event for event in t.game.view(seat).log if event.to is not None]
        assert all(seat in (event.to or ()) for event in private)
    assert not t.heard(5, NightResolved)


@pytest.mark.parametrize(
    "night",
    [{"check": 1}, {"check": 12}, {"knife": 9, "save": 9}, {"guard": 9}],
    ids=str,
)
def test_X_2_a_quiet_night_looks_the_same_whatever_was_done(night: dict[str, Any]):
    """Trap L24: the public log has the same events with the same numbers, action or none."""
    board = "guard-12" if "guard" in night else "official-12"
    busy = Table(board).night(**night).run()
    idle = Table(board).night().run()
    for seat in (0, 10, 11, 12):
        assert seen(busy, seat) == seen(idle, seat)


def test_X_2_who_is_asked_at_night_is_nobodys_business():
    t = Table("guard-12")
    while t.stage == "night":
        for seat in range(13):
            view = t.game.view(seat)
            assert view.asked == ()
            assert (view.request is not None) is (seat in t.asked)
            assert view.request is None or view.request.seat == seat
        t.pass_all()


def test_X_2_who_has_voted_already_is_not_shown():
    """Trap D21."""
    t = Table("standard-9").to("ballot")
    before = [seen(t, seat) for seat in range(10)]
    t.answer(1, "vote", 9)
    after = [seen(t, seat) for seat in range(10)]
    assert after[:1] + after[2:] == before[:1] + before[2:]
    assert t.game.view(1).request is None


def test_X_2_the_death_list_is_not_shown_before_the_announcement():
    """Trap D10."""
    t = Table("official-12").night(knife=9).run(1, 5)
    assert not t.events(Announced)
    for seat in range(13):
        assert not t.heard(seat, NightResolved)
        assert 9 in t.game.view(seat).facts.living


def test_X_2_rights_are_shown_to_their_holder_only():
    t = Table("official-12").run(1, 5)
    assert {seat: t.rights(seat) for seat in range(13) if t.rights(seat)} == {
        1: ("explode", "withdraw"), 2: ("explode",), 3: ("explode",), 4: ("explode",), 5: ("withdraw",),
    }  # fmt: skip
    assert t.game.view(0).rights == ()
