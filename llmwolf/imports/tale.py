"""What a file tells of a game, in terms of the typed notation, whatever format it was written in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from llmwolf.boards import Board
from llmwolf.record.head import Remark, Sitter
from llmwolf.record.notation.errors import Malformed
from llmwolf.record.notation.items import Item, Line, Phase
from llmwolf.record.notation.sentences import Sentence
from llmwolf.record.notation.words import WORDS
from llmwolf.rules.ruleset import Ruleset

Fact = Literal["dawn", "exiled", "check", "winner", "out"]


@dataclass(frozen=True, slots=True)
class Expected:
    """Something that the file says and the rules derive by themselves; the two must agree.

    dawn: the dead announced in the morning of ``phase``; exiled: who was voted out then (nobody: empty);
    check: (target,) and what the seer learned of it (``value`` good or wolf); winner: the side in ``value``;
    out: how the seat went (``value`` a cause of death, empty: still in). ``line`` and ``text`` are the place.
    """

    fact: Fact
    line: int
    text: str
    phase: Phase | None = None
    seats: tuple[int, ...] = ()
    value: str = ""


@dataclass(slots=True)
class Tale:
    """One game as a file tells it.

    ``cards`` is the card of every seat. ``items`` are what happened, phase by phase, in order; ``turns`` the
    speakers of each round (such as ``speech/2``) as often as they spoke; ``whispers`` what a wolf said to
    its pack in a night; ``notes`` public words for which the rules have no moment. ``remarks`` is what is
    not as sure as the rest.
    """

    format: str
    board: Board
    rules: Ruleset
    cards: tuple[str, ...]
    sitters: tuple[Sitter, ...]
    seed: int = 0
    items: dict[Phase, list[Item]] = field(default_factory=lambda: defaultdict(list))
    turns: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    whispers: dict[tuple[int, int], list[str]] = field(default_factory=lambda: defaultdict(list))
    notes: list[str] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def add(
        self,
        word: str,
        phase: Phase,
        line: int,
        text: str,
        seats: Iterable[int] = (),
        pairs: Iterable[tuple[int, int]] = (),
        words: str = "",
    ) -> None:
        """Something happened; ``word`` is the notation's (English) one, ``text`` what the file has there."""
        item = Item(WORDS[word], phase, line, text, tuple(seats), tuple(pairs), words=words)
        self.items[phase].append(item)

    def lines(self) -> tuple[Line, ...]:
        """Everything that happened, as the lines of a typed record."""
        return tuple(
            Line(phase, items[0].line if items else 0, tuple(items))
            for phase, items in sorted(self.items.items())
        )


def remark(kind: Literal["assumed", "stated", "left_out", "differs"], why: Sentence, line: int = 0) -> Remark:
    """One remark of an import."""
    return Remark(kind=kind, zh=why.zh, en=why.en, line=line)


def seats_named(seats: Sequence[int]) -> Sentence:
    """The seats, or that there is nobody."""
    if not seats:
        return Sentence("无人", "nobody")
    return Sentence("、".join(f"{s}号" for s in seats), " ".join(map(str, seats)))


def unreadable(zh: str, en: str, line: int = 0, item: str = "") -> Malformed:
    """The fault of a file that is not written as its format is."""
    return Malformed(Sentence(zh, en), line, item)


def roomy(speeches: Iterable[str]) -> dict[str, int]:
    """The limits of speeches under which none of these is cut."""
    limit = max((len(text) for text in speeches), default=0)
    base = Ruleset()
    return {
        "speech_limit": max(base.speech_limit, limit),
        "speech_limit_last": max(base.speech_limit_last, limit),
    }
