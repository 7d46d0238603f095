"""A speaker who accuses the seat he sits on, or talks of himself as of a suspect (L18, L45).

It happens to models that have lost track of who they are. Whoever asks to be voted out says 我, and is meant.
"""

from __future__ import annotations

import re
from typing import Final

from llmwolf.players.bots.reading import LIMIT, read
from llmwolf.players.bots.seats import plain
from llmwolf.rules.claims import Claim
from llmwolf.rules.events import Spoke

_SENTENCE: Final = re.compile(r"(?:[^。！？!?；;\n.]|\.(?=\S))+[。！？!?；;.]?")
_CLAUSE: Final = re.compile(r"[^,，、：:]+")
_OWN_NUMBER: Final = r"我{seat}号|(?<!\d){seat}号(?=(?:玩家)?(?:发言)?(?:完毕|结束|过麦|过[。!]))"
_PRESENTS: Final = (
    r"^\W*(?:(?:好|行|嗯|那)*[,，]?(?:轮?到|这里是|这边是)?{seat}号(?:玩家)?"
    r"(?:了|这里|这边|这儿|在这|来|再|先|就|也|简单|发个?言|[聊说讲](?:[两几]句|一[下遍])|接麦){{1,4}}"
    r"(?=\s*[,，:：。.!！；;])"
    r"|(?:this is |it's |(?:once more|again) from )?{seat}号(?: (?:speaking|here)\b|(?=\s*[:：])))"
)
"""A sentence begun by saying who speaks: 10号这里发言, Seat 10 here."""
_DOUBTED: Final = (
    r"^\W*(?:但|而且|所以|因为|那)?(?:我(?:个人)?(?:就|还是)?(?:觉得|认为|感觉|看|怀疑))?"
    r"{seat}号(?:的?发言|这张牌|玩家|这里|这边)*[^\d不没]{{0,4}}(?:可疑|有问题|有嫌疑|狼面大)"
    r"|\b{seat}号 (?:is|looks|seems|sounds) (?:very |really |quite |so |too )?(?:suspicious|shady|suspect)\b"
)
# What others do, and what it would cost: no accusation of his own.
_DEFENDS: Final = re.compile(
    r"在(?:踩|打|推|质疑|怀疑|集火)|(?:就|等于|才)(?:是|会|等于)?(?:在)?(?:帮|输|亏|错|中)|不如|不要|不能|别|凭什么"
    r"|\b(?:would|will) (?:lose|help|only)\b|\bdon't\b|\bdo not\b",
    re.IGNORECASE,
)
_OFFERS_HIMSELF: Final = re.compile(
    r"(?:出|投|推|归|放逐|票给|票)(?:掉|了)?(?:我|自己)|\b(?:vote|exile|vote for|vote out) me\b",
    re.IGNORECASE,
)


def self_accusation(speech: Spoke, seats: int, day: int) -> str:
    """The words in which the speaker accuses himself, or what he says first where he claims it beside them.

    Empty: he does not. ``seats`` is the size of the table; a call to vote for oneself is one in a speech that
    an exile follows, and none where it is for sheriff.
    """
    own = re.compile(f"{_OWN_NUMBER}|{_PRESENTS}".format(seat=speech.seat), re.IGNORECASE)
    for sentence in _SENTENCE.findall(speech.text[:LIMIT]):
        said = own.sub("我", plain(sentence))
        # Read as if nobody at the table said it: of his own seat nobody's statement is dropped.
        accuses = _accuses(read(said, 0, seats, day), speech) or _doubts(said, speech.seat)
        if accuses and not _DEFENDS.search(said) and not _cut_off(sentence, speech):
            return str(sentence).strip()
    if _accuses(speech.claims, speech):
        return speech.text[:40]
    return ""


def _accuses(claims: tuple[Claim, ...], speech: Spoke) -> bool:
    """Whether one of ``claims`` is made against the seat of the speaker."""
    election = speech.stage.startswith("election")
    for claim in claims:
        if speech.seat in claim.targets and (
            claim.act == "suspect"
            or (claim.act == "check" and claim.value == "wolf")
            or (claim.act == "vote" and not election and not _OFFERS_HIMSELF.search(speech.text))
        ):
            return True
    return False


def _doubts(said: str, seat: int) -> bool:
    doubted = re.compile(_DOUBTED.format(seat=seat), re.IGNORECASE)
    return any(doubted.search(clause) for clause in _CLAUSE.findall(said))


def _cut_off(sentence: str, speech: Spoke) -> bool:
    """Whether ``sentence`` ends on a number that lost a digit: 出1 of a speech that claims to vote for 10."""
    own = str(speech.seat)
    longer = (str(seat) for claim in speech.claims for seat in claim.targets)
    return sentence.rstrip().endswith(own) and any(seat != own and seat.startswith(own) for seat in longer)
