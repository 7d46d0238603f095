"""Where decisions came from and what calls were made for, read off a record that was gone on with."""

from __future__ import annotations

from llmwolf.record.reader import Transcript
from llmwolf.record.shapes import Line
from llmwolf.record.sources import Purpose, sources_of, tries_of
from llmwolf.rules.asks import CutIn, Decision
from llmwolf.rules.game import Move
from tests.record.table import head_of, new_game


def source(ply: object, seat: object, by: object, thought: str = "") -> Line:
    return {"ply": ply, "seat": seat, "source": by, "thought": thought}


def call(seat: object, ask: object = "speak", repair: bool = False, **more: object) -> Line:
    return {"seat": seat, "ask": ask, "repair": repair, **more}


def test_a_move_has_the_last_line_that_tells_of_it():
    """A 退水 and the speech that it comes behind are two decisions of one seat at one ply."""
    moves: list[Move] = [
        CutIn(3, 5, "withdraw", (), "…"),
        Decision(3, 5, "say"),
        Decision(4, 1, "vote"),
        Decision(4, 2, "vote"),
    ]
    lines = [
        source(3, 5, "model", "lost"),
        source(3, 5, "order"),
        source(3, 5, "model", "kept"),
        source(4, 1, "model"),
        source(4, 1, "stand-in"),
        source(9, 9, "model", "not saved"),
        source([3], {}, ["model"], "a stranger's"),
        call(5),
    ]
    found = sources_of(lines, moves)
    assert [line.get("source") for line in found] == ["order", "model", "stand-in", None]
    assert found[1]["thought"] == "kept"


def test_calls_are_told_apart_by_what_they_were_made_for():
    lines = [
        (0, call(5, at=1)),  # broken off
        (0, call(7, "poll", at=2)),  # and what ran beside it
        (0, call(5, at=3)),
        (0, call(5, repair=True, at=4)),
        (0, source(3, 5, "repair")),
        (0, call(7, "poll", at=5)),
        (0, source(3, 7, "poll")),
        (2, call(7, "vote", at=6)),
        (2, source(4, 7, "model")),  # its decision was not saved
        (2, call(7, "vote", at=7)),
        (2, call([], "vote")),
        (2, source("4", 7, "model")),
    ]
    transcript = Transcript("", head_of(new_game(1)))
    transcript.moves = [CutIn(3, 7, "withdraw", (), "…"), Decision(3, 5, "say")]
    transcript.llm_after, transcript.llm = [after for after, _ in lines], [line for _, line in lines]
    found = {
        what: [[line["at"] for line in made] for made in tries]
        for what, tries in tries_of(transcript, 4).items()
    }
    assert found == {
        Purpose(5, 3, False): [[1], [3, 4]],
        Purpose(7, 3, True): [[2], [5]],
        Purpose(7, 4, False): [[6], [7]],
    }
