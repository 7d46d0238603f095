"""Terms of the field in English texts: the rule book keeps them in Chinese, a screen says them in English."""

from __future__ import annotations

from typing import Final

_ENGLISH: Final = {
    # The longer ones first: what stands beside its English word is left out.
    "edge 屠边": "edge",
    "city 屠城": "city",
    "屠边": "the edge rule",
    "屠城": "the city rule",
    " (奶穿)": "",
    "单顺双逆, ": "",
    "空刀": "no knife",
    " (归票位)": "",
    "归票位": "the last speech",
    "many 自爆": "many blasts",
    "自爆": "blast",
}


def plain(text: str) -> str:
    """An English ``text`` of the rules or of a card without Chinese characters."""
    for term, words in _ENGLISH.items():
        text = text.replace(term, words)
    return text
