"""What a listener keeps in mind while a speech goes on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from llmwolf.players.bots.seats import SEAT, chinese_number

_NIGHT: Final = re.compile(
    r"第([一二三四五六七八九\d])(?:天[晚夜]|[晚夜])|(首夜|首验|头一?晚|\bfirst night)|(前晚|前天晚上)"
    r"|(昨晚|昨夜|昨天晚上|昨天夜里|\blast night)|\bnight (\d)\b",
    re.IGNORECASE,
)
_LIST: Final = rf"{SEAT}(?:、\d{{1,2}}号){{0,15}}+"
_FIRST: Final = re.compile(
    rf"(?<![跟往站信认票投替帮给比和与])(?<!站边|上票|投给){_LIST}"
    r"(?!的(?:人|验人|金水|查杀|银水)|[报发给]?的?(?:金水|查杀|银水)\d)"
)
"""The seats that a clause is about, not those that it tells them by: 跟9号的人里我放下1号."""
_NAMED_LATE: Final = re.compile(rf"(?:的|里面?)有{_LIST}$|把{_LIST}(?!往)")
_ANY: Final = re.compile(_LIST)
_JOINED: Final = re.compile(
    "[那但而也还就且又再可是所以昨今天]{0,3}"
    "(?:查杀|金水|银水|前面|后面|刚才|对跳的|这个|(?:and|so|but|then) )?"
)
"""Before a seat that nevertheless begins a clause."""
_NUMBER: Final = re.compile(r"\d{1,2}")


@dataclass(slots=True)
class Context:
    """Who speaks (``seat`` of ``seats``, on ``day``), and what the clauses so far were about."""

    seat: int
    seats: int
    day: int
    role: str
    """The card the speaker claims."""
    about: tuple[int, ...] = ()
    """The seats spoken of last: whom 他 stands for."""
    checked: int = 0
    """A seat said to be checked whose result has not been told yet."""
    night: int = 0
    """The night spoken of, as far as it has been said in this sentence."""
    fresh: bool = False
    """Whether the clause before was the claim to the card."""
    verdict: tuple[int, str] | None = None
    """A seat and what the clause before says it is."""
    placed: bool = False
    """Whether this sentence has said whom it speaks of."""
    knifed: int = 0
    """Whom the speaker calls last night's victim."""
    undated: set[int] = field(default_factory=set)
    """Seats said to be saved, but not in which night."""

    def others(self, words: str | Iterable[str | None]) -> tuple[int, ...]:
        """The seats of this table named in ``words``, each once, but for the speaker's own."""
        text = words if isinstance(words, str) else " ".join(word for word in words if word)
        numbers = dict.fromkeys(int(n) for n in _NUMBER.findall(text))
        return tuple(n for n in numbers if 1 <= n <= self.seats and n != self.seat)

    def who(self) -> tuple[int, ...]:
        """The seats spoken of last, without the speaker."""
        return tuple(n for n in self.about if n != self.seat)

    def hear_night(self, clause: str) -> None:
        """Keep the night that ``clause`` speaks of, if it does."""
        match = _NIGHT.search(clause)
        if not match:
            return
        if match[2]:
            self.night = 1
        elif match[3]:
            self.night = max(1, self.day - 1)
        elif match[4]:
            self.night = self.day
        else:
            self.night = min(self.day, chinese_number(match[1] or match[5]))

    def begin(self) -> None:
        """A new sentence: its subject is still to come, and nothing is pending."""
        self.checked = self.night = 0
        self.fresh = self.placed = False
        self.verdict = None

    def turn_to(self, clause: str) -> None:
        """Keep whom ``clause`` speaks of: the first seats of a sentence, or those that begin a clause."""
        found = _FIRST.search(clause)
        begins = found is not None and _JOINED.fullmatch(clause[: found.start()]) is not None
        if not begins and (late := _NAMED_LATE.search(clause)):
            found, begins = late, True
        found = found or _ANY.search(clause)
        if ("他" in clause or "她" in clause) and (self.placed or not begins):
            self.placed = True
        elif found and (begins or not self.placed):
            numbers = (int(n) for n in _NUMBER.findall(found[0]))
            self.about = tuple(n for n in numbers if 1 <= n <= self.seats)
            self.placed = True
