"""Words of what seats do, are asked and claim, and of what the judge alone sees."""

from __future__ import annotations

from typing import Final

from llmwolf.players.words.pairs import Pair

CAUSES: Final[dict[str, Pair]] = {
    "knife": ("被刀", "knife"),
    "poison": ("被毒", "poison"),
    "exile": ("被放逐", "exile"),
    "shot": ("被枪杀", "shot"),
    "explode": ("自爆", "self-explosion"),
    "lover": ("殉情", "lover"),
    "charm": ("被魅惑带走", "charm"),
    "duel": ("决斗", "duel"),
    "bomb": ("被炸", "bomb"),
    "scapegoat": ("替罪", "the tie"),
    "elder": ("长老失效", "elder"),
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
    "link": ("第{when}夜，{seat}连{target}为情侣。", "Night {when}: {seat} links {target}."),
    "model": ("第{when}夜，{seat}以{target}为榜样。", "Night {when}: {seat} takes {target} for a model."),
    "muffle": ("第{when}夜，{seat}为{target}隔音。", "Night {when}: {seat} shields {target} from the pipe."),
    "charm": ("第{when}夜，{seat}魅惑{target}。", "Night {when}: {seat} charms {target}."),
    "silence": ("第{when}夜，{seat}禁言{target}。", "Night {when}: {seat} silences {target}."),
    "pipe": ("第{when}夜，{seat}迷惑{target}。", "Night {when}: {seat} pipes to {target}."),
    "widow": ("第{when}夜，{seat}单独刀{target}。", "Night {when}: {seat} alone knifes {target}."),
    "duel": ("第{when}天，{seat}与{target}决斗。", "Day {when}: {seat} duels {target}."),
}

PASS_WORDS: Final[dict[str, Pair]] = {
    "knife": ("{seat}主张空刀。", "{seat} would knife nobody."),
    "peek": ("第{when}夜，{seat}偷看狼人。", "Night {when}: {seat} peeks at the wolves."),
    "widow": ("第{when}夜，{seat}不动刀。", "Night {when}: {seat} knifes nobody alone."),
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
    "thief": ("拿哪一张底牌？", "Which of the two spare cards do you take?"),
    "link": ("连哪两人为情侣？", "Which two are to be lovers?"),
    "model": ("以谁为榜样？", "Whom do you take for a model?"),
    "muffle": (
        "今晚为谁隔音（防吹笛者，每人一局一次）？",
        "Whom do you shield from the piper tonight (each player once a game)?",
    ),
    "charm": ("今晚魅惑谁？", "Whom do you charm tonight?"),
    "silence": ("今晚禁言谁？", "Whom do you silence for the day?"),
    "pipe": ("今晚迷惑谁？", "To whom do you pipe tonight?"),
    "peek": ("今晚偷看狼人吗？", "Do you peek at the wolves tonight?"),
    "widow": ("今晚用你自己的一刀吗？", "Do you use your own knife tonight?"),
    "turn": ("是否翻牌？翻牌后必须开枪", "Do you turn your card? Then you must shoot"),
    "voters": ("明天谁可以投票？", "Who may vote tomorrow?"),
    "ally": ("指定谁为狼人的盟友？", "Whom do you name as an ally of the wolves?"),
}

MUST_TITLES: Final[dict[str, Pair]] = {
    "last_act": ("开枪带走谁？（必须）", "Whom do you shoot? (You must.)"),
}
"""The question where it may not be passed, of asks that else may be."""

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
    "first": ("拿第一张", "Take the first"),
    "second": ("拿第二张", "Take the second"),
    "link": ("连为情侣", "Link"),
    "model": ("榜样", "Model"),
    "muffle": ("隔音", "Shield"),
    "charm": ("魅惑", "Charm"),
    "silence": ("禁言", "Silence"),
    "pipe": ("迷惑", "Pipe to"),
    "peek": ("偷看", "Peek"),
    "widow": ("刀", "Knife"),
    "turn": ("翻牌", "Turn the card"),
    "allow": ("可以投票", "May vote"),
    "ally": ("盟友", "Ally"),
    "duel": ("决斗", "Duel"),
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
    "thief": ("不换牌（当平民）", "Keep the card, as a villager"),
    "muffle": ("不隔音", "No shield"),
    "charm": ("不魅惑", "No charm"),
    "silence": ("不禁言", "No silence"),
    "pipe": ("不吹笛", "No piping"),
    "peek": ("不偷看", "Do not peek"),
    "widow": ("不动刀", "No knife"),
    "turn": ("不翻牌", "Do not turn"),
    "voters": ("所有人可投", "All may vote"),
    "ally": ("不指定", "No ally"),
}

CHECK_WORDS: Final = {"good": "金水", "wolf": "查杀"}
"""What a check is called where it is reported."""

CLAIM_WORDS: Final[dict[str, Pair]] = {
    "role": ("自称{value}", "claims {value}"),
    "retract": ("收回{value}身份", "takes back the claim to {value}"),
    "check": ("报{seats}{value}{when}", "claims to have checked {seats} {when}: {value}"),
    "save": ("称{when}救了{seats}", "claims to have saved {seats} {when}"),
    "poison": ("称{when}毒了{seats}", "claims to have poisoned {seats} {when}"),
    "guard": ("称{when}守了{seats}", "claims to have guarded {seats} {when}"),
    "flow": ("警徽流{seats}", "will check {seats}"),
    "suspect": ("怀疑{seats}", "suspects {seats}"),
    "trust": ("信任{seats}", "trusts {seats}"),
    "side": ("站边{seats}", "sides with {seats}"),
    "vote": ("归票{seats}", "calls for a vote on {seats}"),
}

TOLD: Final[dict[str, Pair]] = {
    "model_gone": ("榜样{seat}出局了。", "The model is out: {seat}."),
    "seen": ("第{night}夜偷看到：{seat}是狼人。", "Night {night}, seen: {seat} is a wolf."),
    "caught": ("第{night}夜发现小女孩在偷看：{seat}。", "Night {night}: the little girl peeks, {seat}."),
    "charmed": ("被迷惑的人：{seat}。", "Charmed: {seat}."),
    "powers": ("{seat}的技能已失效。", "{seat} has lost its powers."),
    "ally": ("{seat}成为狼人的盟友，随狼人获胜。", "{seat} is an ally of the wolves and wins with them."),
    "ally_wolf": ("{seat}是狼人。", "{seat} is a wolf."),
}
"""What the judge shows a seat, where a sentence about one seat is all there is to say."""
