"""What feature counts and reviews look for in the words of a speech."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

REASON: Final = re.compile(
    r"因为|所以|由于|考虑|位置|理由|毕竟|既然|为了|想看|想知道|摸(?:一摸|他|她)|看他|不想|怕|顺验|逆验|就近|随机|开视野|开视角|收益"
    r"|\b(?:because|since|so that|reason|in order to|wanted to|as (?:he|she|it|they)|to see)\b",
    re.IGNORECASE,
)
"""A clause that gives a reason; that it does says nothing of how good it is."""
NEAR: Final = 80
"""Characters around a check within which its reason is looked for."""
EVIDENCE: Final[dict[str, re.Pattern[str]]] = {
    "check": re.compile(r"验|金水|查杀|\b(?:check(?:ed)?|good check|wolf check)\b", re.IGNORECASE),
    "vote": re.compile(
        r"(?<!等)票型(?!出来|再|上?我?[会要等得])|投了|投给|上票|挂票|冲票|弃票|警徽票"
        r"|(?:昨天|前天|上一?轮|第[一二三四五六七八\d]天|首日)[^,，。;；!！?？]{0,8}[票投]"
        r"|(?<!我)(?<!今天)(?<!这轮)(?<!跟\d号)(?<!跟\d\d号)的票(?![归挂给投要该别不往跟])"
        r"|\b(?:ballots?|voted|badge vote|votes? of)\b",
        re.IGNORECASE,
    ),
    "quote": re.compile(
        r"说过?(?:的|了)?[:：,，“「]?|讲的|原话|\b(?:said|says|told us|words)\b", re.IGNORECASE
    ),
    "timing": re.compile(
        r"起跳(?:太)?[早晚]|晚了?一步|先跳|后跳|[前后]置位|时间点|时机|等到|才跳"
        r"|\b(?:late|early|waited|first to|timing)\b",
        re.IGNORECASE,
    ),
    "gain": re.compile(
        r"收益|好处|得利|图什么|何必|亏|划算|\b(?:gains?|gained|profit|benefits?|what for)\b", re.IGNORECASE
    ),
    "tone": re.compile(
        r"听感|状态|语气|发言(?:很|太|不)?(?:差|好|虚|飘|正)|紧张|心虚|聊得|\b(?:tone|sounds?|nervous|feels?)\b",
        re.IGNORECASE,
    ),
}
"""The kinds of evidence, with the words by which each is known."""
CHANGES: Final = re.compile(
    r"改(?!天)|换[边人]|反水|回头|之前.{0,12}(?:错|现在)|站错|认错|看走眼|收回|推翻|不再|原来|原本|本来|一开始|先前"
    r"|昨天.{0,14}今天|转(?:过来|向|到)|(?:之前|前面)我?(?:认|站|信|跟)|作废|不跟了|信错|失误|不这么看|认账"
    r"|现在(?:我)?(?:更|觉得|认为|站|信)|重新|更正|纠正|说错|口误|脱衣服|诈的|诈身份|摊牌|不[装藏]了"
    r"|\b(?:chang\w{1,4}|switch\w{0,4}|no longer|no(?:t any)? ?more|used to|was wrong|instead|until now"
    r"|turn(?:ed)?|take (?:it|that) back|i take back|giv\w{1,3} up|regret\w{0,4}|once more|second look"
    r"|followed|open wolf|happened since|too soon|reconsider\w{0,4}|correct\w{0,4}|now i|mistaken|misspoke"
    r"|withdraw|yesterday|again|anew|weigh\w{0,4}|drop\w{0,4}|leave|rethink"
    r"|hear\w{0,4} (?:him|her|it) out)\b",
    re.IGNORECASE,
)
"""Words by which a speaker says that he has changed his mind, or his claim."""
QUOTED: Final = re.compile(r"“[^“”]*+”|「[^「」]*+」|『[^『』]*+』|\"[^\"]*+\"")
"""Words that are somebody else's."""
_BLANK: Final = re.compile(r"[\W_]++")
_GRAM: Final = 5


def bare(text: str) -> str:
    """``text`` without blanks and punctuation."""
    return _BLANK.sub("", text)


def grams(text: str) -> set[str]:
    """The runs of five characters of ``text``, in small letters and without punctuation."""
    letters = bare(text).lower()
    return {letters[i : i + _GRAM] for i in range(len(letters) - _GRAM + 1)}


def overlap(text: str, others: Iterable[str]) -> float:
    """The share of the runs of five characters of ``text``, quotes left out, that are in ``others`` too."""
    mine = grams(QUOTED.sub("", text))
    said = set().union(*map(grams, others))
    return len(mine & said) / len(mine) if mine else 0.0
