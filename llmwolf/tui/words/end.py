"""The end screen, as ``(zh, en)`` pairs."""

from __future__ import annotations

from typing import Final

Pair = tuple[str, str]

END: Final[dict[str, Pair]] = {
    # -- the end ---------------------------------------------------------------------------------
    "end_title": ("{side}获胜", "Victory for {side}"),
    "end_draw": ("平局", "A draw"),
    "end_you_won": ("你赢了", "You won"),
    "end_you_lost": ("你输了", "You lost"),
    "end_days": ("共{day}天", "{day} days"),
    "end_why": ("原因：{why}", "Why: {why}"),
    "end_seat": ("座位", "Seat"),
    "end_name": ("名字", "Name"),
    "end_card": ("身份", "Card"),
    "end_result": ("胜负", "Result"),
    "end_fate": ("结局", "Fate"),
    "end_won": ("胜", "won"),
    "end_lost": ("负", "lost"),
    "end_drawn": ("平", "draw"),
    "fate_taken": ("被带走", "taken along"),
    "end_winners": ("胜者：{seats}", "Winners: {seats}"),
    "secret_lovers": ("情侣：{seats}（{cupid}所连）", "Lovers: {seats} (by {cupid})"),
    "secret_model": ("{child}的榜样：{seat}", "Model of {child}: {seat}"),
    "secret_charm": ("{by}魅惑：{nights}", "Charmed by {by}: {nights}"),
    "secret_night": ("夜{night} {seat}号", "N{night} {seat}"),
    "secret_checks": ("{by}查验：{nights}", "Checked by {by}: {nights}"),
    "secret_check": ("夜{night} {seat}号{answer}", "N{night} {seat}: {answer}"),
    "secret_potions": ("{by}用药：{nights}", "Potions of {by}: {nights}"),
    "secret_save": ("夜{night} 救{seat}号", "N{night} saved {seat}"),
    "secret_poison": ("夜{night} 毒{seat}号", "N{night} poisoned {seat}"),
    "secret_piped": ("被迷惑：{seats}", "Charmed by the piper: {seats}"),
    "secret_ally": ("狼人的盟友：{seat}", "The wolves' ally: {seat}"),
    "secret_spares": ("剩下的底牌：{cards}", "Left in the middle: {cards}"),
    "secret_lost": ("先后落败：{sides}", "Lost one after another: {sides}"),
    "secret_lost_side": ("{side}（第{night}天）", "{side} (day {night})"),
    "end_counts": ("决定：{counts}", "Decisions: {counts}"),
    "end_failures": ("代答原因：{counts}", "Stood in because: {counts}"),
    "end_saved": ("记录：{path}", "Transcript: {path}"),
    "left_saved": ("接着打：\nllmwolf resume {path}", "Go on with:\nllmwolf resume {path}"),
    "end_unsaved": ("这一局没有保存", "This game was not saved"),
    "end_seed": ("板子 {board} · 种子 {seed}", "Board {board} · seed {seed}"),
    "end_again": ("再来一局", "Play again"),
    "end_new": ("新的设置", "New set-up"),
    "end_back": ("看记录 Esc", "Read the log Esc"),
    "end_quit": ("退出", "Quit"),
    "by_bot": ("电脑", "bots"),
    "by_human": ("你", "you"),
    "by_model": ("模型", "models"),
    "by_stand-in": ("代打", "stand-ins"),
    "by_time-out": ("超时", "time-outs"),
    "by_default": ("默认", "defaults"),
    "by_calls": ("模型调用", "model calls"),
    "by_repairs": ("修正", "repairs"),
}  # fmt: skip
