"""The texts of the help screen, as ``(zh, en)`` pairs."""

from __future__ import annotations

from typing import Final

Pair = tuple[str, str]

HEADINGS: Final[dict[str, Pair]] = {
    "keys": ("按键", "Keys"),
    "board": ("板子", "Board"),
    "cards": ("身份牌", "Cards"),
    "rules": ("本局规则", "House rules of this board"),
    "words": ("常用词", "Words of the game"),
}

KEYS: Final[tuple[tuple[Pair, Pair], ...]] = (
    (("F1 或 ?", "F1 or ?"), ("打开或关闭这页帮助", "open or close this help")),
    (
        ("1–12 然后 Enter", "1–12, then Enter"),
        ("选一个座位，再按 Enter 确认", "pick; Enter again confirms"),
    ),
    (("0 然后 Enter", "0, then Enter"), ("弃票、空刀、不用药等", "abstain, no knife, no potion …")),
    (("方向键", "Arrows"), ("在答案之间移动；鼠标也可以点", "move between answers; the mouse works too")),
    (("Esc", "Esc"), ("取消选择，离开草稿，关闭弹窗", "undo a choice, leave the draft, close")),
    (
        ("Ctrl+S 或 F2", "Ctrl+S or F2"),
        ("发出发言（Enter 只换行）", "send your speech (Enter is a new line)"),
    ),
    (("F3 两次", "F3 twice"), ("过麦、不说；也可以发“/过”", "pass your turn; or send “/pass”")),
    (("F4", "F4"), ("随时打开草稿，先写好发言", "open the draft and write your speech ahead")),
    (("F8", "F8"), ("退水（竞选时，随时）", "withdraw from the election, at any moment")),
    (("F9", "F9"), ("自爆（狼人，发言阶段随时）", "blow yourself up (a wolf, during speeches)")),
    (("F7、+、-", "F7, +, -"), ("改变速度", "change the pace")),
    (
        ("PageUp / PageDown", "PageUp / PageDown"),
        ("翻看记录，不会被新消息打断", "read back undisturbed"),
    ),
    (
        ("Ctrl+End", "Ctrl+End"),
        ("回到最新（不在输入时 End 也行）", "the latest (or End, not while typing)"),
    ),
    (("Tab", "Tab"), ("换到下一个区域", "go to the next area")),
    (("Ctrl+Q、Ctrl+C、q", "Ctrl+Q, Ctrl+C, q"), ("离开（会先问）", "leave (asks first)")),
)

GLOSSARY: Final[tuple[tuple[Pair, Pair], ...]] = (
    (("金水", "good water 金水"), ("预言家报出的好人", "a seat that a seer claim reports as good")),
    (("查杀", "kill check 查杀"), ("预言家报出的狼人", "a seat that a seer claim reports as a wolf")),
    (("银水", "silver water 银水"), ("女巫救过的人", "a seat the witch says she saved")),
    (("警徽流", "badge flow 警徽流"), ("预言家宣布的验人顺序", "the seer's announced order of checks")),
    (("悍跳", "fake claim 悍跳"), ("狼人假称预言家", "a wolf claims to be the seer")),
    (("对跳", "counter-claim 对跳"), ("两个人自称同一张牌", "two seats claim the same card")),
    (("站边", "side 站边"), ("选择相信哪一位预言家", "choose which seer claim to believe")),
    (("归票", "call 归票"), ("号召大家投同一个人", "name the seat that all should vote for")),
    (("退水", "withdraw 退水"), ("退出警长竞选", "leave the sheriff's election")),
    (("警上／警下", "on / off the stage"), ("竞选的人／不竞选的人", "those who run / those who do not")),
    (("自爆", "blast 自爆"), ("狼人亮身份，当天立刻结束", "a wolf shows himself and the day ends")),
    (("平安夜", "peaceful night"), ("夜里无人出局", "nobody goes out in a night")),
    (("刀口", "victim 刀口"), ("狼队当夜要杀的人", "the seat that the pack knifes")),
    (("毒口", "poisoned 毒口"), ("被女巫毒的人", "the seat that the witch poisons")),
    (("票型", "ballots 票型"), ("谁投了谁", "who voted for whom")),
    (("PK", "PK"), ("平票的人再发言、再投票", "the tied speak and are voted on again")),
    (("倒钩", "hook 倒钩"), ("狼人站在真预言家一边骗信任", "a wolf sides with the true seer")),
    (("冲锋", "charge 冲锋"), ("狼人公开支持自己的悍跳狼", "a wolf openly backs the fake seer")),
    (("表水", "defend 表水"), ("解释自己为什么是好人", "explain why one is good")),
    (("过", "过 pass"), ("发言结束", "“I am done”")),
    (
        ("屠边", "edge 屠边"),
        ("神职全灭或平民全灭，狼人即胜", "all gods or all villagers out: wolves win"),
    ),
)

VALUES: Final[dict[str, Pair]] = {
    # A word that means something else under one switch is listed as switch.word.
    "true": ("是", "yes"),
    "false": ("否", "no"),
    "plurality": ("多数决，平则空刀", "plurality"),
    "unanimous": ("须一致，否则空刀", "unanimous"),
    "always": ("总是可以", "always"),
    "first_night": ("仅首夜", "first night"),
    "never": ("不可以", "never"),
    "witch_sees.attack": ("狼队所选", "whom the pack chose"),
    "witch_sees.net": ("守住则无刀口", "nobody if guarded"),
    "guard_repeat.not_running": ("不能连续两夜", "not twice running"),
    "badge_voters.not_running": ("当时不在竞选者", "those not running"),
    "once_per_game": ("每人一局一次", "once a game"),
    "free": ("不限", "free"),
    "dies": ("仍然死亡", "dies"),
    "lives": ("存活", "lives"),
    "announced": ("照常空叫", "announced"),
    "skipped": ("不叫", "skipped"),
    "minute": ("按分钟单顺双逆", "by the minute"),
    "ascending": ("号码递增", "ascending"),
    "descending": ("号码递减", "descending"),
    "any_speech": ("任何发言中", "during any speech"),
    "after_speeches": ("发言结束后", "after the speeches"),
    "never_ran": ("从未上警者", "those who never ran"),
    "everyone": ("所有人", "everyone"),
    "pk": ("PK", "run-off"),
    "explode_phases.pk": ("PK发言", "run-off speeches"),
    "lost": ("警徽流失", "no badge"),
    "seat": ("按座位", "by seat"),
    "cause": ("按死因", "by cause"),
    "sheriff_picks": ("警长选方向，最后发言", "the sheriff picks"),
    "fixed": ("固定", "fixed"),
    "last_dead": ("从最后死者旁开始", "beside the last dead"),
    "any": ("抽签", "drawn"),
    "nobody": ("无人出局", "nobody"),
    "random": ("随机", "random"),
    "sheriff_decides": ("警长决定", "the sheriff decides"),
    "revote_then_random": ("重投，再平随机", "revote, then random"),
    "automatic": ("自动", "automatic"),
    "choice": ("自愿", "by choice"),
    "election": ("警上发言", "election"),
    "speech": ("白天发言", "speeches"),
    "last_words": ("遗言", "last words"),
    "first_night_and_day": ("首夜和白天被放逐者", "first night, and the exiled"),
    "none": ("没有", "none"),
    "poison": ("被毒", "poison"),
    "lover": ("殉情", "lover"),
    "charm": ("魅惑", "charm"),
    "edge": ("屠边", "edge"),
    "city": ("屠城", "city"),
    "parity": ("人数相等", "parity"),
    "edge_or_parity": ("屠边或人数相等", "edge or parity"),
}
