"""Boards, marks and finding, at the table and in the replay, as ``(zh, en)`` pairs."""

from __future__ import annotations

from typing import Final

Pair = tuple[str, str]

READING: Final[dict[str, Pair]] = {
    # -- 局势板 and 票型 -------------------------------------------------------------------------
    "board_claims": ("局势板", "Claims"),
    "board_votes": ("票型", "Ballots"),
    "board_keys": ("F5 局势板 · F10 票型 · Esc 关闭", "F5 claims · F10 ballots · Esc close"),
    "claims_none": ("还没有人跳身份", "Nobody has claimed a card yet"),
    "claims_rivals": (" · 对跳 {seats}", " · counter-claims {seats}"),
    "claims_said": ("第{day}天说的", "said on day {day}"),
    "claims_since": ("第{day}天跳", "claimed on day {day}"),
    "claims_gone": ("第{day}天跳，已收回", "claimed on day {day}, taken back"),
    "claims_report": ("夜{night} {seat}号{what}", "N{night} {seat} {what}"),
    "claims_poison": ("被毒", "poisoned"),
    "claims_guard": ("被守", "guarded"),
    "claims_flow": ("警徽流 {flow}（第{day}天）", "badge flow {flow} (day {day})"),
    "claims_of": ("报到的座位", "Seats reported on"),
    "claims_by": ("{what}（{seat}号报）", "{what} (by {seat})"),
    "claims_sep": (" · ", " · "),
    "claims_badge": ("警徽", "The badge"),
    "key_claims": ("局势", "Claims"),
    "key_votes": ("票型", "Ballots"),
    # -- the reader's own marks ------------------------------------------------------------------
    "mark_title": ("我的标记（只有自己看得到）", "My marks (nobody else sees them)"),
    "mark_good": ("好人", "good"),
    "mark_wolf": ("狼", "wolf"),
    "mark_noted": ("有记", "noted"),
    "mark_none": ("—", "—"),
    "mark_keys": (
        "号码或↑↓ 座位 · G 好人 · W 狼 · R 身份 · X 不标 · Enter 记 · Esc 关",
        "number, ↑↓: seat · G good · W wolf · R card · X none · Enter note · Esc",
    ),
    "mark_card": ("{who} 是……", "{who} is …"),
    "mark_card_keys": ("号码或↑↓ 身份 · Enter 选定 · Esc 返回", "number, ↑↓: card · Enter picks · Esc back"),
    "mark_note_keys": ("Enter 记下 · Esc 不改", "Enter keeps it · Esc leaves it as it was"),
    "mark_note": ("{who} 记一笔…", "A note on {who} …"),
    "key_marks": ("标记", "Marks"),
    # -- finding ---------------------------------------------------------------------------------
    "seek": ("查找", "Find"),
    "seek_placeholder": ("字词；只写号码是那一号的发言", "words; a number alone: that seat's speeches"),
    "seek_keys": ("Enter↑ 往前 · ↓ 往后 · Esc 关闭", "Enter↑ earlier · ↓ later · Esc close"),
    "seek_at": ("{at}/{all}", "{at}/{all}"),
    "seek_none": ("没有", "none"),
    "key_seek": ("查找", "Find"),
    # -- folding ---------------------------------------------------------------------------------
    "fold_done": ("已折叠 {text}；z 打开", "{text} folded; z opens it"),
    "fold_undone": ("已打开 {text}", "{text} opened"),
    "fold_none": ("还没有可以折叠的夜或天", "There is no night or day to fold yet"),
    "log_folded": ("＋ {text} · {n}条", "+ {text} · {n}"),
}  # fmt: skip
