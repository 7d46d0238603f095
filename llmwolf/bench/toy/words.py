"""What the toy says: a few sentences, put together by lot so that no two seats say the same."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from llmwolf.bench.toy.reading import Page
from llmwolf.players.words import Pair, pick

_OPENERS: Final[tuple[Pair, ...]] = (
    ("我是{me}号，长话短说。", "Seat {me} here, in short. "),
    ("轮到{me}号位了，我先理一下手里的信息。", "My turn on seat {me}, so let me sort what I have. "),
    ("{me}号这里，只讲有依据的。", "From seat {me}: nothing but what has grounds. "),
    ("前面的话我都记着，我在{me}号位给结论。", "I noted what was said before me; on seat {me} I conclude. "),
    ("不绕弯子，{me}号直接说。", "No detours from seat {me}. "),
)
_BELIEVES: Final[tuple[Pair, ...]] = (
    ("预言家我认{seer}号。", "For me seat {seer} is the seer. "),
    ("我站边{seer}号这个预言家。", "I side with seat {seer} as the seer. "),
    ("{seer}号的验人我信。", "I trust the checks of seat {seer}. "),
)
_AGAINST: Final[tuple[Pair, ...]] = (
    ("我看{it}号是狼，今天就出{it}号。", "I take seat {it} for a wolf, so out with {it} today. "),
    ("归票{it}号，别分票。", "All on seat {it}, no split. "),
    ("我的票挂{it}号，他要给个说法。", "My vote is on seat {it}, who owes us an answer. "),
)
_NOTHING: Final[tuple[Pair, ...]] = (
    ("手上没有验人信息，票投谁我还没数。", "I know of no check and of nobody to vote for. "),
    ("我这里没有任何依据，只能凭感觉。", "I have no grounds at all, just a feeling. "),
    ("谁跳了什么我没看到，先听后面的。", "I saw no claims, so let us hear the others. "),
    ("目前一张牌都定不下来，抿不出狼。", "So far I can place no card, and smell no wolf. "),
)
_SEER: Final[Pair] = ("我是预言家。", "I am the seer. ")
_CHECK: Final[Pair] = ("第{night}夜验{seat}号，{side}。", "Night {night}, seat {seat}: {side}. ")
_SIDES: Final[dict[bool, Pair]] = {True: ("好人", "good"), False: ("查杀", "a wolf")}
_CLOSERS: Final[tuple[Pair, ...]] = (
    ("过。", "That is all."),
    ("就这些，过。", "Nothing more from me."),
    ("说完了。", "Done."),
)


def speech(page: Page, seer: int, against: Sequence[int], luck: Random) -> str:
    """A speech of the seat of ``page``, which believes ``seer`` (0: none) and is ``against`` those seats."""
    told = [_OPENERS]
    if page.seer:
        told.append((_SEER,))
        told += [(_check(night, seat, good),) for night, (seat, good) in enumerate(page.found.items(), 1)]
    elif seer:
        told.append(_BELIEVES)
    if against:
        told.append(_AGAINST)
    elif len(told) == 1:
        told.append(_NOTHING)
    told.append(_CLOSERS)
    it = against[0] if against else 0
    lang = "en" if page.english else "zh"
    parts = [pick(luck.choice(pairs), lang).format(me=page.seat, seer=seer, it=it) for pairs in told]
    return "".join(parts).strip()


def thought(seer: int, against: Sequence[int], english: bool) -> str:
    """What it goes by, for the record."""
    if english:
        return f"I believe seat {seer or '—'}; against {', '.join(map(str, against)) or '—'}."
    return f"信{seer or '—'}号；要出{'、'.join(map(str, against)) or '—'}号。"


def _check(night: int, seat: int, good: bool) -> Pair:
    zh, en = (
        words.format(night=night, seat=seat, side=side)
        for words, side in zip(_CHECK, _SIDES[good], strict=True)
    )
    return zh, en
