"""How seats, days and nights are spoken of by one speaker on one day."""

from __future__ import annotations

from llmwolf.players.bots.mind import Mind


def seat(m: Mind, number: int) -> str:
    """A seat as it is spoken of."""
    return f"seat {number}" if m.lang == "en" else f"{number}号"


def other(m: Mind, number: int) -> str:
    """A seat as it is spoken of, oneself as "I": nobody talks of himself by number."""
    if number == m.me:
        return "me" if m.lang == "en" else "我"
    return seat(m, number)


def listed(m: Mind, numbers: tuple[int, ...]) -> str:
    """Several seats as they are spoken of."""
    if m.lang != "en":
        return "、".join(other(m, number) for number in numbers)
    if len(numbers) == 1:
        return other(m, numbers[0])
    names = [str(number) for number in numbers if number != m.me]
    named = [f"seat{'s' * (len(names) > 1)} {', '.join(names[:-1])}".strip(), *names[-1:]]
    parts = [part for part in named if part != "seat"] if len(names) > 1 else [f"seat {names[0]}"]
    return " and ".join([*parts, *(["me"] if len(names) < len(numbers) else [])])


def when(m: Mind, day: int) -> str:
    """A day as it is spoken of from today."""
    ago = m.facts.day - day
    if m.lang == "en":
        return ("today", "yesterday")[ago] if ago < 2 else f"on day {day}"
    return ("今天", "昨天")[ago] if ago < 2 else f"第{day}天"


def night(m: Mind, number: int) -> str:
    """A night as it is spoken of from today."""
    if m.lang == "en":
        return "last night" if number == m.facts.day else f"in night {number}"
    return "昨晚" if number == m.facts.day else "首夜" if number == 1 else f"第{number}晚"


def slot(m: Mind, name: str, value: object) -> str:
    """The words for what an act's slot called ``name`` holds."""
    if name == "when":
        return when(m, int(str(value)))
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, int):
        return str(value) if name == "n" else other(m, value)
    if isinstance(value, tuple):
        return listed(m, value)
    raise TypeError(f"slot {name!r} holds {value!r}")
