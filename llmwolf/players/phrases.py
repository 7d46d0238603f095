"""The one place where events, asks and answers become sentences, Chinese or English.

Everything here is plain text without markup. ``lang`` is ``"zh"`` or ``"en"``; a pair is ``(zh, en)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from llmwolf.players.words import (
    ACT_WORDS,
    ASK_TITLES,
    CAUSES,
    CLAIM_WORDS,
    DIED_HOW,
    ELECTED_HOW,
    MARKS,
    NO_BADGE_WHY,
    NOBODY_EXILED_WHY,
    ORDER_WHY,
    PASS_LABELS,
    PASS_WORDS,
    REASONS,
    SIDES,
    STAGE_BEGINS,
    STAGES,
    TOLD_GUN,
    VERB_LABELS,
    Pair,
    pick,
)
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.asks import PASS, Choice, Request
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim

_CAMP_ORDER: Final = "WGVX"


# -- names ---------------------------------------------------------------------------------------------


def role_name(role_id: str, lang: str = "zh") -> str:
    """The card's name; an id that no card has is returned as it is."""
    role = registry().get(role_id)
    return role_id if role is None else pick((role.zh, role.en), lang)


def seat_name(seat: int, lang: str = "zh") -> str:
    """``3号`` or ``Seat 3``; 0 is nobody."""
    return pick((f"{seat}号", f"Seat {seat}") if seat else ("无人", "nobody"), lang)


def seat_list(seats: Iterable[int], lang: str = "zh") -> str:
    """``1号、2号`` or ``Seats 1, 2``; no seat is ``无`` or ``none``."""
    listed = list(seats)
    if not listed:
        return pick(("无", "none"), lang)
    many = "Seats" if len(listed) > 1 else "Seat"
    return pick(("、".join(f"{s}号" for s in listed), f"{many} {', '.join(map(str, listed))}"), lang)


def side_name(side: str, lang: str = "zh") -> str:
    """The name of a winner (good, wolves, draw) or of a check's answer (good, wolf)."""
    return pick(SIDES.get(side, (side, side)), lang)


def stage_name(stage: str, lang: str = "zh") -> str:
    """The name of a round of the day, such as 警上发言."""
    return pick(STAGES.get(stage, (stage, stage)), lang)


def half_votes(n: int) -> str:
    """Votes counted in halves: 7 is ``3.5``, 6 is ``3``."""
    return f"{n // 2}.5" if n % 2 else str(n // 2)


def card_list(cards: Iterable[str], lang: str = "zh") -> str:
    """A multiset of role ids, wolves first: ``狼人×4、预言家、…``."""
    held = list(cards)
    roles = registry()

    def place(card: str) -> tuple[int, str]:
        return (_CAMP_ORDER.index(roles[card].camp) if card in roles else len(_CAMP_ORDER)), card

    names = (
        role_name(card, lang) + (f"×{held.count(card)}" if held.count(card) > 1 else "")
        for card in sorted(set(held), key=place)
    )
    return pick(("、", ", "), lang).join(names)


# -- asks and answers ----------------------------------------------------------------------------------


def ask_title(request: Request, lang: str = "zh") -> str:
    """The question of ``request`` in one line; the witch's names the victim she is shown."""
    title = pick(ASK_TITLES.get(request.kind, (request.kind, request.kind)), lang)
    if request.hint:
        victim = seat_name(request.hint, lang)
        title = pick((f"今夜刀口是{victim}。{title}", f"The victim tonight is {victim}. {title}"), lang)
    return title


def choice_label(choice: Choice | str, lang: str = "zh", kind: str = "") -> str:
    """The button text of a choice or a verb; that of a pass depends on the request's ``kind``."""
    verb = choice.verb if isinstance(choice, Choice) else choice
    if verb == PASS:
        return pick(PASS_LABELS.get(kind, ("跳过", "Pass")), lang)
    return pick(VERB_LABELS.get(verb, (verb, verb)), lang)


def say_claim(claim: Claim, lang: str = "zh") -> str:
    """One structured claim as a clause without a subject: ``称第1夜查验5号为狼人``."""
    seats = seat_list(claim.targets, lang)
    zh, en = CLAIM_WORDS.get(claim.act, ("{seats}", "{seats}"))
    value = side_name(claim.value, lang) if claim.act == "check" else role_name(claim.value, lang)
    when = pick((f"第{claim.night}夜", f"on night {claim.night}"), lang) if claim.night else ""
    return " ".join(pick((zh, en), lang).format(seats=seats, value=value, when=when).split())


# -- events --------------------------------------------------------------------------------------------


def say_event(event: Event, lang: str = "zh") -> str:
    """``event`` as one line, in the judge's voice and the third person, without a line break or markup.

    It tells exactly what the event holds: whether the reader may hear it is for the event's audience to say.
    Raises :class:`KeyError` for a kind of event that has no sentence.
    """
    return _SENTENCES[type(event)](event, lang)


def _pair(words: Callable[[Any], Pair]) -> Callable[[Any, str], str]:
    """A sentence that only needs the event's own words."""
    return lambda event, lang: pick(words(event), lang)


def _began(e: ev.GameBegan, lang: str) -> str:
    cards = card_list(e.cards, lang)
    zh = f"{e.seats}人入座：{cards}。{'本局有警长。' if e.sheriff else '本局没有警长。'}"
    en = f"{e.seats} players sit down: {cards}. {'A' if e.sheriff else 'No'} sheriff is elected."
    return pick((zh, en), lang)


def _called(e: ev.Called, lang: str) -> str:
    names = pick(("、", ", "), lang).join(role_name(role, lang) for role in e.roles)
    return pick((f"{names}请睁眼。", f"{names}: open your eyes."), lang)


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
    parts = []
    for target, halves in sorted(e.tally, key=lambda pair: (-pair[1], pair[0])):
        votes, voters = half_votes(halves), ", ".join(map(str, by_target.get(target, ())))
        zh = f"{target}号{votes}票（{voters.replace(', ', '、')}号投）"
        parts.append(pick((zh, f"Seat {target}: {votes} (from {voters})"), lang))
    if 0 in by_target:
        names = seat_list(by_target[0], lang)
        parts.append(pick((f"弃票：{names}", f"abstained: {names}"), lang))
    listed = pick(("；", "; "), lang).join(parts) or pick(("无人投票", "no ballots"), lang)
    return f"{stage_name(e.stage, lang)}{pick(('票型：', ': '), lang)}{listed}{pick(('。', '.'), lang)}"


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
    return pick((zh, f"Game over: {side} win ({reason}). Winners: {seats}."), lang)


def _revealed(e: ev.Revealed, lang: str) -> str:
    seat, role = seat_name(e.seat, lang), role_name(e.role, lang)
    return pick((f"{seat}翻牌：{role}。", f"{seat} turns the card: {role}."), lang)


def _marked(e: ev.Marked, lang: str) -> str:
    seats, mark = seat_list(e.seats, lang), pick(MARKS.get(e.mark, (e.mark, e.mark)), lang)
    return pick((f"{seats}：{mark}。", f"{seats}: {mark}."), lang)


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


def _acted(e: ev.Acted, lang: str) -> str:
    words = ACT_WORDS.get(e.verb, (f"{{seat}}对{{target}}{e.verb}", f"{{seat}} {e.verb} {{target}}"))
    if not e.target:
        words = PASS_WORDS.get(e.verb, words)
    return pick(words, lang).format(
        seat=seat_name(e.seat, lang), target=seat_name(e.target, lang), when=e.when
    )


def _told(e: ev.Told, lang: str) -> str:
    seat = seat_name(e.seat, lang)
    match e.fact:
        case "check":
            answer = side_name(e.value, lang)
            return pick(
                (f"第{e.night}夜查验：{seat}是{answer}。", f"Night {e.night}, check: {seat} is {answer}."),
                lang,
            )
        case "victim" if e.seat:
            return pick((f"第{e.night}夜刀口：{seat}。", f"Night {e.night}, the victim: {seat}."), lang)
        case "victim":
            return pick((f"第{e.night}夜没有刀口。", f"Night {e.night}: no victim."), lang)
        case "knife":
            zh = f"第{e.night}夜狼队决定：{f'刀{seat}' if e.seat else '空刀'}。"
            return pick((zh, f"Night {e.night}: the pack knifes {seat}."), lang)
        case "gun":
            return pick(TOLD_GUN[e.value == "yes"], lang).format(seat=seat, night=e.night)
    return pick(
        (f"第{e.night}夜得知 {e.fact}：{seat} {e.value}", f"Night {e.night}, {e.fact}: {seat} {e.value}"),
        lang,
    )


def _resolved(e: ev.NightResolved, lang: str) -> str:
    dead = [f"{seat_name(seat, lang)}（{_cause(cause, lang)}）" for seat, cause in e.deaths]
    if not dead:
        return pick(("（法官）今夜无人死亡。", "(Judge) Nobody dies tonight."), lang)
    return pick(
        (f"（法官）今夜死亡：{'、'.join(dead)}。", f"(Judge) Dying tonight: {', '.join(dead)}."), lang
    )


def _cause(cause: str, lang: str) -> str:
    return pick(CAUSES.get(cause, (cause, cause)), lang)


def _died_of(e: ev.Cause, lang: str) -> str:
    seat, cause = seat_name(e.seat, lang), _cause(e.cause, lang)
    return pick((f"（法官）{seat}的死因：{cause}。", f"(Judge) {seat} died of: {cause}."), lang)


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


_SENTENCES: Final[dict[type, Callable[[Any, str], str]]] = {
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
    ev.Dealt: _dealt,
    ev.PackMet: _pack,
    ev.Whispered: _whispered,
    ev.Acted: _acted,
    ev.Told: _told,
    ev.NightResolved: _resolved,
    ev.Cause: _died_of,
}  # fmt: skip
