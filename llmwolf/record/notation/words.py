"""Everything that can be written in a record: one row for each word.

A new item is a row here and a line in ``answers`` (what the judge's question it answers is called).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from llmwolf.roles import declared

Count = tuple[int, int]
ANY: Final = 99
"""As many as there are."""


class Word(NamedTuple):
    """One word of the notation and what may follow it.

    ``id`` is the English word, ``zh`` the Chinese one; ``when`` says on which lines it may stand (N, D or
    ND). ``seats`` and ``pairs`` are how many ``5`` and ``2>5`` it takes, ``nobody`` whether ``-`` may stand
    instead. An ``anchor`` fixes a point of the day: what is written after it happens after it.
    """

    id: str
    zh: str
    when: str
    form: str
    seats: Count = (0, 0)
    pairs: Count = (0, 0)
    nobody: bool = False
    anchor: bool = False

    def __str__(self) -> str:
        return self.zh


def _night(name: str, zh: str, most: int = 1, form: str = "", least: int = 1) -> Word:
    """A night item of a card that aims at ``least`` to ``most`` seats."""
    return Word(name, zh, "N", form or f"{zh} 4 · {zh} 2>4", (least, most), (1, ANY), nobody=True)


_WORDS: Final = (
    _night("kill", "刀", form="刀 5 · 刀 - · 刀 1>5 2>5 3>-"),
    _night("check", "验"),
    _night("guard", "守"),
    _night("charm", "魅"),
    _night("silence", "禁"),
    Word("save", "救", "N", "救", (0, 1), (0, ANY)),
    _night("poison", "毒"),
    _night("link", "连", 2, "连 2 9", 2),
    _night("model", "榜样"),
    _night("thief", "盗", form="盗 1 · 盗 2 · 盗 -"),
    _night("charm_pipe", "笛", 2, "笛 3 5"),
    Word("peek", "窥", "N", "窥", (0, 1), nobody=True),
    Word("caught", "窥获", "N", "窥获 9", (1, 1)),
    Word("noticed", "窥见", "N", "窥见", (0, 1)),
    _night("muffle", "隔"),
    _night("widow", "寡"),
    Word("run", "上警", "D", "上警 1 4 5", (1, ANY), nobody=True, anchor=True),
    Word("withdraw", "退水", "D", "退水 4", (1, ANY), nobody=True, anchor=True),
    Word("badge_vote", "警票", "D", "警票 2>1 3>5 6>-", pairs=(0, ANY), anchor=True),
    Word("badge_pk", "警PK票", "D", "警PK票 2>1 3>5 6>-", pairs=(0, ANY), anchor=True),
    Word("badge", "警徽", "ND", "警徽 5 · 警徽 -", (1, 1), nobody=True),
    Word("order", "顺序", "D", "顺序 左 · 顺序 右 · 顺序 升 · 顺序 降", anchor=True),
    Word("speak", "发言", "D", "发言 9 1 2 · 发言 9~", (1, ANY), anchor=True),
    Word("say", "说", "D", '说 3: "text"'),
    Word("explode", "自爆", "D", "自爆 6 · 自爆 6>2", (1, 1), (1, 1), anchor=True),
    Word("duel", "决斗", "D", "决斗 8>3", pairs=(1, 1), anchor=True),
    Word("vote", "票", "D", "票 1>6 2>-", pairs=(0, ANY), anchor=True),
    Word("pk_vote", "PK票", "D", "PK票 1>6 2>-", pairs=(0, ANY), anchor=True),
    Word("shoot", "枪", "ND", "枪 7>1 · 枪 7>-", pairs=(1, ANY)),
    Word("ally", "盟", "ND", "盟 5", (1, 1), (1, 1), nobody=True),
    Word("keep_card", "不翻", "D", "不翻 8", (1, 1)),
    Word("voters", "可投", "D", "可投 1 2 3", (1, ANY), nobody=True),
    Word("drawn", "抽", "ND", "抽 3", (1, 1)),
    Word("out", "出", "D", "出 7", (1, 1), anchor=True),
    Word("cut", "断", "ND", "断", anchor=True),
)

_DECLARED: Final = tuple(_night(verb, words.item) for verb, words in declared().items())
"""The items of acts that cards bring along themselves."""

WORDS: Final = {word.id: word for word in (*_WORDS, *_DECLARED)}
"""Every word by its English name."""

SIDES: Final = {
    "左": "left", "右": "right", "升": "left", "降": "right",
    "left": "left", "right": "right", "up": "left", "down": "right",
}  # fmt: skip
"""The sides of ``顺序``: 左 is rising seat numbers."""

MEANT: Final = {
    "杀": "kill", "砍": "kill", "刀人": "kill", "查": "check", "查验": "check", "验人": "check",
    "守护": "guard", "解药": "save", "救人": "save", "毒药": "poison", "毒杀": "poison",
    "魅惑": "charm", "禁言": "silence",
    "开枪": "shoot", "带走": "shoot", "投": "vote", "投票": "vote", "放逐": "out", "竞选": "run",
    "退选": "withdraw", "遗言": "say",
}  # fmt: skip
"""Words that people write instead of those of the notation."""

_BY_NAME: Final = {word.zh.lower(): word for word in WORDS.values()} | WORDS


def find(name: str) -> Word | None:
    """The word called ``name``, in Chinese or English."""
    return _BY_NAME.get(name.lower())


def known(when: str = "") -> tuple[str, ...]:
    """The names of all words that may stand on lines of ``when`` (N or D), Chinese ones first."""
    fitting = [word for word in WORDS.values() if when in word.when]
    return (*(word.zh for word in fitting), *(word.id for word in fitting))
