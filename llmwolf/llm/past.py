"""What a model seat has behind it when its game is gone on with, as the record tells it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from llmwolf.llm.memory import Told
from llmwolf.record.reader import Transcript
from llmwolf.record.shapes import Line
from llmwolf.record.sources import OUT_OF_TURN, Purpose, tries_of
from llmwolf.rules.events import NightFell
from llmwolf.rules.game import Game


@dataclass(frozen=True, slots=True)
class Past:
    """The answers that the model gave, in their order, without those of its stand-in; and how many ``calls``
    there were, those that are made again left out."""

    answers: Sequence[Told]
    calls: int


def past_of(transcript: Transcript, seat: int, game: Game) -> Past:
    """The past of ``seat`` in ``game``, which is that of ``transcript`` with what was sealed beside it.

    An ask has been answered once its decision is saved, or sealed; a speech also where somebody cut it off
    behind its end. What was noted beyond that when the process was killed is asked for again, and has not
    been. A record is a stranger's file: what is not of the kind that it should be is left out.
    """
    sealed = {decision.ply for decision in game.sealed if decision.seat == seat}

    def over(ply: int) -> bool:
        return ply < game.ply or ply in sealed

    tries = tries_of(transcript, game.ply)
    plies = [move.ply for move in transcript.moves]
    said = transcript.said_before
    nights = [at for at, event in enumerate(transcript.events) if isinstance(event, NightFell)]
    answers: list[Told] = []
    for ply, line in sorted(_sources(transcript, seat).items()):
        if line["source"] not in ("model", "repair") or not over(ply):
            continue
        call: Line = {}
        for made in tries.get(Purpose(seat, ply, False), [[]])[-1]:
            if bool(made.get("repair")) == (line["source"] == "repair"):
                call = made
        at = bisect_left(plies, ply)
        day = bisect_left(nights, said[at] if at < len(said) else len(transcript.events))
        answers.append(
            Told(day, _text(call, "ask"), _text(line, "thought"), _text(call, "plan"), call.get("orders"))
        )
    calls = sum(len(made[-1]) for what, made in tries.items() if what.seat == seat and over(what.ply))
    return Past(answers, calls)


def _sources(transcript: Transcript, seat: int) -> dict[int, Line]:
    """By ply the last line that says where the answer of ``seat`` came from."""
    found: dict[int, Line] = {}
    for line in transcript.llm:
        ply, source = line.get("ply"), line.get("source")
        if line.get("seat") == seat and source not in (None, *OUT_OF_TURN) and type(ply) is int:
            found[ply] = line
    return found


def _text(line: Line, name: str) -> str:
    value = line.get(name)
    return value if isinstance(value, str) else ""
