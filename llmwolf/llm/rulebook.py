"""The part of a prompt that is the same for every seat all game long: the board, its rules, how to answer."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from llmwolf.llm.templates import fill, switch_texts
from llmwolf.players.phrases import card_list, role_name
from llmwolf.players.words import pick
from llmwolf.roles import registry
from llmwolf.rules.claims import ACTS
from llmwolf.rules.ruleset import Ruleset, as_dict
from llmwolf.rules.spec import seats_of

_ACTS_ZH: Final = {
    "role": "说自己是 value（身份名）",
    "retract": "收回自己是 value 的说法",
    "check": "说自己第 night 夜查验 targets，结果 value 为 good 或 wolf",
    "save": "说自己第 night 夜救了 targets",
    "poison": "说自己第 night 夜毒了 targets",
    "guard": "说自己第 night 夜守了 targets",
    "flow": "警徽流，依次要验 targets",
    "suspect": "认为 targets 是狼",
    "trust": "认为 targets 是好人",
    "side": "相信 targets 是真预言家",
    "vote": "号召投 targets",
}


@cache
def rulebook(cards: tuple[str, ...], rules: Ruleset, lang: str, claims: bool) -> str:
    """The rules of the table that holds ``cards``, the same bytes for every seat.

    ``claims`` says whether answers are to state their claims.
    """
    roles = registry()
    dealt = sorted(set(cards), key=lambda card: ("WGVX".index(roles[card].camp), card))
    lines = (
        f"- {role_name(card, lang)}{pick(('：', ': '), lang)}"
        + pick((roles[card].about_zh, roles[card].about_en), lang)
        for card in dealt
    )
    return fill(
        lang,
        "rules",
        seats=seats_of(cards),
        cards=card_list(cards, lang),
        roles="\n".join(lines),
        switches=pick(("；", "; "), lang).join(rule_lines(cards, rules, lang)) + pick(("。", "."), lang),
        claims=_claim_lines(lang) if claims else "",
    )


def _claim_lines(lang: str) -> str:
    acts = (
        f"  {act}: {pick((_ACTS_ZH[act], meaning.replace('`', '')), lang)}" for act, meaning in ACTS.items()
    )
    return fill(lang, "claims", acts="\n".join(acts)) + "\n"


def rule_lines(cards: tuple[str, ...], rules: Ruleset, lang: str) -> list[str]:
    """Every house rule that matters at a table with ``cards``, in words, in the order of the ruleset."""
    sheriff = rules.sheriff and seats_of(cards) >= rules.sheriff_from
    at_table = {*cards, "sheriff"} if sheriff else set(cards)
    lines = []
    for name, value in as_dict(rules).items():
        texts = switch_texts()[name]
        if at_table.issuperset(texts.get("needs", ())):
            lines.append(_value_text(texts, value, lang, at_table))
    return [line for line in lines if line]


def _value_text(texts: dict[str, Any], value: object, lang: str, at_table: set[str]) -> str:
    if isinstance(value, tuple):
        items = [item for item in value if at_table.issuperset(texts.get(f"{item}_needs", ()))]
        if not items:
            return str(pick(texts["none"], lang))
        listed = pick(("、", ", "), lang).join(pick(texts[item], lang) for item in items)
        return str(pick(texts["text"], lang)).replace("$n", listed)
    key = str(value).lower()
    return str(pick(texts[key] if key in texts else texts["text"], lang)).replace("$n", key)
