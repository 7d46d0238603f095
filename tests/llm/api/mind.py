"""The "model" of the test server: a legal answer to any prompt, read off its closed list of answers."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any, Final

SECRET: Final = "心声"
"""Every thought and plan holds ``心声<seat>秘``: nobody else may ever read it."""

_OPTION: Final = re.compile(r'^- act "(\w+)"(.*)$', re.MULTILINE)
_ONE: Final = re.compile(r"targets(?: 取其一：| one of: )([\d, ]+)")
_MANY: Final = re.compile(r"(\d+) (?:到|to) (\d+) (?:个：|targets of: )([\d, ]+)")
_POINTED: Final = re.compile(r"^- targets[^：:]*[：:](?: a seat you name, of)?\s*([\d, ]+)", re.MULTILINE)
_SPEECH: Final = re.compile(r"^- speech\D*(\d+)", re.MULTILINE)
_SEAT: Final = re.compile(r"你是\s*(\d+)\s*号|[Yy]ou are seat (\d+)")
_SENTENCES: Final = (
    "我先聊聊上一轮的票型，{a}号和{b}号投在一起，我觉得不像是商量好的。",
    "{a}号的发言我听下来前后不太一致，先说信后说不信，这里我要打个问号。",
    "站边的话我目前更偏向{b}号，他的警徽流是能对上的。",
    "{c}号一直没有给出自己的狼坑，这一轮请他讲清楚。",
    "如果{a}号是狼，那{c}号的身份就要做高，他们俩不共边。",
    "我的票会挂在{a}号身上，除非后面有人给出新的信息。",
    "轮次还够，不用急着出有身份的牌，先出{c}号也可以接受。",
    "我这张牌在这个位置没有更多视角了，听{b}号后置位怎么说。",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request to the server wants: whose it is, the legal acts, and how long a speech may be.

    ``acts`` maps a verb to its seats and how many of them; ``pointed`` are seats that a speech may name.
    """

    seat: int
    acts: dict[str, tuple[tuple[int, ...], int, int]]
    speech: int
    pointed: tuple[int, ...]


def asked_of(body: dict[str, Any]) -> Asked:
    """The question in the last message of ``body``, which also says whose seat it is."""
    text = body["messages"][-1]["content"]
    seats = [int(zh or en) for zh, en in _SEAT.findall("\n".join(m["content"] for m in body["messages"]))]
    acts: dict[str, tuple[tuple[int, ...], int, int]] = {}
    for verb, rest in _OPTION.findall(text):
        if many := _MANY.search(rest):
            acts[verb] = (_numbers(many[3]), int(many[1]), int(many[2]))
        elif one := _ONE.search(rest):
            acts[verb] = (_numbers(one[1]), 1, 1)
        else:
            acts[verb] = ((), 0, 0)
    speech, pointed = _SPEECH.search(text), _POINTED.search(text)
    return Asked(
        seats[-1] if seats else 0,
        acts,
        int(speech[1]) if speech else 0,
        _numbers(pointed[1]) if pointed else (),
    )


def answer_to(body: dict[str, Any], length: int = 120) -> dict[str, Any]:
    """A legal answer: always the same to the same prompt. Speeches have about ``length`` characters."""
    asked = asked_of(body)
    digest = sha256(json.dumps(body["messages"], ensure_ascii=False).encode()).hexdigest()
    rng = Random(digest)
    told: dict[str, Any] = {
        "thought": f"{SECRET}{asked.seat}秘：这轮先看看。",
        "plan": f"{SECRET}{asked.seat}秘：下轮再说。",
    }
    if asked.acts:
        verb = rng.choice(sorted(asked.acts))
        pool, least, most = asked.acts[verb]
        count = min(len(pool), max(least, min(most, 1)))
        told |= {"act": verb, "targets": sorted(rng.sample(pool, count))}
    if asked.speech:
        told["speech"] = speech(rng, min(length, asked.speech))
        told["claims"] = []
        told.setdefault("targets", [])
    told["order"] = []
    return told


def speech(rng: Random, length: int) -> str:
    """A speech of about so many characters, about seats that may or may not be there."""
    said = ""
    while len(said) < length:
        a, b, c = rng.sample(range(1, 10), 3)
        said += rng.choice(_SENTENCES).format(a=a, b=b, c=c)
    return said[:length]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text))
