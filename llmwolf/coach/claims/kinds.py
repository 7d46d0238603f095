"""The kinds of findings, by group."""

from __future__ import annotations

from typing import Final

from llmwolf.coach.claims.entries import LEAK, OWN, PRIVATE, RECORD
from llmwolf.players.words import Pair

BY_GROUP: Final[dict[str, dict[str, Pair]]] = {
    RECORD: {
        "dead_vote": ("归票给已出局的人", "a vote called on somebody who is out"),
        "dead_flow": ("警徽流里有已出局的人", "a seat that is out in the badge flow"),
        "dead_alive": ("把已出局的人当在场", "somebody who is out spoken of as in"),
        "dead_check": ("验了已出局的人", "a check on somebody who was out"),
        "night_ahead": ("报了还没到的夜", "a night that has not been"),
        "poison_living": ("说毒了的人还在", "the seat said to be poisoned is in"),
        "living_dead": ("说还在场的人已出局", "somebody who is in said to be out"),
        "ballot": ("票说错了", "a ballot that was another"),
        "abstained": ("说投了票的人弃票", "somebody who voted said to have abstained"),
        "tally": ("票数说错了", "a count of votes that was another"),
        "exile": ("放逐的人说错了", "an exile that was another"),
        "night_death": ("夜里出局的人说错了", "a night's death that was another"),
        "death_count": ("夜里死亡人数说错了", "a night's count of deaths that was another"),
        "living_count": ("在场人数说错了", "a count of the living that is another"),
        "sheriff": ("警长说错了", "a sheriff who is another"),
        "badge_passed": ("警徽去向说错了", "a badge that went elsewhere"),
        "ran": ("上没上警说错了", "who ran for sheriff"),
        "silent": ("说没发过言的人发过言", "somebody said to be silent has spoken"),
        "unspoken": ("引了没发过言的人的话", "words of somebody who had not spoken"),
        "no_such_seat": ("没有这个座位", "a seat that does not exist"),
        "shot": ("开枪说错了", "a shot that was another"),
        "card_shown": ("翻牌说错了", "a turned card that was another"),
        "self": ("把自己当作别人来怀疑", "accuses himself as if he were somebody else"),
    },
    OWN: {
        "role_changed": ("换了身份没有说明", "another card, without a word on it"),
        "check_changed": ("同一夜的验人结果变了", "another result of the same check"),
        "two_checks": ("同一夜报了两个验人", "two checks in one night"),
        "flow_broken": ("没有按警徽流验人", "the check does not follow the badge flow"),
        "side_switched": ("换边没有说明", "another side, without a word on it"),
        "two_potions": ("同一种药用了两次", "the same potion twice"),
        "two_guards": ("同一夜守了两个人", "two seats guarded in one night"),
    },
    PRIVATE: {
        "role_other": ("好人报的不是自己的牌", "a good seat claims another card than its own"),
        "check_other": ("报的验人与实际不符", "a check that was another"),
        "deed_other": ("报的用药或守护与实际不符", "a potion or guard that was another"),
        "spent": ("要用的药已经用掉了", "a potion to be used is used up"),
    },
    LEAK: {
        "knife_known": ("说出了没公布的刀口", "a knife that was never told of"),
        "card_known": ("说出了没亮过的底牌", "a card that was never shown"),
        "check_known": ("说出了别人没报过的验人", "somebody else's check that was never reported"),
        "potion_known": ("说出了没公布的用药", "a potion that was never told of"),
        "pack_named": ("公开叫出狼队友", "a mate named in public"),
    },
}
"""Every kind of finding with its name, by the group it belongs to."""
KINDS: Final[dict[str, Pair]] = {kind: name for kinds in BY_GROUP.values() for kind, name in kinds.items()}
GROUP_OF: Final[dict[str, str]] = {kind: group for group, kinds in BY_GROUP.items() for kind in kinds}
