"""What features and reviews are made from: one game's minutes, its ledger, and what is asked of them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from llmwolf.coach.claims.entries import Entry, Finding
from llmwolf.coach.minutes import Minutes, Speech
from llmwolf.players.bots.seats import plain, seats_in
from llmwolf.rules.audience import Event

ROUNDS: Final = ("election", "speech")
"""The stages in which everybody has a turn; last words and PK are talked otherwise."""
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_WORD: Final = re.compile(r"[A-Za-z]++(?:['’][A-Za-z]++)?|\d++")
_PASSED: Final = re.compile(r"[\W_]*+(?:过麦?|pass|skip)?[\W_]*+", re.IGNORECASE)


def length(text: str) -> int:
    """Characters of a Chinese text, words of a Latin one; blanks and punctuation are none."""
    han = len(_HAN.findall(text))
    return han + len(_WORD.findall(text))


def passed(speech: Speech) -> bool:
    """Whether nothing but 过 was said."""
    return _PASSED.fullmatch(speech.text) is not None


@dataclass(frozen=True, slots=False)
class Material:
    """One game: ``log`` is read by features of sight G alone."""

    book: Minutes
    entries: Sequence[Entry]
    findings: Sequence[Finding]
    log: Sequence[Event] = ()

    @cached_property
    def turns(self) -> list[Speech]:
        """The speeches of rounds in which everybody has a turn, but for those that were cut into."""
        return [s for s in self.book.speeches if s.stage in ROUNDS and s.cut != "cut_in"]

    @cached_property
    def spoken(self) -> list[Speech]:
        """Those of :attr:`turns` that say something."""
        return [s for s in self.turns if not passed(s)]

    @cached_property
    def heard(self) -> list[Speech]:
        """All speeches that say something, last words and PK among them."""
        return [s for s in self.book.speeches if not passed(s)]

    @cached_property
    def said(self) -> dict[int, list[Entry]]:
        """The entries of the ledger by the number of their speech."""
        found: dict[int, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            found[entry.number].append(entry)
        return found

    @cached_property
    def named(self) -> dict[int, tuple[int, ...]]:
        """The other seats named in each speech, by its number: in its words and in its claims."""
        found: dict[int, tuple[int, ...]] = {}
        for speech in self.book.speeches:
            claimed = [seat for entry in self.said.get(speech.number, ()) for seat in entry.claim.targets]
            seats = dict.fromkeys([*seats_in(plain(speech.text), self.book.seats), *claimed])
            found[speech.number] = tuple(seat for seat in seats if seat != speech.seat)
        return found

    def claims(self, speech: Speech, *acts: str) -> list[Entry]:
        """What ``speech`` claims by one of ``acts``."""
        return [entry for entry in self.said.get(speech.number, ()) if entry.claim.act in acts]

    def targets(self, speech: Speech, *acts: str) -> list[int]:
        """Whom ``speech`` names by one of ``acts``, each once."""
        found = (seat for entry in self.claims(speech, *acts) for seat in entry.claim.targets)
        return list(dict.fromkeys(found))
