"""A board as rows and lines: its cards, its night, what it changes, what tables dispute, who wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llmwolf.boards import Board, Family, event_cards, families, profile, profiles, tables
from llmwolf.boards.disputes import Dispute, disputes_of
from llmwolf.boards.shares import Shares, shares_of
from llmwolf.cli.switches import rows, shown
from llmwolf.players.phrases import call_name, card_list, role_name, side_name
from llmwolf.roles import registry
from llmwolf.rules.ruleset import switches

STANDARD = "official"


def row(board: Board, lang: str) -> dict[str, Any]:
    """A board in the listing."""
    return {
        "id": board.id,
        "name": board.en if lang == "en" else board.zh,
        "seats": board.seats,
        "profile": board.profile.id,
        "cards": {card: board.cards.count(card) for card in dict.fromkeys(board.cards)},
        "sheriff": board.sheriff,
        "events": list(board.events),
    }


def line(board: Board, lang: str) -> str:
    """A board in a line."""
    name = board.en if lang == "en" else board.zh
    return f"{board.id:<25} {board.seats:>5}  {name}  {card_list(board.cards, lang)}"


def listing(lang: str) -> Iterator[str]:
    """Every board under its profile; a family of boards is one line."""
    for home in profiles().values():
        of_home = [board for board in tables().values() if board.profile is home]
        kinds = [family for family in families().values() if family.profile == home.id]
        if of_home or kinds:
            yield f"{home.id}  {home.en if lang == 'en' else home.zh}"
        yield from (f"  {line(board, lang)}" for board in of_home)
        yield from (f"  {_family_line(family, lang)}" for family in kinds)


def details(board: Board, lang: str) -> dict[str, Any]:
    """Everything about a board, for programs."""
    first, later = nights(board)
    standard = profile(STANDARD)
    measured = shares_of(board)
    return {
        **row(board, lang),
        "night_1": [list(hour) for hour in first],
        "later_nights": [list(hour) for hour in later],
        "differs": [r.as_json(board.profile) for r in rows(board.rules, board.profile, standard.rules)],
        "disputes": [
            {"switch": d.switch, "here": getattr(board.rules, d.switch), "zh": d.zh, "en": d.en}
            for d in disputes_of(board)
        ],
        "win_shares": None if measured is None else _shares_json(measured),
    }


def page(board: Board, lang: str) -> Iterator[str]:
    """Everything about a board, for people."""
    en = lang == "en"
    home = board.profile
    yield f"{board.id}  {board.en if en else board.zh}"
    yield (
        f"{board.seats} seats, house rules {home.id}" if en else f"{board.seats}人，规则 {home.id} {home.zh}"
    )
    yield (
        ("sheriff: yes" if board.sheriff else "sheriff: no")
        if en
        else ("有警长" if board.sheriff else "没有警长")
    )
    yield from ("", "Cards" if en else "身份牌", f"  {card_list(board.cards, lang)}")
    if board.seats < len(board.cards):
        yield "  two of them lie in the middle for the thief" if en else "  其中两张是盗贼的底牌"
    cards = registry()
    for card in dict.fromkeys(board.cards):
        yield (
            f"  {role_name(card, lang)}: {cards[card].about_en}"
            if en
            else f"  {cards[card].zh}：{cards[card].about_zh}"
        )
    for event in board.events:
        told = event_cards()[event]
        yield f"  {told.en}: {told.about_en}" if en else f"  {told.zh}：{told.about_zh}"
    first, later = nights(board)
    yield from ("", "Night" if en else "夜晚顺序")
    yield f"  {'night 1' if en else '首夜'}: {_calls(first, lang)}"
    yield f"  {'later' if en else '以后'}: {_calls(later, lang)}"
    yield from _differences(board, lang)
    yield from ("", "What tables differ on" if en else "各地打法的分歧")
    for dispute in disputes_of(board):
        yield f"  {_dispute(dispute, board, lang)}"
    yield from ("", "Who wins when bots play" if en else "机器人对局的胜率")
    yield from (f"  {text}" for text in _shares(shares_of(board), lang))


def nights(board: Board) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
    """The calls of night 1 and those of later nights, grouped by what is asked together (N-1, N-3)."""
    once = board.profile.first_night
    later = (tuple(call for call in hour if call not in once) for hour in board.hours)
    return board.hours, tuple(hour for hour in later if hour)


def _calls(hours: tuple[tuple[str, ...], ...], lang: str) -> str:
    return " → ".join(call_name(call, lang) for hour in hours for call in hour) or "—"


def _family_line(family: Family, lang: str) -> str:
    en = lang == "en"
    low, high = family.seats[0], family.seats[-1]
    always = card_list(("werewolf", *family.always, "villager"), lang)
    own = card_list(family.options, lang)
    name = family.en if en else family.zh
    seats = f"{low}–{high}"
    ids = f"{family.id}-{low} … {family.id}-{high}"
    return f"{ids:<25} {seats:>5}  {name}  {always}; {'special' if en else '特殊牌'}: {own}"


def _differences(board: Board, lang: str) -> Iterator[str]:
    en = lang == "en"
    differing = rows(board.rules, board.profile, profile(STANDARD).rules)
    yield from ("", f"Switches that differ from {STANDARD}" if en else f"与 {STANDARD} 不同的规则")
    if not differing:
        yield "  none" if en else "  没有"
    for entry in differing:
        yield f"  {entry.lines(lang, STANDARD)[0]}"


def _dispute(dispute: Dispute, board: Board, lang: str) -> str:
    value = shown(getattr(board.rules, dispute.switch))
    if lang == "en":
        return f"{dispute.switch} (here {value}): {dispute.en}"
    name = next(info.zh for info in switches() if info.name == dispute.switch)
    return f"{name} {dispute.switch}（本板 {value}）：{dispute.zh}"


def _shares(measured: Shares | None, lang: str) -> Iterator[str]:
    en = lang == "en"
    if measured is None:
        yield (
            "not measured; `llmwolf bench boards ID` does"
            if en
            else "没有测过；用 `llmwolf bench boards ID` 测"
        )
        return
    for side, share in measured.by_side().items():
        name = side_name(side, lang)
        yield f"{name} {share.share:.1%} [{share.low:.1%}, {share.high:.1%}]"
    yield (
        f"{measured.games} games, level {measured.level}, 95 % Wilson intervals"
        if en
        else f"{measured.games} 局，水平 {measured.level}，95% 威尔逊区间"
    )
    if not measured.current:
        yield (
            "measured before the last change of the rules, the bots or the board"
            if en
            else "测于规则、机器人或板子最近一次改动之前"
        )


def _shares_json(measured: Shares) -> dict[str, Any]:
    return {
        "games": measured.games,
        "level": measured.level,
        "current": measured.current,
        "sides": {
            side: {"wins": s.wins, "share": s.share, "low": s.low, "high": s.high}
            for side, s in measured.by_side().items()
        },
    }
