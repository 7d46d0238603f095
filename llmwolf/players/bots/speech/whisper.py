"""The night talk of the pack: a proposal with its reason, and who plays what tomorrow."""

from __future__ import annotations

from typing import Final

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.phrases import spread

_KNIFE: Final = {
    "first": (
        (
            "首刀我想刀{t}，[没信息就看手气|位置上他不好抗推]",
            "首夜先动{t}，[谁都不认识|随便落一刀]",
            "第一刀给{t}，[赌个神|碰碰运气]",
        ),
        ("First knife: {t}, nothing to go on yet", "Let us start with {t}", "{t} first, [a guess|for luck]"),
    ),
    "seer": (
        (
            "刀{t}，真预言家留不得",
            "今晚必须带走{t}，再验下去咱们要穿",
            "{t}[跳得太稳|验人再报一轮我们就没位置了]，先动预言家",
        ),
        ("Knife {t}, the real seer must go", "{t} tonight, or he checks us all"),
    ),
    "witch": (
        ("{t}跳了女巫，先把药断了", "刀女巫{t}，毒药不能留到明天"),
        ("{t} showed the witch, knife before the poison flies", "Take the witch {t}"),
    ),
    "badge": (
        ("{t}拿着警徽带队，刀了他票就散了", "警徽在{t}手里，先刀{t}"),
        ("{t} leads with the badge, knife there", "Take the badge holder {t}"),
    ),
    "cleared": (
        ("{t}是金水，推不动只能刀", "好人都信{t}，晚上解决掉"),
        ("{t} is cleared and cannot be voted out, so knife", "Nobody will exile {t}; tonight then"),
    ),
    "follow": (
        ("行，刀{t}", "{t}可以，[我没意见|我跟]", "听你的，{t}", "好，就{t}", "{t}，[收到|没问题]"),
        ("{t}, [agreed|fine]", "All right, {t}", "I follow, {t}"),
    ),
    "plain": (
        (
            "我提{t}，他的身份偏好，白天推不掉",
            "刀{t}吧，别的牌留着白天抗推",
            "{t}聊得太明白了，先动他",
            "今晚{t}，[他盘得离我们太近|再让他聊两天要出事]",
            "{t}[站边站得准|没人会出他]，夜里处理",
        ),
        (
            "I say {t}, too trusted by day",
            "{t} tonight, the others can be voted out",
            "{t} is [getting close to us|too clear a speaker], so tonight",
        ),
    ),
}
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


def night_line(m: Mind, target: int, motive: str, jumps: bool, style: str) -> str:
    """One line to the pack: the knife with its motive, and on night 1 the part this wolf means to play."""
    english = m.lang == "en"
    seat = f"seat {target}" if english else f"{target}号"
    line = _one(m, _KNIFE[motive][english], "knife_line").format(t=seat) if target else _NOBODY[english][0]
    if m.facts.day > 1 or "seer" not in m.facts.cards:
        return line
    return line + _one(m, _JUMP[english] if jumps else _STYLE[style][english], "part_line")


def _one(m: Mind, lines: tuple[str, ...], label: str) -> str:
    said = [text for line in lines for text in spread(line)]
    return said[m.draw(label, len(said), m.facts.day)]
