"""The "model" of the test server: a legal answer to any prompt of ours, with a little sense in it."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random
from typing import Any, Final

from tests.llm.api.asked import Asked, asked_of
from tests.llm.fake_server import example

__all__ = ["SECRET", "answer_to", "asked_of", "secret", "speech"]

SECRET: Final = "心声"
"""Every thought and plan holds ``心声<seat>秘``: nobody else may ever read it."""

_SENTENCES: Final = (
    "我先聊聊上一轮的票型，{a}号和{b}号投在一起，我觉得不像是商量好的。",
    "{a}号的发言我听下来前后不太一致，先说信后说不信，这里我要打个问号。",
    "站边的话我目前更偏向{b}号，他的警徽流是能对上的。",
    "{c}号一直没有给出自己的狼坑，这一轮请他讲清楚。",
    "如果{a}号是狼，那{c}号的身份就要做高，他们俩不共边。",
    "我的票会挂在{a}号身上，除非后面有人给出新的信息。",
    "轮次还够，不用急着出有身份的牌，先出{c}号也可以接受。",
    "我这张牌在这个位置没有更多视角了，听{b}号后置位怎么说。",
    "{b}号刚才点{c}号点得很准，这个角度我没有想到，先记他一个好。",
    "昨天归{a}号的那几票里一定有狼，{b}号跟票跟得太快。",
    "我不认{c}号这个身份，他起跳的时机不对，像是被逼出来的。",
    "真要盘狼坑，{a}、{b}、{c}三个人里我至少要出一个。",
)
_ENGLISH: Final = (
    "Seats {a} and {b} voted together, and I doubt that it was agreed. ",
    "Seat {c} has not named a single wolf so far; explain yourself. ",
    "I side with seat {b} for the time being. ",
    "My vote is on seat {a} unless somebody tells us something new. ",
    "If seat {a} is a wolf, seat {c} must be good. ",
    "Seat {b} was too quick to follow seat {a} yesterday. ",
    "We can afford to lose seat {c} today. ",
    "I did not like how seat {b} answered. ",
    "There is a wolf among seats {a}, {b} and {c}. ",
    "I hold no more than what was said here; let us hear seat {c}. ",
)
_SEER: Final = ("预言家", "Seer")
_WOLVES: Final = ("狼", "Wolf", "wolf")
_CUT_INS: Final = ("explode", "withdraw", "duel")


def secret(seat: int, about: str = "") -> str:
    """Something that only ``seat`` may know."""
    return f"{SECRET}{seat}秘：{about or '这轮先看看。'}"


def answer_to(body: dict[str, Any], length: int = 120) -> dict[str, Any]:
    """A legal answer: always the same to the same prompt. Speeches have about ``length`` characters.

    To a question that is none of a game's the first thing that its schema allows.
    """
    asked = asked_of(body)
    rng = Random(sha256(json.dumps(body["messages"], ensure_ascii=False).encode()).hexdigest())
    if not asked.seat and "json_schema" in body.get("response_format", {}):
        told: dict[str, Any] = example(body["response_format"]["json_schema"]["schema"], rng)
        return told
    told = {"thought": secret(asked.seat), "plan": secret(asked.seat, "下轮再说。")}
    if asked.acts:
        verb, targets = _choice(asked, rng)
        told |= {"act": verb, "targets": targets}
    if asked.speech:
        lead, claims = _claims(asked, rng)
        told["speech"] = speech(rng, min(length, asked.speech), lead, english=asked.card.isascii())
        told["claims"] = claims
        told.setdefault("targets", [rng.choice(asked.pointed)] if asked.pointed else [])
    told["order"] = _orders(asked, rng)
    return told


def speech(rng: Random, length: int, lead: str = "", english: bool = False) -> str:
    """``lead``, and more up to so many characters, about seats that may or may not be there."""
    said, left = lead, list(_ENGLISH if english else _SENTENCES)
    while len(said) < length:
        a, b, c = rng.sample(range(1, 10), 3)
        left = left or list(_ENGLISH if english else _SENTENCES)
        said += left.pop(rng.randrange(len(left))).format(a=a, b=b, c=c)
    return said[:length]


def _choice(asked: Asked, rng: Random) -> tuple[str, list[int]]:
    """A verb and its targets: found wolves first, found good ones and mates last; seldom out of turn."""
    verbs = [verb for verb in sorted(asked.acts) if verb not in _CUT_INS or rng.random() < 0.2]
    verb = rng.choice(verbs or sorted(asked.acts))
    pool, least, most = asked.acts[verb]
    wolves = {seat for _, seat, good in asked.checks if not good}
    spared = {seat for _, seat, good in asked.checks if good} | set(asked.mates) | {asked.seat}
    drawn = rng.sample(pool, len(pool))
    drawn.sort(key=lambda seat: (seat not in wolves, seat in spared))
    return verb, sorted(drawn[: min(len(pool), max(least, min(most, 1)))])


def _claims(asked: Asked, rng: Random) -> tuple[str, list[dict[str, Any]]]:
    """What a seer says of its checks, and now and then a wolf of checks that it never made."""
    checks = asked.checks
    if not asked.card.startswith(_SEER):
        if not asked.card.startswith(_WOLVES) or rng.random() < 0.8:
            return "", []
        checks = ((1, rng.choice([seat for seat in range(1, 10) if seat != asked.seat]), rng.random() < 0.5),)
    english = asked.card.isascii()
    claims = [{"act": "role", "targets": [], "value": "seer", "night": 0}]
    lead = "I am the seer. " if english else "我是预言家。"
    for night, seat, good in checks:
        side = "good" if good else "wolf"
        claims.append({"act": "check", "targets": [seat], "value": side, "night": night})
        zh = f"第{night}夜验{seat}号，{'金水' if good else '查杀'}。"
        lead += f"Night {night}, seat {seat}: {side}. " if english else zh
    return lead, claims


def _orders(asked: Asked, rng: Random) -> list[dict[str, Any]]:
    """Now and then a wolf will blow itself up once it is found."""
    if not asked.speech or not asked.card.startswith(_WOLVES) or rng.random() < 0.9:
        return []
    return [{"act": "explode", "when": "checked", "target": 0}]
