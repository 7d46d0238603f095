"""The house rules in words, from ``prompts/switches.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from llmwolf.players.words import pick
from llmwolf.resources import data_dir
from llmwolf.rules.ruleset import Ruleset, as_dict
from llmwolf.rules.spec import seats_of


@cache
def switch_texts() -> dict[str, Any]:
    """What each house rule means, by switch."""
    return tomllib.loads((data_dir("prompts") / "switches.toml").read_text("utf-8"))


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
