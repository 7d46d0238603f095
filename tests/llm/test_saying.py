"""A speech on its way to the table: copies are held back, anything else is heard as it arrives (L46)."""

from __future__ import annotations

import json

import pytest

from llmwolf.llm.saying import SpeechSink, is_copy, others_words
from llmwolf.rules.events import Spoke
from tests.llm.scenes import SPEAK, new_game

EARLIER = "我是预言家，昨晚验了5号是查杀，今天全票出5号，警徽流先6后7。"
ALMOST = "我是预言家！昨晚验了5号是查杀，今天全票出5号。警徽流先6后8。"
OWN = "我是预言家，昨晚验的是3号，金水，5号悍跳，请归5号。"


@pytest.mark.parametrize(
    ("text", "copied"),
    [
        (EARLIER, True),
        (f"  {EARLIER}\n", True),
        (ALMOST, True),
        (OWN, False),
        ("我是好人，过。", False),
        (EARLIER[:20], False),
        (EARLIER * 2, False),
        ("", False),
    ],
)
def test_a_copy_is_told_by_its_words(text: str, copied: bool):
    assert is_copy(text, ["别的话，说得也不算短，有二十来个字。", EARLIER]) == copied


def test_a_short_speech_is_nobodys_property():
    assert not is_copy("我是好人，过。", ["我是好人，过。"])


def test_only_the_long_speeches_of_others_can_be_copied():
    game = new_game()
    view = game.view(3)._replace(
        log=[Spoke(3, "speech", OWN), Spoke(4, "speech", "过"), *[Spoke(5, "speech", EARLIER)] * 2]
    )
    assert others_words(view) == (EARLIER,)


def heard(speech: str, piece: int = 3, others: tuple[str, ...] = (EARLIER,)) -> tuple[SpeechSink, list[str]]:
    """What the table hears of a reply that arrives in pieces."""
    said: list[str] = []
    sink = SpeechSink(SPEAK, said.append, others=others)
    text = json.dumps({"speech": speech}, ensure_ascii=False)
    for at in range(0, len(text), piece):
        sink.feed(text[at : at + piece])
    return sink, said


def test_a_copy_is_not_heard_and_can_be_asked_for_again():
    for piece in (1, 3, 1_000):
        sink, said = heard(EARLIER, piece)
        assert said == []
        assert not sink.committed
        assert not sink.complete
        assert EARLIER in sink.raw


def test_a_speech_is_heard_from_where_it_is_its_own():
    sink, said = heard(OWN)
    assert "".join(said) == OWN
    assert len(said) > 5
    assert OWN.startswith(said[0])
    assert not EARLIER.startswith(said[0])
    assert sink.complete


def test_with_nothing_to_copy_nothing_is_held_back():
    _, said = heard(EARLIER, others=())
    assert len(said) > 5
    assert "".join(said) == EARLIER


def test_what_begins_like_another_and_ends_early_is_heard():
    sink, said = heard(EARLIER[:20])
    assert said == [EARLIER[:20]]
    assert sink.complete
