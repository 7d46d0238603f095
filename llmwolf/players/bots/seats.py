"""Seat numbers in running text: 5号, ５号, 五号, 十一号, 3️⃣, 三號, No.3, seat 3, and bare ones beside a verb.

The text is rewritten so that every seat that can be told for sure reads ``N号``, a list of them ``N号、N号``;
what may be a count (三狼, 两边, 第一天, 七票) is left alone. Display names are not seats.
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
_KEYCAP: Final = re.compile("([0-9])\ufe0f?\u20e3(?!\\s?号)")
_SLIPS: Final = (
    (re.compile("[焊汗旱]跳"), "悍跳"),
    (re.compile("语[言研]家|预研家"), "预言家"),
    (re.compile(r"(?<=[\d一二三四五六七八九十号是张个发])查查(?!\d)"), "查杀"),
)
"""What speech recognition makes of the game's words."""
_CHINESE: Final = re.compile(
    "(?<![第一二三四五六七八九十])([一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])号"
)
_PLACE: Final = re.compile(r"(?<=\d号)位(?!置)")
"""7号位: no more than the seat."""
_SPACED: Final = re.compile(r"(?<!\d)(1)\s{1,3}(\d号)")
_LATIN: Final = re.compile(
    r"\b(?:no\.?|seats?|players?|number|p(?=\d))\s?#?(\d{1,2})\b(?!号)|#(\d{1,2})\b(?!号)"
    r"|\b(\d{1,2})(?:st|nd|rd|th) (?:seat|player)\b",
    re.IGNORECASE,
)
_NUMERAL: Final = r"(?:\d{1,2}|十[一二三四五六七八]?|[一二三四五六七八九])"
# A numeral before one of these is a count, not a seat.
_COUNTED: Final = (
    r"(?![\d十号个张天轮票次点分位人狼匪民神句种条下边把手打步验脚起直样些定半水"
    r"圈遍波晚夜思开上致路会方只匹])"
)
_LIST: Final = re.compile(
    rf"(?<![\d十第.年月]){_NUMERAL}号?"
    rf"(?:(?:[、/和与]|跟(?!着)|(?<=\d)[ ,](?=\d{{1,2}}(?![\d号]))){_NUMERAL}(?:号|(?![\d十]))){{1,15}}+"
    rf"{_COUNTED}"
)
_RUN: Final = re.compile(
    r"(?<=狼坑)([是:打在我的就]{0,4})([1-9]{3,5})(?![\d号])|(?<!\d)([1-9]{3,4})(?=[三四双]狼)"
)
"""Seats run together (狼坑589); two digits may be one seat."""
_ARROW: Final = re.compile(r"(?<=警徽流)([是:打留]{0,2})(\d{1,2})号?(?:-{0,2}>|→|-)(\d{1,2})(?:号|(?!\d))")
_AFTER_VERB: Final = re.compile(
    r"((?:验|摸|查杀|救|毒|守|踩|打|金水|银水)(?:[的了]?是|[的了到给]|一手)?|打飞|给到?|出|归|投|票|挂|推|上票|走|"
    r"[撒扣灌泼盾压砸](?:[在给到]了?|了)?|"
    r"站边?|认下?|信|保|捞|跟着?|怀疑|先|后|再|警徽流|警徽给|留给?|留在|\b双)"
    rf"({_NUMERAL})(?!\1)"  # 踩一踩, 验一验
    rf"{_COUNTED}"
)
_BEFORE_WORD: Final = re.compile(
    rf"(?<![\d十第])({_NUMERAL})"
    r"(?=(?:是|为)?(?:我的)?(?:金水|查杀|银水)|金(?!水)|是金|后验|后再|[吃接收]了?我|是悍跳|是真预)"
    rf"|(?<=[吃接]了)({_NUMERAL})(?=一?[张个]?(?:查杀|金水))|(?:(?<=站)|(?<=[压挂砸扣]))(\d{{1,2}})(?=的?边|[身头]?上)"
)
_SUBJECT: Final = re.compile(
    r"(?<![\d.第年月点比:/%])(\d{1,2})"
    r"(?=(?:这[张个]|是(?![个票比]人|\d)|不?像|不是|就是|必|一定|肯定|应该|大概率|[才也都]是|"
    r"踩|打|聊|说|站|跳|起跳|发言|投|保|悍跳|倒钩|今天|你|我|在我|[必得]?出局?|出去|的(?:发言|警徽|状态|票|金水|验人)))"
)
_LETTER: Final = re.compile("[a-z]", re.IGNORECASE)
_EN_LIST: Final = re.compile(
    r"(?<![\d.])\d{1,2}号?(?:, ?\d{1,2}号?){0,12}+,? (?:and|or|&) \d{1,2}\b号?"
    r"(?! (?:wol|good|vill|vote|player|people|god|card|night|day|seat|more))",
    re.IGNORECASE,
)
_EN_VERB: Final = re.compile(
    r"\b((?:check(?:ed)?|inspect(?:ed)?|(?:peeked|looked)(?: at)?|vot(?:e|ing)(?: for| out)?|"
    r"vote(?: i|')s (?:on|for)|goes to|exile|eliminate|lynch|get rid of|kill|hang|than|"
    r"(?:sid(?:e|ing)|go(?:ing)?) with|lean(?:ing)? (?:to|towards?)|trust|suspect|believe|"
    r"(?:saved?|poison(?:ed)?|antidote)(?: on)?|guard(?:ed)?|"
    r"protect(?:ed)?|then|first|flow(?: is)?:?|over|both))"
    r" (\d{1,2})\b(?!号|%| votes| wol| good)",
    re.IGNORECASE,
)
_EN_SUBJECT: Final = re.compile(
    r"(?<![\d.#])(?<!day )(?<!night )(?<!round )\b(\d{1,2})"
    r"(?=(?:'s"
    r"| (?:is|was|isn't|seems?|looks?|sounds?|must|said|says|claims?|claimed|came|turned|should|has)\b))",
    re.IGNORECASE,
)
_SEPARATED: Final = re.compile(
    r"(?<=号)(?:和|与|/|,? and |,? & | )(?=\d{1,2}号)|(?<=号), ?(?=\d{1,2}号(?:[,.;。]|$))"
)
SEAT: Final = r"(?<!\d)(\d{1,2})号"
"""A seat in a text that :func:`plain` went over."""
SEATS: Final = r"(?<!\d)((?:\d{1,2}号(?:玩家|牌|[、,])?){1,16}+)"
"""A list of seats, or one."""


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
    for slip, meant in _SLIPS:
        text = slip.sub(meant, text)
    text = _CHINESE.sub(lambda m: f"{chinese_number(m[1])}号", text)
    text = _SPACED.sub(r"\1\2", text)
    text = _LATIN.sub(lambda m: f"{m[1] or m[2] or m[3]}号", text)
    text = _PLACE.sub("", text)
    text = _LIST.sub(_listed, text)
    text = _ARROW.sub(r"\1\2号、\3号", text)
    text = _RUN.sub(lambda m: (m[1] or "") + "、".join(f"{n}号" for n in m[2] or m[3]), text)
    text = _AFTER_VERB.sub(lambda m: f"{m[1]}{chinese_number(m[2])}号", text)
    text = _BEFORE_WORD.sub(lambda m: f"{chinese_number(m[1] or m[2] or m[3])}号", text)
    text = _SUBJECT.sub(r"\1号", text)
    if _LETTER.search(text):
        text = _EN_LIST.sub(_listed, text)
        text = _EN_VERB.sub(r"\1 \2号", text)
        text = _EN_SUBJECT.sub(r"\1号", text)
    return _SEPARATED.sub("、", text)


def seats_in(text: str, seats: int) -> tuple[int, ...]:
    """The seats named in plain ``text``, each once, in order; numbers above the table are no seats."""
    found = dict.fromkeys(int(n) for n in re.findall(SEAT, text))
    return tuple(n for n in found if 1 <= n <= seats)


def _listed(match: re.Match[str]) -> str:
    """A list of numerals as a list of seats; two with a comma between them are two clauses (投3,8是狼)."""
    if match[0].count(",") == 1 and "、" not in match[0] and "and" not in match[0]:
        return match[0]
    return "、".join(f"{chinese_number(n)}号" for n in re.findall(_NUMERAL, match[0]))
