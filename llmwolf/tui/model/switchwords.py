"""What a house rule is called, what its values are called, and what each of them means."""

from __future__ import annotations

from typing import Final

from llmwolf.llm.prompt.switches import switch_texts
from llmwolf.rules.ruleset import Ruleset, SwitchInfo, Value, switches
from llmwolf.tui.help_words import VALUES
from llmwolf.tui.words import t
from llmwolf.tui.words.terms import plain

INFO: Final = {info.name: info for info in switches()}

_GROUPS: Final = {
    "wolf_agreement": "group_night",
    "sheriff": "group_sheriff",
    "speech_order": "group_day",
    "last_words": "group_ends",
    "safe_first_victim": "group_series",
}
"""The switch that each group of the ruleset begins with."""

_CLEARER: Final = {"witch_self_save": "witch saves herself", "both_met": "both win at once"}
"""Where the words of the id are not English enough."""


def groups() -> list[tuple[str, list[SwitchInfo]]]:
    """The switches as the ruleset lists them, under the names of their groups' texts."""
    listed: list[tuple[str, list[SwitchInfo]]] = []
    for info in switches():
        if info.name in _GROUPS:
            listed.append((_GROUPS[info.name], []))
        listed[-1][1].append(info)
    return listed


def switch_name(name: str, lang: str) -> str:
    """``女巫自救``, or ``witch saves herself``."""
    return _CLEARER.get(name, name.replace("_", " ")) if lang == "en" else INFO[name].zh


def value_words(switch: str, value: Value, lang: str) -> str:
    """A value in a word or two; no item of a list is a dash."""
    if isinstance(value, tuple):
        return ("、" if lang == "zh" else ", ").join(value_words(switch, item, lang) for item in value) or "—"
    word = value if isinstance(value, str) else str(value).lower()
    words = VALUES.get(f"{switch}.{word}") or VALUES.get(word)
    return words[lang == "en"] if words else word


def meaning(switch: str, value: Value, lang: str) -> str:
    """What ``value`` means to a player, in a sentence; empty where there is nothing to say."""
    texts = switch_texts()[switch]
    key = str(value).lower()
    pair = texts.get(key) or texts.get("text")
    if not pair or INFO[switch].many:
        return ""
    text = str(pair[lang == "en"]).replace("$n", key)
    return plain(text) if lang == "en" else text


def matters(switch: str, cards: frozenset[str], rules: Ruleset) -> bool:
    """Whether the switch can concern anybody at a table with ``cards``."""
    at_table = {*cards, "sheriff"} if rules.sheriff else cards
    return at_table.issuperset(switch_texts()[switch].get("needs", ()))


def difference(switch: str, here: Ruleset, there: Ruleset, lang: str) -> str:
    """``女巫自救 仅首夜（不可以）``: the value here, and the one there."""
    return t(
        "rule_differs",
        lang,
        name=switch_name(switch, lang),
        here=value_words(switch, getattr(here, switch), lang),
        there=value_words(switch, getattr(there, switch), lang),
    )
