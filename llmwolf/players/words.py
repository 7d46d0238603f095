"""The vocabulary of :mod:`llmwolf.players.phrases`: the engine's stable words as ``(zh, en)`` pairs."""

from __future__ import annotations

from typing import Final

Pair = tuple[str, str]


def pick(pair: Pair, lang: str) -> str:
    """The member of a ``(zh, en)`` pair for ``lang``."""
    return pair[1] if lang == "en" else pair[0]


SIDES: Final[dict[str, Pair]] = {
    "good": ("好人", "good"),
    "wolf": ("狼人", "a wolf"),
    "wolves": ("狼人", "the wolves"),
    "draw": ("平局", "a draw"),
}

STAGES: Final[dict[str, Pair]] = {
    "setup": ("开局", "Setup"),
    "night": ("夜晚", "Night"),
    "dawn": ("公布死讯", "The announcement"),
    "election": ("警长竞选", "The election"),
    "election_pk": ("警上PK发言", "The election run-off"),
    "sign_up": ("上警报名", "The sign-up"),
    "withdraw": ("退水环节", "The call to withdraw"),
    "badge_ballot": ("警长投票", "The sheriff ballot"),
    "badge_pk_ballot": ("警长PK投票", "The sheriff run-off ballot"),
    "badge": ("移交警徽", "The badge"),
    "order": ("决定发言顺序", "The speaking order"),
    "speech": ("白天发言", "The speeches"),
    "ballot": ("放逐投票", "The exile ballot"),
    "pk": ("PK发言", "The run-off speeches"),
    "pk_ballot": ("PK投票", "The run-off ballot"),
    "last_words": ("遗言", "Last words"),
    "last_act": ("技能发动", "The last act"),
    "flip": ("翻牌", "The card"),
    "over": ("游戏结束", "Game over"),
}

STAGE_BEGINS: Final[dict[str, Pair]] = {
    "election": ("警长竞选，要上警的请举手。", "The sheriff's election: who runs?"),
    "election_pk": ("警上平票，进入PK发言。", "The election is tied: run-off speeches."),
    "dawn": ("法官公布昨夜的情况。", "The judge announces the night."),
    "speech": ("白天发言开始。", "The speeches of the day begin."),
    "ballot": ("发言完毕，放逐投票。", "The exile ballot."),
    "pk": ("平票，进入PK发言。", "A tie: run-off speeches."),
    "last_words": ("请留遗言。", "Last words."),
}

ORDER_WHY: Final[dict[str, Pair]] = {
    "minute": ("按分钟单顺双逆", "by the clock's minute"),
    "sheriff": ("警长指定", "the sheriff's choice"),
    "last_dead": ("从最后死者旁开始", "beside the last dead"),
    "drawn": ("抽签", "drawn"),
    "ascending": ("号码递增", "rising"),
    "descending": ("号码递减", "falling"),
}

ELECTED_HOW: Final[dict[str, Pair]] = {
    "ballot": ("{seat}号当选警长。", "Seat {seat} is elected sheriff."),
    "only": ("只有{seat}号上警，自动当选警长。", "Seat {seat}, the only candidate, is sheriff."),
    "last_standing": (
        "其他人都已退水，{seat}号自动当选警长。",
        "All others withdrew: Seat {seat} is sheriff.",
    ),
}

NO_BADGE_WHY: Final[dict[str, Pair]] = {
    "nobody_ran": ("无人上警，警徽流失。", "Nobody ran: there is no badge."),
    "all_ran": ("全员上警，无人可投票，警徽流失。", "Everybody ran, so nobody may vote: there is no badge."),
    "all_withdrew": ("警上全部退水，警徽流失。", "All candidates withdrew: there is no badge."),
    "no_votes": ("无人投票，警徽流失。", "No ballots were cast: there is no badge."),
    "tied": ("平票，警徽流失。", "A tie: there is no badge."),
    "explosion": ("狼人自爆，警徽流失。", "A wolf blew up: the badge is lost."),
}

NOBODY_EXILED_WHY: Final[dict[str, Pair]] = {
    "no_votes": ("无人得票，平安日，无人放逐。", "No ballots were cast: nobody is exiled."),
    "tied": ("平票，平安日，无人放逐。", "A tie: nobody is exiled."),
}

DIED_HOW: Final[dict[str, Pair]] = {
    "exile": ("{seat}号被放逐出局。", "Seat {seat} is out by exile."),
    "shot": ("{seat}号中枪出局。", "Seat {seat} is shot and out."),
    "explode": ("{seat}号自爆出局。", "Seat {seat} blew up and is out."),
}

CAUSES: Final[dict[str, Pair]] = {
    "knife": ("被刀", "knife"),
    "poison": ("被毒", "poison"),
    "exile": ("被放逐", "exile"),
    "shot": ("被枪杀", "shot"),
    "explode": ("自爆", "self-explosion"),
}

MARKS: Final[dict[str, Pair]] = {
    "voteless": ("失去投票权，也不能再被投", "no vote any more, and cannot be voted"),
}

REASONS: Final[dict[str, Pair]] = {
    "wolves_out": ("狼人全部出局", "all wolves are out"),
    "gods_out": ("神职全部出局", "all gods are out"),
    "villagers_out": ("平民全部出局", "all villagers are out"),
    "others_out": ("狼人以外全部出局", "all others are out"),
    "parity": ("狼人数达到半数", "the wolves are half"),
    "max_days": ("天数已满", "too many days"),
}

TOLD_GUN: Final[tuple[Pair, Pair]] = (
    ("第{night}夜开枪状态：{seat}不能开枪。", "Night {night}: {seat} could not shoot now."),
    ("第{night}夜开枪状态：{seat}可以开枪。", "Night {night}: {seat} could shoot now."),
)

ACT_WORDS: Final[dict[str, Pair]] = {
    "knife": ("{seat}要刀{target}。", "{seat} would knife {target}."),
    "check": ("第{when}夜，{seat}查验{target}。", "Night {when}: {seat} checks {target}."),
    "save": ("第{when}夜，{seat}对{target}用解药。", "Night {when}: {seat} saves {target}."),
    "poison": ("第{when}夜，{seat}对{target}用毒药。", "Night {when}: {seat} poisons {target}."),
    "guard": ("第{when}夜，{seat}守护{target}。", "Night {when}: {seat} guards {target}."),
}

PASS_WORDS: Final[dict[str, Pair]] = {
    "knife": ("{seat}主张空刀。", "{seat} would knife nobody."),
}
"""An act without a target."""

ASK_TITLES: Final[dict[str, Pair]] = {
    "whisper": (
        "狼队夜谈：对同伴说一句，可以指一个刀口",
        "Night talk: a line to the pack; you may name a victim",
    ),
    "knife": ("今晚刀谁？", "Whom do you knife tonight?"),
    "check": ("今晚查验谁？", "Whom do you check tonight?"),
    "potion": ("是否用药？", "Do you use a potion?"),
    "guard": ("今晚守护谁？", "Whom do you guard tonight?"),
    "speak": ("轮到你发言", "It is your turn to speak"),
    "sign_up": ("是否上警竞选警长？", "Do you run for sheriff?"),
    "withdraw": ("是否退水？", "Do you withdraw from the election?"),
    "badge_ballot": ("警长投票：投给谁？", "Sheriff ballot: for whom?"),
    "badge_pk_ballot": ("警长PK投票：投给谁？", "Sheriff run-off ballot: for whom?"),
    "ballot": ("放逐投票：投谁出局？", "Exile ballot: who shall go?"),
    "pk_ballot": ("PK投票：投谁出局？", "Run-off ballot: who shall go?"),
    "badge": ("警徽移交给谁，或者撕掉？", "To whom do you hand the badge, or do you tear it?"),
    "last_act": ("是否发动技能带走一人？", "Do you take somebody along?"),
    "flip": ("是否翻牌？", "Do you turn your card?"),
    "order": ("从哪一侧开始发言？", "On which side do the speeches start?"),
}

VERB_LABELS: Final[dict[str, Pair]] = {
    "say": ("发言", "Speak"),
    "whisper": ("对同伴说", "Tell the pack"),
    "knife": ("刀", "Knife"),
    "check": ("查验", "Check"),
    "save": ("解药", "Antidote"),
    "poison": ("毒药", "Poison"),
    "guard": ("守护", "Guard"),
    "run": ("上警", "Run"),
    "withdraw": ("退水", "Withdraw"),
    "vote": ("投票", "Vote"),
    "give": ("移交警徽", "Hand on the badge"),
    "shoot": ("开枪", "Shoot"),
    "flip": ("翻牌", "Turn the card"),
    "left": ("从左侧开始发言（号码递增）", "Start on the left (rising)"),
    "right": ("从右侧开始发言（号码递减）", "Start on the right (falling)"),
    "explode": ("自爆", "Blow up"),
}

PASS_LABELS: Final[dict[str, Pair]] = {
    "whisper": ("不说", "Say nothing"),
    "knife": ("空刀", "No knife"),
    "check": ("不查验", "No check"),
    "potion": ("不用药", "No potion"),
    "guard": ("空守", "No guard"),
    "speak": ("过", "Pass"),
    "sign_up": ("不上警", "Do not run"),
    "withdraw": ("不退水", "Stay"),
    "badge_ballot": ("弃票", "Abstain"),
    "badge_pk_ballot": ("弃票", "Abstain"),
    "ballot": ("弃票", "Abstain"),
    "pk_ballot": ("弃票", "Abstain"),
    "badge": ("撕警徽", "Tear the badge"),
    "last_act": ("不开枪", "Do not shoot"),
    "flip": ("不翻牌", "Do not turn"),
}

CLAIM_WORDS: Final[dict[str, Pair]] = {
    "role": ("自称{value}", "claims {value}"),
    "retract": ("收回{value}身份", "takes back the claim to {value}"),
    "check": ("称{when}查验{seats}为{value}", "claims to have checked {seats} {when}: {value}"),
    "save": ("称{when}救了{seats}", "claims to have saved {seats} {when}"),
    "poison": ("称{when}毒了{seats}", "claims to have poisoned {seats} {when}"),
    "guard": ("称{when}守了{seats}", "claims to have guarded {seats} {when}"),
    "flow": ("警徽流{seats}", "will check {seats}"),
    "suspect": ("怀疑{seats}", "suspects {seats}"),
    "trust": ("信任{seats}", "trusts {seats}"),
    "side": ("站边{seats}", "sides with {seats}"),
    "vote": ("归票{seats}", "calls for a vote on {seats}"),
}
