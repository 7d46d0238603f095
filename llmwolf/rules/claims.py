"""Structured claims: what a speech states, in a closed vocabulary, beside its text.

They are statements, not facts: a wolf's claim looks like a seer's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ACTS: Final = {
    "role": "says it holds the card `value`",
    "retract": "takes back its claim to the card `value`",
    "check": "says it checked `targets` in night `night` and learned `value` (good or wolf)",
    "save": "says it saved `targets` in night `night`",
    "poison": "says it poisoned `targets` in night `night`",
    "guard": "says it guarded `targets` in night `night`",
    "flow": "announces its next checks in order (警徽流)",
    "suspect": "holds `targets` for wolves",
    "trust": "holds `targets` for good",
    "side": "believes the seer claim of `targets` (站边)",
    "vote": "calls for a vote on `targets` (归票)",
}
"""Every act, with its meaning."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of a speech; see :data:`ACTS` for what the fields mean for each act."""

    act: str
    targets: tuple[int, ...] = ()
    value: str = ""
    night: int = 0
