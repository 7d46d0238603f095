"""The texts of an exported game that are not sentences about the game itself, as ``(zh, en)`` pairs."""

from __future__ import annotations

from typing import Final

from llmwolf.players.words import Pair, pick

TEXTS: Final[dict[str, Pair]] = {
    "title": ("狼人杀 · {board}", "Werewolf · {board}"),
    "board": ("板子", "Board"),
    "cards": ("身份牌", "Cards"),
    "seed": ("种子", "Seed"),
    "result": ("结果", "Result"),
    "days": ("天数", "Days"),
    "eyes": ("视角", "Seen by"),
    "engine": ("程序", "Program"),
    "won_by": ("{side}获胜（{why}）", "Victory for {side} ({why})"),
    "draw": ("平局（{why}）", "A draw ({why})"),
    "unfinished": ("还没有打完", "unfinished"),
    "judge": ("法官（全部身份与夜间行动）", "the judge (every card, every night)"),
    "public": ("公开信息", "the public"),
    "seat": ("{seat}号", "Seat {seat}"),
    "seat_named": ("{seat}号 {name}", "{seat} {name}"),
    "players": ("座位", "Seats"),
    "col_seat": ("座位", "Seat"),
    "col_name": ("名字", "Name"),
    "col_player": ("玩家", "Player"),
    "col_card": ("身份", "Card"),
    "col_out": ("出局", "Out"),
    "col_result": ("胜负", "Result"),
    "unknown": ("？", "?"),
    "human": ("真人", "person"),
    "bot": ("电脑", "bot"),
    "model": ("模型", "model"),
    "random": ("随机", "random"),
    "novice": ("新手", "novice"),
    "normal": ("普通", "normal"),
    "expert": ("高手", "expert"),
    "won": ("胜", "won"),
    "lost": ("负", "lost"),
    "still_in": ("存活", "alive"),
    "out_night": ("第{day}夜", "night {day}"),
    "out_day": ("第{day}天", "day {day}"),
    "setting": ("开局", "The table sits down"),
    "night": ("第{day}夜", "Night {day}"),
    "day": ("第{day}天", "Day {day}"),
    "end": ("结局", "The end"),
    "last_words": ("遗言", "last words"),
    "pack": ("狼队夜谈", "pack talk"),
    "thought": ("想法", "thought"),
    "wish": ("（想刀{seat}号）", " (would knife seat {seat})"),
    "said_nothing": ("（过）", "(passes)"),
    "cut_in": ("——（被打断）", " — (interrupted)"),
    "limit": ("…（超长截断）", "… (too long, cut)"),
    "ballots": ("{stage} · 票型", "{stage}: the ballots"),
    "col_target": ("得票", "For"),
    "col_votes": ("票数", "Votes"),
    "col_voters": ("投票人", "Voters"),
    "abstained": ("弃票", "Abstained"),
    "crow": ("乌鸦 {votes} 票", "the crow's {votes}"),
    "no_ballots": ("无人投票", "No ballots"),
    "contents": ("目录", "Contents"),
    "colon": ("：", ": "),
    "comma": ("、", ", "),
}


def w(name: str, lang: str, /, **values: object) -> str:
    """The text called ``name`` with ``values`` put in; raises :class:`KeyError` if there is none."""
    text = pick(TEXTS[name], lang)
    return text.format(**values) if values else text
