"""A seat's memory: its own words, short, by day."""

from __future__ import annotations

import pytest

from llmwolf.llm.memory import DAYS, THOUGHTS, Memory


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
