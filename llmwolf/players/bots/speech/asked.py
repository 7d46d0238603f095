"""Questions put to a seat by name, found in what others said: which seat is asked, and about what.

Bots, models and people ask in words alone; there is no claim for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from llmwolf.players.bots.ledger import Ledger
from llmwolf.players.bots.seats import chinese_number, plain

_SENTENCE: Final = re.compile(r"(?:[^。!?\n;.]|\.(?!\s|$))+[。!?\n;.]?")
_MAYBE: Final = re.compile(
    r"[?？]|为什么|为啥|凭什么|怎么|谁|哪|说说|讲讲|聊聊|说清楚|给个说法|怎么想|\b(?:why|who|what)",
    re.IGNORECASE,
)
"""Without any of this nothing is asked."""
_MARKED: Final = re.compile(r"\?\s*$")
_UNMARKED: Final = re.compile(
    r"\d号,?(?:你|自己)?[^,。他她我\d]{0,8}?"
    r"(?:为什么|为啥|凭什么|说说|讲讲|聊聊|说清楚|给个说法|怎么想|怀疑谁|[站认信打出投归]谁|站哪"
    r"|警徽流(?:呢|是什么|怎么|[打留给验]谁|[,。!]?$))"
    r"|\d号,? (?:why|who|whom|what|which)\b",
    re.IGNORECASE,
)
"""A question to somebody by name without its mark, as people type it."""
_BARE: Final = re.compile(
    r"^\s*(\d{1,2})(?=[ ,]{1,2}(?:你|警徽|昨天|为什么|为啥|凭什么|why\b|who\b|what\b|how come\b))",
    re.IGNORECASE,
)
_SEVERAL: Final = re.compile(
    r"((?:\d{1,2}号、){1,11}\d{1,2}号)[,. ]{0,4}"
    r"(?:你们?|你俩|怎么|为什么|为啥|凭什么|都|,? (?:why|how come))",
    re.IGNORECASE,
)
"""2号、3号…怎么都: each of them is asked."""
_ADDRESSED: Final = re.compile(
    r"(\d{1,2})号,?你|问(?:一下|问)?(\d{1,2})号|, (\d{1,2})号(?:, [a-z ]{1,16})?\?$", re.IGNORECASE
)
"""5号你…, 想问5号…, …, seat 5?"""
_NAMED: Final = re.compile(r"(\d{1,2})号")
_ON: Final = re.compile(r"第([一二三四五六七八九\d])天|\bon day (\d)|昨天|\byesterday\b", re.IGNORECASE)
_WHY: Final = (
    r"(?:为什么|为啥|凭什么|怎么(?!样|办)|干嘛|说说|说清楚|给个说法"
    r"|\bwhy\b|\bhow come\b|\bwhat made\b|\bwhat was\b)"
)
_BADGE: Final = (
    r"(?:警徽票?(?!流).{0,8}?(?:给|投|上)(?:了|的|到)?(我|\d{1,2}号)"
    r"|\b(?:vote[ds]?(?: for| on)?|g[ai]ve) (me\b|\d{1,2}号).{0,20}\b(?:badge|sheriff)"
    r"|\b(?:badge|sheriff)\b.{0,12}\b(?:to|for|on) (me\b|\d{1,2}号))"
)
_CHECK: Final = (
    r"(?:(?:首?验|摸)(?:的|了)?(?:是)?|\bchecked |\bcheck (?:on )?|\binspect(?:ed)? )(我|me\b|\d{1,2}号)"
)
_BALLOT: Final = (
    r"(?:上票|手里|[投票]|(?<!嘴)上|\bvoted?(?: for| on)?\b)(?:了|的|给|过|是| )*(我|me\b|\d{1,2}号)"
)
_TOPICS: Final = (
    ("flow", re.compile(r"警徽流|\bflow\b|\bnext checks?\b", re.IGNORECASE)),
    (
        "badge",
        re.compile(
            f"{_WHY}.*?{_BADGE}|{_BADGE}.*?{_WHY}|警徽票.{{0,3}}{_WHY}.{{0,4}}?给(我|\\d{{1,2}}号)",
            re.IGNORECASE,
        ),
    ),
    ("check", re.compile(f"{_WHY}.{{0,20}}?{_CHECK}", re.IGNORECASE)),
    (
        "vote",
        re.compile(
            f"{_WHY}.*?{_BALLOT}|{_BALLOT}.*?{_WHY}|\\bwhy (me\\b|\\d{{1,2}}号)(?= yesterday| on day)",
            re.IGNORECASE,
        ),
    ),
    (
        "side",
        re.compile(
            r"站谁|站哪|站边|站(?:的是)?\d|[信认跟](?:的是)?谁|信了|\bside\b|\bbelieve\b|\bwon you over\b",
            re.IGNORECASE,
        ),
    ),
    (
        "suspect",
        re.compile(
            r"怀疑谁|狼坑|谁[是像]狼|[出打归票投踩点](?:的是)?谁"
            r"|\bsuspect\b|\bwant out\b|\bis (?:a|the) wolf\b|\ba name\b",
            re.IGNORECASE,
        ),
    ),
)
"""What may be asked, the more special before the more common."""


_ABOUT: Final = ("badge", "check", "vote")
"""The topics that are about somebody."""


class Question(NamedTuple):
    """What ``asker`` wants to know from somebody.

    ``about`` is whom it is about (0: nobody), ``day`` the day that is named, -1 for yesterday (0: none).
    Why somebody was checked is asked of whoever did it, named or not (seat 0).
    """

    asker: int
    topic: str
    about: int = 0
    day: int = 0


@lru_cache(maxsize=512)
def questions_in(text: str, asker: int) -> tuple[tuple[int, Question], ...]:
    """The questions in a speech of ``asker``, each with the seat that is asked."""
    if not _MAYBE.search(text):
        return ()
    found: list[tuple[int, Question]] = []
    for sentence in _SENTENCE.findall(plain(text)):
        said = _BARE.sub(r"\1号", sentence)
        named = _ADDRESSED.search(said) or _NAMED.search(said)
        several = _SEVERAL.search(said)
        if not named or not (several or _MARKED.search(said) or _UNMARKED.search(said)):
            continue
        asked = [int(next(number for number in named.groups() if number))]
        if several:
            asked = [int(number) for number in re.findall(r"\d+", several[1])]
        for topic, words in _TOPICS:
            if match := words.search(said):
                about = next((word for word in match.groups() if word), "") if topic in _ABOUT else ""
                seat = asker if about.lower() in ("我", "me") else int(about.removesuffix("号") or 0)
                if topic == "check" and asked == [seat]:
                    asked = [0]
                question = Question(asker, topic, seat, _day(said))
                found += [(one, question) for one in asked if one not in (asker, seat)]
                break
    return tuple(found)


def _day(said: str) -> int:
    named = _ON.search(said)
    if named is None:
        return 0
    return chinese_number(named[1] or named[2]) if named[1] or named[2] else -1


Asked = Mapping[str, Question]
"""Questions by their topic."""


def asked_of(book: Ledger, seat: int) -> Asked:
    """What ``seat`` was asked since it last spoke, the latest question of each kind."""
    found: dict[str, Question] = {}
    for speech in reversed(book.speeches):
        if speech.seat == seat:
            break
        for asked, question in questions_in(speech.text, speech.seat):
            if asked == seat or (not asked and _checked(book, seat, question.about)):
                found.setdefault(question.topic, question)
    return found


def _checked(book: Ledger, seat: int, target: int) -> bool:
    story = book.stories.get(seat)
    return story is not None and bool(story.value_of(target))
