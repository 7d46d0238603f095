"""Names of cards, seats, sides, stages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from llmwolf.players.words import CALLS, SIDES, STAGES, pick
from llmwolf.roles import registry

_CAMP_ORDER: Final = "WGVX"


def role_name(role_id: str, lang: str = "zh") -> str:
    """The card's name; an id that no card has is returned as it is."""
    role = registry().get(role_id)
    return role_id if role is None else pick((role.zh, role.en), lang)


def call_name(call: str, lang: str = "zh") -> str:
    """The name of a call of the night: a card's, or 情侣."""
    return pick(CALLS[call], lang) if call in CALLS else role_name(call, lang)


def seat_name(seat: int, lang: str = "zh") -> str:
    """``3号`` or ``Seat 3``; 0 is nobody."""
    return pick((f"{seat}号", f"Seat {seat}") if seat else ("无人", "nobody"), lang)


def seat_list(seats: Iterable[int], lang: str = "zh") -> str:
    """``1号、2号`` or ``Seats 1, 2``; no seat is ``无`` or ``none``."""
    listed = list(seats)
    if not listed:
        return pick(("无", "none"), lang)
    many = "Seats" if len(listed) > 1 else "Seat"
    return pick(("、".join(f"{s}号" for s in listed), f"{many} {', '.join(map(str, listed))}"), lang)


def side_name(side: str, lang: str = "zh") -> str:
    """The name of a winner (good, wolves, draw) or of a check's answer (good, wolf)."""
    return pick(SIDES.get(side, (side, side)), lang)


def answer_name(answer: str, lang: str = "zh") -> str:
    """What a check told: a side, or the card itself."""
    return side_name(answer, lang) if answer in SIDES else role_name(answer, lang)


def stage_name(stage: str, lang: str = "zh") -> str:
    """The name of a round of the day, such as 警上发言."""
    return pick(STAGES.get(stage, (stage, stage)), lang)


def half_votes(n: int) -> str:
    """Votes counted in halves: 7 is ``3.5``, 6 is ``3``."""
    return f"{n // 2}.5" if n % 2 else str(n // 2)


def card_list(cards: Iterable[str], lang: str = "zh") -> str:
    """A multiset of role ids, wolves first: ``狼人×4、预言家、…``."""
    held = list(cards)
    roles = registry()

    def place(card: str) -> tuple[int, str]:
        return (_CAMP_ORDER.index(roles[card].camp) if card in roles else len(_CAMP_ORDER)), card

    names = (
        role_name(card, lang) + (f"×{held.count(card)}" if held.count(card) > 1 else "")
        for card in sorted(set(held), key=place)
    )
    return pick(("、", ", "), lang).join(names)
