"""The night talk of the pack: a proposal with its reason, and who plays what tomorrow."""

from __future__ import annotations

from typing import Final

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.phrases import spread
from llmwolf.rules.chance import number

_KNIFE: Final = {
    "first": (
        (
            "首刀我提{t}，[没信息就看手气|位置上他不好抗推]",
            "首夜先动{t}，[谁都不认识|随便落一刀]",
            "第一刀给{t}，[赌个神|碰碰运气]",
            "{t}，[坐得离我们远|没别的理由]，首刀落他",
        ),
        (
            "First knife: {t}, nothing to go on yet",
            "Let us start with {t}",
            "{t} first, [a guess|for luck]",
            "I would open on {t}",
        ),
    ),
    "seer": (
        (
            "刀{t}，真预言家留不得",
            "今晚必须带走{t}，再验下去咱们要穿",
            "{t}[跳得太稳|验人再报一轮我们就没位置了]，先动预言家",
            "{t}明天还有验人，今晚就断",
            "预言家{t}，不用商量",
        ),
        (
            "Knife {t}, the real seer must go",
            "{t} tonight, or we are all checked",
            "One more check by {t} and we are done, so now",
            "The seer {t}, no question",
        ),
    ),
    "witch": (
        (
            "{t}跳了女巫，先把药断了",
            "刀女巫{t}，毒药不能留到明天",
            "{t}手里有药，动他",
            "女巫{t}，今晚别放过去",
        ),
        (
            "{t} showed the witch, knife before the poison flies",
            "Take the witch {t}",
            "{t} holds the potions, so {t}",
            "The witch {t} tonight, not later",
        ),
    ),
    "badge": (
        (
            "{t}拿着警徽带队，刀了他票就散了",
            "警徽在{t}手里，先刀{t}",
            "{t}一票半，今晚拿掉",
            "刀警长{t}，白天好冲票",
        ),
        (
            "{t} leads with the badge, knife there",
            "Take the badge holder {t}",
            "The vote and a half of {t} has to go",
            "Without the badge of {t} the day is ours",
        ),
    ),
    "cleared": (
        (
            "{t}是金水，推不动只能刀",
            "信{t}金水的人多，晚上解决掉",
            "金水{t}活着我们没有抗推位，刀",
            "{t}的金水认的人不少，留到后面更难动",
        ),
        (
            "{t} is cleared and cannot be voted out, so knife",
            "Most of them trust {t}; tonight then",
            "A cleared {t} only grows stronger, so now",
        ),
    ),
    "follow": (
        ("行，刀{t}", "{t}可以，[我没意见|我跟]", "听你的，{t}", "好，就{t}", "{t}，[收到|没问题]"),
        ("{t}, [agreed|fine]", "All right, {t}", "I follow, {t}"),
    ),
    "near": (
        (
            "{t}今天点到我们的人了，先动他",
            "今晚{t}，[他盘得离我们太近|再让他聊两天要出事]",
            "{t}打过我们的人，[打得不算错|留着还会打]，刀",
        ),
        (
            "{t} is getting close to us, so tonight",
            "{t} had one of us today, [right as it was|and would again]: knife",
        ),
    ),
    "sided": (
        (
            "{t}站的是真预言家，[站得准|白天拉不回来]，夜里处理",
            "真预言家那边先减{t}，[票数就过来了|少他一票]",
            "刀{t}，他认真预言家，[带不偏|早晚盘到我们]",
        ),
        (
            "{t} stands with the real seer and will not turn; knife",
            "One vote less for the real seer: {t}",
        ),
    ),
    "quiet": (
        (
            "{t}没人怀疑，[白天难出|靠票走不了]，刀他",
            "白天没人点{t}，[等不到放逐|留着是张稳票]，夜里走",
            "我提{t}，[他的票稳|谁都不打他]，只能刀",
        ),
        (
            "I say {t}, whom nobody doubts by day",
            "No calls on {t}, [so the vote will not do it|no exile to wait for]: tonight",
        ),
    ),
    "plain": (
        (
            "刀{t}吧，别的牌留着白天抗推",
            "我提{t}，[先减一张再说|轮次算下来合适]",
            "今晚{t}，[算轮次够用|少他一张轮次就到了]",
            "{t}，[白天还要费口水|白天各打各的]，夜里先减",
        ),
        (
            "{t} tonight, the others can be voted out",
            "I say {t}, [one less|the count is what matters]",
            "{t}, [why argue by day|and the day goes on]",
        ),
    ),
}
_SPLIT: Final = (
    ("，[票散就听{l}的|定不下来{l}定]", "，各报各的就听{l}的", "，最后看{l}"),
    ("; if we split, {l} decides", "; {l} has the last word", "; no split, {l} settles it"),
)
"""Who has the last word, said by the others on a night on which there is nothing to agree on."""
_DECIDES: Final = (
    ("，[票散就按我的|都别散]", "，没别的想法就这么定"),
    ("; if we split, this one", "; let us agree on it"),
)
_NOBODY: Final = (("听大家的",), ("I follow you",))
_JUMP: Final = (
    ("，明天我来悍跳", "，我上警悍跳，你们给我冲票", "，预言家我来对跳"),
    ("; tomorrow I claim seer", "; I will claim seer, back me"),
)
_STYLE: Final = {
    "charge": (("，我冲锋", "，白天我帮着冲票"), ("; I charge along", "; I push with you")),
    "hook": (
        ("，我倒钩", "，白天我站真预言家那边，别管我"),
        ("; I hook in with the real one", "; I side with them, mind me not"),
    ),
    "deep": (("，我潜着", "，我深水，别带上我"), ("; I stay deep", "; I lie low")),
}


def offers(text: str) -> bool:
    """Whether ``text`` ends with one of these offers to 悍跳."""
    return text.endswith(tuple(line for lines in _JUMP for line in lines))


def night_line(m: Mind, target: int, motive: str, jumps: bool, style: str, leads: int) -> str:
    """One line to the pack: the knife with its motive, and on night 1 the part this wolf means to play.

    ``leads`` is the mate who decides where the pack is split.
    """
    english = m.lang == "en"
    seat = f"seat {target}" if english else f"{target}号"
    line = _one(m, _KNIFE[motive][english], "knife_line", seat) if target else _NOBODY[english][0]
    if motive == "first" and target and leads:
        ends = _DECIDES if leads == m.me else _SPLIT
        line += _one(m, ends[english], "last_word", f"seat {leads}" if english else f"{leads}号")
    if m.facts.day > 1 or "seer" not in m.facts.cards:
        return line
    return line + _one(m, _JUMP[english] if jumps else _STYLE[style][english], "part_line")


def _one(m: Mind, lines: tuple[str, ...], label: str, seat: str = "") -> str:
    """One of ``lines``: the pack speaks at once, so its seats take them in turn from a start it shares."""
    said = [text for line in lines for text in spread(line)]
    place = sorted({*m.mates, m.me}).index(m.me)
    stride = max(1, len(said) // 4)
    start = number(m.seed, f"bot/{label}", m.facts.day)
    return said[(start + place * stride) % len(said)].format(t=seat, l=seat)
