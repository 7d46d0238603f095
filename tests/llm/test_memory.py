"""A seat's memory: its own words, short, by day, and had again from the record."""

from __future__ import annotations

import pytest

from llmwolf.llm.memory import DAYS, THOUGHTS, Memory, answers_of
from llmwolf.record.head import Head, Sitter
from llmwolf.record.reader import Transcript, parse
from llmwolf.record.writer import Writer
from llmwolf.rules.asks import Decision
from tests.llm.scenes import played


def test_the_last_plan_of_each_day_and_the_last_thoughts_are_kept():
    memory = Memory()
    memory.add(1, "先看看", "潜水")
    memory.add(1, "5号像神", "悍跳预言家")
    memory.add(2, "6号在保5号", "")
    memory.add(2, "", "归票5号")
    assert memory.lines() == [
        *["第1天想过：5号像神", "第2天想过：6号在保5号"][-THOUGHTS:],
        *["第1天打算：悍跳预言家", "第2天打算：归票5号"][-DAYS:],
    ]
    assert Memory("en").lines() == []


def test_it_does_not_grow():
    memory = Memory()
    for day in range(1, 20):
        memory.add(day, f"{day}想" * 500, f"{day}打算" * 500)
    lines = memory.lines()
    assert sum(map(len, lines)) < 270
    assert sum("天打算：" in line for line in lines) == DAYS
    assert lines[-1].startswith("第19天打算：19打算")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_line_is_one_line_without_control_characters(lang: str):
    memory = Memory(lang)
    memory.add(1, "a\nb\x1b[2J\r\nc\u202e", "\n \n")
    (line,) = memory.lines()
    assert line.isprintable()
    assert line.endswith("a b[2J c")


def transcript(told: bool = True) -> Transcript:
    """A record of two days in which seat 3 answers as a model."""
    writer: Writer | None = None
    for game, request in played(2):
        if writer is None:
            sitters = [Sitter(seat=s, name=f"{s}号", player="random") for s in range(1, 13)]
            writer = Writer(None, Head.of(game.spec, sitters))
        if request.seat == 3 and told:
            ask = {"seat": 3, "ask": request.kind}
            writer.llm(ask | {"plan": f"第{game.judge.facts.day}天计划{request.kind}"})
            source = "stand-in" if request.kind == "ballot" else "model"
            writer.decided(game.ply, 3, source, f"第{game.judge.facts.day}天想{request.kind}")
        writer.llm({"seat": 4, "ask": request.kind, "plan": "别人的计划"})
        writer.decided(game.ply, 4, "model", "别人的想法")
        writer.take(game)
        if game.judge.facts.day == 3:
            break
    assert writer is not None
    return parse(writer.data)


def test_it_is_had_again_from_the_record():
    record = transcript()
    told = answers_of(record, 3)
    assert {answer.day for answer in told} >= {1, 2}
    assert all(answer.thought == f"第{answer.day}天想{answer.ask}" for answer in told)
    assert all(answer.plan == f"第{answer.day}天计划{answer.ask}" for answer in told)
    assert "ballot" not in {answer.ask for answer in told}  # the stand-in's
    memory = Memory.from_record(record, 3)
    again = Memory()
    for answer in told:
        again.add(answer.day, answer.thought, answer.plan)
    assert memory.lines() == again.lines()
    assert "别人" not in "".join(memory.lines())


def test_a_strangers_record_is_read_as_far_as_it_makes_sense():
    record = transcript(told=False)
    record.llm += [
        {"kind": "llm", "seat": 3, "ask": 7, "plan": ["x"]},
        {"kind": "llm", "seat": 3, "source": "model", "ply": "x", "thought": "nowhere"},
        {"kind": "llm", "seat": 3, "source": "model", "ply": 10**9, "thought": 5},
        {"kind": "llm", "seat": 3, "source": ["model"], "ply": 1},
    ]
    assert answers_of(record, 3) == []
    sealed = [Decision(10**9, 3, "pass")]
    assert [(answer.thought, answer.plan) for answer in answers_of(record, 3, sealed)] == [("", "")]
    assert answers_of(record, 3, [Decision(10**9, 4, "pass")]) == []
    assert Memory.from_record(record, 3).lines() == []


def test_an_answer_that_was_noted_but_not_saved_has_not_been_given():
    """The process was killed in between: the ask is put again, and the prompt is the one it was."""
    record = transcript()
    told = answers_of(record, 3)
    last = max(move.ply for move in record.moves if move.seat == 3)
    later = last + 10
    record.llm.append({"kind": "llm", "seat": 3, "source": "model", "ply": later, "thought": "未存"})
    assert answers_of(record, 3) == told
    assert [one.thought for one in answers_of(record, 3, [Decision(later, 3, "pass")])][-1] == "未存"
    record.llm.append({"kind": "llm", "seat": 3, "source": "model", "ply": later, "thought": "再答"})
    assert [one.thought for one in answers_of(record, 3, [Decision(later, 3, "pass")])] == [
        *(one.thought for one in told),
        "再答",
    ]
