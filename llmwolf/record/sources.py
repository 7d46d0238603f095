"""Where the decisions of a recorded game came from, and which calls to models were made for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from llmwolf.record.reader import Transcript
from llmwolf.record.shapes import Line
from llmwolf.rules.asks import CutIn
from llmwolf.rules.game import Move

OUT_OF_TURN: Final = ("order", "poll")
"""The sources of what a model does out of turn; an answer has another one."""
POLL: Final = "poll"
"""What a call was for that asked a seat whether it cuts in."""


def sources_of(lines: Iterable[Line], moves: Iterable[Move]) -> list[Line]:
    """For each of ``moves`` that of the ``lines`` that says where it came from; an empty one where none does.

    What was noted when the process was killed, and whose decision was not saved, is no move's; where the same
    was decided twice for that reason, the last line counts.
    """
    told: dict[tuple[object, object, bool], Line] = {}
    for line in lines:
        if "source" in line:
            told[_number(line.get("ply")), _number(line.get("seat")), line["source"] in OUT_OF_TURN] = line
    return [told.get((move.ply, move.seat, isinstance(move, CutIn)), {}) for move in moves]


class Purpose(NamedTuple):
    """What calls were made for: an ask to a seat, or a ``poll`` beside the speech ``ply``."""

    seat: int
    ply: int
    poll: bool


def tries_of(transcript: Transcript, now: int = -1) -> dict[Purpose, list[list[Line]]]:
    """The calls by their purpose, in tries: a call and perhaps its repair. ``now`` is the open ask's ply.

    Where there are several tries, all but the last came to nothing, since the table was broken off before
    what they came to was saved.
    """
    plies = [move.ply for move in transcript.moves]
    found: dict[Purpose, list[list[Line]]] = {}
    running: dict[int, list[list[Line]]] = {}
    for line, after in zip(transcript.llm, transcript.llm_after, strict=True):
        if (seat := _number(line.get("seat"))) is None:
            continue
        if "source" in line:
            ply = _number(line.get("ply"))
            if line["source"] not in OUT_OF_TURN and ply is not None and seat in running:
                found.setdefault(Purpose(seat, ply, False), []).extend(running.pop(seat))
        elif line.get("ask") == POLL:
            speech = plies[after] if after < len(plies) else now
            found.setdefault(Purpose(seat, speech, True), []).append([line])
        elif "ask" in line:
            tries = running.setdefault(seat, [])
            if line.get("repair") and tries:
                tries[-1].append(line)
            else:
                tries.append([line])
    for seat, tries in running.items():
        found.setdefault(Purpose(seat, now, False), []).extend(tries)
    return found


def _number(value: object) -> int | None:
    """``value`` where it is a number: a record is a stranger's file."""
    return value if type(value) is int else None
