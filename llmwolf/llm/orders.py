"""Standing orders: what a model seat will do out of turn, stated beforehand with an answer.

A model cannot be asked after every sentence whether it blows itself up. It says so in advance, and the
table looks at its orders, at once and without a call, when a speech begins and when it is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from llmwolf.players.base import Answer, Heard
from llmwolf.rules.asks import Choice
from llmwolf.rules.view import View

WHEN: Final = {
    "now": "at the next moment at which the seat has the right",
    "checked": "when somebody has claimed a check that finds the seat a wolf",
    "mate_checked": "when somebody has claimed a check that finds a living mate of the seat a wolf",
    "ballot": "when the last speech before the exile ballot (退水: before the sheriff's) is over",
}
"""When an order is due, with its meaning."""

_ACTS: Final = {
    **dict.fromkeys(("explode", "自爆", "blow up", "blow_up", "self_explode", "self-explosion"), "explode"),
    **dict.fromkeys(("withdraw", "退水", "退选"), "withdraw"),
    **dict.fromkeys(("duel", "决斗", "撞"), "duel"),
}
_TIMES: Final = {
    **dict.fromkeys(("now", "立刻", "立即", "马上", "现在", "at once"), "now"),
    **dict.fromkeys(("checked", "被查杀", "被验", "查杀我", "我被查杀"), "checked"),
    **dict.fromkeys(
        ("mate_checked", "mate checked", "同伴被查杀", "队友被查杀", "狼队友被查杀"), "mate_checked"
    ),
    **dict.fromkeys(("ballot", "投票前", "放逐前", "before the ballot", "before ballot"), "ballot"),
}
LIMIT: Final = 4
"""How many orders one answer may state."""


@dataclass(frozen=True, slots=True)
class Order:
    """Do ``act`` when ``when`` comes (one of :data:`WHEN`), to ``target`` (0: to nobody in particular)."""

    act: str
    when: str
    target: int = 0

    def told(self) -> dict[str, str | int]:
        """The order as the record keeps it; :func:`read_orders` reads it again."""
        return {"act": self.act, "when": self.when, "target": self.target}


def read_orders(value: object) -> tuple[Order, ...]:
    """The orders in what a reply says of them, in any common spelling; what is not clearly one is left out.

    ``value`` is an object with ``act``, ``when`` and perhaps ``target``, or a list of them.
    """
    items = value if isinstance(value, list) else [value]
    found: dict[tuple[str, str], Order] = {}
    for item in items[:LIMIT]:
        if not isinstance(item, Mapping):
            continue
        act, when = _ACTS.get(_word(item.get("act"))), _TIMES.get(_word(item.get("when")))
        if act and when:
            found[act, when] = Order(act, when, _seat(item.get("target")))
    return tuple(found.values())


def _word(value: object) -> str:
    return value.strip().lower() if isinstance(value, str) else ""


def _seat(value: object) -> int:
    """A seat's number out of 3, "3", "3号" or [3]; 0 where it is none."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, str):
        digits = value.strip().removesuffix("号")
        value = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 3 else 0
    return value if type(value) is int and value > 0 else 0


def due(order: Order, view: View, heard: Heard) -> Answer | None:
    """The act that ``order`` wants of the seat of ``view`` at this moment, if it is due and may be done.

    A target that is not legal any more is left out where the act needs none; a duel for which none is named
    meets whoever claimed the check.
    """
    choice = next((choice for choice in view.rights if choice.verb == order.act), None)
    if choice is None or not _has_come(order, view, heard):
        return None
    target = order.target
    if not target and choice.least and order.when in ("checked", "mate_checked"):
        target = heard.speaker
    return _act(choice, target)


def _act(choice: Choice, target: int) -> Answer | None:
    if choice.most and target in choice.pool:
        return Answer(choice.verb, (target,))
    return None if choice.least else Answer(choice.verb)


def _has_come(order: Order, view: View, heard: Heard) -> bool:
    match order.when:
        case "now":
            return True
        case "ballot":
            wanted = order.act == "withdraw" or not view.facts.stage.startswith("election")
            return heard.over and heard.last and wanted
        case "checked":
            return view.seat in _checked(view, heard)
        case _:
            mates = {seat for seat in view.hand.pack if seat != view.seat and seat in view.facts.living}
            return bool(mates & _checked(view, heard))


def _checked(view: View, heard: Heard) -> set[int]:
    """The seats that the speech on the floor claims to have found wolves; one's own claims are no news."""
    if heard.speaker == view.seat:
        return set()
    found = (claim for claim in heard.claims if claim.act == "check" and claim.value == "wolf")
    return {seat for claim in found for seat in claim.targets}


class StandingOrders:
    """The orders of one seat. Those of a day are void when it is over; a later answer may restate them."""

    def __init__(self) -> None:
        self._orders: tuple[Order, ...] = ()
        self._day = 0

    def state(self, orders: tuple[Order, ...], day: int, whole: bool) -> None:
        """Take the ``orders`` of an answer given on ``day`` or in the night before it.

        ``whole``: the answer was to say all of them, so that those which it leaves out are taken back.
        """
        if orders or whole:
            self._orders, self._day = orders, day

    def due(self, view: View, heard: Heard) -> Answer | None:
        """The first act that is due now."""
        if view.facts.day != self._day:
            return None
        acts = (due(order, view, heard) for order in self._orders)
        return next((act for act in acts if act is not None), None)
