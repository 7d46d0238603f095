"""Whether a turn of phrase leaves what is said as it is: bots listen to it, and an "if" undoes a claim."""

from __future__ import annotations

from typing import Final

from llmwolf.players.bots.reading import read
from llmwolf.players.personas import LANGS, Persona

_SEATS: Final = 12
_SAID: Final = {
    "zh": ("我是预言家，昨晚验了5号是查杀。", "3号像狼。", "我站边6号，今天归票3号。"),
    "en": (
        "I am the seer; I checked seat 5, a wolf.",
        "seat 3 is a wolf.",
        "I side with seat 6, vote seat 3.",
    ),
}
"""Sentences with claims that a listener must find again behind or before a turn of phrase."""


def misheard(persona: Persona) -> list[str]:
    """The turns of phrase of ``persona`` with which a sentence is understood otherwise than without."""
    found: dict[str, None] = {}
    for lang in LANGS:
        voice = persona.voice(lang)
        comma = ", " if lang == "en" else "，"
        for said in _SAID[lang]:
            end = said[-1]
            framed = {phrase: phrase.format(me="1") + said for phrase in (*voice.openers, *voice.fillers)}
            framed |= {phrase: f"{said[:-1]}{comma}{phrase.format(me='1')}{end}" for phrase in voice.closers}
            meant = set(read(said, 1, _SEATS))
            found |= {phrase: None for phrase, text in framed.items() if set(read(text, 1, _SEATS)) != meant}
    return list(found)
