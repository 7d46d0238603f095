"""House rules as data: one frozen set of documented switches.

A profile (boards/profiles/*.toml) is a named set of values; a board or a player may override any
of them for one game. Documentation, the setup screen and validation are all generated from the
metadata here. The values of :class:`Ruleset` itself are those of profile ``official``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import cache
from typing import Any, Final

from llmwolf.rules.errors import SetupError

Value = bool | int | float | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SwitchInfo:
    """What is known of one switch: its legal values, Chinese name, reason and where it comes from.

    ``choices`` empty means any whole number of at least 1; ``many`` means a list of the choices.
    """

    name: str
    default: Value
    choices: tuple[Value, ...]
    zh: str
    why: str
    seed: str
    many: bool = False


def switch(
    default: Value, choices: tuple[Value, ...], zh: str, why: str, seed: str, many: bool = False
) -> Any:
    """A field of the ruleset with its documentation."""
    return field(default=default, metadata={"info": (default, choices, zh, why, seed, many)})


_YES_NO: Final = (True, False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The resolved house rules of one game; the transcript stores every value."""

    # fmt: off
    # -- night ---------------------------------------------------------------------------------
    wolf_agreement: str = switch(
        "plurality", ("plurality", "unanimous"), "狼队意见",
        "plurality: most named seat, a tie is 空刀; unanimous: one other opinion is 空刀", "N-5")
    wolf_talk: bool = switch(
        True, _YES_NO, "狼队夜谈", "before the knife every wolf may say one line and name a seat to the pack", "N-4")
    seer_sees: str = switch(
        "side", ("side", "card", "faction"), "查验结果",
        "side: good or wolf; card: the card itself; faction: of the village or not, by current faction", "R-3")
    witch_told_after_use: bool = switch(
        False, _YES_NO, "解药用后仍告知刀口", "whether the witch is told the victim once the antidote is used", "N-6")
    witch_sees: str = switch(
        "attack", ("attack", "net"), "女巫所见刀口",
        "attack: whom the pack chose; net: nobody where the guard stopped the knife, and then nobody can be saved", "N-6")
    witch_self_save: str = switch(
        "never", ("always", "first_night", "never"), "女巫自救", "whether the witch may save herself", "N-7")
    witch_both_potions: bool = switch(
        False, _YES_NO, "同夜双药", "whether both potions may be used in one night", "N-8")
    poison_self: bool = switch(False, _YES_NO, "女巫可毒自己", "whether the witch may poison herself", "R-4")
    guard_repeat: str = switch(
        "not_running", ("not_running", "once_per_game", "free"), "守卫连守",
        "not_running: not the same seat two nights running, a skipped night resets it", "N-9")
    guard_and_antidote: str = switch(
        "dies", ("dies", "lives"), "同守同救", "what becomes of a victim both guarded and saved (奶穿)", "N-10")
    guard_muffles: bool = switch(
        False, _YES_NO, "守卫隔音", "where a piper plays, the guard also shields one player a night from the pipe, each once", "N-14")
    girl_caught: float = switch(
        0.2, (0, 0.1, 0.2, 0.3, 0.5, 1), "小女孩被发现几率", "the chance that a peek is noticed by the wolves", "N-13")
    girl_guardable: bool = switch(
        True, _YES_NO, "守卫可守小女孩", "whether the guard's shield works for the little girl", "N-13")
    piper: str = switch(
        "new_moon", ("new_moon", "face_to_face"), "吹笛者玩法",
        "new_moon: two a night, the charmed meet and speak; face_to_face: one a night, announced, the charmed are mute by day", "N-14")
    thief_takes: str = switch(
        "wolf_first", ("wolf_first", "always", "may_keep"), "盗贼选牌",
        "wolf_first: one card, a wolf if there is one, never two wolves in the middle; always: either; may_keep: unless both are wolves", "N-15")
    lovers_see: str = switch(
        "seat", ("seat", "card"), "情侣互认", "whether the lovers see each other's card or only who it is", "N-16")
    hunter_shown_nightly: bool = switch(
        True, _YES_NO, "每夜告知开枪状态", "each night the hunter is shown whether he could shoot if he died", "N-17")
    dead_calls: str = switch(
        "announced", ("announced", "skipped"), "空叫身份",
        "announced: a dead role is still called, so that nothing public tells who is out", "N-2")
    # -- sheriff -------------------------------------------------------------------------------
    sheriff: bool = switch(True, _YES_NO, "警长", "whether a sheriff is elected", "D-12")
    sheriff_from: int = switch(1, (), "设警长的最少人数", "smallest table that has a sheriff", "D-12")
    election_when: str = switch(
        "day1_before_deaths", ("day1_before_deaths", "day1_after_discussion", "day2"), "竞选时间",
        "before the first deaths are announced, after the first discussion, or on day 2", "D-1")
    election_order: str = switch(
        "minute", ("minute", "ascending", "descending", "alternate"), "警上发言顺序",
        "minute: 单顺双逆, odd last digit of the clock minute ascending; alternate: by game, ascending first", "D-3")
    withdraw_when: str = switch(
        "any_speech", ("any_speech", "after_speeches"), "退水时机",
        "any_speech: during any election speech or at the call; after_speeches: only at the call", "D-4")
    badge_voters: str = switch(
        "never_ran", ("never_ran", "not_running", "everyone"), "警长投票权", "who votes in the election", "D-5")
    badge_tie: str = switch("pk", ("pk", "lost"), "警长平票", "the tied speak and are voted on again, or no badge", "D-6")
    explosions_to_lose_badge: int = switch(
        1, (1, 2), "吞警徽自爆数", "how many 自爆 in elections lose the badge; 2: the first moves it to the next day", "D-7")
    badge_weight: float = switch(1.5, (1, 1.5, 2), "警长票重", "what the sheriff's exile ballot weighs", "D-8")
    badge_must_pass: bool = switch(
        False, _YES_NO, "必须移交警徽", "whether a leaving sheriff must name an heir", "D-9")
    idiot_badge: str = switch(
        "handed_on", ("handed_on", "lost", "kept"), "白痴警长翻牌",
        "handed_on: or torn, at once; lost: the badge leaves the game; kept: an empty office", "D-9")
    badge_before_last_words: bool = switch(
        False, _YES_NO, "先移交警徽后遗言", "whether the badge is handed on before last words", "D-14")
    announce_order: str = switch("seat", ("seat", "cause"), "死讯顺序", "in which order night deaths are announced", "D-13")
    reveal_on_death: bool = switch(False, _YES_NO, "死亡翻牌", "whether the dead turn their cards", "D-13")
    # -- day -----------------------------------------------------------------------------------
    speech_order: str = switch(
        "sheriff_picks", ("sheriff_picks", "alternate", "fixed"), "发言方向",
        "sheriff_picks: the sheriff picks the side and speaks last (归票位); alternate: the side changes by day and game", "D-10")
    speech_start: str = switch(
        "last_dead", ("last_dead", "left_of_dead", "any"), "首位发言",
        "beside the last announced dead, side drawn, or always on the left; any: every round starts anywhere", "D-11")
    speech_limit: int = switch(400, (), "发言字数", "longest speech in characters; longer is cut and marked", "S-2")
    speech_limit_last: int = switch(530, (), "末位发言字数", "longest speech of 归票位 in characters", "S-2")
    tie: str = switch(
        "pk", ("pk", "nobody", "random", "sheriff_decides", "revote_then_random"), "平票",
        "what a tied exile ballot leads to; pk: the tied speak, the others vote among them", "V-3")
    self_vote: bool = switch(True, _YES_NO, "可投自己", "whether a ballot on oneself is legal", "V-4")
    lovers_vote: bool = switch(
        True, _YES_NO, "情侣可互投", "whether lovers may vote for each other", "V-2")
    exile_shows_card: bool = switch(False, _YES_NO, "放逐翻牌", "whether an exiled player turns the card", "V-5")
    idiot_flip: str = switch(
        "automatic", ("automatic", "choice"), "白痴翻牌", "whether the exiled idiot must turn the card", "R-1")
    idiot_talks: bool = switch(
        False, _YES_NO, "白痴可插话", "whether a turned idiot may talk with each speaker of the day", "S-4")
    explode_phases: tuple[str, ...] = switch(
        ("election", "speech", "pk"), ("election", "speech", "pk", "last_words"), "自爆时机",
        "during whose speeches a wolf may blow himself up; empty: never", "I-1", many=True)
    explode_last_words: bool = switch(False, _YES_NO, "自爆遗言", "whether an exploded wolf has last words", "I-1")
    # -- deaths and ends -----------------------------------------------------------------------
    last_words: str = switch(
        "first_night_and_day", ("first_night_and_day", "quota", "always", "none"), "遗言",
        "first_night_and_day: night-1 deaths and by day; quota: as many as wolves, each death uses one; always: all", "L-1")
    words_by_day: str = switch(
        "exiled", ("exiled", "everyone"), "白天遗言",
        "exiled: only the exiled, at night only deaths inside it; everyone: those who follow a death share its right", "L-2")
    quota_words: str = switch(
        "knifed_and_exiled", ("knifed_and_exiled", "everyone"), "限额遗言",
        "whose death has last words while the quota lasts", "L-3")
    hunter_blocked_by: tuple[str, ...] = switch(
        ("poison", "charm"), ("poison", "lover", "charm"), "闷枪死因",
        "causes of death after which the hunter may not shoot", "C-1", many=True)
    hunter_must_shoot: bool = switch(
        False, _YES_NO, "翻牌必须开枪", "whether a hunter who turns the card must shoot", "C-2")
    elder_takes_idiot: bool = switch(
        False, _YES_NO, "长老带走白痴", "whether a turned idiot goes out when the elder's loss ends all powers", "C-5")
    rogue_lingers: bool = switch(
        False, _YES_NO, "老流氓延死", "poisoned or shot, the rogue goes out only after his next own day speech", "C-3")
    shot_before_win_check: bool = switch(
        True, _YES_NO, "先开枪后判胜", "on: a last shot falls before the win check; it changes winners", "W-8b")
    check_before_election: bool = switch(
        False, _YES_NO, "警选前判胜", "whether night deaths are checked before the election", "W-8")
    wolves_win: str = switch(
        "edge", ("edge", "city", "parity", "edge_or_parity"), "狼胜条件",
        "edge 屠边: all gods or all villagers out; city 屠城: all others out; parity: wolves are half", "W-2")
    giants: int = switch(
        0, (0, 1, 2, 3, 4, 5, 6), "巨头数", "under 屠边: so many gods out are enough; 0: all of them", "W-3")
    judged: str = switch(
        "together", ("together", "one_by_one"), "胜负判定",
        "one_by_one: factions are judged lost one after another, unannounced, and the last one wins", "W-4")
    counted_as_villager: tuple[str, ...] = switch(
        (), ("cupid", "idiot", "elder", "elder_with_thief"), "算作平民",
        "cards that count as villagers, whatever they are elsewhere", "W-2", many=True)
    good_waits_for_lovers: bool = switch(
        True, _YES_NO, "好人须淘汰第三方", "whether good wins only once the third faction is out as well", "W-1")
    wolves_wait_for_lovers: bool = switch(
        True, _YES_NO, "狼人须淘汰人狼恋", "whether the wolves win only once both of a hostile pair are out", "W-2")
    lovers_win: str = switch(
        "with_cupid", ("with_cupid", "last_two"), "情侣胜利",
        "with_cupid: the pair and cupid win together; last_two: the pair alone, as the last two alive", "W-5")
    cupid_sides: str = switch(
        "good", ("good", "lovers"), "丘比特归属", "with whom cupid wins when the lovers are of one side", "W-6")
    knife_decides: bool = switch(
        False, _YES_NO, "狼刀最大", "at night, one wolf against one armed witch or hunter: the knife wins", "C-6")
    badge_decides: bool = switch(
        False, _YES_NO, "警长最大", "two players left after the vote: the sheriff's side wins", "C-7")
    quiet_draw: bool = switch(
        False, _YES_NO, "平安日夜算平局", "nobody out for a night and a day, or a day and a night, is a draw", "C-8")
    both_met: str = switch(
        "good", ("good", "knife_at_night"), "同时达成",
        "who wins when both sides' conditions hold at once; knife_at_night: the wolves, at night", "W-9")
    max_days: int = switch(30, (), "最多天数", "after that day the game is a draw", "C-8")
    # -- series --------------------------------------------------------------------------------
    safe_first_victim: bool = switch(
        False, _YES_NO, "不能连续首杀", "in a series, recent first victims and newcomers are safe on night 1", "M-1")
    # fmt: on


@cache
def switches() -> tuple[SwitchInfo, ...]:
    """Every switch with its documentation, in the order of the ruleset."""
    return tuple(SwitchInfo(f.name, *f.metadata["info"]) for f in fields(Ruleset))


def resolve(values: Mapping[str, object], base: Ruleset | None = None) -> Ruleset:
    """``base`` (or the defaults) with ``values`` put in; raises :class:`SetupError` on an unknown name or value."""
    known = _by_name()
    merged: dict[str, Any] = {} if base is None else as_dict(base)
    for name, value in values.items():
        info = known.get(name)
        if info is None:
            near = get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; known are: {', '.join(known)}"
            raise SetupError(f"unknown switch {name!r}{hint}")
        merged[name] = _checked(info, value)
    return Ruleset(**merged)


def as_dict(rules: Ruleset) -> dict[str, Value]:
    """Every switch with its value."""
    return {name: getattr(rules, name) for name in _by_name()}


@cache
def _by_name() -> dict[str, SwitchInfo]:
    return {info.name: info for info in switches()}


def _checked(info: SwitchInfo, value: object) -> Value:
    if info.many:
        if not isinstance(value, (list, tuple)) or any(item not in info.choices for item in value):
            raise SetupError(f"switch {info.name!r} takes a list of {_listed(info.choices)}, not {value!r}")
        return tuple(str(item) for item in info.choices if item in value)
    if not info.choices:
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise SetupError(f"switch {info.name!r} takes a whole number of at least 1, not {value!r}")
        return value
    for choice in info.choices:
        if value == choice and isinstance(value, bool) == isinstance(choice, bool):
            return choice
    raise SetupError(f"switch {info.name!r} takes one of {_listed(info.choices)}, not {value!r}")


def _listed(choices: tuple[Value, ...]) -> str:
    return ", ".join("true" if c is True else "false" if c is False else repr(c) for c in choices)
