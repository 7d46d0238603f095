"""Before night 1: the cards are dealt, the pack meets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from llmwolf.rules.chance import shuffled
from llmwolf.rules.events import Dealt, GameBegan, Spares
from llmwolf.rules.judge import Judge
from llmwolf.rules.spec import SPARES, Spec

if TYPE_CHECKING:
    from llmwolf.rules.hooks import RoleLaw

_DEALS = 100
"""How often cards are dealt anew before two wolves in the middle are taken as unavoidable."""


def deal(spec: Spec, roles: Mapping[str, RoleLaw]) -> tuple[str, ...]:
    """The cards of seat 1, 2, 3 … drawn from the seed, then those in the middle (N-15)."""
    for attempt in range(_DEALS):
        label = f"deal/{attempt}" if attempt else "deal"
        dealt = tuple(shuffled(spec.seed, label, spec.cards))
        if _playable(spec, roles, dealt):
            break
    return dealt


def _playable(spec: Spec, roles: Mapping[str, RoleLaw], dealt: tuple[str, ...]) -> bool:
    """Whether the middle does not hold two wolves where one must be taken, nor every wolf of the board."""
    sitting, middle = dealt[: spec.seats], dealt[spec.seats :]
    wolves = sum(roles[card].camp == "W" for card in middle)
    bound = spec.rules.thief_takes == "wolf_first"
    if bound and wolves > 1:
        return False
    taken = bound and wolves and "thief" in sitting
    return bool(taken) or any(roles[card].camp == "W" for card in sitting)


def unfit(spec: Spec, roles: Mapping[str, RoleLaw], dealt: tuple[str, ...]) -> str:
    """Why ``dealt`` cannot be the deal of ``spec``; empty if it can (B-1, N-15)."""
    if sorted(dealt) != sorted(spec.cards):
        return f"the deal {list(dealt)} is not the board's cards {list(spec.cards)}"
    wolves = sum(roles[card].camp == "W" for card in dealt[spec.seats :])
    if spec.dealt and wolves == SPARES and spec.rules.thief_takes == "wolf_first":
        return "two wolves in the middle are dealt anew where a thief must take a wolf (N-15)"
    return ""


def setup(judge: Judge, dealt: tuple[str, ...]) -> None:
    """Seat everybody, deal ``dealt`` (role ids by seat, then spare ones), let each card say what it knows."""
    spec = judge.spec
    has_sheriff = judge.rules.sheriff and spec.seats >= judge.rules.sheriff_from
    judge.say(GameBegan(spec.seats, tuple(sorted(dealt)), has_sheriff))
    for seat, role in enumerate(dealt[: spec.seats], 1):
        judge.say(Dealt((seat,), seat, role))
    if spec.spares:
        judge.say(Spares(dealt[spec.seats :]))
    for seat in judge.facts.living:
        judge.role(seat).knows(judge, seat)
