"""Words of what the table sees: sides, stages, orders, the badge, deaths, ends."""

from __future__ import annotations

from typing import Final

from llmwolf.players.words.pairs import Pair

SIDES: Final[dict[str, Pair]] = {
    "good": ("好人", "good"),
    "wolf": ("狼人", "a wolf"),
    "wolves": ("狼人", "the wolves"),
    "draw": ("平局", "a draw"),
    "lovers": ("情侣一方", "the lovers"),
    "piper": ("吹笛者", "the piper"),
    "village": ("村民阵营", "of the village"),
    "not_village": ("非村民阵营", "not of the village"),
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
    "talk": ("插话", "An aside"),
    "voters": ("指定投票人", "The voters of tomorrow"),
    "ally": ("指定盟友", "The ally"),
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
    "alternate": ("每天换方向", "the other side each day"),
    "stated": ("照记录", "as it was recorded"),
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
    "taken": ("{seat}号被带走出局。", "Seat {seat} is taken along and out."),
    "duel": ("{seat}号决斗出局。", "Seat {seat} loses the duel and is out."),
    "bomb": ("{seat}号被炸出局。", "Seat {seat} is blown up and out."),
    "scapegoat": ("{seat}号替罪出局。", "Seat {seat} is out as the scapegoat."),
    "elder": ("{seat}号随之出局。", "Seat {seat} goes out with that."),
    "follow": ("{seat}号随之出局。", "Seat {seat} goes out with that."),
    "lingered": ("{seat}号发言后出局。", "Seat {seat} is out after the speech."),
}
"""What the table saw of a death. It tells no hidden cause: whoever follows goes out in the same words."""

MARKS: Final[dict[str, Pair]] = {
    "voteless": ("失去投票权，也不能再被投", "no vote any more, and cannot be voted"),
    "silenced": ("被禁言，今天不能发言，可以投票", "silenced: no speech today, the vote stays"),
    "charmed": ("被迷惑，白天不能发言", "charmed: no speech by day"),
}

MARKS_LIFTED: Final[dict[str, Pair]] = {
    "silenced": ("禁言到此为止。", "The silence is over."),
    "charmed": ("被迷惑者恢复发言。", "The charmed may speak again."),
    "voteless": ("所有人都有投票权。", "Everybody has a vote."),
}
"""A mark that is on nobody."""

SKIPPED_WHY: Final[dict[str, Pair]] = {
    "silenced": ("{seat}号被禁言，不发言。", "Seat {seat} is silenced and does not speak."),
    "charmed": ("{seat}号被迷惑，不发言。", "Seat {seat} is charmed and does not speak."),
}

CALLS: Final[dict[str, Pair]] = {
    "lovers": ("情侣", "Lovers"),
}
"""Calls of the night that are no card's."""

REASONS: Final[dict[str, Pair]] = {
    "wolves_out": ("狼人全部出局", "all wolves are out"),
    "gods_out": ("神职全部出局", "all gods are out"),
    "villagers_out": ("平民全部出局", "all villagers are out"),
    "others_out": ("狼人以外全部出局", "all others are out"),
    "parity": ("狼人数达到半数", "the wolves are half"),
    "max_days": ("天数已满", "too many days"),
    "giants_out": ("足够多的神职出局", "enough gods are out"),
    "half": ("狼人达到半数", "the wolves are half of the living"),
    "knife_decides": ("狼刀最大", "the knife is quicker"),
    "badge_decides": ("只剩两人，警长一方获胜", "two are left, and the sheriff decides"),
    "last_left": ("其他人全部出局", "everybody else is out"),
    "last_faction": ("其他阵营都已落败", "every other faction has lost"),
    "charmed_all": ("其他存活玩家全部被迷惑", "all others alive are charmed"),
    "quiet_draw": ("一天一夜无人出局", "a day and a night without anybody out"),
    "nobody_left": ("所有阵营都已落败", "every faction has lost"),
}
