"""What a speaker does about others by name: accuses, vouches, follows a seer claim, calls for a vote."""

from __future__ import annotations

from typing import Final

from llmwolf.players.bots.listening.ways import ways
from llmwolf.players.bots.seats import SEAT, SEATS

_NO: Final = r"(?<![不没别票])(?<!不[想会要敢能该用]|没[有在想])"
_EN_NO: Final = r"(?<!not )(?<!n't )(?<!never )"
_HIM: Final = r"[他她](?!的|们)"

AGAINST: Final = ways(
    r"[踩疑打点盘狼]|suspect|wol",
    rf"{_NO}(?:踩|怀疑|打|点|盘|suspect)(?:的是|是|死|一下|一踩|一手|一点|爆|了| ){{0,2}}{SEATS}"
    r"(?!的|.{0,6}(?:好人|铁好|身份|发言|听))",
    rf"(?:狼坑|狼队|四狼|三狼|双狼|wolves(?: are(?: somewhere)?)?|wolf places)[^\d,不没]{{0,8}}{SEATS}",
    rf"{SEATS}(?:这|我(?:觉得|认为|认|看|打|盘)?|就?是)?[两三四]?(?:个|张)?(?:双|三|四)狼",
    rf"(?<!不)把(?:[他她]|{SEAT})(?:也|先|就)?(?:放进?|丢进?|塞进)了?(?:我的)?狼坑",
    rf"{SEAT}(?:[是像就做更]|一定|肯定|大概率){{1,2}}{SEAT}的(?:狼|匪)?(?:队友|同伴)",
    rf"(?<![深钩锋个只匹])狼人?(?:就|应该|肯定|一定|必|只能){{0,2}}是{SEATS}(?!的)",
    rf"{SEAT}[^,\d不没]{{0,4}}进(?:我的|我)?狼坑",
    r"^(?:直接|先|就|也|得)?进(?:我的|我)?狼坑",
    rf"(?<![不没别])标(?:{SEAT}|[他她])(?:一?[个张]|为|成)?(?:铁|定)?狼",
    rf"{SEAT}[^,\d不没]{{0,8}}(?:一个)?狼面[^,\d不没]{{0,3}}[大高重]",
)
"""Holds for wolves."""
FOR: Final = ways(
    r"[保捞]|trust",
    rf"{_NO}(?:保|捞)(?:一手|一下|一保|一捞|了){{0,2}}(?:{SEATS}|{_HIM})",
    r"我保你",
    rf"{SEATS}[^,\d不没别]{{0,6}}?(?:保|捞)(?:一手|一下|一保|一捞|$|了|着|到底)",
    rf"{_EN_NO}(?<!to )\btrust {SEATS}",
)
"""Vouches for."""
FOLLOWS: Final = ways(
    r"[站信认预跟偏]|\b(?:sid(?:e|ing)|believe|stand|lean|with|seer)",
    r"(?<![不没别难谁])(?<!女巫我|猎人我|守卫我|白痴我)(?:站边|站在|站的?|认下?|(?:更|比较)?相?信|偏向)于?(?:站边?)?(?:的是|是|在|了|一下){0,2}"
    rf"{SEAT}(?:玩家|这张|的|这边|是|为|那边){{0,2}}(?:真?预|边|队|一点|多一点|了?$)",
    rf"(?<![不没别难谁])(?:站边|更信|比较信|相信|偏向站边?){SEAT}",
    rf"{SEAT}(?:玩家)?(?:在我(?:这里|这边|这儿|眼里|心里)|就|才|应该|一定|肯定|更|大概率|是|像|做成|的|我认为?|我觉得)"
    r"{1,4}(?:个|一?张)?真?预言?家?面?(?:更?[大高]|$)",
    rf"{SEAT}(?:更像真预|的?预言家面[^,不没]{{0,3}}[大高]|是我认的预)",
    rf"{_NO}跟着?{SEAT}(?:走|打|投|的票走)|我[也就还]?跟着?{SEAT}$|{SEAT}的预言?家?我认$",
    rf"{_EN_NO}\b(?:(?:side|(?<=am )siding|(?<='m )siding|stand|i'm) with|believe"
    rf"|lean(?:ing)? (?:to|towards?)) {SEAT}",
    rf"{_EN_NO}\bgo(?:ing)? with {SEAT}(?=[^,.]{{0,16}}\bseer\b)",
    rf"(?:^|[^不])真预言?家?(?:就|应该|肯定|只能)?是{SEAT}",
    rf"{SEAT}(?:更|最|才|就|应该|一定|肯定|是|像){{1,3}}真的$",
    rf"{SEAT} (?:is (?:the|our) (?:real |true |only )?seer$|is the (?:real|true) seer|is telling the truth)",
)
"""Believes to be the seer."""
_NO_VOTE: Final = (
    r"(?<![不没别退验开摸查跳盘抓说听指点翻])(?<!不[要能想会该用敢]|[没别]再|别[要想])"
    r"(?<!不太想|不同意|不建议|不愿意)(?<!谁都不能)(?<!不赞成)"
)
VOTES: Final = ways(
    r"[归出投推票挂飞抬走下上]|vot|exile|lynch|elim|\b(?:g(?:o|oes|et)|kill|hang|take out)\b",
    rf"{_NO_VOTE}(?:归票|全票打飞|打飞|全票打?|冲票|上票|放逐|票给|挂票|归|出|投|推|票|挂|抬走)"
    rf"(?:死|给|掉|到|在|的是|是|票|一下|上|这[个张]){{0,2}}{SEAT}(?!身上|的|金水|查杀|给)",
    rf"(?:今天|先|这轮|直接|今儿|就|过麦)[走下]{SEAT}",
    rf"我的?票[^\d,不没]{{0,5}}{SEAT}",
    rf"全压在?{SEAT}",
    rf"(?:把|(?<![弃警冲分投])票)(?:都|全部?|集中){{0,2}}(?:给|到|挂|投|压|砸|打|上|在){{1,2}}{SEAT}",
    rf"{_NO_VOTE}把{SEAT}(?:先|给|直接|今天){{0,2}}(?:推|出|投|票|抬|送|打)(?:出去|走|掉|出局|飞|了|死)",
    rf"{_NO_VOTE}上{SEAT}(?:的票|一票)",
    rf"{SEAT}(?:玩家|今天|这轮){{0,2}}(?:必须|先|可以|该|一定|得|要|直接){{0,2}}"
    r"(?:出局|[票推投抬打]?出去|[票推投抬]走|走人|走吧|[必先]?出$|[吃上]票)(?!了|以后|之后|后|的|没|不冤|正常)",
    rf"{SEAT}(?:玩家|今天|这轮){{0,2}}(?:必须|得|该|先|一定)走$|(?:今天|这轮){SEAT}走$",
    rf"{_NO_VOTE}(?:出|投|票|归|推)(?:了|掉|死)?{_HIM}",
    rf"{_NO_VOTE}把[他她](?:先|给|直接|今天)?(?:推|出|投|票|抬|打)",
    rf"\b(?:i'd rather|i would rather|let's|lets|we should|we must|i want to) (?:kill|hang|take out) {SEAT}",
    rf"^(?:so |then )?(?:kill|hang|take out) (?:{SEAT}|him\b|her\b)",
    rf"{_EN_NO}\b(?:vote(?: for| out)?|voting(?: for| out)?|vote(?: i|')s (?:on|for)|goes to"
    rf"|exile|lynch|eliminate|get rid of) (?:{SEAT}|him\b|her\b)",
    rf"(?:{SEAT} |^|\band )(?:should go|has to go|must go|goes out|needs to go)\b",
)
"""Calls for the exile of."""
