"""Which card a speaker claims to hold, or takes back."""

from __future__ import annotations

import re
from typing import Final

from llmwolf.roles import registry
from llmwolf.rules.claims import Claim

_NICKNAMES: Final = {
    "预": "seer",
    "巫牌": "witch",
    "枪牌": "hunter",
    "枪": "hunter",
    "民牌": "villager",
    "白牌": "villager",
    "民": "villager",
    "守墓": "gravekeeper",
}
_ROLE_WORDS: Final = _NICKNAMES | {
    name: card
    for card, law in registry().items()
    if law.camp != "W"  # "我是狼人" is never meant
    for name in (law.zh, law.en.lower(), *law.aliases)
    if len(name) > 1
}
_ROLE: Final = "({})".format(
    "|".join(
        name if len(name) > 1 else rf"{name}(?![\u4e00-\u9fff])"
        for name in sorted(_ROLE_WORDS, key=len, reverse=True)
    )
)
"""A name of a card; one of a single character (预, 民, 枪) ends its phrase or comes before 牌."""
_MANNER: Final = (
    r"(?:玩家|这里|这边|这儿|这张|底牌|身份|手里|手上|个人|今天|直接|明着|牌|就|才|真的?|确实|其实|只|也|来"
    r"|拿的?|了|,|一?[张个]|唯一的?|场上|全场|单边|普通|自己)*+"
)
"""What may stand between 我 and the card."""
_BEARING: Final = r"(?:是|跳|起跳|拍)(?:了|的)?(?:一?[张个]|真|唯一的?|场上|全场|单边|普通|纯|明牌|的|,)*+"
_I: Final = r"(?<![说过为得当盘打抿聊疑讲问知看验查在对跟])(?:我|本人)(?!们|的)"
# 我是预言家的金水, 预言家面, 是女巫救的: a card spoken of.
_NOT_OF: Final = r"(?!面|视角|坑|位|里|们|的|都|早就|怎么|干嘛|会|是谁)"
_ALONE: Final = r"(?=牌?(?:[,。!:~]|$|\s|昨|首|第.晚|验|查|摸|救|毒|守|起跳|明牌|在))"
_HOLDS: Final = re.compile(
    rf"{_I}{_MANNER}(?:{_BEARING}{_ROLE}{_NOT_OF}|{_ROLE}{_ALONE})"
    rf"|{_I}(?:是|这|作为|就){{0,2}}(?:一?[张个]){_ROLE}牌"
    rf"|(?:^|我)作为(?:一?[张个])?{_ROLE}牌?(?:,|$|我)"
    rf"|\bas (?:the|a|your) {_ROLE},? (?:i|let)\b"
    rf"|\b(?:i(?:'m| am)|i claim|i(?: really)? hold|my (?:role|card) is)(?: \d{{1,2}}号,? ?(?:and )?)?"
    r"(?: (?:the|a|your|really|indeed|just|only|claiming|plain|simple|ordinary|real|true)){0,4}"
    rf" {_ROLE}\b(?!'s)",
    re.IGNORECASE,
)
_JUMPS: Final = re.compile(
    r"^(?:那我|我|这里|这边|这张|直接|真|就|了)*+"
    rf"(?:{_ROLE}牌?(?:起跳|在[这此我]|在手[里上]|[就才]?是我|我来|报验人|报一下|拍[在这]|跳了"
    r"| (?:here|claim)\b)"
    rf"|(?:起跳|跳|拍|对跳)(?:了|一?[张个])?{_ROLE}(?:$|,))"
    rf"|^(?:这里|这边|这儿|我?(?:拿|摸)到?的)就?是(?:一?[张个])?真?{_ROLE}{_NOT_OF}",
    re.IGNORECASE,
)
_ALONE_ROLE: Final = re.compile(
    rf"^(?:真|我|底牌|身份|就?是|一?[张个]|普通){{0,3}}{_ROLE}牌?(?:一张)?$", re.IGNORECASE
)
_LAYS_OPEN: Final = re.compile(r"^我$|不[装藏]了|我[^\d他她你]{0,6}(?:身份|底牌|拍|明牌|不藏|牌|不是)")
_GUN: Final = re.compile(
    r"^\W{0,3}(?:我)?(?:直接)?(?:拍枪|有枪|枪在我)|^\W{0,3}我(?:真的?|手里|手上|身上|可|是|也|就){1,3}有枪"
)
_DENIES: Final = re.compile(
    rf"{_I}(?:根本|其实|真的|就|底牌|这张牌?|也|牌){{0,3}}不是(?:什么|真)?{_ROLE}"
    rf"|^(?:那张|这张|其实|但|真的){{0,2}}{_ROLE}牌?(?:其实|真的|也|可|根本)?不是我$"
    rf"|\bi(?:'m| am) not (?:the |a |really )?{_ROLE}\b",
    re.IGNORECASE,
)
_TAKES_OFF: Final = re.compile(
    r"我把?(?:现在|今天|先|就|也|这里)?把?"
    r"(?:脱衣服|脱了衣服|衣服脱|收回(?:刚才|之前)?的?(?:身份|起跳)|身份脱|脱了?身份|诈的)|是我诈的|我诈身份"
)


def card_claims(clause: str, before: str, opens: bool, held: str) -> list[Claim]:
    """The claims to a card in ``clause``, which follows the clause ``before`` and may open the speech.

    ``held`` is what the speaker had claimed when he began.
    """
    found: list[Claim] = []
    if denied := _DENIES.search(clause):
        value = _ROLE_WORDS[next(g for g in denied.groups() if g).lower()]
        return [Claim("retract", (), value)] if value == held else []
    if held and _TAKES_OFF.search(clause):
        found.append(Claim("retract", (), held))
    match = _HOLDS.search(clause) or _JUMPS.search(clause)
    if not match and (opens or _LAYS_OPEN.search(before)):
        match = _ALONE_ROLE.match(clause)
    if match:
        found.append(Claim("role", (), _ROLE_WORDS[next(g for g in match.groups() if g).lower()]))
    elif _GUN.search(clause):
        found.append(Claim("role", (), "hunter"))
    return found
