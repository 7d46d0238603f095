"""Whose eyes the screen looks through; the only place that may look behind a card (X-2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from llmwolf.rules.audience import Event
from llmwolf.rules.facts import Hidden
from llmwolf.rules.game import Game
from llmwolf.rules.view import View


@dataclass(frozen=True, slots=True)
class Sight:
    """What one person sees now: a view, the cards known to them, and the events they heard."""

    view: View
    cards: Mapping[int, str]
    log: list[Event]
    hidden: Hidden | None = None
    """What the judge alone knows; for the judge's eyes."""


def look(game: Game, seat: int, god: bool = False) -> Sight:
    """The game as ``seat`` sees it; 0 is the public. With ``god`` it is seen as the judge sees it, which
    somebody may choose who only watches, or is out. Raises :class:`ValueError` if it is anybody else."""
    view = game.view(seat)
    if god:
        if seat and seat not in view.facts.gone:
            raise ValueError("a player at the table sees only what the seat may know")
        return Sight(view, every_card(game), game.log, game.judge.hidden)
    known = {**view.hand.pack, **view.facts.shown}
    if seat and view.hand.role:
        known[seat] = view.hand.role
    return Sight(view, known, view.log)


def every_card(game: Game) -> dict[int, str]:
    """Every card by seat: for the judge's eyes and for the end."""
    hands = game.judge.hands
    return {hand.seat: hand.role for hand in hands[1:]}


def final_causes(game: Game) -> dict[int, str]:
    """Why everybody who is out went out; raises :class:`ValueError` before the game is over (N-18)."""
    if not game.over:
        raise ValueError("causes of death are secret until the game is over")
    return dict(game.judge.hidden.causes)
