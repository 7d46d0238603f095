"""What a speech in free words claims: the acts of :mod:`llmwolf.rules.claims`, read from the text.

Only what the speaker says in his own name counts: nothing negated, quoted, asked, put under an "if",
or told of somebody else. What cannot be told for sure is left out. `speech.md` §5 style hand checks
are the tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from llmwolf.players.bots.seats import SEAT, chinese_number, plain, seats_in
from llmwolf.roles import registry
from llmwolf.rules.claims import Claim

_QUOTED: Final = re.compile('“[^”]*”|「[^」]*」|『[^』]*』|"[^"]*"|<[^<>]*>|```.*?(?:```|$)', re.DOTALL)
_SENTENCE: Final = re.compile(r"(?:[^。!?;\n….]|\.(?!\s|$))+[。!?;\n….]?")
_END: Final = "。!?;.\n… "
_IF: Final = re.compile(
    r"如果|假如|假设|要是|万一|若是|的话|就算|\bif\b|\bsuppose\b|\bunless\b", re.IGNORECASE
)
_ASKED: Final = re.compile(r"[?吗]\s*$|是不是|要不要|为什么|凭什么")
_PAST: Final = re.compile(
    r"第\d天|昨天|昨日|上一?轮|刚才|警徽票|警上|当时|之前|投了|出了|票了|\byesterday\b|\bvoted\b",
    re.IGNORECASE,
)
# Somebody else is the one who says or does it: "3号说…", "他跳…", "2号查杀5号", "9号给4号发金水".
_SPEAKS: Final = "说|讲|聊|称|起跳|跳|报|发|给|查杀|验|归|站边?|投|票|踩|打|保|认"
_OTHERS: Final = re.compile(
    rf"(?:^[^\d我验摸先出归投站保踩打查给跟和随与同]{{0,5}}(?<!\d)\d+号|他|她|有人|对面|大家|你们?)[^,我]{{0,6}}?"
    rf"(?:{_SPEAKS})(?:了|的|出|过)*(?:他|她|自己|我|\d+号|预|是)"
    r"|\b(?:he|she|they|\d+号) (?:says?|said|claim\w*|check\w*|vot\w*|accus\w*|sides?)\b",
    re.IGNORECASE,
)
_TELLS: Final = re.compile(r"(?<!我)(?:说|讲|称)|\b(?:says?|said|claims? that)\b", re.IGNORECASE)
# The judgement that closes a sentence about the seat it began with: "9号警徽票投给了1号，像冲锋狼".
_VERDICT: Final = re.compile(
    r"^(?:我看|我觉得)?[他她]?(?:怎么看)?(?:就|也|都)?(?:有点|大概率|肯定)?(?:像|是|偏)[^\d,不没吗]{0,6}[狼匪]$"
)

_NICKNAMES: Final = {"预": "seer", "巫牌": "witch", "枪牌": "hunter", "民牌": "villager", "白牌": "villager"}
_ROLE_WORDS: Final = _NICKNAMES | {
    name: card
    for card, law in registry().items()
    if law.camp != "W"  # "我是狼人" is never meant
    for name in (law.zh, law.en.lower(), *law.aliases)
    if len(name) > 1
}
_ROLES: Final = "|".join(sorted(_ROLE_WORDS, key=len, reverse=True))
_HOLDS: Final = re.compile(
    r"我(?:是?\d+号)?(?:玩家|牌|这里|这边|底牌|身份|手里|就|才|真的|确实|其实|今天|来|,)*(?:是|跳|拍|起跳|当)?"
    rf"(?:一?张|个|真|唯一的?|场上|全场|单边|的)*({_ROLES})(?!面|视角|坑|位|里|们|的验|的金|的查|的边)"
    rf"|\bi(?:'m| am|,? seat \d+号?,? am)(?: the| a| your| really the| indeed the)? ({_ROLES})\b",
    re.IGNORECASE,
)
_JUMPS: Final = re.compile(
    rf"^\W*(?:这里|那我|直接)?(?:({_ROLES})(?:起跳|在这|报验人|是我)|(?:起跳|拍|跳一?个?)({_ROLES}))"
)
_GUN: Final = re.compile(r"^\W*(?:我)?(?:直接)?(?:拍枪|有枪|枪在我)")
_DENIES: Final = re.compile(
    rf"我(?:根本|其实|真的|就)?不是({_ROLES})|\bi(?:'m| am) not (?:the |a )?({_ROLES})\b", re.IGNORECASE
)

_GOOD: Final = r"金水|好人|好的|金(?!水)|(?<!查)好身份|\bgood\b|\bclear\b|\binnocent\b|\bnot a wolf\b"
_WOLF: Final = r"查杀|狼人?|匪|(?<!查)杀|\bwol(?:f|ves)\b|\bevil\b"
_GAP: Final = r"[^\d。不没如警]{0,9}?"
_CHECKS: Final = (
    re.compile(
        rf"(?:验尸?|摸|查验|验人|偷看|check(?:ed)?(?: the grave of)?|peeked at|inspect(?:ed)?)"
        rf"(?:了|到|的是|的|出|是|:| )*{SEAT}{_GAP}"
        rf"({_GOOD}|{_WOLF})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{SEAT}(?:是|为|,|:|我给|我验的|我的|我| )*(?:一?张|个)?(金水|查杀|金(?!水))(?!\d|了|的|给)"
    ),
    re.compile(rf"(?<![号张的他她])(查杀|金水)(?:是|给|,|:|发给|落在|在|了| )*{SEAT}(?!的)"),
    re.compile(rf"给{SEAT}(?:发|报|扔|丢)?(?:了|出)?(?:一?张|一?个)?(金水|查杀)"),
)
_CHECKED: Final = re.compile(
    r"我(?:昨晚|首夜|今晚)?(?:验|查验|摸了)|^\W*(?:昨晚|首夜|第.晚)(?:验|查验|摸)|验了|\bi (?:check|inspect)",
    re.IGNORECASE,
)
_TELLING: Final = ("seer", "gravekeeper", "little_girl")
"""Cards whose holders are shown somebody's side."""
_NIGHT: Final = re.compile(r"第([一二三四五六七八九\d])[晚夜]|(首夜|头一晚)|\bnight (\d)\b", re.IGNORECASE)
_FLOWS: Final = (
    re.compile(rf"(?<!按)警徽流(?!里|第)[^\d。]{{0,12}}{SEAT}(?:[^\d。]{{0,8}}{SEAT})?"),
    re.compile(rf"先(?:验|摸|查)?{SEAT}[^\d。]{{0,4}}(?:后|再|然后|接着)(?:验|摸|查)?{SEAT}"),
    re.compile(
        rf"\b(?:badge flow|checks?|next)\b[^\d.]{{0,16}}{SEAT}[^\d.]{{0,12}}\bthen\b[^\d.]{{0,8}}{SEAT}",
        re.IGNORECASE,
    ),
)
_VOTES: Final = (
    re.compile(
        rf"(?<![不没别退])(?:归票|归|出|投|推|票给|全票|冲票|上票|放逐)(?:给|掉|到|在|的是|票)*{SEAT}(?!身上)"
    ),
    re.compile(rf"{SEAT}(?:今天)?(?:必须|先|可以|该)?(?:出局|出去|走人|走吧)(?!了)"),
    re.compile(rf"(?<!not )(?<!n't )\b(?:vote(?: for| out)?|exile|voting(?: for)?) {SEAT}", re.IGNORECASE),
)
_SIDES: Final = (
    re.compile(rf"(?<![不没别难])站边(?:的是|是|在)?{SEAT}"),
    re.compile(
        rf"(?<![不没别难])(?:站的?|认下?|信)(?:的是|是|在)?{SEAT}(?:这张|的|这边|是|为|,)*(?:真?预|边|队|$)"
    ),
    re.compile(
        rf"{SEAT}(?:就|才|应该|更像|大概率|肯定|更|是|像|做成|的)*(?:真预言家|真预|我认的预|预言家面(?:更|大|高))"
    ),
    re.compile(
        rf"(?<!not )(?<!n't )\b(?:side with|siding with|believe|stand with) {SEAT}"
        rf"|{SEAT} is the (?:real|true) seer",
        re.IGNORECASE,
    ),
)
_SUSPECTS: Final = (
    re.compile(rf"(?<![不没别])(?:踩|怀疑|标狼|打的?是?|盘的?是?|suspect) ?{SEAT}", re.IGNORECASE),
    re.compile(
        rf"{SEAT}[^\d,不没]{{0,6}}?(?:像|是|有点|偏|大概率|肯定|必|铁|定|悍跳|聊)[^\d,不没]{{0,5}}?(?:狼(?!坑|队|人杀)|匪)"
    ),
    re.compile(rf"{SEAT} (?:is|looks like|must be|seems) (?:a |the )?(?:fake|wolf)", re.IGNORECASE),
)
_TRUSTS: Final = (
    re.compile(rf"(?<![不没别])(?:保|捞){SEAT}"),
    re.compile(
        rf"{SEAT}[^\d,不没]{{0,6}}?(?:像|是|偏|大概率|应该|认|做)[^\d,不没]{{0,4}}?(?:好人|好身份|铁好)|{SEAT}不(?:是|像)狼"
    ),
    re.compile(
        rf"(?<!not )(?<!n't )\btrust {SEAT}|{SEAT} (?:is|looks|seems) (?:good|clear|fine|not a wolf)",
        re.IGNORECASE,
    ),
)
_WOLF_LIST: Final = re.compile(
    rf"(?:狼坑|狼队|wolves(?: are)?)[^\d,不没]{{0,8}}((?:{SEAT}[、和跟与,及 and]*)+)"
)
_OWN_ACTS: Final = {
    "save": (
        "witch",
        re.compile(
            rf"(?<!没)(?:救|奶|银水(?:是|给|:|发)*|saved?)(?:了|的是|的| )*{SEAT}"
            rf"|{SEAT}(?:是)?(?:我的?)?银水",
            re.IGNORECASE,
        ),
    ),
    "poison": (
        "witch",
        re.compile(
            rf"(?<![没不别])(?:毒药?|poisoned)(?:第.[晚夜])?(?:了|的是|的|给| )*{SEAT}", re.IGNORECASE
        ),
    ),
    "guard": ("guard", re.compile(rf"(?<![没不别])(?:守护?|guarded)(?:了|的是|的| )*{SEAT}", re.IGNORECASE)),
}  # fmt: skip


_ITSELF: Final = {
    "save": re.compile(r"自救|救(?:了|的是?)?我?自己|\bsaved myself\b", re.IGNORECASE),
    "poison": re.compile(r"毒(?:了|的是?)?我?自己|\bpoisoned myself\b", re.IGNORECASE),
    "guard": re.compile(r"守(?:护|了|的是?|在)*我?自己|\bguarded myself\b", re.IGNORECASE),
}
"""The same acts on the speaker."""


@lru_cache(maxsize=1024)
def read(text: str, seat: int, seats: int, day: int = 1, held: str = "") -> tuple[Claim, ...]:
    """The claims that ``seat`` makes in ``text`` on ``day`` at a table of ``seats``.

    ``held`` is the card that the speaker claimed before: a seer's "5号金水" is a report, a
    villager's is talk about somebody else's.
    """
    found: list[Claim] = []
    role = held
    for sentence in _SENTENCE.findall(_QUOTED.sub("", plain(text)).replace(f"我{seat}号", "我")):
        own = "".join(_own_clauses(sentence))
        if not own:
            continue
        claimed = _role(own, held)
        if claimed is not None:
            found.append(claimed)
            role = claimed.value if claimed.act == "role" else ""
        flow = _flow(own, seats, seat) if role == "seer" and not _PAST.search(own) else []
        found += flow
        if role in _TELLING or _CHECKED.search(own):
            found += _checks(own, seat, seats, day)
        for act, (holder, pattern) in _OWN_ACTS.items():
            if role == holder:
                targets = _hits((pattern,), own, seats) or ((seat,) if _ITSELF[act].search(own) else ())
                found += [Claim(act, (t,), "", _night(own, day)) for t in targets]
        if not flow:
            found += _talk(own, seat, seats)
            found += _verdict(sentence, seat, seats)
    return _tidy(found)


def _own_clauses(sentence: str) -> Iterator[str]:
    """The clauses of a sentence in which the speaker states something himself."""
    asked = _ASKED.search(sentence.rstrip("。!;.\n… "))
    clauses = sentence.rstrip(_END).split(",")
    for i, clause in enumerate(clauses):
        if _IF.search(clause):
            return
        if asked and (i == len(clauses) - 1 or _ASKED.search(clause)):
            continue
        if not _OTHERS.search(clause):
            yield clause + ","
        elif _TELLS.search(clause) and not any("我" in later for later in clauses[i + 1 :]):
            return


def _role(clause: str, held: str) -> Claim | None:
    denied = _DENIES.search(clause)
    if denied:
        value = _ROLE_WORDS[(denied[1] or denied[2]).lower()]
        return Claim("retract", (), value) if value == held else None
    match = _HOLDS.search(clause) or _JUMPS.search(clause)
    if match:
        return Claim("role", (), _ROLE_WORDS[(match[1] or match[2]).lower()])
    return Claim("role", (), "hunter") if _GUN.search(clause) else None


def _checks(clause: str, seat: int, seats: int, day: int) -> list[Claim]:
    if "警徽给" in clause or "警徽飞" in clause:
        return []
    found: dict[int, str] = {}
    for pattern in _CHECKS:
        for match in pattern.finditer(clause):
            target, word = match.groups() if match[1].isdigit() else (match[2], match[1])
            if 1 <= int(target) <= seats and int(target) != seat:
                wolf = re.fullmatch(_WOLF, word, re.IGNORECASE) is not None
                found.setdefault(int(target), "wolf" if wolf else "good")
    return [Claim("check", (t,), value, _night(clause, day)) for t, value in found.items()]


def _night(clause: str, day: int) -> int:
    match = _NIGHT.search(clause)
    if not match:
        return day
    return 1 if match[2] else min(day, chinese_number(match[1] or match[3]))


def _flow(clause: str, seats: int, seat: int) -> list[Claim]:
    for pattern in _FLOWS:
        if match := pattern.search(clause):
            named = tuple(dict.fromkeys(int(n) for n in match.groups() if n))
            legal = tuple(n for n in named if 1 <= n <= seats and n != seat)
            return [Claim("flow", legal)] if legal else []
    return []


def _talk(clause: str, seat: int, seats: int) -> list[Claim]:
    """Sides, suspicions, trust and calls for a vote."""
    found: list[Claim] = []
    sides = _hits(_SIDES, clause, seats)
    found += [Claim("side", (t,)) for t in sides if t != seat]
    suspects = list(_hits(_SUSPECTS, clause, seats))
    for match in _WOLF_LIST.finditer(clause):
        suspects += seats_in(match[1], seats)
    found += [Claim("suspect", (t,)) for t in suspects if t != seat]
    trusts = _hits(_TRUSTS, clause, seats)
    found += [Claim("trust", (t,)) for t in trusts if t != seat and t not in suspects]
    if not _PAST.search(clause):
        found += [Claim("vote", (t,)) for t in _hits(_VOTES, clause, seats) if t != seat]
    return found


def _verdict(sentence: str, seat: int, seats: int) -> list[Claim]:
    """The suspicion of a sentence that tells what a seat did and ends on what that looks like."""
    clauses = [clause.strip() for clause in sentence.rstrip(_END).split(",")]
    if not _VERDICT.match(clauses[-1]) or _IF.search(sentence) or _ASKED.search(sentence):
        return []
    about = next((found for clause in reversed(clauses[:-1]) if (found := seats_in(clause, seats))), ())
    return [Claim("suspect", about[:1])] if about and about[0] != seat else []


def _hits(patterns: tuple[re.Pattern[str], ...], clause: str, seats: int) -> tuple[int, ...]:
    found: dict[int, None] = {}
    for pattern in patterns:
        for match in pattern.finditer(clause):
            number = next((int(g) for g in match.groups() if g and g.isdigit()), 0)
            if 1 <= number <= seats:
                found[number] = None
    return tuple(found)


def _tidy(found: list[Claim]) -> tuple[Claim, ...]:
    """Each claim once; of several calls for a vote the last is the one meant."""
    last_vote = next((c for c in reversed(found) if c.act == "vote"), None)
    return tuple(c for c in dict.fromkeys(found) if c.act != "vote" or c == last_vote)
