"""What speeches state about the public record: who voted for whom, who is out, who is sheriff.

Claims are what :mod:`llmwolf.players.bots.reading` reads; these are statements of fact, to which no bot
listens. Only what is stated for sure counts: nothing quoted, asked, put under an "if", or told of what
somebody said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from llmwolf.coach.claims.forms import FORMS
from llmwolf.coach.claims.quoting import Span, clauses, sentences
from llmwolf.coach.minutes import Speech
from llmwolf.coach.signs import QUOTED
from llmwolf.players.bots.listening.clauses import _ASKED as ASKED
from llmwolf.players.bots.listening.clauses import _IF as IF
from llmwolf.players.bots.listening.context import Context
from llmwolf.players.bots.seats import SEAT, chinese_number, plain
from llmwolf.roles import registry

_UNSURE: Final = re.compile(
    r"好像|可能|也许|应该|大概|不记得|记不清|忘了|不知道|不清楚|没听清|似乎|估计|以为|想象|假装|就当|本来|差点|还是"
    r"|\b(?:maybe|perhaps|might|i think|not sure|don't (?:know|remember)|seems?|probably|would|could)\b",
    re.IGNORECASE,
)
"""What leaves it open whether it was so."""
_TELLS: Final = re.compile(
    r"(?:号|他|她|大家|有人|们|对面)[^,没未]{0,6}(?:说(?!过话)|讲|称)"
    r"|\b(?:says?|said|claims? that|told us)\b",
    re.IGNORECASE,
)
_NOBODY: Final = re.compile(r"没人|\bnobody\b", re.IGNORECASE)
"""No question where it is the night that is told of."""
_TODAY: Final = re.compile(r"今天|这轮|刚才|\btoday\b", re.IGNORECASE)
_YESTERDAY: Final = re.compile(r"昨[天日](?!晚上)|上一?轮|\byesterday\b", re.IGNORECASE)
_DAY: Final = re.compile(r"第([一二三四五六七八九\d])天|(首日)|\bday (\d)\b", re.IGNORECASE)
_BADGE: Final = re.compile(r"警徽票|警上|\bbadge\b|for sheriff", re.IGNORECASE)
_RESUMES: Final = re.compile(r"我(?!是)|所以|\bi\b", re.IGNORECASE)
_WORDS: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_NAMES: Final = {
    name.lower(): card for card, law in registry().items() for name in (law.zh, law.en, *law.aliases)
}


@dataclass(frozen=True, slots=True)
class Statement:
    """Something of ``kind`` (see :mod:`llmwolf.coach.claims.forms`) stated at ``span`` of a speech.

    ``who`` and ``whom`` are seats, ``n`` a number (-1: none), ``card`` a card's id; ``day`` and ``night`` are
    those spoken of (0: unsaid); ``badge``: of the election. ``words`` is the clause, with seats as ``N号``.
    """

    kind: str
    span: Span
    words: str
    who: tuple[int, ...] = ()
    whom: int = 0
    n: int = -1
    card: str = ""
    day: int = 0
    night: int = 0
    badge: bool = False


def statements(speech: Speech) -> Iterator[Statement]:
    """Everything that ``speech`` states about the record, in its order."""
    for span, words, tells in stated(speech):
        day, night, badge = _when(speech, words)
        for form in FORMS:
            # Where somebody's words are told, only that he spoke is the speaker's own statement.
            if tells and form.kind != "unspoken":
                continue
            if form.unless is not None and form.unless.search(words):
                continue
            if (match := form.words.search(words)) is not None:
                found = match.groupdict()
                yield Statement(
                    form.kind, span, words, _seats(found.get("who"), speech.seat),
                    next(iter(_seats(found.get("whom"), speech.seat)), 0),
                    _number(found["n"]) if found.get("n") else form.n,
                    _NAMES.get((found.get("card") or "").lower(), ""), day, night, badge,
                )  # fmt: skip


def stated(speech: Speech) -> Iterator[tuple[Span, str, bool]]:
    """The clauses stated for sure, with seats as ``N号``, and whether each tells of somebody's words."""
    text = speech.text
    quoted = [match.span() for match in QUOTED.finditer(text)]
    for sentence in sentences(text):
        told = False
        parts = clauses(text, sentence)
        asked = text[sentence.start : sentence.end].rstrip().endswith(("?", "？"))
        for place, span in enumerate(parts, 1):
            words = plain(text[span.start : span.end]).rstrip(",:。!?;. ")
            if IF.search(words):
                break
            tells = _TELLS.search(words) is not None
            told = told and not tells and not _RESUMES.search(words)
            questioned = ASKED.search(_NOBODY.sub("", words)) or (asked and place == len(parts))
            inside = any(start < span.end and span.start < end for start, end in quoted)
            if not (told or questioned or inside or _UNSURE.search(words)):
                yield span, words, tells
            told = told or tells


def _when(speech: Speech, words: str) -> tuple[int, int, bool]:
    """The day and the night that ``words`` speak of (0: unsaid), and whether of the election."""
    if match := _DAY.search(words):
        day = 1 if match[2] else chinese_number(match[1] or match[3])
    elif _YESTERDAY.search(words):
        day = speech.day - 1
    else:
        day = speech.day if _TODAY.search(words) else 0
    return day, night_in(speech, words), _BADGE.search(words) is not None


def night_in(speech: Speech, words: str) -> int:
    """The night that ``words`` of ``speech`` speak of; 0 where they leave it unsaid."""
    hearing = Context(speech.seat, 0, speech.day, "")
    hearing.hear_night(words)
    return hearing.night


def _seats(words: str | None, speaker: int) -> tuple[int, ...]:
    if words is None:
        return ()
    if words.lower() in ("我", "i"):
        return (speaker,)
    return tuple(dict.fromkeys(int(number) for number in re.findall(SEAT, words)))


def _number(word: str) -> int:
    if word == "两":
        return 2
    return _WORDS.get(word.lower(), 0) or chinese_number(word)
