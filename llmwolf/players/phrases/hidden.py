"""Sentences about what some seats or the judge alone know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from llmwolf.players.phrases.names import answer_name, card_list, role_name, seat_list, seat_name, side_name
from llmwolf.players.phrases.public import Sentence
from llmwolf.players.words import ACT_WORDS, CAUSES, PASS_WORDS, TOLD, TOLD_GUN, pick
from llmwolf.roles import declared
from llmwolf.rules import events as ev


def _dealt(e: ev.Dealt, lang: str) -> str:
    seat, role = seat_name(e.seat, lang), role_name(e.role, lang)
    return pick((f"{seat}的身份牌：{role}。", f"{seat} is dealt: {role}."), lang)


def _pack(e: ev.PackMet, lang: str) -> str:
    wolves = [
        seat_name(seat, lang) + pick(("", " "), lang) + role_name(role, lang) for seat, role in e.wolves
    ]
    return pick((f"狼队：{'、'.join(wolves)}。", f"The pack: {', '.join(wolves)}."), lang)


def _whispered(e: ev.Whispered, lang: str) -> str:
    said = " ".join(e.text.split("\n"))
    wish = pick((f"（想刀{e.target}号）", f"(would knife Seat {e.target})"), lang) if e.target else ""
    zh, en = f"狼队夜谈，{e.seat}号：{said}{wish}", f"Night talk, Seat {e.seat}: {said} {wish}"
    return pick((zh, " ".join(en.split())), lang)


def say_acts(acts: Sequence[ev.Acted], lang: str = "zh") -> str:
    """One act on several seats as one line; ``acts``, of which there is one, differ in the target alone."""
    return _act(acts[0], seat_list([act.target for act in acts], lang), lang)


def _acted(e: ev.Acted, lang: str) -> str:
    return _act(e, seat_name(e.target, lang), lang)


def _act(e: ev.Acted, target: str, lang: str) -> str:
    own = declared().get(e.verb)
    zh, en = (own.zh, own.en) if own else (e.verb, e.verb)
    plain = (f"第{{when}}夜，{{seat}}{zh}{{target}}。", f"Night {{when}}: {{seat}} to {en} {{target}}.")
    words = ACT_WORDS.get(e.verb, plain)
    if not e.target:
        words = PASS_WORDS.get(e.verb, words)
    return pick(words, lang).format(seat=seat_name(e.seat, lang), target=target, when=e.when)


def _told(e: ev.Told, lang: str) -> str:
    seat, n = seat_name(e.seat, lang), e.night
    match e.fact:
        case "check":
            answer = answer_name(e.value, lang)
            return pick((f"第{n}夜查验：{seat}是{answer}。", f"Night {n}, check: {seat} is {answer}."), lang)
        case "victim" if e.seat:
            return pick((f"第{n}夜刀口：{seat}。", f"Night {n}, the victim: {seat}."), lang)
        case "victim":
            return pick((f"第{n}夜没有刀口。", f"Night {n}: no victim."), lang)
        case "knife":
            zh = f"第{n}夜狼队决定：{f'刀{seat}' if e.seat else '空刀'}。"
            return pick((zh, f"Night {n}: the pack knifes {seat}."), lang)
        case "gun":
            return pick(TOLD_GUN[e.value == "yes"], lang).format(seat=seat, night=n)
        case "grave":
            answer = side_name(e.value, lang)
            return pick((f"昨天被放逐的{seat}是{answer}。", f"{seat}, exiled yesterday, is {answer}."), lang)
        case "spare":
            card = role_name(e.value, lang)
            return pick((f"第{e.seat}张底牌：{card}。", f"Spare card {e.seat}: {card}."), lang)
    words = TOLD.get(
        e.fact, (f"第{n}夜得知 {e.fact}：{seat} {e.value}", f"Night {n}, {e.fact}: {seat} {e.value}")
    )
    return pick(words, lang).format(seat=seat, night=n)


def _lovers(e: ev.LoversMet, lang: str) -> str:
    names = [seat_name(seat, lang) for seat in e.lovers]
    if e.cards:
        gap = pick(("", " "), lang)
        names = [f"{name}{gap}{role_name(card, lang)}" for name, card in zip(names, e.cards, strict=True)]
    return pick((f"情侣互认：{'、'.join(names)}。", f"The lovers meet: {', '.join(names)}."), lang)


def _became(e: ev.Became, lang: str) -> str:
    seat, role = seat_name(e.seat, lang), role_name(e.role, lang)
    if e.taken:
        return pick((f"{seat}拿走底牌，身份变为{role}。", f"{seat} takes a spare card: {role}."), lang)
    return pick((f"{seat}从现在起是{role}。", f"{seat} is from now on: {role}."), lang)


def _judge(zh: str, en: str, lang: str) -> str:
    """What only the judge knows, marked as such."""
    return pick((f"（法官）{zh}。", f"(Judge) {en}."), lang)


def _resolved(e: ev.NightResolved, lang: str) -> str:
    opens, closes = pick(("（", " ("), lang), pick(("）", ")"), lang)
    dead = [f"{seat_name(seat, lang)}{opens}{_cause(cause, lang)}{closes}" for seat, cause in e.deaths]
    if not dead:
        return _judge("今夜无人死亡", "Nobody dies tonight", lang)
    last = ("，狼刀最大，胜负已定", ": the knife decides the game") if e.decided else ("", "")
    return _judge(f"今夜死亡：{'、'.join(dead)}{last[0]}", f"Dying tonight: {', '.join(dead)}{last[1]}", lang)


def _cause(cause: str, lang: str) -> str:
    return pick(CAUSES.get(cause, (cause, cause)), lang)


def _died_of(e: ev.Cause, lang: str) -> str:
    seat, cause = seat_name(e.seat, lang), _cause(e.cause, lang)
    return _judge(f"{seat}的死因：{cause}", f"{seat} died of: {cause}", lang)


def _spares(e: ev.Spares, lang: str) -> str:
    cards = card_list(e.cards, lang)
    return _judge(f"底牌：{cards}", f"In the middle: {cards}", lang)


def _linked(e: ev.Linked, lang: str) -> str:
    cupid, lovers = seat_name(e.cupid, lang), seat_list(e.lovers, lang)
    return _judge(f"{cupid}连{lovers}为情侣", f"{cupid} links {lovers}", lang)


def _charmed(e: ev.Charmed, lang: str) -> str:
    by, seat = seat_name(e.by, lang), seat_name(e.seat, lang)
    if not e.seat:
        return _judge(f"{by}今夜不魅惑", f"{by} charms nobody tonight", lang)
    return _judge(f"{by}魅惑{seat}", f"{by} charms {seat}", lang)


def _piped(e: ev.Piped, lang: str) -> str:
    seats = seat_list(e.seats, lang)
    return _judge(f"已被迷惑：{seats}", f"Charmed by the piper: {seats}", lang)


def _life(e: ev.LifeSpent, lang: str) -> str:
    seat = seat_name(e.seat, lang)
    return _judge(f"{seat}中刀未死", f"{seat} survives the knife", lang)


def _powers(e: ev.PowersEnded, lang: str) -> str:
    seat = seat_name(e.seat, lang)
    return _judge(f"{seat}出局，好人的技能全部失效", f"{seat} is out: the village's powers end", lang)


def _side_lost(e: ev.SideLost, lang: str) -> str:
    side = side_name(e.side, lang)
    return _judge(f"{side}已经落败", f"Lost from now on: {side}", lang)


def _ally(e: ev.AllyMade, lang: str) -> str:
    seat = seat_name(e.seat, lang)
    if not e.seat:
        return _judge("没有狼人的盟友", "The wolves have no ally", lang)
    return _judge(f"{seat}成为狼人的盟友", f"{seat} is made an ally of the wolves", lang)


def _lingers(e: ev.Lingers, lang: str) -> str:
    seat, cause = seat_name(e.seat, lang), _cause(e.cause, lang)
    return _judge(
        f"{seat}{cause}，下次白天发言后出局", f"{seat} ({cause}) goes out after the next speech", lang
    )


HIDDEN: Final[dict[type, Sentence]] = {
    ev.Dealt: _dealt,
    ev.PackMet: _pack,
    ev.Whispered: _whispered,
    ev.Acted: _acted,
    ev.Told: _told,
    ev.LoversMet: _lovers,
    ev.Became: _became,
    ev.NightResolved: _resolved,
    ev.Cause: _died_of,
    ev.Spares: _spares,
    ev.Linked: _linked,
    ev.Charmed: _charmed,
    ev.Piped: _piped,
    ev.LifeSpent: _life,
    ev.PowersEnded: _powers,
    ev.SideLost: _side_lost,
    ev.AllyMade: _ally,
    ev.Lingers: _lingers,
}
"""The sentence of each private and secret event."""
