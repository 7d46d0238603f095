"""What is worth knowing of a board before it is played: its cards, its nights, its own house rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from llmwolf.boards import Board, event_cards, profile
from llmwolf.boards.disputes import Dispute, disputes_of
from llmwolf.players.phrases import call_name, card_list
from llmwolf.roles import registry
from llmwolf.rules.ruleset import Ruleset
from llmwolf.tui.model.catalog import profile_name
from llmwolf.tui.model.houserules import differing
from llmwolf.tui.model.switchwords import difference, matters, switch_name, value_words
from llmwolf.tui.words import t
from llmwolf.tui.words.terms import plain

STANDARD: Final = "official"
"""The profile that every other one is compared with."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing about a board: a ``title``, and what there is to say."""

    title: str
    text: str


def board_items(board: Board, lang: str) -> list[Item]:
    """The cards, the order of the night, what the rules have otherwise, and what tables differ on."""
    home, rules = board.profile, board.rules
    items = [
        Item(
            t("info_cards" if len(board.cards) == board.seats else "info_spares", lang, n=board.seats),
            card_list(board.cards, lang),
        ),
        Item(t("info_camps", lang), camps(board, lang)),
        Item(t("info_night", lang), night_order(board, lang)),
        Item(t("info_sheriff", lang), t("info_yes" if board.sheriff else "info_no", lang)),
        Item(
            t("info_differs", lang, profile=profile_name(home, lang)),
            differences(board, rules, home.rules, lang),
        ),
    ]
    if home.id != STANDARD:
        standard = profile(STANDARD)
        title = t("info_differs", lang, profile=profile_name(standard, lang))
        items.append(Item(title, differences(board, rules, standard.rules, lang)))
    if board.events:
        cards = (event_cards()[name] for name in board.events)
        texts = [f"{c.en}: {plain(c.about_en)}" if lang == "en" else f"{c.zh}：{c.about_zh}" for c in cards]
        items.insert(1, Item(t("info_events", lang), "\n".join(texts)))
    if found := disputes_of(board):
        texts = [_disputed(board, dispute, lang) for dispute in found]
        items.append(Item(t("info_disputes", lang), "\n".join(texts)))
    return items


def _disputed(board: Board, dispute: Dispute, lang: str) -> str:
    """``先开枪后判胜 是：…``: the value here, and how another would change who wins."""
    name = switch_name(dispute.switch, lang)
    value = value_words(dispute.switch, getattr(board.rules, dispute.switch), lang)
    return f"{name}: {value} — {plain(dispute.en)}" if lang == "en" else f"{name} {value}：{dispute.zh}"


def camps(board: Board, lang: str) -> str:
    """``狼人4 神职4 平民4``: how many cards each camp has."""
    roles = registry()
    counts = Counter(roles[card].camp for card in board.cards)
    return " · ".join(t(f"camp_{camp}", lang, n=counts[camp]) for camp in "WGVX" if counts[camp])


def night_order(board: Board, lang: str) -> str:
    """The calls of the night in their order; those of the first night alone are marked."""
    first = set(board.profile.first_night)
    called = [call for hour in board.hours for call in hour]
    names = [call_name(call, lang) + ("*" if call in first else "") for call in called]
    order = " → ".join(names) or "—"
    return order + (t("info_first_night", lang) if first.intersection(called) else "")


def differences(board: Board, rules: Ruleset, base: Ruleset, lang: str) -> str:
    """What ``rules`` have otherwise than ``base``, as far as it can matter with these cards."""
    cards = frozenset(board.cards)
    names = differing(rules, base)
    told = [name for name in names if matters(name, cards, rules) or matters(name, cards, base)]
    if not names:
        return t("info_same", lang)
    text = ("；" if lang == "zh" else "; ").join(difference(name, rules, base, lang) for name in told)
    idle = len(names) - len(told)
    if not idle:
        return text
    rest = t("info_idle", lang, n=idle)
    return f"{text}{'；' if lang == 'zh' else '; '}{rest}" if text else rest
