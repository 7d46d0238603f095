"""The table of features: what each is called, in what it is measured, and where it would mislead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from llmwolf.coach.features import after, claimed, talk
from llmwolf.coach.features.table import AFTER, PUBLIC, Feature, Values
from llmwolf.coach.material import Material
from llmwolf.players.words import Pair

_SHARE: Final = ("比例", "share")
_COUNT: Final = ("次", "count")
_SEATS: Final = ("个座位", "seats")
_PER_100: Final = ("每百字", "per 100 characters or words")
_EVIDENCE: Final[dict[str, Pair]] = {
    "check": ("验人", "checks"),
    "vote": ("票型", "ballots"),
    "quote": ("引用发言", "what was said"),
    "timing": ("时机", "timing"),
    "gain": ("收益", "gain"),
    "tone": ("听感状态", "tone"),
}


def _public(id_: str, count: Callable[[Material], Values], name: Pair, unit: Pair, caveat: Pair) -> Feature:
    return Feature(id_, name, unit, PUBLIC, caveat, count)


def _after(id_: str, count: Callable[[Material], Values], name: Pair, unit: Pair, caveat: Pair) -> Feature:
    return Feature(id_, name, unit, AFTER, caveat, count)


FEATURES: Final[dict[str, Feature]] = {
    feature.id: feature
    for feature in (
        _public(
            "F01", talk.f01, ("发言长度", "length of a speech"), ("字", "characters or words"),
            ("只在同语言、同环节内比较", "compare within a language and a phase"),
        ),
        _public(
            "F02", talk.f02, ("占当轮篇幅", "turn share"), ("倍", "times the mean"),
            ("遗言和PK不计", "last words and PK are left out"),
        ),
        _public(
            "F04", claimed.f04, ("第几次发言起跳", "first claim to a card"), ("第几次发言", "which speech"),
            ("只凭文字会漏掉许多", "by words alone many are missed"),
        ),
        _public(
            "F05", claimed.f05, ("报验人数", "checks reported"), _COUNT,
            ("常不说是哪一夜", "the night is often left unsaid"),
        ),
        _public(
            "F06", claimed.f06, ("报验人的位置", "where the check is said"), ("占全文", "of the length"),
            ("只算报了验人的发言", "speeches that report a check only"),
        ),
        _public(
            "F07", claimed.f07, ("验人附理由", "reason beside a check"), _SHARE,
            ("有理由的字眼不等于理由好", "a word of reason is no good reason"),
        ),
        _public(
            "F08", claimed.f08, ("留警徽流", "badge flow announced"), _SHARE,
            ("只限有警长的板子", "boards with a badge only"),
        ),
        _after(
            "F09", after.f09, ("按警徽流验人", "badge flow kept"), _SHARE,
            ("说明后改的不算没守", "a flow announced anew is another flow"),
        ),
        _public(
            "F10", claimed.f10, ("每次点到", "seats named"), _SEATS,
            ("说不准的数字不计", "doubtful numerals are not counted"),
        ),
        _public(
            "F11", claimed.f11, ("态度（-1踩 +1保）", "stance (-1 to +1)"), ("均值", "mean"),
            ("反话和引用会误导", "sarcasm and quotes mislead it"),
        ),
        _public(
            "F12", claimed.f12, ("点评前置位", "earlier speakers named"), _SHARE,
            ("首置位没有数据", "the first speaker has no data"),
        ),
        _public(
            "F13", claimed.f13, ("狼坑人数", "wolf places"), _SEATS,
            ("要和还没找到的狼数比", "compare with the wolves still to find"),
        ),
        _public(
            "F14", claimed.f14, ("明确归票", "one vote declared"), _SHARE,
            ("归两个人算没有", "two targets count as none"),
        ),
        _public(
            "F15", claimed.f15, ("票与所说一致", "vote cast as declared"), _SHARE,
            ("不一致不是过错", "a difference is no fault"),
        ),
        _after(
            "F16", after.f16, ("好人票中狼", "good ballots on wolves"), _SHARE,
            ("要和盲投比；同局的票不独立", "compare with blind choice; a game's ballots hang together"),
        ),
        _public(
            "F17", claimed.f17, ("跟最多的归票", "follows the leading call"), _SHARE,
            ("同时亮票，只看发言顺序", "ballots are sealed: by the order of speeches"),
        ),
        _public(
            "F18", claimed.f18, ("换边次数", "changes of side"), _COUNT,
            ("有新信息时换边很正常", "with new facts a change is normal"),
        ),
        _public(
            "F19", claimed.f19, ("与公开记录不符", "against the public record"), _COUNT,
            ("逐条看，不打分", "a list to read, no score"),
        ),
        _after(
            "F20", after.f20, ("好人与自己所知不符", "good seats against what they knew"), _COUNT,
            ("狼人本来就要编，不计", "wolves are left out"),
        ),
        _after(
            "F21", after.f21, ("说出只有夜里才知道的事", "private facts said aloud"), _COUNT,
            ("有蒙对的", "some are lucky guesses"),
        ),
        _public(
            "F22", talk.f22, ("露出思考或格式", "hidden text shown"), _SHARE, ("应当是零", "zero is expected")
        ),
        _public(
            "F23", claimed.f23, ("把自己当别人", "own seat as another's"), _SHARE,
            ("“我3号”不算", "\"I, seat 3\" is none"),
        ),
        _public(
            "F24", claimed.f24, ("不存在的座位", "seats that do not exist"), _SHARE,
            ("几点几分之类可能误认", "clock times may be mistaken for one"),
        ),
        _public(
            "F25", talk.f25, ("与前面发言重复", "said before by others"), _SHARE,
            ("引号内的不计", "quoted words are left out"),
        ),
        _public(
            "F26", talk.f26, ("开头重复", "same opening again"), _SHARE,
            ("按前十五字", "by the first fifteen characters"),
        ),
        _public(
            "F27", claimed.f27, ("新信息", "new information"), ("条", "claims a speech"),
            ("与发言顺序有关", "depends on the order of speaking"),
        ),
        *(
            _public(
                f"F28.{kind}", claimed.evidence(kind), (f"依据：{zh}", f"evidence: {en}"), _SHARE,
                ("只在认得出的字眼里算", "of the words that are known"),
            )
            for kind, (zh, en) in _EVIDENCE.items()
        ),
        _public(
            "F29", talk.f29, ("留有余地的话", "hedges"), _PER_100,
            ("是风格，不是强弱", "style, not strength"),
        ),
        _public(
            "F30", talk.f30, ("问句", "questions"), _SHARE,
            ("语音转写会丢问号", "recognised speech loses its marks"),
        ),
        _public(
            "F31", talk.f31, ("术语密度", "terms"), _PER_100,
            ("同音错字会漏", "slips of recognition are missed"),
        ),
        _public(
            "F32", talk.f32, ("夹杂别的语言", "another language"), _SHARE,
            ("PK之类不算", "PK and the like are left out"),
        ),
        _public(
            "F33", talk.f33, ("过麦", "turns passed"), _SHARE,
            ("超时和主动过分不开", "time-outs and choice are not told apart"),
        ),
        _after(
            "F35", after.f35, ("活过的夜", "nights lived through"), ("夜", "nights"),
            ("同身份、同板子内比", "compare within a card and a board"),
        ),
        _after(
            "F36", after.f36, ("药和枪用对", "potions and shots on the right side"), _SHARE,
            ("次数太少，二十次以下只列出", "below twenty, list and do not average"),
        ),
        _public(
            "F37", claimed.f37, ("被放逐者的发言位置", "speaking place of the exiled"), ("第几个", "place"),
            ("要几百局才有意义", "needs hundreds of games"),
        ),
    )
}  # fmt: skip
"""Every feature that a game's events have the inputs for, by its id."""

ABSENT: Final[dict[str, Pair]] = {
    "F03": ("发言用时在记录的 time 行里", "reply times are in the time lines of a record"),
    "F34": ("重问与超时在记录的 llm 行里", "re-asks and time-outs are in the llm lines of a record"),
    "F38": ("选项的先后没有记录", "the order in which targets were shown is not recorded"),
    "F39": ("用量在记录的 llm 行里", "tokens are in the llm lines of a record"),
    "F40": ("两个玩家之间才有", "is a difference of two players"),
}
"""Features that are not counted from the events of a game, and why."""
