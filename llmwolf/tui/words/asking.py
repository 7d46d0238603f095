"""What is asked, written, done out of turn, and how a game is left, as ``(zh, en)`` pairs."""

from __future__ import annotations

from typing import Final

Pair = tuple[str, str]

ASKING: Final[dict[str, Pair]] = {
    # -- the ask ---------------------------------------------------------------------------------
    "ask_pick": (
        "输入号码或用方向键选择，Enter 选定",
        "Type a number or use the arrows, Enter picks",
    ),
    "ask_confirm": (
        "{what}？Enter 确认 · Esc 取消",
        "{what}? Enter confirms · Esc undoes",
    ),
    "ask_away": ("先按 Esc，再选", "Esc first, then pick"),
    "ask_none": ("先选择一项", "Pick an answer first"),
    "ask_must": ("这一步不能跳过，请选一项", "This may not be passed: pick an answer"),
    "ask_not_legal": ("{typed} 不在可选范围", "{typed} is not on the list"),
    "ask_wish": ("可选刀口：Esc，号码，Enter", "A victim: Esc, a number, Enter"),
    "ask_wished": ("刀口 {seat}号 · Ctrl+S 发出", "Victim: seat {seat} · Ctrl+S sends"),
    "ask_spare": ("{label}：{card}", "{label}: {card}"),
    "ask_mark": (
        "选{n}人：号码 Enter 标记，{key} 完成",
        "Choose {n}: number Enter marks, {key} ends",
    ),
    "ask_done": ("完成（{n}人）", "Done ({n})"),
    "ask_nobody": ("无人", "nobody"),
    "ask_too_few": ("要选{n}人", "Choose {n}"),
    "ask_some": ("至少选一名未被迷惑的", "At least one who is not charmed yet"),
    "ask_charmed": ("已迷惑 {name}", "charmed {name}"),
    "ask_too_many": ("最多{n}人；先取消一个", "At most {n}; take one back first"),
    "ask_given": ("已选：{what}", "You chose: {what}"),
    "ask_wait": ("{what}，等待其他人……", "{what}; waiting for the others…"),
    "timed_out": ("你超时了，按默认处理", "Your time was up; the default was taken"),
    "refused_ask": ("这个回答不合规则：{why}", "Not a legal answer: {why}"),
    # -- the composer ----------------------------------------------------------------------------
    "compose_whisper": ("狼队夜谈（只有同伴看到）", "Night talk (only the pack sees it)"),
    "compose_whisper_draft": ("夜谈草稿（只有同伴看到）", "Night talk draft (for the pack)"),
    "compose_draft": ("草稿（还没轮到你）", "Draft (not your turn yet)"),
    "compose_hint": ("Enter 换行", "Enter: new line"),
    "compose_hint_draft": ("草稿会保留到轮到你 · Esc 离开", "Kept until your turn · Esc leaves"),
    "compose_count": ("{n}/{limit}字", "{n}/{limit}"),
    "compose_over": (
        "超出{n}字，会被截断；再按一次仍然发出",
        "{n} characters too long, will be cut; press again to send",
    ),
    "compose_empty": ("还没有写；要过麦请按 F3", "Nothing written yet; F3 passes"),
    "compose_pass_again": ("再按一次 F3：{passing}", "F3 again: {passing}"),
    "compose_not_now": ("还没轮到你，草稿已保留", "Not your turn yet; the draft is kept"),
    "compose_placeholder": ("在这里写……", "Write here…"),
    "button_send": ("发出 Ctrl+S", "Send Ctrl+S"),
    # -- acts out of turn ------------------------------------------------------------------------
    "explode_title": ("自爆？", "Blow yourself up?"),
    "explode_body": (
        "你会立刻出局，没有投票，直接天黑。确认那一刻在发言的人被打断；在那之前发言照常继续。",
        "You are out at once, no ballot, night falls. Whoever speaks when you confirm is cut off;"
        " until then the speech goes on.",
    ),
    "explode_badge": ("警徽会流失。", "The badge is lost."),
    "explode_target": ("可以带走一人，也可以不带。", "You may take one player along, or nobody."),
    "explode_yes": ("自爆 Enter", "Blow up Enter"),
    "withdraw_title": ("退水？", "Withdraw?"),
    "withdraw_body": (
        "你退出警长竞选，不能再上警，本轮也不能投警长票。",
        "You leave the election for good and may not vote in it.",
    ),
    "withdraw_yes": ("退水 Enter", "Withdraw Enter"),
    "duel_title": ("决斗？", "A duel?"),
    "duel_body": (
        "你翻开骑士牌与一人决斗：对方是狼人，则对方出局并立即天黑；不是狼人，则你出局、白天继续。"
        "只有一次机会。确认那一刻在发言的人被打断。",
        "You turn your card and duel one player: a wolf is out and night falls; if it is none, you are out"
        " and the day goes on. Once a game. Whoever speaks when you confirm is cut off.",
    ),
    "duel_target": ("选一名对手。", "Choose whom."),
    "duel_yes": ("决斗 Enter", "Duel Enter"),
    "cut_target": ("对象", "Target"),
    "cut_nobody": ("不带人", "nobody"),
    "cut_choose": ("未选择", "nobody yet"),
    "cut_pick": ("←→ 或号码", "←→ or a number"),
    "cut_missing": ("先选对象：←→ 或输入号码", "Choose a target first: ←→ or a number"),
    "cut_no": ("取消 Esc", "Cancel Esc"),
    "done_explode": ("你自爆了", "You blew up"),
    "done_duel": ("你发起了决斗", "You duelled"),
    "done_withdraw": ("你退水了", "You withdrew"),
    "cut_late": (
        "晚了一步：别人抢先了，或这个阶段已经结束",
        "too late: somebody was first, or this part of the day is over",
    ),
    "refused": ("没有生效：{why}", "Refused: {why}"),
    "cannot_explode": ("不能自爆：{why}", "You may not blow up: {why}"),
    "cannot_duel": ("不能决斗：{why}", "You may not duel: {why}"),
    "cannot_withdraw": ("不能退水：{why}", "You may not withdraw: {why}"),
    "why_watching": ("你只是旁观", "you only watch"),
    "why_over": ("对局已经结束", "the game is over"),
    "why_out": ("你已经出局", "you are out"),
    "why_card": ("你的牌是{card}；这张桌上只有{cards}可以", "your card is {card}; here {cards} may"),
    "why_no_card": ("这个板子没有能这样做的牌", "no card of this board does that"),
    "why_rules": ("本局规则不允许（自爆时机）", "the house rules allow it never (explode phases)"),
    "why_used": ("一局只有一次，你已经用过", "once a game, and you have done so"),
    "why_powerless": ("你的技能已失效", "your powers are lost"),
    "why_not_yet": (
        "你的牌（{card}）现在还没有这个权利，见 F1",
        "your card ({card}) has no such right yet, see F1",
    ),
    "why_night": ("现在是夜里", "it is night"),
    "why_silence": ("现在没有人在发言", "nobody is speaking now"),
    "why_stage": ("现在是{stage}", "this is: {stage}"),
    "why_no_sheriff": ("这个板子没有警长竞选", "this board elects no sheriff"),
    "why_no_election": ("现在没有警长竞选", "there is no election now"),
    "why_withdrew": ("你已经退水", "you have withdrawn already"),
    "why_called": ("竞选发言都结束后会问你", "you will be asked when all candidates have spoken"),
    "why_not_running": ("你没有上警", "you do not run for sheriff"),
    "when_explode": ("。可以在{phases}时，有人说着话按 F9", ". F9 works while somebody speaks in: {phases}"),
    "when_duel": ("。可以在{phases}时，有人说着话按 F6", ". F6 works while somebody speaks in: {phases}"),
    "when_withdraw": (
        "。上警后，可以在竞选发言时按 F8",
        ". F8 works for candidates, during election speeches",
    ),
    "comma": ("、", ", "),
    # -- leaving ---------------------------------------------------------------------------------
    "leave_title": ("离开对局？", "Leave the game?"),
    "leave_saved": (
        "对局已保存到上一个决定：\n{path}",
        "The game is saved up to the last decision:\n{path}",
    ),
    "leave_unsaved": ("这一局没有保存。", "This game is not being saved."),
    "leave_stay": ("继续对局 Esc", "Play on Esc"),
    "leave_setup": ("回到设置", "Set-up"),
    "leave_quit": ("退出程序 Ctrl+Q", "Quit Ctrl+Q"),
    "broken": (
        "对局停止了，因为无法保存：{why}\n已保存的部分在：{path}\n请检查磁盘空间和写入权限，再重新开局。",
        "The game stopped because it cannot be saved: {why}\nWhat was saved is in {path}\n"
        "Check the disk and its permissions, then start again.",
    ),
    "broken_title": ("无法保存", "Cannot save"),
    "ok": ("知道了 Enter", "OK Enter"),
}  # fmt: skip
