"""A key that a server echoes is never repeated."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from llmwolf.llm.keyguard import HIDDEN, KeyGuard
from llmwolf.llm.saying import SpeechSink
from llmwolf.llm.seat import without_key
from llmwolf.players.base import Answer
from llmwolf.rules.asks import Choice, Request
from llmwolf.rules.claims import Claim

KEY = "sk-test-123456789"


def fed(text: str, cuts: list[int]) -> str:
    guard, out, at = KeyGuard(KEY), "", 0
    for cut in sorted({min(cut, len(text)) for cut in cuts}):
        out += guard.feed(text[at:cut])
        at = cut
    return out + guard.feed(text[at:]) + guard.finish()


@given(
    st.lists(st.sampled_from(["大家好", KEY, "sk-", "sk-test", "s", KEY[:-1], "过"]), max_size=6),
    st.lists(st.integers(0, 80), max_size=12),
)
def test_A10_the_key_is_struck_out_wherever_it_is_split(parts: list[str], cuts: list[int]):
    text = "".join(parts)
    assert KEY not in fed(text, cuts)
    if KEY not in text:
        assert fed(text, cuts) == text


def test_A10_an_echoed_key_is_heard_by_nobody():
    said: list[str] = []
    sink = SpeechSink(Request(3, "speak", (Choice("say"),), True, 400), said.append, KEY)
    sink.begin()
    for piece in json.dumps({"speech": f"我是好人 {KEY} 过"}, ensure_ascii=False):
        sink.feed(piece)
    assert "".join(said) == f"我是好人 {HIDDEN} 过"


def test_A10_no_text_of_an_answer_holds_the_key():
    answer = Answer(
        "say", text=f"a{KEY}b", thought=KEY, claims=(Claim("role", value=KEY[:40]), Claim("vote", (3,)))
    )
    assert KEY not in repr(without_key(answer, KEY))
    assert without_key(answer, KEY).claims == (Claim("vote", (3,)),)
