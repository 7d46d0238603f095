"""What a speaker says to have done at night, and will do: checks, potions, the guard, the next checks."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from llmwolf.players.bots.listening.clauses import Clause
from llmwolf.players.bots.listening.context import Context
from llmwolf.players.bots.listening.ways import ways
from llmwolf.players.bots.seats import SEAT
from llmwolf.rules.claims import Claim

_TELLING: Final = ("seer", "gravekeeper", "little_girl")
"""Cards whose holders are shown somebody's side."""
_PLANNED: Final = re.compile(
    r"今晚|今夜|今天晚上|明天|明晚|下一?[晚轮]|打算|准备|(?:想|要|会|可以|应该|本来|原本)(?:要|想|去)?[验毒救守]"
    r"|\b(?:tonight|tomorrow|will|going to)\b",
    re.IGNORECASE,
)
_GOOD: Final = (
    r"金水|好人|好的|好牌|金(?!水)|(?<!查)好身份|\bgold(?: water)?\b"
    r"|\b(?:green|good|clear|innocent|clean|not a wolf|town)\b"
)
_WOLF: Final = r"查杀|狼人?(?!坑|队|刀)|匪|\b(?:were)?wol(?:f|ves)\b|\b(?:evil|red)\b"
_IS_WOLF: Final = re.compile(_WOLF, re.IGNORECASE)
_RESULT: Final = f"({_GOOD}|{_WOLF})"
_ANY_RESULT: Final = re.compile(_RESULT, re.IGNORECASE)
_EN_COMES: Final = r"|and|he|she|it|they|'s|is|was|came|back|turned|out|up|to|be|a|the| "
_LOOKED: Final = re.compile(
    rf"(?<![没不别经考实检体试])(?:验(?!证)|摸|查验|查[了的]|偷看)[^\d,没不想要给跟]{{0,10}}?{SEAT}"
    rf"|(?:第.[晚夜]|首夜|昨[晚夜])[验摸]?的?(?:是|:){SEAT}"
    rf"|(?:验人|报验)[^\d,没不]{{0,6}}{SEAT}"
    rf"|\b(?:check(?:ed)?(?: the grave of| was| on)?|(?:peeked|looked)(?: at)?|inspect(?:ed)?) {SEAT}",
    re.IGNORECASE,
)
"""A seat that was checked; its result may follow."""
_ALONE: Final = re.compile(rf"{SEAT}(?:玩家)?")
"""A seat and nothing else: 9号，金水."""
_AFTER_LOOK: Final = re.compile(
    rf"^(?:[^\d。不没如警]{{0,9}}?|(?:,|:|as|last|night{_EN_COMES}){{0,20}}+){_RESULT}", re.IGNORECASE
)
_RESULT_ALONE: Final = re.compile(
    r"^(?:也|还|就|都|结果|出来|开出来|翻出来|最后|终于|居然|竟然|果然|还是|是|为|的|他|她|那|一?[张个匹只]|铁"
    rf"{_EN_COMES}){{0,20}}+{_RESULT}",
    re.IGNORECASE,
)
_LOOKED_AT_HIM: Final = re.compile(
    r"(?<![没不别])(?:验|摸|查验?)[过了][他她]|我(?:昨晚|首夜)?(?:验|摸)的$"
    r"|\b(?:checked|inspected) (?:him|her)\b",
    re.IGNORECASE,
)
"""This makes what was said of a seat just before the result of a check."""
_A: Final = r"(?:一?[张个匹只])?"
_REPORTS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{SEAT}(?:玩家|你|他)?(?:是|为|,|:|我给|我验(?:出来)?的|我的|我|就|也"
        r"|(?:第.[晚夜]|首夜|昨晚)的|一?[张个]| ){0,4}+"
        r"(金水|查杀|金(?!水))(?!\d|了|的|给)",
        r"(?<!号)(?<![号他她你]的)(?<![张他她你家])(查杀|金水)(?:是|给到?|,|:|发|落|在|了| ){0,3}+"
        rf"{SEAT}(?!的)",
        rf"(?:^|我|昨晚|今天|,)(?:给|发){SEAT}(?:发|报|扔|丢)?(?:了|出)?{_A}(金水|查杀)",
        rf"(?:摸|验|开)(?:到|了|出)?{_A}{SEAT}的(金水|查杀)",
        rf"{SEAT}[吃接收]了?我的?{_A}(金水|查杀)",
        rf"^报[^\d]{{0,5}}{SEAT}(?:是|为|一?[张个]){{0,2}}{_RESULT}",
        rf"(?:验出来?|开出来?|摸出来?|出来)(?:的|是){{0,2}}{SEAT}(?:是|为|一?[张个]|铁){{0,3}}{_RESULT}",
        rf"{SEAT}(?:是|就是)?我?(?:昨晚|首夜)?(?:验|摸|开)(?:出来|到|过)?的{_A}{_RESULT}",
        rf"{SEAT} (?:is|was|'s) (red|green)\b",
        rf"{SEAT} (?:came back|turned out|is my|was my|checked out)(?: as| to be)?(?: a| the)? ?{_RESULT}",
    )
)
"""Seat and result in one breath."""
_GRAVE: Final = re.compile(
    rf"(?:出局|走|死|倒牌?|昨[天日]出)(?:了|的|是){{0,2}}{SEAT}(?:是|为|一?[张个]){{0,3}}{_RESULT}"
)
_IS: Final = re.compile(
    rf"^{SEAT}(?:就|也)?(?:是| is)(?:一?[张个匹只]|铁| an?| the){{0,2}} ?{_RESULT}", re.IGNORECASE
)
_OWN: Final = re.compile(
    r"我(?:昨晚|首夜|今晚|昨天)?(?:验|查验|摸了|给\d{1,2}号发)|^\W{0,3}(?:昨晚|首夜|第.晚)(?:验|查验|摸)|验了"
    r"|号[吃接收]了?我的?一?[张个]?(?:金水|查杀)|\bi (?:check|inspect|peeked|looked at)",
    re.IGNORECASE,
)
"""Who says this has checked somebody, whatever he has claimed."""
_BADGE_GOES: Final = re.compile(r"警徽(?:直接)?[给飞留]\d")

_DONE: Final = re.compile(r"昨[天晚日]|之前|已经|没验|验了|\byesterday\b", re.IGNORECASE)
_FLOWS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<!按)警徽流(?!里)[^\d。]{{0,12}}{SEAT}(?!先?不验)(?:[^\d。]{{0,14}}?{SEAT})?",
        rf"先(?:验|摸|查)?{SEAT}[^\d。]{{0,4}}(?:后|再|然后|接着)(?:验|摸|查)?{SEAT}",
        rf"(?:今晚|今夜|今天晚上|下一?[晚轮]|明晚)[^\d。,不没]{{0,6}}(?:验|摸|查验|进|查|看)(?:一下|一手)?{SEAT}"
        rf"(?:[^\d。]{{1,5}}{SEAT})?",
        rf"\b(?:badge flow|flow|checks?|next|tonight)\b[^\d.]{{0,16}}{SEAT}"
        rf"(?:[^\d.]{{0,12}}\bthen\b[^\d.]{{0,8}}|、){SEAT}",
        rf"\btonight\b[^\d.]{{0,12}}\bcheck {SEAT}",
    )
)
_FLOW_SIGN: Final = re.compile(
    r"警徽流|先.{0,2}\d|今晚|今夜|今天晚上|明晚|下一?[晚轮]|flow|check|next|tonight", re.IGNORECASE
)

_SAVED: Final = ways(
    r"[救奶药水]|save|antidote|heal",
    r"(?<![没不别])(?:救|奶|银水|解药)(?:是|给|:|了|过|的|个|人|用|开|在|发|到|第.晚|昨晚|首夜| ){0,5}+"
    rf"{SEAT}",
    rf"{SEAT}(?:就|是){{0,2}}(?:(?:我的|我)?银水|我(?:救|奶)的)",
    rf"\b(?:saved?|antidote (?:on|for|to)|healed)(?: on)? (?:{SEAT}|him\b|her\b)",
    r"(?<![没不别])[救奶]了[他她]|^(?:然后|所以|就)?我?[就也]?(?:(?:给他)?[开用上]了解药|救了$)",
)
_POISONED: Final = ways(
    r"[毒撒]|poison",
    rf"(?<![没不别])毒药?(?:第.[晚夜])?(?:了|过|我|的|人|是|给|死|到|在|用|[扣撒灌泼砸]| ){{0,3}}+{SEAT}",
    rf"(?<![没不别])撒(?:给|了|在|到){{1,2}}{SEAT}",
    rf"给(?:{SEAT}|[他她])(?:喂|开|撒|上|用|下)?了?毒",
    rf"{SEAT}(?:就|是){{0,2}}我毒的|把(?:{SEAT}|[他她])给?毒",
    r"(?<![没不别])毒了[他她]",
    rf"\bpoison(?:ed)?(?: on)? (?:{SEAT}|him\b|her\b)",
)
_GUARDED: Final = ways(
    r"[守盾]|guard|protect",
    rf"(?<![没不别])(?:守护?|盾)(?:了|过|的|人|是|给|住|在|到| ){{0,3}}+{SEAT}",
    rf"(?<![没不别])守(?:了|的是?)[^\d,不没]{{0,5}}{SEAT}",
    rf"{SEAT}(?:就|是){{0,2}}我守的",
    r"(?<![没不别])守了[他她]",
    rf"\b(?:guarded|protected) (?:{SEAT}|him\b|her\b)",
)
_KNIFED: Final = re.compile(
    rf"(?:刀口|吃刀的|被刀的)(?:昨晚|就|是|在|了|:| ){{0,4}}+{SEAT}"
    rf"|{SEAT}(?:昨晚)?(?:吃刀|吃了刀|被刀|是刀口)"
    rf"|\b(?:the )?(?:victim|knife|attack)(?: last night)? (?:was|fell)(?: on)? {SEAT}",
    re.IGNORECASE,
)
_SELF_SAVED: Final = re.compile(r"自救|救(?:了|的是?)?我?自己|\bsaved myself\b", re.IGNORECASE)
_SELF_POISONED: Final = re.compile(r"毒(?:了|的是?)?我?自己|\bpoisoned myself\b", re.IGNORECASE)
_SELF_GUARDED: Final = re.compile(r"守(?:护|了|的是?|在){0,2}我?自己|\bguarded myself\b", re.IGNORECASE)
_DEEDS: Final = (
    ("save", "witch", _SAVED, _SELF_SAVED),
    ("poison", "witch", _POISONED, _SELF_POISONED),
    ("guard", "guard", _GUARDED, _SELF_GUARDED),
)
"""An act, who can have done it, and how it is told of others and of himself."""


def checks(clause: str, hearing: Context) -> list[Claim]:
    """The checks reported in ``clause``; a seat whose result is still to come is kept in ``hearing``."""
    if not (hearing.role in _TELLING or _OWN.search(clause)) or _BADGE_GOES.search(clause):
        return []
    if hearing.role in _TELLING and (alone := _ALONE.fullmatch(clause)) and hearing.others(alone[1]):
        hearing.checked = int(alone[1])
        return []
    found = {} if _PLANNED.search(clause) else _looked(clause, hearing)
    stated = _IS.match(clause)
    if stated and (hearing.fresh or hearing.others(stated[1]) == (hearing.checked,)):
        found.update(dict.fromkeys(hearing.others(stated[1]), stated[2]))
    if "号" in clause and _ANY_RESULT.search(clause):
        for pattern in (*_REPORTS, _GRAVE) if hearing.role == "gravekeeper" else _REPORTS:
            for match in pattern.finditer(clause):
                seat, word = match.groups() if match[1].isdigit() else (match[2], match[1])
                for target in hearing.others(seat):
                    found.setdefault(target, word)
    if hearing.verdict and _LOOKED_AT_HIM.search(clause):
        found.setdefault(*hearing.verdict)
    hearing.verdict = (int(stated[1]), stated[2]) if stated and hearing.others(stated[1]) else None
    if hearing.checked in found:
        hearing.checked = 0
    return [
        Claim("check", (seat,), "wolf" if _IS_WOLF.fullmatch(word) else "good", hearing.night or hearing.day)
        for seat, word in found.items()
    ]


def _looked(clause: str, hearing: Context) -> dict[int, str]:
    """The results of checks told of in ``clause``, with that of a check told of before."""
    found: dict[int, str] = {}
    if hearing.checked and (match := _RESULT_ALONE.match(clause)):
        found[hearing.checked] = match[1]
    for match in _LOOKED.finditer(clause):
        for target in hearing.others(match.groups()):
            hearing.checked = target
            if result := _AFTER_LOOK.match(clause[match.end() :]):
                found.setdefault(target, result[1])
    return found


def flow(parts: list[Clause], hearing: Context) -> list[Claim]:
    """The next checks that a seer announces in a sentence of the clauses ``parts``."""
    if hearing.role != "seer":
        return []
    sentence = ",".join(clause for clause, own in parts if own and not _DONE.search(clause))
    if not _FLOW_SIGN.search(sentence):
        return []
    for pattern in _FLOWS:
        if match := pattern.search(sentence):
            targets = hearing.others(match.groups())
            return [Claim("flow", targets)] if targets else []
    return []


def deeds(clause: str, hearing: Context) -> list[Claim]:
    """The potions that a witch, and the nights that a guard says to have used in ``clause``."""
    if hearing.role not in ("witch", "guard") or _PLANNED.search(clause):
        return []
    found: list[Claim] = []
    if hearing.night in (0, hearing.day) and (knifed := _KNIFED.search(clause)):
        hearing.knifed = next(iter(hearing.others(knifed.groups())), hearing.knifed)
    for act, holder, of_others, of_self in _DEEDS:
        if hearing.role == holder:
            seats = of_others.seats(clause, hearing) or ((hearing.seat,) if of_self.search(clause) else ())
            if act == "save" and not hearing.night:
                hearing.undated.update(seats)
            found += [Claim(act, (seat,), "", hearing.night or hearing.day) for seat in seats]
    return found


def redated(found: list[Claim], hearing: Context) -> list[Claim]:
    """``found`` with no antidote of last night beside a poison of that night, or another victim.

    Of a night that is not told, only on the second day is it clear which one that leaves.
    """
    last, early = hearing.day, 1 if hearing.day == 2 else 0
    if last < 2:
        return found
    poisoned = any(claim.act == "poison" and claim.night == last for claim in found)

    def earlier(claim: Claim) -> bool:
        (seat,) = claim.targets
        return seat in hearing.undated and (poisoned or hearing.knifed not in (0, seat))

    return [replace(c, night=early) if c.act == "save" and earlier(c) else c for c in found]
