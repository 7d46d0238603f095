"""What a speaker thinks of others: suspicion, trust, the seer claim he follows, the vote he calls for."""

from __future__ import annotations

import re
from typing import Final

from llmwolf.players.bots.listening.context import Context
from llmwolf.players.bots.listening.stances import AGAINST, FOLLOWS, FOR, VOTES
from llmwolf.players.bots.seats import SEATS
from llmwolf.rules.claims import Claim

_PAST: Final = re.compile(
    r"第[\d一二三四五六七八九]天|昨天|昨日|上一?轮|刚才|警徽票|警上|当时|之前|来着|本来|原本|投了|出了|票了|投的|\byesterday\b|\bvoted\b",
    re.IGNORECASE,
)
_FORMER: Final = re.compile(r"本来|原本|一开始|之前|以为|原先|\bused to\b|\bat first\b", re.IGNORECASE)
"""What somebody thought, and does no more."""
_EITHER: Final = re.compile(r"要么|或者|还是|二选一|不是.{0,8}就是|\b(?:either|or)\b", re.IGNORECASE)
_OPEN: Final = re.compile(
    r"(?<![很大不])(?<!不太|不大)可能(?!性)|可能性不大|也许|不确定|不一定|不知道|不清楚|至少"
    r"|号(?:里面?|之间|之中|中)[^,\d]{0,4}[有出开选挑必]|[必定]有|必出|出一个|开一|不是说|没有?[说讲]过?(?=[^,]{0,2}\d)|[不没][太大]?敢|要么"
    r"|\b(?:maybe|perhaps|might|could be|at least|one of|can't (?:tell|be sure)|not (?:sure|certain)"
    r"|don't know)\b",
    re.IGNORECASE,
)
"""What leaves it open who is what."""
_NOT: Final = re.compile(r"不|没|别|未必|n't\b|\b(?:not|never|nor)\b|\bno ", re.IGNORECASE)
_DOUBT: Final = re.compile(
    r"[不没](?:太|怎么|大)?(?:觉得|认为|信|相信|同意|认)[^,]{0,6}$|n't (?:think|believe|buy)[a-z ]{0,12}$",
    re.IGNORECASE,
)
"""Before a seat: what follows about it is not thought so."""
_DEED: Final = re.compile(
    r"(?<!我)打(?!死)|[踩投票查验给报说讲问保推和被找带咬刀毒救守站]|发(?!言)|跟(?!着狼)|(?<!我)认(?![为定证])|信(?![息他她])|对跳|出了"
)
"""Between a seat and a word, this makes the word somebody else's."""
_LIKENED: Final = re.compile(r"[更也就很挺]?[像是](?![他她我])")
"""After this comes what a seat is, whatever it did."""
_BAD: Final = (
    r"(?:狼|匪)人?(?!坑|队|人|杀|刀|面|视角|同伴|兄|王|枪|自|踩|打|的(?!$)|里|找|多|少|都|们|票)|狼队友|狼队的票|狼队冲"
    r"|悍跳(?!的是|\d)|倒钩(?!的|得)|冲锋(?!的)|深水"
)
_BAD_ALONE: Final = (
    r"(?:狼面|匪面|狼味|嫌疑)[^,不没]{0,3}[大高重足浓]|聊爆|爆匪|实锤|是假的|假预|听杀|可疑|有[点些]?问题|问题很大"
    r"|聊得[^,不没]{0,3}差|[最很太]差|不[太对]{0,2}[对好](?!说|意|办|打|判|聊|分|定|盘)"
)
_FINE: Final = r"好人(?!面|坑|阵营|里|们|的(?!$))|好人视角|铁好|好身份|好牌"
_FINE_ALONE: Final = (
    r"认好|偏好|做好|没[有什么]{0,2}大?问题|没毛病|(?:听感|聊得)[很挺还也]?(?:不错|好)(?!我?再?收)|[挺很偏]正(?!常)"
    r"|好人面[^,不没]{0,3}[大高]"
)
_WORD: Final = re.compile(
    f"(?P<bad>{_BAD})|(?P<bad_alone>{_BAD_ALONE})|(?P<fine>{_FINE})|(?P<fine_alone>{_FINE_ALONE})"
)
"""Judgements; those alone need no verb between the seat and them."""
_VERB: Final = re.compile(r"[是像偏做当定铁成为必]|(?:狼|就|有点|的|\d号|我[打认盘])$")
_SUBJECT: Final = re.compile(rf"{SEATS}(?=[^\d]{{0,22}}$)")
"""The seats last named before a word."""
_HIMSELF: Final = re.compile(
    r"我(?:真的?|就|也|肯定|根本|又|才|都|本身|自己)*+(?:不?是|不?像|做|拿|一?[张个])"
)
_PRONOUN: Final = re.compile(
    r"^(?:只能|偏向|绝对|妥妥|实名认证|明显|完全|那么?|所以|因此|但是?|而且|反而|我|个人|觉得|认为|感觉|听感|听着|听下来|听|上|下"
    r"|这里|这边|这[张个一票]*+|在|看|盘|现在|还|你|他|她|牌|发言|就|都|也|才|是|像|做|偏|更|最|挺|很|有点|有|一|肯定|一定|必然?"
    r"|大概率|应该|基本|铁|定|真|个|张|匹|只|条|把|给|放进|当|成|倾向|暂时|先|预言家的|跟着|的|认|说|讲|敢|会|不|没)*+$"
)
"""Before a word, this leaves it to the seat spoken of last."""
_POINTS: Final = re.compile("[他她你]|这张")
_EN_MANNER: Final = (
    r"(?: (?:like|to be|probably|clearly|definitely|surely|a|an|the|my|very|pretty|really|so|just|quite|not"
    r"|both)){0,4}"
)
_EN_JUDGED: Final = re.compile(
    rf"(?:{SEATS}(?: (?:also|still|clearly|really))?|\b(?:he|she|they|both)) ?"
    r"(?:is|are|'s(?= (?:a|the|definitely|probably|clearly) )|isn't|looks?|seems?|sounds?|smells?|has been"
    rf"|(?:must|has to|have to) be|can only be|cannot be anything but){_EN_MANNER} "
    r"(?:(?P<bad>fake|wol(?:f|ves)(?! check)|werewol(?:f|ves)|wolf(?:ish|y)|evil|lying|suspicious)"
    r"|(?P<fine>good|clear|innocent|town|honest|clean|fine))\b"
    r"|^(?:and |so |but |probably |definitely |clearly |surely ){0,2}an? (?P<bare>wolf|werewolf|fake)\b",
    re.IGNORECASE,
)
_REACH: Final = 80
"""How far back from a judgement its subject is looked for."""
_LATIN: Final = re.compile("[a-z]{3}", re.IGNORECASE)


def opinions(clause: str, hearing: Context) -> list[Claim]:
    """The opinions and the calls for a vote in ``clause``."""
    clause = clause.partition("警徽流")[0]
    if "号" not in clause and not hearing.about:
        return []
    found = _stances(clause, hearing)
    if found and _OPEN.search(clause):
        found = []
    found += [Claim("side", (seat,)) for seat in FOLLOWS.seats(clause, hearing)]
    if found and _FORMER.search(clause):
        found = []
    called = VOTES.seats(clause, hearing)
    if called and not _PAST.search(clause) and not _EITHER.search(clause):
        found += [Claim("vote", (seat,)) for seat in called]
    return found


def _stances(clause: str, hearing: Context) -> list[Claim]:
    """Who is held for what in ``clause``: by what is done to a seat, or by the words that follow it."""
    bad = dict.fromkeys(AGAINST.seats(clause, hearing), True)
    bad |= dict.fromkeys(FOR.seats(clause, hearing), False)
    for match in _WORD.finditer(clause):
        bad |= _judged(match, clause, hearing)
    if _LATIN.search(clause):
        for match in _EN_JUDGED.finditer(clause):
            against = (match.lastgroup != "fine") is not (
                _denied(match[0]) ^ _doubted(_before(match, clause))
            )
            bad |= dict.fromkeys(hearing.others(match[1]) if match[1] else _meant(match, hearing), against)
    return [Claim("suspect" if against else "trust", (seat,)) for seat, against in bad.items()]


def _before(match: re.Match[str], clause: str) -> str:
    """The words of ``clause`` that lead up to ``match``."""
    return clause[max(0, match.start() - _REACH) : match.start()]


def _judged(word: re.Match[str], clause: str, hearing: Context) -> dict[int, bool]:
    """Whom a judgement in ``clause`` is about, and whether it is against them."""
    kind = word.lastgroup or ""
    before = _before(word, clause)
    named = _SUBJECT.search(before)
    between = before[named.end() :] if named else before
    if named:
        anothers = _DEED.search(between) and not _LIKENED.match(between)
    else:
        anothers = (
            word.start() > _REACH
            or not _PRONOUN.match(before)
            or not (hearing.placed or _POINTS.search(before))
        )
    if anothers or _HIMSELF.search(between) or not (kind.endswith("alone") or _VERB.search(before)):
        return {}
    negated = _denied(between) ^ (named is not None and _doubted(before[: named.start()]))
    if negated and kind == "bad_alone":
        return {}
    against = kind.startswith("bad") is not negated
    return dict.fromkeys(hearing.others(named[1]) if named else hearing.who(), against)


def _meant(judged: re.Match[str], hearing: Context) -> tuple[int, ...]:
    """Whom an English judgement that names nobody is about: him, or whom the sentence was about so far."""
    return hearing.who() if hearing.placed or not judged["bare"] else ()


def _doubted(words: str) -> bool:
    """Whether ``words`` say that what follows is not thought so."""
    return _DOUBT.search(words) is not None


def _denied(words: str) -> bool:
    """Whether ``words`` turn what follows into its contrary."""
    return len(_NOT.findall(words)) % 2 == 1
