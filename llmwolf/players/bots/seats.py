"""Seat numbers in running text: 5号, ５号, 五号, 十一号, 3️⃣, 三號, No.3, seat 3, and bare ones after a verb.

The text is rewritten so that every seat that can be told for sure reads ``N号``; what may be a count
(三狼, 两边, 第一天, 七票) is left alone. Display names are not seats.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

_DIGITS: Final = {c: i for i, c in enumerate("零一二三四五六七八九")}
_TRADITIONAL: Final = str.maketrans(
    "號預驗殺盤邊這個說對還認為後發給獵衛癡銀鐵聽狀態離請歸選點見",
    "号预验杀盘边这个说对还认为后发给猎卫痴银铁听状态离请归选点见",
)
_INVISIBLE: Final = re.compile("[\ufe0e\ufe0f\u20e3\u200b-\u200f\u2060\ufeff]")
_KEYCAP: Final = re.compile("([0-9])\ufe0f?\u20e3(?!\\s*号)")
_CHINESE: Final = re.compile(
    "(?<![第一二三四五六七八九十])([一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])号"
)
_SPACED: Final = re.compile(r"(?<!\d)(1)\s+(\d号)")
_LATIN: Final = re.compile(
    r"\b(?:no\.?|seats?|players?|number)\s*#?(\d{1,2})\b(?!号)|#(\d{1,2})\b(?!号)", re.IGNORECASE
)
_NUMERAL: Final = r"(\d{1,2}|十[一二三四五六七八]?|[一二三四五六七八九])"
# A numeral before one of these is a count, not a seat.
_COUNTED: Final = r"(?![\d十号个张天轮票次点分位人狼匪民神句种条下边把手打步验脚起直样些定半水])"
_AFTER_VERB: Final = re.compile(
    r"(验的?是?|验了|摸了?|查杀了?|金水给?|银水给?|出|归|投|站边?|认|保|踩|打|捞|先|后|再|给|救了?|毒了?|守了?)"
    + _NUMERAL
    + r"(?!\1)"  # 踩一踩, 验一验
    + _COUNTED
)
_BEFORE_WORD: Final = re.compile(
    r"(?<![\d十第])" + _NUMERAL + r"(?=金水|金(?!水)|查杀|银水|是金|是查杀|后验|后再)"
)
_EN_VERB: Final = re.compile(
    r"\b((?:check(?:ed)?|inspect(?:ed)?|vot(?:e|ing)(?: for| out)?|exile|side with|siding with|trust|suspect|"
    r"saved?|poison(?:ed)?|guarded|then|first)) (\d{1,2})\b(?!号|%| votes| wol)",
    re.IGNORECASE,
)
SEAT: Final = r"(?<!\d)(\d{1,2})号"
"""A seat in a text that :func:`plain` went over."""


def chinese_number(word: str) -> int:
    """The value of a numeral such as 5, 五, 十, 十一, 二十; 0 for anything else."""
    if word.isascii() and word.isdigit():
        return int(word)
    tens, ten, ones = word.partition("十")
    if not ten:
        return _DIGITS.get(word, 0)
    return _DIGITS.get(tens, 0 if tens else 1) * 10 + _DIGITS.get(ones, 0)


def plain(text: str) -> str:
    """``text`` with half-width signs, simplified characters and every certain seat as ``N号``."""
    text = _KEYCAP.sub(r"\1号", text)
    text = normalize("NFKC", _INVISIBLE.sub("", text)).translate(_TRADITIONAL)
    text = _CHINESE.sub(lambda m: f"{chinese_number(m[1])}号", text)
    text = _SPACED.sub(r"\1\2", text)
    text = _LATIN.sub(lambda m: f"{m[1] or m[2]}号", text)
    text = _AFTER_VERB.sub(lambda m: f"{m[1]}{chinese_number(m[2])}号", text)
    text = _BEFORE_WORD.sub(lambda m: f"{chinese_number(m[1])}号", text)
    return _EN_VERB.sub(r"\1 \2号", text)


def seats_in(text: str, seats: int) -> tuple[int, ...]:
    """The seats named in plain ``text``, each once, in order; numbers above the table are no seats."""
    found = dict.fromkeys(int(n) for n in re.findall(SEAT, text))
    return tuple(n for n in found if 1 <= n <= seats)
