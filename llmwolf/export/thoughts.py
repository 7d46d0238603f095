"""What players thought to themselves, and where in the game they thought it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from llmwolf.record.reader import Transcript
from llmwolf.rules.words import clean

MOST: Final = 2_000
"""The longest thought in characters; a record is a stranger's file."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What ``seat`` thought before it answered."""

    seat: int
    text: str


def thoughts_of(transcript: Transcript) -> dict[int, tuple[Thought, ...]]:
    """The thoughts by the number of the event before which they stand: the first that their answer led to.

    What is not of the kind that it should be is left out.
    """
    first: dict[tuple[int, int], int] = {}
    for move, before in zip(transcript.moves, transcript.said_before, strict=True):
        first.setdefault((move.ply, move.seat), before)
    found: dict[int, list[Thought]] = {}
    for line in transcript.llm:
        ply, seat, text = line.get("ply"), line.get("seat"), line.get("thought")
        if "source" not in line or type(ply) is not int or type(seat) is not int or type(text) is not str:
            continue
        at = first.get((ply, seat))
        if at is not None and (said := clean(text[:MOST])):
            found.setdefault(at, []).append(Thought(seat, said))
    return {at: tuple(thoughts) for at, thoughts in found.items()}
