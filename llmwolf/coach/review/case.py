"""One speech as a reviewer looks at it, and how a point is written down."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from llmwolf.coach.claims.entries import Entry, Quote
from llmwolf.coach.claims.quoting import quote, sentences
from llmwolf.coach.material import Material
from llmwolf.coach.minutes import Speech
from llmwolf.coach.review.items import MISSING, NO_DATA, PRESENT, WEAK, Checklist, Point
from llmwolf.players.words import Pair


class Verdict(NamedTuple):
    """What became of a point."""

    state: str
    note: Pair = ("", "")
    quotes: tuple[Quote, ...] = ()
    events: tuple[int, ...] = ()


@dataclass(frozen=True)
class Case:
    """``speech``, whose speaker claims ``card`` (empty: none) from here on, in the game of ``m``."""

    m: Material
    speech: Speech
    card: str

    @property
    def seat(self) -> int:
        """The speaker."""
        return self.speech.seat

    @cached_property
    def own(self) -> list[Entry]:
        """Every claim of the speaker up to this speech, in order."""
        return [e for e in self.m.entries if e.seat == self.seat and e.number <= self.speech.number]

    @cached_property
    def before(self) -> list[Entry]:
        """Those of them that he made in earlier speeches."""
        return [e for e in self.own if e.number < self.speech.number]

    @cached_property
    def seers(self) -> dict[int, Entry]:
        """The other seer claims that stand when he speaks: seat → the claim."""
        found: dict[int, Entry] = {}
        for entry in self.m.entries:
            if entry.number >= self.speech.number:
                break
            claim = entry.claim
            if entry.seat == self.seat:
                continue
            if claim.act == "role" and claim.value == "seer":
                found[entry.seat] = entry
            elif claim.act in ("role", "retract"):
                found.pop(entry.seat, None)
        return found

    def claims(self, *acts: str) -> list[Entry]:
        """What this speech claims by one of ``acts``."""
        return self.m.claims(self.speech, *acts)

    def sentences(self, words: re.Pattern[str]) -> list[Quote]:
        """The sentences of this speech in which ``words`` are found."""
        spans = sentences(self.speech.text)
        return [quote(self.speech, s) for s in spans if words.search(self.speech.text[s.start : s.end])]

    def accusers(self) -> list[int]:
        """The numbers of the speeches of this day that hold the speaker for a wolf or call for his exile."""
        return list(
            dict.fromkeys(
                e.number
                for e in self.m.entries
                if e.day == self.speech.day
                and e.number < self.speech.number
                and e.seat != self.seat
                and self.seat in e.claim.targets
                and (e.claim.act in ("suspect", "vote") or (e.claim.act, e.claim.value) == ("check", "wolf"))
            )
        )


class Item(NamedTuple):
    """A point of a checklist and how it is looked for."""

    id: str
    name: Pair
    look: Callable[[Case], Verdict]


def listed(part: str, name: Pair, items: tuple[Item, ...], case: Case) -> Checklist:
    """The checklist ``part`` of ``items`` for ``case``."""
    return Checklist(part, name, tuple(Point(item.id, item.name, *item.look(case)) for item in items))


def quotes(entries: list[Entry]) -> tuple[Quote, ...]:
    """The words of ``entries``, each once."""
    return tuple(dict.fromkeys(entry.quote for entry in entries if entry.quote.text))


def none(zh: str, en: str) -> Verdict:
    """The point does not apply, because."""
    return Verdict(NO_DATA, (zh, en))


def share(part: int, whole: int, what: Pair) -> Pair:
    """``3/5 what``."""
    return f"{part}/{whole} {what[0]}", f"{part} of {whole} {what[1]}"


def found(ok: bool, entries: list[Entry], note: Pair = ("", "")) -> Verdict:
    """Present or weak by ``ok`` with the words of ``entries``; missing where there are none."""
    if not entries:
        return Verdict(MISSING)
    return Verdict(PRESENT if ok else WEAK, ("", "") if ok else note, quotes(entries))
