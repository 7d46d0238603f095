"""Standing orders: read leniently, due at their moment only, checked against the rights of that moment."""

from __future__ import annotations

import pytest

from llmwolf.llm.orders import WHEN, Order, StandingOrders, due, read_orders
from llmwolf.players.base import Answer, Heard
from llmwolf.rules.asks import Choice, one_of
from llmwolf.rules.claims import Claim
from llmwolf.rules.view import View
from tests.llm.scenes import new_game

EXPLODE, KING = Choice("explode"), Choice("explode", (2, 3, 5), 0, 1)
DUEL, WITHDRAW = one_of("duel", (2, 3, 5)), Choice("withdraw")


def view(*rights: Choice, seat: int = 1, stage: str = "speech", day: int = 1) -> View:
    """A wolf's view with ``rights``; 1 to 4 are the pack, 4 is out."""
    game = new_game(dealt=("werewolf",) * 4 + ("seer", "witch", "hunter", "idiot") + ("villager",) * 4)
    seen = game.view(seat)
    seen.facts.stage, seen.facts.day = stage, day
    seen.facts.living = tuple(s for s in seen.facts.living if s != 4)
    return seen._replace(rights=rights)


def says(*checked: int, speaker: int = 5, value: str = "wolf", last: bool = False) -> Heard:
    """A speech that is over and claims a check."""
    return Heard(speaker, "…", (Claim("check", checked, value, 1),), over=True, last=last)


QUIET, LAST, BEGINS = Heard(5, "过", over=True), Heard(5, "过", over=True, last=True), Heard(5, last=True)


@pytest.mark.parametrize(
    ("value", "orders"),
    [
        ([{"act": "explode", "when": "checked", "target": 0}], (Order("explode", "checked"),)),
        ({"act": "自爆", "when": "被查杀", "target": "3号"}, (Order("explode", "checked", 3),)),
        ([{"act": "Duel", "when": " NOW ", "target": [5]}], (Order("duel", "now", 5),)),
        ([{"act": "退水", "when": "ballot"}, {"act": "explode", "when": "mate_checked"}],
         (Order("withdraw", "ballot"), Order("explode", "mate_checked"))),
        ([{"act": "explode", "when": "now"}] * 9, (Order("explode", "now"),)),
        ([{"act": "explode"}], ()),
        ([{"act": "explode", "when": "有空再说"}], ()),
        ([{"act": "dance", "when": "now"}], ()),
        ([{"act": "explode", "when": "now", "target": True}], (Order("explode", "now"),)),
        ([{"act": "explode", "when": "now", "target": "-1"}], (Order("explode", "now"),)),
        ([{"act": ["explode"], "when": {"now": 1}}, None, 7, "自爆"], ()),
        ("自爆", ()), (None, ()), ([], ()), (3.5, ()),
    ],
)  # fmt: skip
def test_orders_are_read_in_any_common_spelling(value: object, orders: tuple[Order, ...]):
    assert read_orders(value) == orders


def test_what_is_told_to_the_record_is_read_again():
    orders = (Order("explode", "checked", 3), Order("duel", "ballot", 5))
    assert read_orders([order.told() for order in orders]) == orders


@pytest.mark.parametrize(
    ("when", "heard", "comes"),
    [
        ("now", BEGINS, True),
        ("now", QUIET, True),
        ("checked", says(1), True),
        ("checked", says(2, 1), True),
        ("checked", says(2), False),
        ("checked", says(1, value="good"), False),
        ("checked", says(1, speaker=1), False),
        ("checked", QUIET, False),
        ("mate_checked", says(2), True),
        ("mate_checked", says(1), False),
        ("mate_checked", says(4), False),  # a mate who is out
        ("mate_checked", says(9), False),
        ("ballot", LAST, True),
        ("ballot", BEGINS, False),
        ("ballot", QUIET, False),
    ],
)
def test_an_order_is_due_at_its_moment(when: str, heard: Heard, comes: bool):
    assert when in WHEN
    assert due(Order("explode", when), view(EXPLODE), heard) == (Answer("explode") if comes else None)


def test_before_the_sheriffs_ballot_a_candidate_withdraws_and_nobody_explodes():
    seen = view(EXPLODE, WITHDRAW, stage="election")
    assert due(Order("withdraw", "ballot"), seen, LAST) == Answer("withdraw")
    assert due(Order("explode", "ballot"), seen, LAST) is None


@pytest.mark.parametrize(
    ("order", "right", "answer"),
    [
        (Order("explode", "checked"), WITHDRAW, None),
        (Order("explode", "checked", 3), EXPLODE, Answer("explode")),  # a plain wolf takes nobody along
        (Order("explode", "checked", 3), KING, Answer("explode", (3,))),
        (Order("explode", "checked", 9), KING, Answer("explode")),
        (Order("duel", "checked", 3), DUEL, Answer("duel", (3,))),
        (Order("duel", "checked"), DUEL, Answer("duel", (5,))),  # whoever claims the check
        (Order("duel", "now"), DUEL, None),
        (Order("duel", "now", 9), DUEL, None),
    ],
)
def test_the_target_is_checked_when_the_order_is_due(order: Order, right: Choice, answer: Answer | None):
    assert due(order, view(right), says(1)) == answer


def test_orders_lapse_when_their_day_is_over():
    orders = StandingOrders()
    orders.state((Order("explode", "now"),), day=1, whole=False)
    assert orders.due(view(EXPLODE), QUIET) == Answer("explode")
    assert orders.due(view(EXPLODE, day=2), QUIET) is None


def test_a_speech_restates_all_orders_and_other_answers_only_add():
    orders = StandingOrders()
    orders.state((Order("explode", "now"),), 1, whole=False)
    orders.state((), 1, whole=False)
    assert orders.due(view(EXPLODE), QUIET)
    orders.state((), 1, whole=True)
    assert orders.due(view(EXPLODE), QUIET) is None


def test_of_several_the_first_that_is_due_and_legal_is_carried_out():
    orders = StandingOrders()
    orders.state((Order("duel", "now"), Order("explode", "checked"), Order("explode", "now", 2)), 1, True)
    assert orders.due(view(KING), QUIET) == Answer("explode", (2,))
