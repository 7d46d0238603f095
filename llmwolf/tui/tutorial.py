"""The tutorial: a real game, chosen because nearly everything happens in it, that explains as it goes."""

from __future__ import annotations

from typing import Final

from llmwolf.boards import find_board
from llmwolf.tui.session import Session, Setup

BOARD: Final = "official-12"
SEED: Final = 25
SEAT: Final = 11
LEVEL: Final = "novice"


def tutorial(name: str = "", pace: str = Setup().pace) -> Setup:
    """The set-up of the tutorial game, for a person called ``name``."""
    return Setup(board=find_board(BOARD), seed=SEED, seat=SEAT, level=LEVEL, name=name, pace=pace)


def teaches(session: Session) -> bool:
    """Whether ``session`` is the tutorial, begun now, gone on with, or played anew from the middle.

    The record has no mark of it: it is the game that it is.
    """
    spec = session.game.spec
    return (spec.board, spec.seed, session.seat) == (BOARD, SEED, SEAT) and session.calls() is None
