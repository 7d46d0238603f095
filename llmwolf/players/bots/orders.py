"""What a wolf's line in the night talk asks of the pack, as people type it: the knife, who plays what."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import normalize

from llmwolf.players.bots.seats import chinese_number

_SEAT: Final = r"(?:seat |player |no\.? ?|#)?(\d{1,2}|十[一二]?|[一二三四五六七八九])(?![\d个刀轮天晚])\s*号?"
_NOT: Final = r"(?<![不别没勿])(?<!不要)(?<!不能)(?<!先别)(?<!not )(?<!n't )"
_KNIFE: Final = re.compile(
    rf"{_NOT}(?:刀|杀|砍|做掉|带走|\bknife|\bkill|\btake out)(?:掉|死|了|口|给|到|是|在| |:)*{_SEAT}"
    rf"|{_SEAT}(?:必须死|得死|吃刀|挨刀|走|先死)",
    re.IGNORECASE,
)
_BARE: Final = re.compile(
    rf"^(?:我?(?:想|提|选|说)|就|今晚|先|都|i say|let'?s)*\s*{_SEAT}[吧。.!]?$", re.IGNORECASE
)
"""A seat and nothing else, where a knife is talked about."""
_PLAIN: Final = re.compile(
    r"^(?:今晚|先|直接|都|就|一起|咱们?|我们?|首刀|首夜|好|行|ok|,| )*"
    rf"(?:刀|杀|knife|kill)\s*{_SEAT}[吧了。.!]?$",
    re.IGNORECASE,
)
"""An order and nothing more."""
_PARTS: Final = (
    ("jump", r"悍跳|对跳|起跳|跳预|claims? (?:the )?seer"),
    ("hook", r"倒钩|\bhooks?\b"),
    ("charge", r"冲锋|冲票|冲一?下|\bcharges?\b|\bpush(?:es)?\b"),
    ("deep", r"深水|潜[水着伏]?|\blies? low\b|\bstays? deep\b"),
)
_BETWEEN: Final = (
    r"(?:号|[,，]?你|来|去|给我|帮我|should|will|please|to|you|今天|明天|白天|就|负责|打|做|可以| )*?\s*"
)
_TOLD: Final = {part: re.compile(rf"{_SEAT}{_BETWEEN}(?:{words})", re.IGNORECASE) for part, words in _PARTS}


class Orders(NamedTuple):
    """``knife`` is the seat to be knifed (0: none), ``parts`` who is to play what: seat → part."""

    knife: int = 0
    parts: tuple[tuple[int, str], ...] = ()


@lru_cache(maxsize=512)
def orders_in(text: str) -> Orders:
    """What ``text`` asks for; nothing where it cannot be told."""
    text = normalize("NFKC", text)
    found = _KNIFE.search(text) or _BARE.search(text)
    knife = _number(found) if found else 0
    parts = [(_number(match), part) for part, words in _TOLD.items() for match in words.finditer(text)]
    return Orders(knife, tuple(parts))


@lru_cache(maxsize=512)
def is_order(text: str) -> bool:
    """Whether ``text`` is a knife ordered and nothing more, as a person types it."""
    said = normalize("NFKC", text).strip()
    return bool(_PLAIN.match(said) or _BARE.match(said))


def _number(match: re.Match[str]) -> int:
    return chinese_number(next(number for number in match.groups() if number))
