"""Sentences about what the whole table hears; none of them tells a hidden cause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from llmwolf.boards import event_cards
from llmwolf.players.phrases.names import (
    call_name,
    card_list,
    half_votes,
    role_name,
    seat_list,
    seat_name,
    side_name,
    stage_name,
)
from llmwolf.players.words import (
    DIED_HOW,
    ELECTED_HOW,
    MARKS,
    MARKS_LIFTED,
    NO_BADGE_WHY,
    NOBODY_EXILED_WHY,
    ORDER_WHY,
    REASONS,
    SKIPPED_WHY,
    STAGE_BEGINS,
    Pair,
    pick,
)
from llmwolf.rules import events as ev

Sentence = Callable[[Any, str], str]
"""From an event and a language to one line."""


def _pair(words: Callable[[Any], Pair]) -> Sentence:
    """A sentence that only needs the event's own words."""
    return lambda event, lang: pick(words(event), lang)


def _began(e: ev.GameBegan, lang: str) -> str:
    cards = card_list(e.cards, lang)
    spare = len(e.cards) - e.seats
    middle = pick((f"（其中{spare}张为底牌）", f" ({spare} of them in the middle)"), lang) if spare else ""
    zh = f"{e.seats}人入座：{cards}{middle}。{'本局有警长。' if e.sheriff else '本局没有警长。'}"
    en = f"{e.seats} players, the cards: {cards}{middle}. {'A' if e.sheriff else 'No'} sheriff is elected."
    return pick((zh, en), lang)


def _called(e: ev.Called, lang: str) -> str:
    names = [call_name(call, lang) for call in e.roles]
    if lang == "en" and e.roles == ("werewolf",):
        names = ["Werewolves"]
    if len(names) > 1:
        zh, en = "、".join(names), " and ".join((", ".join(names[:-1]), names[-1]))
        return pick((f"{zh}依次睁眼。", f"{en}, open your eyes one after the other."), lang)
    return pick((f"{names[0]}请睁眼。", f"{names[0]}, open your eyes."), lang)


def _signed_up(e: ev.SignedUp, lang: str) -> str:
    if not e.seats:
        return pick(("无人上警。", "Nobody runs for sheriff."), lang)
    seats = seat_list(e.seats, lang)
    return pick((f"上警：{seats}。", f"Running for sheriff: {seats}."), lang)


def _order(e: ev.TurnOrder, lang: str) -> str:
    why = pick(ORDER_WHY.get(e.why, (e.why, e.why)), lang)
    seats = seat_list(e.seats, lang)
    return pick((f"发言顺序（{why}）：{seats}。", f"Speaking order ({why}): {seats}."), lang)


def _spoke(e: ev.Spoke, lang: str) -> str:
    head = seat_name(e.seat, lang)
    if e.stage == "last_words":
        head += pick(("遗言", "'s last words"), lang)
    said = " ".join(e.text.split("\n")) or pick(("（没有发言）", "(says nothing)"), lang)
    mark = {"limit": ("…（超长截断）", "… (too long, cut)"), "cut_in": ("——（被打断）", "— (interrupted)")}
    return head + pick(("：", ": "), lang) + said + pick(mark.get(e.cut, ("", "")), lang)


def _ballots(e: ev.Ballots, lang: str) -> str:
    by_target: dict[int, list[int]] = {}
    for voter, target in e.ballots:
        by_target.setdefault(target, []).append(voter)
    extra = dict(e.extra)
    parts = []
    for target, halves in sorted(e.tally, key=lambda pair: (-pair[1], pair[0])):
        votes, voters = half_votes(halves), by_target.get(target, [])
        froms = [pick(("、".join(map(str, voters)) + "号投", "from " + ", ".join(map(str, voters))), lang)]
        froms = froms if voters else []
        if target in extra:
            more = half_votes(extra[target])
            froms.append(pick((f"含乌鸦{more}票", f"{more} of them the crow's"), lang))
        listed = pick(("，", ", "), lang).join(froms)
        parts.append(pick((f"{target}号{votes}票（{listed}）", f"Seat {target}: {votes} ({listed})"), lang))
    if 0 in by_target:
        names = seat_list(by_target[0], lang)
        parts.append(pick((f"弃票：{names}", f"abstained: {names}"), lang))
    told = pick(("；", "; "), lang).join(parts) or pick(("无人投票", "no ballots"), lang)
    return f"{stage_name(e.stage, lang)}{pick(('票型：', ': '), lang)}{told}{pick(('。', '.'), lang)}"


def _announced(e: ev.Announced, lang: str) -> str:
    if not e.seats:
        return pick(("昨夜是平安夜，无人出局。", "A peaceful night: nobody is out."), lang)
    seats = seat_list(e.seats, lang)
    return pick((f"昨夜出局：{seats}。", f"Out last night: {seats}."), lang)


def _ended(e: ev.GameEnded, lang: str) -> str:
    side, reason = side_name(e.winner, lang), pick(REASONS.get(e.reason, (e.reason, e.reason)), lang)
    if e.winner == "draw":
        return pick((f"游戏结束：{side}（{reason}）。", f"Game over: {side} ({reason})."), lang)
    seats = seat_list(e.winners, lang)
    zh = f"游戏结束：{side}获胜（{reason}）。胜者：{seats}。"
    win = "wins" if e.winner == "piper" else "win"
    return pick((zh, f"Game over: {side} {win} ({reason}). Winners: {seats}."), lang)


def _revealed(e: ev.Revealed, lang: str) -> str:
    seat, role = seat_name(e.seat, lang), role_name(e.role, lang)
    return pick((f"{seat}翻牌：{role}。", f"{seat} turns the card: {role}."), lang)


def _marked(e: ev.Marked, lang: str) -> str:
    if not e.seats and e.mark in MARKS_LIFTED:
        return pick(MARKS_LIFTED[e.mark], lang)
    seats, mark = seat_list(e.seats, lang), pick(MARKS.get(e.mark, (e.mark, e.mark)), lang)
    return pick((f"{seats}：{mark}。", f"{seats}: {mark}."), lang)


def _lot(e: ev.LotDrawn, lang: str) -> str:
    seats = seat_list(e.seats, lang)
    return pick((f"{seats}抽签，抽中{e.seat}号。", f"{seats} draw lots: Seat {e.seat}."), lang)


def _voters(e: ev.VotersNamed, lang: str) -> str:
    who, seats = seat_name(e.seat, lang), seat_list(e.seats, lang)
    if not e.seats:
        return pick(
            (f"{who}指定：第{e.day}天无人可以投票。", f"{who}: nobody may vote on day {e.day}."), lang
        )
    return pick(
        (f"{who}指定：第{e.day}天只有{seats}可以投票。", f"{who}: on day {e.day} these alone vote: {seats}."),
        lang,
    )


def _event(e: ev.EventDrawn, lang: str) -> str:
    card = event_cards().get(e.card)
    name = (card.en if lang == "en" else card.zh) if card else e.card
    return pick((f"翻开事件牌：{name}。", f"An event card is turned: {name}."), lang)


def _dueled(e: ev.Dueled) -> Pair:
    zh = f"{e.seat}号与{e.target}号决斗：{e.target}号{'是狼人' if e.hit else '不是狼人'}。"
    answer = "a wolf" if e.hit else "no wolf"
    return zh, f"Seat {e.seat} duels Seat {e.target}, who is {answer}."


def _exploded(e: ev.Exploded) -> Pair:
    took = (f"，带走{e.target}号", f" and takes Seat {e.target} along") if e.target else ("", "")
    return f"{e.seat}号自爆{took[0]}！", f"Seat {e.seat} blows himself up{took[1]}!"


def _passed(e: ev.BadgePassed) -> Pair:
    if not e.seat:
        return f"{e.giver}号撕掉警徽。", f"Seat {e.giver} tears the badge."
    return f"{e.giver}号把警徽移交给{e.seat}号。", f"Seat {e.giver} hands the badge to Seat {e.seat}."


def _fill(words: Pair, seat: int) -> Pair:
    return words[0].format(seat=seat), words[1].format(seat=seat)


def _side(e: ev.SidePicked) -> Pair:
    left = e.side == "left"
    return (
        f"警长{e.seat}号选择从{'左侧（号码递增）' if left else '右侧（号码递减）'}开始发言。",
        f"Sheriff {e.seat} starts the speeches on the {'left (rising)' if left else 'right (falling)'}.",
    )


PUBLIC: Final[dict[type, Sentence]] = {
    ev.GameBegan: _began,
    ev.NightFell: _pair(lambda e: (f"第{e.day}夜，天黑请闭眼。", f"Night {e.day} falls: close your eyes.")),
    ev.Called: _called,
    ev.DayBroke: _pair(lambda e: (f"第{e.day}天，天亮了。", f"Day {e.day} breaks.")),
    ev.StageBegan: lambda e, lang: pick(STAGE_BEGINS.get(e.stage, (e.stage, e.stage)), lang),
    ev.SignedUp: _signed_up,
    ev.Withdrew: _pair(lambda e: (f"{e.seat}号退水。", f"Seat {e.seat} withdraws.")),
    ev.TurnOrder: _order,
    ev.Spoke: _spoke,
    ev.Ballots: _ballots,
    ev.Tied: lambda e, lang: seat_list(e.seats, lang) + pick(("平票。", " are tied."), lang),
    ev.Elected: _pair(lambda e: _fill(ELECTED_HOW.get(e.how, ELECTED_HOW["ballot"]), e.seat)),
    ev.NoBadge: _pair(lambda e: NO_BADGE_WHY.get(e.why, ("警徽流失。", "There is no badge."))),
    ev.ElectionPutOff: _pair(lambda _: ("狼人自爆，竞选推迟到明天。", "A wolf blew up: no election today.")),
    ev.BadgePassed: _pair(_passed),
    ev.Announced: _announced,
    ev.SidePicked: _pair(_side),
    ev.Exiled: _pair(lambda e: (f"{e.seat}号被投票放逐。", f"Seat {e.seat} is exiled by vote.")),
    ev.NobodyExiled: _pair(lambda e: NOBODY_EXILED_WHY.get(e.why, NOBODY_EXILED_WHY["no_votes"])),
    ev.Died: _pair(lambda e: _fill(DIED_HOW.get(e.how, ("{seat}号出局。", "Seat {seat} is out.")), e.seat)),
    ev.Exploded: _pair(_exploded),
    ev.Shot: _pair(lambda e: (f"{e.seat}号开枪带走{e.target}号。", f"Seat {e.seat} shoots Seat {e.target}.")),
    ev.Revealed: _revealed,
    ev.Marked: _marked,
    ev.GameEnded: _ended,
    ev.Skipped: _pair(lambda e: _fill(SKIPPED_WHY[e.why], e.seat)),
    ev.Roared: _pair(lambda _: ("熊咆哮了。", "The bear roars.")),
    ev.Dueled: _pair(_dueled),
    ev.LotDrawn: _lot,
    ev.Scapegoated: _pair(lambda e: (f"平票由替罪羊{e.seat}号承担。", f"The tie falls on Seat {e.seat}.")),
    ev.VotersNamed: _voters,
    ev.EventDrawn: _event,
}  # fmt: skip
