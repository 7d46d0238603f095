"""What is said where the rules forbid something, in Chinese and in English, with the rule's id."""

from __future__ import annotations

from typing import Final

CAUSES: Final[dict[str, tuple[str, str]]] = {
    "knife": ("被刀", "the knife"),
    "poison": ("被毒", "poison"),
    "exile": ("被放逐", "exile"),
    "shot": ("被枪杀", "a shot"),
    "explode": ("自爆", "自爆"),
    "lover": ("殉情", "a lover's death"),
    "charm": ("被魅惑带走", "the charm"),
    "duel": ("决斗", "a duel"),
    "bomb": ("被炸", "the bomb"),
    "scapegoat": ("替罪", "the tie"),
    "elder": ("长老失效", "the elder's loss"),
}
"""Causes of death, as reasons."""

WINNERS: Final[dict[str, tuple[str, str]]] = {
    "good": ("好人获胜", "good"),
    "wolves": ("狼人获胜", "wolves"),
    "lovers": ("情侣获胜", "lovers"),
    "piper": ("吹笛者获胜", "piper"),
    "draw": ("平局", "draw"),
}
"""How a game ended."""

GROUNDS: Final[dict[str, tuple[str, str]]] = {
    # -- seats ---------------------------------------------------------------------------------
    "no_seat": ("没有{seat}号；座位是 1 到 {seats}", "there is no seat {seat}; seats are 1 to {seats}"),
    "out": ("{seat}号在 {phase} 已出局", "seat {seat} is out since {phase}"),
    "holder_out": ("{card}（{seats}）在 {phase} 已出局", "the {card}, {seats}, is out since {phase}"),
    "no_card": ("本局没有{card}", "there is no {card} on this board"),
    "card_spare": ("{card}在底牌里，没有人拿到（R-2）", "the {card} lies in the middle (R-2)"),
    "not_holder": ("{seat}号不是{card}；{card}是{seats}", "seat {seat} is no {card}; {seats} is"),
    "is_no": ("{seat}号不是{card}", "seat {seat} is no {card}"),
    "powerless": ("长老出局后，好人的技能都已失效（C-5）", "the village's powers ended with the elder (C-5)"),
    # -- when ----------------------------------------------------------------------------------
    "unasked": ("{phase} 在这里不问这个", "nobody is asked this here in {phase}"),
    "nothing_asked": ("{phase} 没有要问的", "nothing is asked in {phase}"),
    "answered": ("已经由“{item}”回答过了", "{item} has answered this already"),
    "asked_of": ("这里只问{seats}", "this was asked of {seats} alone"),
    "earlier": ("要写在“{anchor}”之前", "this belongs before {anchor}"),
    "before": ("{word}要写在{other}之前", "{word} comes before {other} here"),
    "day_over_explode": (
        "{seat}号自爆，白天已经结束（I-1）",
        "the day is over: seat {seat} has blown up, 自爆 (I-1)",
    ),
    "day_over_duel": ("{seat}号决斗中狼，白天已经结束", "the day is over: seat {seat}'s duel hit a wolf"),
    "first_night": ("{word}只在第一夜（R-5）", "{word} is for night 1 alone (R-5)"),
    "compulsory_missing": (
        "缺少{seat}号的{word}，这一项不能省（R-5）",
        "{word} of seat {seat} is missing, and it may not be left out (R-5)",
    ),
    "compulsory": ("{seat}号的{word}不能省（R-5）", "{word} of seat {seat} may not be left out (R-5)"),
    "over": (
        '游戏已经结束：{winner}；后面的内容只在 after_end = "ignore" 时可写',
        'the game is over: {winner} ({reason}); what follows may stand only under after_end = "ignore"',
    ),
    # -- night ---------------------------------------------------------------------------------
    "say_whose": ("{count} 个座位都有这一问，要写明是谁的", "{count} seats are asked this; say whose it is"),
    "say_saved": ("{count} 人被刀，要写明救谁", "{count} seats are attacked; say who is saved"),
    "used": ("{word}在 {phase} 已经用掉", "{word} was used in {phase}"),
    "both_potions": ("同一夜不能用两瓶药（N-8）", "both potions may not be used in one night (N-8)"),
    "no_victim": (
        "今夜没有人被刀，无人可救（N-6）",
        "nobody is attacked tonight, so nobody can be saved (N-6)",
    ),
    "net_victim": (
        "女巫看到的是空刀，无人可救（N-6）",
        "the witch is told that nobody is attacked, so nobody can be saved (N-6)",
    ),
    "save_victim": ("今夜被刀的是{seats}", "{seats} is attacked tonight, nobody else"),
    "self_save": ("女巫不能自救（N-7）", "the witch may not save herself (N-7)"),
    "self_save_first": ("女巫只能在第一夜自救（N-7）", "the witch may save herself on night 1 alone (N-7)"),
    "myself": ("{word}不能对自己（R-4）", "{word} may not be done to oneself (R-4)"),
    "guarded": ("守卫昨夜守过{seat}号，不能连守（N-9）", "seat {seat} was guarded last night (N-9)"),
    "guarded_once": (
        "守卫已经守过{seat}号，每人只能守一次（N-9）",
        "seat {seat} was guarded before; each player once (N-9)",
    ),
    "muffled": (
        "已经为{seat}号隔过音，每人只能一次（N-14）",
        "seat {seat} was muffled before; each player once (N-14)",
    ),
    "no_muffle": (
        "本局守卫没有隔音（N-14）",
        "the guard muffles nobody here: no piper, or not in this profile (N-14)",
    ),
    "running": (
        "昨夜{word}的就是{seat}号，不能连续两夜",
        "{word} {seat} was done last night; not twice running",
    ),
    "of_pack": ("{seat}号是她认识的狼同伴，不能魅", "seat {seat} is of the pack she knows"),
    "safe": ("{seat}号首夜不能被刀（M-1）", "seat {seat} may not be knifed in night 1 (M-1)"),
    "piped": ("{seat}号已经被迷惑（N-14）", "seat {seat} is charmed already (N-14)"),
    "pipe_fresh": (
        "至少要有一个还没被迷惑的人（N-14）",
        "at least one who is not charmed yet must be among them (N-14)",
    ),
    "no_knife": ("{seat}号不参与刀人", "seat {seat} has no part in the knife"),
    "no_knife_hidden": (
        "{seat}号是隐狼，其他狼出局前不能刀",
        "seat {seat} is the hidden wolf: no knife while another wolf lives",
    ),
    "no_knife_lover": (
        "{seat}号是黑情侣，不参与狼队的刀（W-4）",
        "seat {seat} is the wolf lover, with no part in the pack's knife (W-4)",
    ),
    "no_pack": ("没有能刀人的狼", "no wolf with a knife is left"),
    "caught_instead": ("“{item}”代替了刀（N-13）", "{item} stands instead of the knife (N-13)"),
    "caught_and_kill": (
        "窥获代替刀，两者不能都写（N-13）",
        "窥获 stands instead of 刀, not beside it (N-13)",
    ),
    "not_girl": ("{seat}号不是小女孩", "seat {seat} is not the little girl"),
    "not_peeked": ("小女孩今夜没有偷看（N-13）", "the little girl did not peek tonight (N-13)"),
    "never_noticed": (
        "这里偷看从不被发现（girl_caught = {chance}，N-13）",
        "a peek is never noticed here (girl_caught = {chance}, N-13)",
    ),
    "always_noticed": (
        "这里偷看总会被发现（girl_caught = {chance}，N-13）",
        "a peek is always noticed here (girl_caught = {chance}, N-13)",
    ),
    "two_spares": ("底牌只有两张：盗 1 或 盗 2", "there are two spare cards"),
    "thief_wolf": (
        "底牌里有狼，盗贼必须拿狼（N-15）",
        "a wolf is among the spare cards, the thief must take it (N-15)",
    ),
    "thief_takes": ("盗贼必须拿一张（N-15）", "the thief must take one (N-15)"),
    "widow": (
        "只有狼队落败后的黑情侣有寡妇刀（W-5）",
        "this knife is the wolf lover's, from the night after the wolves have lost (W-5)",
    ),
    "no_ally_card": ("本局没有盟友事件牌（N-19）", "the event card of the ally is not in play (N-19)"),
    "ally_later": (
        "盟友在第一个出局者出现后的夜晚才问（N-19）",
        "an ally is named in the night after the first death (N-19)",
    ),
    "ally_named": ("盟友已经问过了（N-19）", "the ally has been asked for already (N-19)"),
    "ally_wolf": (
        "{seat}号是狼，不能指定为盟友（N-19）",
        "seat {seat} is a wolf, who cannot be the ally (N-19)",
    ),
    # -- sheriff -------------------------------------------------------------------------------
    "no_sheriff": ("本局没有警长（D-12）", "there is no sheriff at this table (D-12)"),
    "election_day2": ("警长竞选在第二天（D-1）", "the election is on day 2 (D-1)"),
    "election_later": (
        "警长竞选在第一天讨论之后（D-1）",
        "the election comes after the first discussion (D-1)",
    ),
    "election_over": ("警长竞选已经结束", "the election is over"),
    "nobody_ran": ("没有人上警，没有警长投票（D-2）", "nobody ran, so there is no ballot for sheriff (D-2)"),
    "only_ran": ("只有{seat}号上警，自动当选（D-2）", "seat {seat} alone ran and is sheriff at once (D-2)"),
    "last_standing": (
        "只剩{seat}号没有退水，自动当选（D-2）",
        "all others withdrew: seat {seat} is sheriff (D-2)",
    ),
    "all_withdrew": ("警上全部退水，没有投票（D-2）", "all candidates withdrew, so there is no ballot (D-2)"),
    "all_ran": ("全员上警，无人可投票（D-2）", "everybody ran, so nobody may vote (D-2)"),
    "no_badge_tie": ("警长投票没有平票（D-6）", "the ballot for sheriff is not tied (D-6)"),
    "badge_tie_lost": ("警长投票平票，警徽流失（D-6）", "a tie loses the badge here (D-6)"),
    "may_not_run": ("{seat}号不能上警", "seat {seat} may not run"),
    "no_candidate": ("{seat}号没有上警", "seat {seat} is no candidate"),
    "withdrawn": ("{seat}号已经退水", "seat {seat} has withdrawn"),
    "withdraw_later": ("退水只在警上发言之后（D-4）", "withdrawing comes after the election speeches (D-4)"),
    "ran_no_vote": (
        "{seat}号上过警，不能投警长票（D-5）",
        "seat {seat} ran, and has no vote for sheriff (D-5)",
    ),
    "nobody_sheriff": ("没有人持有警徽", "nobody holds the badge"),
    "sheriff_lives": ("警长{seat}号还没有出局", "the sheriff, seat {seat}, is still in"),
    "badge_self": ("警徽不能留给自己（D-9）", "the badge may not be kept (D-9)"),
    "badge_idiot": ("翻牌的白痴不能接警徽（D-9）", "a turned idiot may not hold the badge (D-9)"),
    "side_alternates": ("发言方向每天自动轮换（D-10）", "the side alternates by itself here (D-10)"),
    "side_fixed": ("警长不选方向（D-10）", "the sheriff picks no side here (D-10)"),
    # -- day -----------------------------------------------------------------------------------
    "no_vote": ("{seat}号在这里没有投票权", "seat {seat} has no vote here"),
    "voteless": (
        "{seat}号是翻了牌的白痴，没有投票权（R-1）",
        "seat {seat}, a turned idiot, has no vote (R-1)",
    ),
    "not_listed": ("替罪羊没有指定{seat}号投票（V-3）", "seat {seat} is not on the scapegoat's list (V-3)"),
    "tied_no_vote": ("{seat}号在平票中，不能投PK票（V-3）", "seat {seat} is tied, and may not vote (V-3)"),
    "no_target": ("{seat}号在这里不是合法目标", "seat {seat} is no legal target here"),
    "not_running": ("{seat}号不是警长候选人", "seat {seat} is no candidate for sheriff"),
    "not_tied": ("{seat}号不在平票中", "seat {seat} is not among the tied"),
    "idiot_target": (
        "{seat}号是翻了牌的白痴，不能再被投（R-1）",
        "seat {seat}, a turned idiot, cannot be voted (R-1)",
    ),
    "lover_vote": ("情侣不能互投（V-2）", "lovers may not vote for each other (V-2)"),
    "self_vote": ("不能投自己（V-4）", "a vote for oneself is not legal here (V-4)"),
    "not_exilable": ("{seat}号不能被放逐", "seat {seat} cannot be exiled"),
    "out_stated": ("“{item}”已经写明结果，没有票型", "{item} states the exile without its ballots"),
    "vote_later": (
        "放逐投票要写在白天的发言之后（S-1）",
        "the exile ballot comes after the speeches of the day (S-1)",
    ),
    "not_out": ("投票的结果不是{seat}号出局", "the ballots do not exile seat {seat}"),
    "no_tie": ("放逐投票没有平票（V-3）", "the exile ballot is not tied (V-3)"),
    "tie_rule": ("平票在这里不进 PK（tie = {rule}，V-3）", "a tie leads to no PK here (tie = {rule}, V-3)"),
    "tie_goat": ("平票由替罪羊承担（V-3）", "the tie falls on the scapegoat (V-3)"),
    "nobody_left": (
        "能投票的人都在平票中，没有PK票（V-4）",
        "everybody with a vote is tied: no second ballot (V-4)",
    ),
    "no_lot": ("这里没有抽签", "no lot is drawn here"),
    "no_lot_rule": (
        "平票在这里不抽签（tie = {rule}，V-3）",
        "a tie is not drawn by lot here (tie = {rule}, V-3)",
    ),
    "no_goat_tie": ("替罪羊没有承担平票（V-3）", "no tie has fallen on the scapegoat (V-3)"),
    "flips": ("被放逐的白痴自动翻牌（R-1）", "an exiled idiot turns the card by rule (R-1)"),
    "not_exiled": ("{seat}号没有被放逐", "seat {seat} is not exiled"),
    # -- shots and acts out of turn ------------------------------------------------------------
    "no_gun": ("{seat}号的牌（{card}）不能开枪", "seat {seat} ({card}) has no gun"),
    "still_in": ("{seat}号在这里还没有出局", "seat {seat} is not out here"),
    "gun_blocked": (
        "{seat}号{cause}，不能开枪（C-1）",
        "seat {seat} went out by {cause}, and may not shoot then (C-1)",
    ),
    "king_blocked": (
        "狼王{seat}号{cause}，不能开枪",
        "seat {seat}, the wolf king, went out by {cause}, and may not shoot then",
    ),
    "knife_decides": ("狼刀最大，枪不起作用（C-6）", "the knife has decided the game (C-6)"),
    "no_explode": ("本局不能自爆（I-1）", "自爆 is not available in this profile (I-1)"),
    "no_explode_here": (
        "自爆不能在这个阶段（explode_phases = {phases}，I-1）",
        "自爆 is not available at this point (explode_phases = {phases}, I-1)",
    ),
    "not_speaking": ("这里没有人在发言，不能打断", "nobody is speaking here, so nothing can cut in"),
    "hidden_wolf": (
        "{seat}号是隐狼，其他狼出局前不能自爆",
        "seat {seat} is the hidden wolf: no 自爆 while another wolf lives",
    ),
    "duel_used": ("骑士已经决斗过", "the knight has had his duel"),
    "duel_speech": ("决斗只在白天发言时", "a duel falls into the speeches of the day"),
    "takes_somebody": ("{word}在这里要带走一人", "{word} takes somebody along here"),
    "takes_nobody": ("{word}在这里不带走人", "{word} takes nobody along here"),
    # -- speeches ------------------------------------------------------------------------------
    "order": ("规则不允许这个发言顺序（D-11）", "the rules do not allow this order (D-11)"),
    "order_sheriff": ("规则不允许这个发言顺序（D-10）", "the rules do not allow this order (D-10)"),
    "order_election": ("规则不允许这个发言顺序（D-3）", "the rules do not allow this order (D-3)"),
    "does_not_speak": ("{seat}号在这里不发言", "seat {seat} does not speak here"),
    "silenced": (
        "{seat}号今天被禁言，不能发言（S-1）",
        "seat {seat} may not speak today, being silenced (S-1)",
    ),
    "charmed": (
        "{seat}号被迷惑，白天不能发言（N-14）",
        "seat {seat} may not speak today, being charmed (N-14)",
    ),
    "incomplete": (
        "发言名单到这里停了，却没有什么打断它；下一个是{seat}号（S-1）",
        "the list stops here, but nothing cuts it; next speaks {seat} (S-1)",
    ),
    "uncut": (
        "{seat}号被打断，后面却没有打断的事",
        "seat {seat} was cut off, but nothing that did it follows",
    ),
    "words_over": ("{seat}号的遗言到这里已经过去", "seat {seat}'s last words are over here"),
    "no_last_words": ("{seat}号没有遗言（{rule}）", "seat {seat} has no last words ({rule})"),
    # -- the engine's own refusals, by code ----------------------------------------------------
    "rule_target": ("这里不合法", "this is not legal here"),
    "rule_verb": ("{seat}号现在不能{word}", "seat {seat} may not do {word} now"),
    "rule_count": ("{word}的目标数不对", "{word} takes another number of targets"),
    "rule_repeat": ("同一座位写了两次", "a seat is named twice"),
    "rule_no_text": ("这里不需要文字", "no text is wanted here"),
    "rule_other": ("这里不合法", "{sentence}"),
}
"""Sentence by name: (zh, en)."""
