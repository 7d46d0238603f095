"""What a seat will stand for in public: the bridge from what it thinks to what it says and votes."""

from __future__ import annotations

from dataclasses import dataclass

from llmwolf.players.bots.entries import Check


@dataclass(frozen=True, slots=True)
class Line:
    """A public line for one speech.

    ``role`` is the card claimed in it (empty: none), ``checks`` the reports due now and ``flow`` the 警徽流
    of a seer claim, ``side`` the seer claim that is followed (0: none yet), ``suspects`` and ``trusts`` the
    seats spoken against and for, ``vote`` the seat whose exile is called for (0: none).
    ``saves``, ``poisons`` and ``guards`` are (night, target) of acts that are laid open, ``reports`` what a
    gravekeeper or little girl was shown. ``part`` is what a
    wolf privately plays (jump, charge, hook, deep).
    """

    role: str = ""
    checks: tuple[Check, ...] = ()
    flow: tuple[int, ...] = ()
    side: int = 0
    suspects: tuple[int, ...] = ()
    trusts: tuple[int, ...] = ()
    vote: int = 0
    saves: tuple[tuple[int, int], ...] = ()
    poisons: tuple[tuple[int, int], ...] = ()
    guards: tuple[tuple[int, int], ...] = ()
    reports: tuple[Check, ...] = ()
    part: str = ""
