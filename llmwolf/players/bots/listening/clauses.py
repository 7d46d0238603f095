"""A speech cut into clauses, and which of them the speaker states in his own name.

Nothing quoted, asked, put under an "if" or told of somebody else is his.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_HIDDEN: Final = re.compile(
    r"<think(?:ing)?>(?:(?!</think).)*+|```(?:(?!```).)*+(?:```|$)|<[^<>]*+>|\[/?[a-z #0-9]*+\]"
    r"|“[^“”]*+”|「[^「」]*+」|『[^『』]*+』|\"[^\"]*+\"",
    re.DOTALL | re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?:[^。!?;\n….]|\.(?!\s|$))++[。!?;\n….]?")
_END: Final = "。!?;.\n… "
_LISTS: Final = re.compile(r"(狼坑[^\d,。]{0,6}|归票),(?=\d{1,2}号(?:[、,。!]|$))")
"""What follows these after a comma belongs to them: 狼坑，3、5、9; 归票，6号."""
_TO_VOTE: Final = re.compile(r"跟(?=着?\d{1,2}号,[^,\d]{0,4}[投出归票推])")
"""我跟10号，投5号: that is how he votes, not whom he believes."""
_SPACED: Final = re.compile(r"(?<=[\u4e00-\u9fff]) {1,4}(?=[\u4e00-\u9fff\d])")
"""Where recognised speech has a space, a comma was meant."""
_JOINTS: Final = re.compile(
    r",|: (?=\d{1,2}号 [a-z])|(?<!thing) (?=(?:but|so|because|and (?:i|he|she|should|that))\b)", re.IGNORECASE
)
_IF: Final = re.compile(
    r"如果|假如|假设|要是|万一|若是|倘若|(?<![天才前说讲])的话|就算|哪怕|除非|即使|\b(?:if|suppose|unless|assuming)\b",
    re.IGNORECASE,
)
_ASKED: Final = re.compile(
    r"\?$|吗$|是不是|要不要|会不会|能不能|有没有想过|为什么|为啥|凭什么|难道|你们?不会是|该不会|怎么可能|谁说|吧\?|没人|"
    r"\b(?:why|nobody|who says|what ma(?:kes|de))\b",
    re.IGNORECASE,
)
_MOCKING: Final = re.compile(r"呵呵|可真是|真有你的|您可真|\bsure, |\byeah right\b", re.IGNORECASE)
_DOES: Final = (
    r"说|讲|聊|称|起跳|跳|报|发|给|查杀|验|归|站边?|投|[想要]出|票|踩|打|保|认|对跳|悍跳|怀疑|推|点|帮|替|上|挂|信"
    r"|跟(?=.{0,4}[走打投])|守|救|毒|警徽流"
)
_SOMEBODY: Final = (
    r"^[^\d我验摸先出归投站保踩打查给跟和随与同点信认走挂票救毒守怀]{0,5}(?<!\d)\d{1,2}号(?:、\d{1,2}号){0,15}+"
    r"|他|她|有人|对面|警长|你们?"
)
# Somebody else is the one who says or does it: "3号说…", "他跳…", "2号查杀5号", "9号给4号发金水".
_OTHERS: Final = re.compile(
    rf"(?:{_SOMEBODY})(?!的(?:查杀|金水|银水))(?:第\d天)?[^,我\d]{{0,6}}?"
    rf"(?:{_DOES})(?:[了的出过是给到在边着]|起跳|要|想){{0,3}}(?:他|她|自己|我|\d{{1,2}}号|预|是|[^,]{{0,3}}女巫)"
    r"|大家[^,我\d]{0,4}(?:说|讲|觉得|认为|打|踩|怀疑|保|认|站)[^,我\d]{0,3}\d"
    r"|\b(?:he|she|they|\d{1,2}号) (?:says?|said|claim\w{0,3}|check\w{0,3}|vot\w{0,3}|accus\w{0,3}|sides?)\b",
    re.IGNORECASE,
)
_TELLS: Final = re.compile(r"(?<!我)(?:说|讲|称)|\b(?:says?|said|claims? that)\b", re.IGNORECASE)
_RESUMES: Final = re.compile(r"我(?!是|就是)|所以|\bi\b", re.IGNORECASE)
"""Here the speaker talks for himself again."""


_GOES_ON: Final = re.compile(r"(?:又|还|也|再|接着|然后|之后){1,3}(?:去|来)?[踩打保捞推点投]")
"""This goes on with what somebody else did."""


class Clause(NamedTuple):
    """A clause, and whether the speaker states it ``own``: in his own name, for sure."""

    text: str
    own: bool


def sentences(text: str, seat: int) -> list[str]:
    """The sentences of a plain ``text``, without what is quoted or hidden; ``seat`` is called 我."""
    said = _TO_VOTE.sub("随", _SPACED.sub(",", _HIDDEN.sub("", text)))
    me = f"{seat}号"
    said = re.sub(rf"(?<=在){me}", "我", said)
    for named in (f"我这里{me}", f"我这{me}", f"我是{me}", f"我{me}"):
        said = said.replace(named, "我")
    if said.startswith(me):
        said = "我" + said[len(me) :]
    return [sentence for sentence in _SENTENCE.findall(_LISTS.sub(r"\1", said)) if len(sentence) > 1]


def clauses(sentence: str) -> Iterator[Clause]:
    """The clauses of ``sentence`` up to the first "if"."""
    parts = [part for part in _JOINTS.split(sentence.strip(_END)) if part and not part.isspace()]
    asked = sentence.rstrip(" \n").endswith("?")
    mocking = _MOCKING.search(sentence) is not None
    told = others = False
    for number, part in enumerate(parts, 1):
        if _IF.search(part):
            return
        text = part.strip()
        others = _OTHERS.search(text) is not None or (others and _GOES_ON.match(text) is not None)
        tells = others and _TELLS.search(text) is not None
        told = tells or (told and not _RESUMES.search(text))
        questioned = (asked and number == len(parts)) or _ASKED.search(text)
        yield Clause(text, not (others or told or questioned or mocking))
