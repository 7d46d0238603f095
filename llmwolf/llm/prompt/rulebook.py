"""The part of a prompt that is the same for every seat all game long: the board, its rules, how to answer."""

from __future__ import annotations

from functools import lru_cache

from llmwolf.llm.prompt.sets import prompt_set
from llmwolf.llm.prompt.switches import rule_lines
from llmwolf.llm.prompt.variables import Card
from llmwolf.llm.settings import Settings
from llmwolf.players.phrases import card_list, role_name
from llmwolf.players.words import pick
from llmwolf.roles import registry
from llmwolf.rules.ruleset import Ruleset
from llmwolf.rules.spec import seats_of


def rulebook(cards: tuple[str, ...], rules: Ruleset, settings: Settings) -> str:
    """The rules of the table that holds ``cards``, the same bytes for every seat with equal settings."""
    thinks, plans = settings.thought_chars > 0, settings.plan_chars > 0
    return _rulebook(
        cards, rules, settings.prompt, settings.lang, thinks, plans, settings.claims, settings.orders
    )


@lru_cache(64)
def _rulebook(
    cards: tuple[str, ...],
    rules: Ruleset,
    prompt: str,
    lang: str,
    thinks: bool,
    plans: bool,
    claims: bool,
    orders: bool,
) -> str:
    """Kept by what it depends on: the settings of each game have a seed of their own."""
    roles = registry()
    dealt = sorted(set(cards), key=lambda card: ("WGVX".index(roles[card].camp), card))
    return prompt_set(prompt).fill(
        lang,
        "rules",
        seats=seats_of(cards),
        cards=card_list(cards, lang),
        roles=[
            Card(role_name(card, lang), pick((roles[card].about_zh, roles[card].about_en), lang))
            for card in dealt
        ],
        switches=rule_lines(cards, rules, lang),
        thought=thinks,
        plan=plans,
        claims=claims,
        orders=standing_acts(cards, rules) if orders else [],
    )


def standing_acts(cards: tuple[str, ...], rules: Ruleset) -> list[str]:
    """The acts out of turn that there can be at a table with ``cards``."""
    sheriff = rules.sheriff and seats_of(cards) >= rules.sheriff_from
    possible = {
        "explode": bool(rules.explode_phases),
        "withdraw": sheriff and rules.withdraw_when == "any_speech",
        "duel": "knight" in cards,
    }
    return [act for act, yes in possible.items() if yes]
