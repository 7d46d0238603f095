"""Playing a record again: the first difference is named, and nothing is ever repaired."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from llmwolf.boards import boards
from llmwolf.record.errors import RecordError
from llmwolf.record.reader import parse
from llmwolf.record.verify import check, verify
from tests.record.table import recorded

WHOLE = recorded(3)
Lines = list[dict[str, Any]]


@pytest.mark.parametrize("board", boards())
@pytest.mark.parametrize("seed", range(2))
def test_what_was_played_verifies(board: str, seed: int):
    report = check(parse(recorded(seed, board=board), "game.jsonl"))
    assert report.ok
    assert (report.awaiting, report.warnings) == ((), ())
    assert report.winner in ("good", "wolves", "lovers", "piper", "draw")
    assert str(report).startswith("game.jsonl: good, ")
    assert str(report).endswith(f"winner: {report.winner}")


@pytest.mark.parametrize("steps", [0, 1, 2, 7, 30])
def test_T07_an_unfinished_game_is_no_fault(steps: int):
    report = check(parse(recorded(3, steps=steps)))
    assert report.ok
    assert report.awaiting
    seat, kind = report.awaiting[0]
    assert f"unfinished, awaiting {kind} from seat {seat}" in str(report)


def first(lines: Lines, **wanted: object) -> int:
    return next(i for i, line in enumerate(lines) if all(line.get(k) == v for k, v in wanted.items()))


def change_event(lines: Lines) -> int:
    at = first(lines, e="Announced")
    lines[at]["seats"] = [11, 12]
    return at


def change_audience(lines: Lines) -> int:
    at = first(lines, e="Dealt", seat=4)
    lines[at]["to"] = [5]
    return at


def drop_event(lines: Lines) -> int:
    at = first(lines, e="DayBroke")
    del lines[at]
    return at


def drop_last_event_before_a_move(lines: Lines) -> int:
    at = first(lines, kind="dec") - 1
    del lines[at]
    return at


def add_event(lines: Lines) -> int:
    at = first(lines, kind="dec")
    lines.insert(at, {"kind": "ev", "e": "NightFell", "day": 2})
    return at


def swap_events(lines: Lines) -> int:
    at = first(lines, e="Dealt", seat=4)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return at


def move_after_its_events(lines: Lines) -> int:
    at = first(lines, kind="dec", verb="say")
    lines[at], lines[at + 1] = (
        {**lines[at + 1], "text": lines[at]["text"], "claims": lines[at]["claims"]},
        lines[at],
    )
    del lines[at]["said"]
    return at


def change_vote(lines: Lines) -> int:
    at = first(lines, e="Ballots")
    vote = next(i for i in range(at - 1, 0, -1) if lines[i].get("verb") == "vote")
    lines[vote] = {**lines[vote], "verb": "pass", "targets": []}
    return at


def illegal_move(lines: Lines) -> int:
    at = first(lines, kind="dec")
    lines[at]["targets"] = [99]
    return at


def move_out_of_order(lines: Lines) -> int:
    at = first(lines, kind="dec", verb="run")
    other = next(
        i for i in (at - 1, at + 1) if lines[i].get("kind") == "dec" and lines[i]["ply"] == lines[at]["ply"]
    )
    lines[at], lines[other] = lines[other], lines[at]
    return min(at, other)


def other_seed(lines: Lines) -> int:
    lines[0]["seed"] += 1
    return first(lines, e="Dealt")


def other_winner(lines: Lines) -> int:
    lines[-1]["winner"] = "nobody"
    return len(lines) - 1


def other_name(lines: Lines) -> int:
    lines[0]["seats"][3]["name"] = "somebody else"
    return len(lines) - 1


def end_too_early(lines: Lines) -> int:
    at = first(lines, e="StageBegan", stage="ballot")
    del lines[at + 1 : -1]
    return at + 1


def cut_before_the_end(lines: Lines) -> int:
    del lines[-2]
    return len(lines) - 1


FORGERIES: list[Callable[[Lines], int]] = [
    change_event, change_audience, drop_event, drop_last_event_before_a_move, add_event, swap_events,
    move_after_its_events, change_vote, illegal_move, move_out_of_order, other_seed, other_winner, other_name,
    end_too_early, cut_before_the_end,
]  # fmt: skip


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_the_first_difference_is_named_with_its_line_and_ply(forge: Callable[[Lines], int], tmp_path: Path):
    lines: Lines = [json.loads(raw) for raw in WHOLE.splitlines()]
    at = forge(lines)
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    report = verify(path)
    assert not report.ok
    assert report.difference is not None
    assert report.difference.line == at + 1, report
    plies = [line["ply"] for line in lines[: at + 1] if line["kind"] == "dec"]
    assert report.difference.ply in ((plies or [0])[-1], (plies or [0])[-1] + 1), report
    assert report.difference.recorded != report.difference.replayed
    assert f"does not hold: line {at + 1}, ply" in str(report)


def test_other_house_rules_are_noticed_where_they_first_matter():
    lines = [json.loads(raw) for raw in WHOLE.splitlines()]
    lines[0]["rules"]["wolf_talk"] = False
    report = check(parse("".join(json.dumps(line) + "\n" for line in lines).encode()))
    assert report.difference is not None
    assert report.difference.line == first(lines, kind="dec", verb="whisper") + 1


def test_a_record_of_another_engine_is_said_to_be_one():
    lines = [json.loads(raw) for raw in WHOLE.splitlines()]
    lines[0]["engine"] = "0.0.1"
    report = check(parse("".join(json.dumps(line) + "\n" for line in lines).encode()))
    assert "0.0.1" in str(report)


def test_a_damaged_file_is_no_report():
    with pytest.raises(RecordError):
        check(parse(b"{}\n"))
