"""What the ledger holds: claims with the words that make them, and findings with both sides quoted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from llmwolf.players.words import Pair
from llmwolf.rules.claims import Claim

STRUCTURED: Final = "structured"
TEXT: Final = "text"

RECORD: Final = "record"
OWN: Final = "own"
PRIVATE: Final = "private"
LEAK: Final = "leak"
GROUPS: Final[dict[str, Pair]] = {
    RECORD: ("与公开记录不符", "against the public record"),
    OWN: ("与自己说过的话不符", "against the speaker's own words"),
    PRIVATE: ("与自己所知不符（复盘）", "against what the speaker knew (after the game)"),
    LEAK: ("说出了只有夜里才知道的事（复盘）", "said what only a private fact supports (after the game)"),
}
"""The groups of findings; the last two need the cards and are told after the game only."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Some words of event ``number``: characters ``start`` to ``end`` of its text."""

    number: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One claim of one speech.

    ``number`` is the speech's event; ``phase`` is night for last words after a night, otherwise day;
    ``source`` is structured where the speaker attached the claim, text where it was read from the words.
    ``quote`` are the words that say it: those of the whole speech where none of its sentences does alone.
    """

    number: int
    seat: int
    day: int
    phase: str
    stage: str
    claim: Claim
    source: str
    quote: Quote


@dataclass(frozen=True, slots=True)
class Finding:
    """One statement and what it is at odds with. It is no lie and no score: whoever speaks may err.

    ``kind`` is one of :data:`~llmwolf.coach.claims.kinds.KINDS`, ``group`` one of :data:`GROUPS`, ``what``
    a sentence on this case. ``quote`` is the statement; ``against`` the number of the event that it is at
    odds with, and ``record`` that event in words: the judge's sentence, or what was said.
    """

    kind: str
    group: str
    what: Pair
    seat: int
    day: int
    quote: Quote
    against: int
    record: Pair

    @property
    def number(self) -> int:
        """The number of the speech."""
        return self.quote.number

    @property
    def after(self) -> bool:
        """Whether it needs the cards: told after the game only."""
        return self.group in (PRIVATE, LEAK)
