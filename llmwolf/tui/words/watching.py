"""The pace of the table, time, and watching on after being out, as ``(zh, en)`` pairs."""

from __future__ import annotations

from typing import Final

Pair = tuple[str, str]

WATCHING: Final[dict[str, Pair]] = {
    # -- pace and time ---------------------------------------------------------------------------
    "paused": ("已暂停 Ctrl+P继续", "paused, Ctrl+P: on"),
    "paused_step": ("逐步 Ctrl+P下一步", "step, Ctrl+P: next"),
    "step_told": (
        "逐步：每一步都停，Ctrl+P 下一步，F7 换速度",
        "Step by step: Ctrl+P goes on, F7 changes the pace",
    ),
    "extended": ("加时{n}秒", "{n} seconds more"),
    "extend_unlimited": ("这一局不限时", "There is no time limit in this game"),
    "extend_not_asked": ("还没轮到你，不用加时", "It is not your turn: no time is running"),
    "time_soon": ("你还剩 {clock}（F8 加时）", "{clock} left for you (F8: more)"),
    "turn_now": ("轮到你了：Esc 回到桌上", "Your turn: Esc, back to the table"),
    "key_extend": ("加时", "More time"),
    # -- being out -------------------------------------------------------------------------------
    "key_out": ("出局后", "Watch on"),
    "out_title": ("你已出局", "You are out"),
    "out_secret": (
        "法官不公布夜里的死因；在这个板子上可能是：{causes}",
        "The judge keeps causes of the night; on this board: {causes}",
    ),
    "out_votes": ("投你的：{seats}", "Voted for you: {seats}"),
    "out_victim": ("你知道自己当夜是刀口", "You know that you were the victim of that night"),
    "out_own_knife": ("你知道狼队当夜刀的是你", "You know that the pack's knife was meant for you"),
    "out_no_gun": ("当夜法官告诉你不能开枪", "The judge told you that your gun was blocked"),
    "out_lover": ("你的情侣{seat}同一天出局", "Your lover, {seat}, went out on the same day"),
    "out_cause": ("法官：{cause}", "The judge: {cause}"),
    "out_eyes_own": ("现在用自己的视角旁观。", "You watch on with your own eyes."),
    "out_eyes_god": ("现在是上帝视角。", "You watch with the judge's eyes."),
    "out_not_yet": (
        "遗言、技能和警徽都处理完以后，可以选上帝视角。",
        "Once last words, shot and badge are over, you may choose the judge's eyes.",
    ),
    "out_thoughts": ("玩家的想法在结束后才看得到。", "What players thought is shown after the end only."),
    "out_stay": ("关闭 Esc", "Close Esc"),
    "out_god": ("上帝视角", "Judge's eyes"),
    "out_own": ("自己的视角", "Own eyes"),
    "out_skip": ("快进到结束", "On to the end"),
    "out_skipping": ("用最快速度走完这一局；F7 改回", "As fast as it goes to the end; F7 changes it"),
    "out_tip": (
        "你已出局 · F9 看原因、选视角、快进",
        "You are out · F9: why, eyes, to the end",
    ),
    "god_mark": ("【上帝视角】", "[JUDGE'S EYES] "),
}  # fmt: skip
