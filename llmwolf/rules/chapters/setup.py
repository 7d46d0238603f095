"""Before night 1: the cards are dealt, the pack meets."""

from __future__ import annotations

from llmwolf.rules.chance import shuffled
from llmwolf.rules.events import Dealt, GameBegan
from llmwolf.rules.judge import Judge


def deal(cards: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """The cards of seat 1, 2, 3 … drawn from the seed."""
    return tuple(shuffled(seed, "deal", cards))


def setup(judge: Judge, dealt: tuple[str, ...]) -> None:
    """Seat everybody, deal ``dealt`` (role ids by seat), and let each card say what it knows."""
    judge.say(GameBegan(len(dealt), tuple(sorted(dealt)), judge.rules.sheriff))
    for seat, role in enumerate(dealt, 1):
        judge.say(Dealt((seat,), seat, role))
    for seat in judge.facts.living:
        judge.role(seat).knows(judge, seat)
