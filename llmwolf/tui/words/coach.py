"""The coach's panel of the replay, as ``(zh, en)`` pairs."""

from __future__ import annotations

from typing import Final

Pair = tuple[str, str]

COACH: Final[dict[str, Pair]] = {
    "coach": ("复盘", "Coach"),
    "key_coach": ("复盘", "Coach"),
    "key_annotate": ("批注", "Note"),
    "key_there": ("到那一刻", "Go there"),
    "key_kind": ("下一类", "Next kind"),
    "key_to_log": ("记录", "Log"),
    "annotate_title": ("批注", "note"),
    "annotate_text": ("批注", "Note"),
    "annotate_tags": ("标签", "Tags"),
    "annotate_keys": (
        "Enter 保存 · ↑↓ 换行 · Esc 不改 · 标签之间用逗号 · 两行都空就是删掉",
        "Enter keeps · ↑↓ other line · Esc leaves it · commas between tags · both empty: taken away",
    ),
    "coach_claims": ("身份与报验", "Claims"),
    "coach_findings": ("与记录不符，记录是：", "At odds with the record, which says:"),
    "coach_after": ("与底牌不符（复盘）", "At odds with the cards (after the game)"),
    "coach_swings": ("胜率的转折", "Swings of the odds"),
    "coach_notes": ("批注", "Notes"),
    "coach_none": ("没有可看的", "Nothing to see"),
    "coach_odds": ("好人胜率（{whose}）", "Good side's odds ({whose})"),
    "coach_public": ("公开信息", "by public events"),
    "coach_true": ("按底牌", "with the cards"),
    "coach_now": ("现在 {share}（95% 区间 {low}–{high}，{n} 局）", "now {share} (95 %: {low}–{high}, n={n})"),
    "coach_no_odds": (
        "胜率还没算过（或程序换了版本）：llmwolf odds {file}",
        "no odds yet (or of another version): llmwolf odds {file}",
    ),
    "coach_reading": ("正在读每一段发言 …", "reading every speech …"),
    "coach_sketch": ("只粗看过", "sketched only"),
    "coach_before": ("还没到第一个算过的时刻", "before the first moment reckoned"),
    "coach_against": ("对照 {event}{record}", "against {event}{record}"),
}  # fmt: skip
