"""The ways in which a speech states something about the public record, clause by clause.

A clause has been through :func:`llmwolf.players.bots.seats.plain`: every seat reads ``N号``, in English too.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from llmwolf.roles import registry


class Form(NamedTuple):
    """A way to state something of ``kind``.

    Its named groups are who, whom, n and card. ``unless`` is what makes it something else, anywhere in the
    clause. ``n`` is the number stated where the words have none.
    """

    kind: str
    words: re.Pattern[str]
    unless: re.Pattern[str] | None = None
    n: int = -1


_SEAT: Final = r"(?<!\d)\d{1,2}号(?:玩家|牌)?"
_WHO: Final = rf"(?P<who>(?:{_SEAT}(?:[、,和]| and )?){{1,8}})"
_ACTOR: Final = rf"(?P<who>(?:{_SEAT}(?:[、,和]| and )?){{1,8}}|我|\bi\b)"
_BALLOT: Final = r"(?:的?票|把票|[把的]?警徽票)?"
_SOON: Final = r"(?:今天|等会儿?|待会儿?|一会儿?|等下|后面)"
_WHOM: Final = rf"(?P<whom>{_SEAT})"
_N: Final = r"(?P<n>\d{1,2}|[一两二三四五六七八九十]{1,3})"
_WHEN: Final = (
    r"(?:昨天|昨日|今天|刚才|当时|上一?轮|第[一二三四五六七八九\d]天"
    r"|首日|警上|白天|之前|前天|都|也|就|才|全|是)*+"
)
_PAST_DAY: Final = r"(?:昨天|昨日|上一?轮|第[一二三四五六七八九\d]天|首日|前天|昨天白天)"
_NIGHT: Final = r"(?:昨晚|昨夜|昨天晚上|昨天夜里|第[一二三四五六七八九\d][晚夜]|首夜|头一?晚)"
_EN_NIGHT: Final = r"(?:last night|(?:on |in )?night \d|(?:on |in )?the first night)"
_CARD: Final = "(?P<card>{})".format(
    "|".join(
        sorted(
            {n for law in registry().values() for n in (law.zh, law.en, *law.aliases) if len(n) > 1},
            key=len,
            reverse=True,
        )
    )
)
_PLAN: Final = re.compile(
    r"要|会|想|该|可以|今晚|准备|打算|建议|别|让|敢|\b(?:will|should|tonight|let)\b", re.IGNORECASE
)
_WISH: Final = re.compile(
    r"想|让|希望|支持|要|给|选|投|竞选|当时|之前|昨天|原来|曾经|那时|死了"
    r"|\b(?:want|wish|let|elect|vote|was|had)\b",
    re.IGNORECASE,
)
_ASIDE: Final = re.compile(r"什么|怎么|说说|会|再说|没|想|要听|\b(?:what|will)\b", re.IGNORECASE)


def _form(kind: str, *patterns: str, unless: re.Pattern[str] | None = None, n: int = -1) -> list[Form]:
    return [Form(kind, re.compile(pattern, re.IGNORECASE), unless, n) for pattern in patterns]


FORMS: Final[tuple[Form, ...]] = (
    *_form(
        "ballot",
        rf"{_ACTOR}{_WHEN}{_BALLOT}{_WHEN}(?:投|挂|上|给)票?[给到在]?(?:了|的是|的|过)给?{_WHOM}",
        rf"{_ACTOR}{_WHEN}的?警徽票{_WHEN}(?:在|给|给了|挂){_WHOM}",
        rf"{_ACTOR}{_WHEN}的票{_WHEN}(?:给了|挂了|挂过|投了|投给了){_WHOM}",
        rf"{_ACTOR}的?{_PAST_DAY}的票{_WHEN}(?:在|给|挂){_WHOM}",
        rf"{_ACTOR}{_PAST_DAY}(?:警徽票|是|就|也|都){{0,4}}(?:投|挂|上票)(?:给|了){{0,4}}{_WHOM}",
        rf"(?:投|票|上票|挂)(?:给)?{_WHOM}(?:的票)?的人?(?:里面?|里头|之中)?(?:就?是|有|只有){_WHO}$",
        rf"{_ACTOR}的?{_PAST_DAY}的?票{_WHEN}(?:挂|压|投|上)[在给到]{_WHOM}(?:身上)?$",
        rf"{_ACTOR} (?:also |both |all )?voted (?:for |out |against )?{_WHOM}",
        unless=_PLAN,
    ),
    *_form(
        "abstained",
        rf"{_ACTOR}{_WHEN}(?:弃票|弃权|弃了|没投票|没有投票)了?",
        rf"{_ACTOR} (?:abstained|did not vote|didn't vote)",
        unless=_PLAN,
    ),
    *_form(
        "tally",
        rf"{_WHO}{_WHEN}(?:一共|总共)?(?:吃|得|拿|收)了{_N}票(?!半|多)",
        rf"{_WHO} (?:got|took|received|had) {_N} votes",
        unless=_PLAN,
    ),
    *_form(
        "exile",
        rf"{_PAST_DAY}(?:大家|我们|好人)?(?:出|推|放逐|票出|投出|推出|抬走)[局掉走]?(?:了|的是|的)人?是?{_WHO}",
        rf"{_WHO}{_WHEN}被?(?:全票|大家|好人){{0,2}}(?:投|票|推|抬)(?:出去|出局|走|掉|飞)(?:了|的)",
        rf"{_WHO}{_WHEN}(?:被|给)(?:放逐|抗推|扛推|投出|票出)(?:出去|出局)?了?",
        rf"{_WHO} (?:was|were|got) (?:voted out|exiled|lynched)",
        rf"\bwe (?:voted out|exiled|lynched) {_WHO}",
        unless=_PLAN,
    ),
    *_form(
        "night_death",
        rf"{_NIGHT}[^\d,不没]{{0,4}}?(?:死|倒牌?|走|出局)(?:了|的)(?:人)?(?:就?是)?{_WHO}",
        rf"{_WHO}(?:是|就是)?{_NIGHT}[^\d,不没刀救毒守验]{{0,2}}(?:死|倒牌?|出局|走)(?:了|的)",
        rf"{_NIGHT}是?{_WHO}(?:倒牌|死了|出局|倒了|走了)",
        rf"{_WHO} (?:died|fell|went out|was killed) {_EN_NIGHT}",
        rf"{_EN_NIGHT},? {_WHO} (?:died|fell|went out|was killed)",
        unless=_PLAN,
    ),
    *_form(
        "living_dead",
        rf"(?<![让把等先该要跟给]){_WHO}(?:都|已经|早就|也|人|昨天|昨晚){{0,4}}(?:死了|倒牌了|出局了|不在了|(?<=已经)(?:出局|死|倒牌))"
        r"(?!以后|之后|再|才|后|的时候)",
        rf"{_WHO} (?:is|are) (?:already |long )?(?:dead|out of the game|out already|gone)\b",
        unless=_PLAN,
    ),
    *_form(
        "dead_alive",
        rf"{_WHO}(?:现在|都|也){{0,4}}(?:还活着|还在场|还没死|还没出局|还在场上)",
        rf"(?:听听?|等等?|看看?|请|有请){_WHO}的?{_SOON}?(?:怎么|如何|发言|说|聊|归票|表水|投)",
        rf"{_WHO}你?{_SOON}你?还?(?:要|会|再|怎么|打算)?(?:投|发言|说|聊|归票|站边|表水)",
        rf"{_WHO}(?:今天|这轮)(?:的)?票(?:要|应该|跟|给|投|归)",
        rf"{_WHO} (?:is|are) still (?:alive|in|here|living|with us)",
        rf"\blet(?:'s| us| me) hear {_WHO}",
        rf"\bwait(?:ing)? for {_WHO} to (?:speak|vote)",
        rf"{_WHO} (?:votes|speaks|will vote|will speak) today",
        unless=re.compile(r"遗言|last words", re.IGNORECASE),
    ),
    *_form(
        "death_count",
        rf"{_NIGHT}(?:又|也|才|还|不就)?(?:是|是个|是一个)?平安夜",
        rf"{_NIGHT}(?:没死人|没有?人死|没有?人出局|无人死亡|没人倒牌)",
        rf"\bnobody (?:died|fell|went out) {_EN_NIGHT}",
        rf"{_EN_NIGHT} (?:was (?:a )?peaceful|nobody (?:died|fell))",
        n=0,
    ),
    *_form("death_count", rf"{_NIGHT}(?:是|又是)?(?:单死|单倒|死一个人?)", n=1),
    *_form("death_count", rf"{_NIGHT}(?:是|又是)?(?:双死|双倒|死俩)", n=2),
    *_form(
        "death_count",
        rf"{_NIGHT}(?:一共|总共|只|就|才|可是)?(?:死|倒|走|出局)了{_N}(?:个|张|人|位)",
        rf"(?P<n>one|two|three|four|\d)(?: people| players| seats)? (?:died|fell|went out) {_EN_NIGHT}",
    ),
    *_form(
        "living_count",
        rf"(?:现在|场上|目前)(?:场上)?(?:还有|还剩|只剩|剩下?|就剩){_N}(?:个|名)?(?:人|玩家|张牌)$",
        r"\b(?P<n>two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})"
        r"(?: of us| players| people| seats)? (?:are )?(?:still )?(?:left|alive)$",
    ),
    *_form(
        "sheriff",
        rf"(?:警长|警徽)(?:现在|已经)?(?:就?是|在){_WHO}",
        rf"^警长{_WHO}",
        rf"{_WHO}(?:现在)?(?:是|当了|当上|拿着|拿了|拿到了?|有)(?:场上的?)?(?:警长|警徽)(?!流|票)",
        rf"{_WHO} (?:is (?:the |our )?sheriff|has the badge|holds the badge)",
        rf"\b(?:sheriff is|badge is with|badge is in the hands? of) {_WHO}",
        unless=_WISH,
    ),
    *_form(
        "badge_passed",
        rf"{_WHO}(?:临走|走的时候|昨天|死前|死的时候)?把?警徽(?:给|飞|交|传|移交|留)(?:给|到)?了{_WHOM}",
        rf"{_WHO}(?:临走|走的时候|昨天|死前)?把警徽(?:给|飞|交|传|移交|留)(?:给|到){_WHOM}",
        rf"警徽是{_WHO}(?:飞|给|传|交|移交)(?:给)?{_WHOM}的",
        rf"{_WHO} (?:passed|gave|handed) the badge (?:on )?to {_WHOM}",
        unless=_PLAN,
    ),
    *_form(
        "badge_torn",
        rf"{_WHO}(?:把警徽撕|撕了?警徽|撕掉?了?警徽)",
        rf"{_WHO} tore the badge",
        unless=_PLAN,
    ),
    *_form(
        "ran",
        rf"{_ACTOR}(?:都|也|今天|当时|昨天|是){{0,4}}(?:上警|上了警|跑警|在警上)了?(?![的下])",
        rf"{_ACTOR} ran for sheriff",
        unless=_PLAN,
        n=1,
    ),
    *_form(
        "ran",
        rf"{_ACTOR}(?:都|也|今天|当时|昨天|是|一直){{0,4}}(?:没上警|没有上警|没跑警|在警下|是警下)",
        rf"{_ACTOR} (?:did not|didn't|never) r[au]n for sheriff",
        unless=_PLAN,
        n=0,
    ),
    *_form(
        "silent",
        rf"{_WHO}(?:一直|从来|从头到尾|到现在|今天|全程)?(?:都|还|就)?(?:没有?|未)(?:发过?言|说过?话|开过?口)",
        rf"{_WHO} (?:has|is) (?:never|not|been) (?:spoken|said a word|silent)",
    ),
    *_form(
        "unspoken",
        rf"(?<![听等看让请问跟对和如像]){_WHO}{_WHEN}(?:自己)?(?:说过?|讲过?|聊过|提到)"
        rf"(?:了|的是|的|他|她|自己|我|,|:|$|{_SEAT}|昨)",
        rf"{_WHO}{_WHEN}(?:起跳|跳|认|报)了(?:个|一?张)?(?:{_CARD}|查杀|金水|身份)",
        rf"{_WHO} (?:said|told us|claimed|says) ",
        unless=_ASIDE,
    ),
    *_form(
        "shot",
        rf"{_WHO}(?:猎人|狼王)?{_WHEN}(?:(?:一枪|开枪)(?:带走|打死|崩|打|带)(?:了|的是)?|带走了){_WHOM}",
        rf"{_WHO} shot {_WHOM}",
        unless=_PLAN,
    ),
    *_form(
        "card_shown",
        rf"{_WHO}(?:已经|都|昨天){{0,4}}(?:翻牌|翻出来|翻开|亮牌)(?:就?是|了|的是|了是)?(?:一?[张个])?{_CARD}",
        rf"{_WHO} (?:turned out|turned over|flipped|was revealed)(?: to be| as)?(?: an?| the)? {_CARD}",
        unless=_PLAN,
    ),
)  # fmt: skip
"""Every form, in the order in which they are tried; a clause may state several kinds of things."""
