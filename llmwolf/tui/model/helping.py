"""The help: the keys, the words of the game, and the house rules of the board."""

from __future__ import annotations

from dataclasses import dataclass

from llmwolf.boards import Board
from llmwolf.players.phrases import card_list
from llmwolf.roles import registry
from llmwolf.rules.ruleset import as_dict
from llmwolf.tui.help_words import GLOSSARY, HEADINGS, KEYS
from llmwolf.tui.model.switchwords import INFO, switch_name, value_words
from llmwolf.tui.words.terms import plain


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of help: a ``term`` and its ``meaning``; without a meaning it is a heading."""

    term: str
    meaning: str = ""


def help_entries(board: Board, lang: str) -> list[Entry]:
    """Everything, in the order in which somebody new needs it."""
    en = lang == "en"
    entries = [Entry(HEADINGS["keys"][en])]
    entries += [Entry(key[en], meaning[en]) for key, meaning in KEYS]
    entries.append(Entry(f"{HEADINGS['board'][en]} {board.en if en else board.zh}"))
    entries.append(Entry(HEADINGS["cards"][en], card_list(board.cards, lang)))
    roles = registry()
    for role in sorted(set(board.cards)):
        card = roles[role]
        entries.append(Entry(card.en if en else card.zh, plain(card.about_en) if en else card.about_zh))
    entries.append(Entry(HEADINGS["rules"][en]))
    entries += _rules(board, lang)
    entries.append(Entry(HEADINGS["words"][en]))
    entries += [Entry(term[en], meaning[en]) for term, meaning in GLOSSARY]
    return entries


def _rules(board: Board, lang: str) -> list[Entry]:
    """Every switch with its value; in English what it means is in the ruleset itself."""
    entries: list[Entry] = []
    for name, value in as_dict(board.rules).items():
        words = value_words(name, value, lang)
        if lang == "en":
            entries.append(Entry(f"{switch_name(name, lang)}: {words}", plain(INFO[name].why)))
        else:
            entries.append(Entry(switch_name(name, lang), words))
    return entries
