"""The coach's panel of the replay, as ``(zh, en)`` pairs."""

from __future__ import annotations

from typing import Final

Pair = tuple[str, str]

COACH: Final[dict[str, Pair]] = {
    "coach": ("复盘", "Coach"),
    "key_coach": ("复盘", "Coach"),
    "coach_keys": ("↑↓ 选 · Enter 过去 · Tab 下一类 · C 关闭", "↑↓ · Enter go · Tab next kind · C close"),
    "coach_claims": ("身份与报验", "Claims"),
    "coach_findings": ("与记录不符", "At odds with the record"),
    "coach_after": ("与底牌不符（复盘）", "At odds with the cards (after the game)"),
    "coach_swings": ("胜率的转折", "Swings of the odds"),
    "coach_notes": ("批注", "Notes"),
    "coach_none": ("没有可看的", "Nothing to see"),
    "coach_odds": ("好人胜率（{whose}）", "Good side's odds ({whose})"),
    "coach_public": ("公开信息", "by public events"),
    "coach_true": ("按底牌", "with the cards"),
    "coach_now": ("现在 {share}（{low}–{high}）", "now {share} ({low}–{high})"),
    "coach_no_odds": ("胜率还没算过：llmwolf odds {file}", "no odds yet: llmwolf odds {file}"),
    "coach_against": ("对照 {event}{record}", "against {event}{record}"),
}  # fmt: skip
