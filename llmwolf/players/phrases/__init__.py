"""The one place where events, asks and answers become sentences, Chinese or English.

Everything here is plain text without markup. ``lang`` is ``"zh"`` or ``"en"``; a pair is ``(zh, en)``.
"""

from __future__ import annotations

from typing import Final

from llmwolf.players.phrases.asking import ask_title, choice_label, say_claim
from llmwolf.players.phrases.deaths import DeathsTold
from llmwolf.players.phrases.hidden import HIDDEN, say_acts
from llmwolf.players.phrases.names import (
    answer_name,
    call_name,
    card_list,
    half_votes,
    role_name,
    seat_list,
    seat_name,
    side_name,
    stage_name,
)
from llmwolf.players.phrases.public import PUBLIC, Sentence
from llmwolf.rules.audience import Event

__all__ = [
    "DeathsTold",
    "answer_name",
    "ask_title",
    "call_name",
    "card_list",
    "choice_label",
    "half_votes",
    "role_name",
    "say_acts",
    "say_claim",
    "say_event",
    "seat_list",
    "seat_name",
    "side_name",
    "stage_name",
]

_SENTENCES: Final[dict[type, Sentence]] = {**PUBLIC, **HIDDEN}


def say_event(event: Event, lang: str = "zh") -> str:
    """``event`` as one line, in the judge's voice and the third person, without a line break or markup.

    It tells exactly what the event holds: whether the reader may hear it is for the event's audience to say.
    Raises :class:`KeyError` for a kind of event that has no sentence.
    """
    return _SENTENCES[type(event)](event, lang)
