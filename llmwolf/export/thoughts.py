"""What players thought to themselves, and where in the game they thought it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from llmwolf.record.reader import Transcript
from llmwolf.record.sources import sources_of
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
    found: dict[int, list[Thought]] = {}
    sources = sources_of(transcript.llm, transcript.moves)
    for move, before, line in zip(transcript.moves, transcript.said_before, sources, strict=True):
        text = line.get("thought")
        if type(text) is str and (said := clean(text[:MOST])):
            found.setdefault(before, []).append(Thought(move.seat, said))
    return {at: tuple(thoughts) for at, thoughts in found.items()}
