"""The help: the keys, the house rules of the board, and the words of the game."""

from __future__ import annotations

from dataclasses import dataclass

from llmwolf.boards import Board
from llmwolf.players.phrases import card_list
from llmwolf.roles import registry
from llmwolf.rules.ruleset import as_dict
from llmwolf.tui.help_words import HEADINGS, KEYS
from llmwolf.tui.model.glossary import Term, glossary, groups, search, terms_in
from llmwolf.tui.model.lines import Line
from llmwolf.tui.model.switchwords import INFO, switch_name, value_words
from llmwolf.tui.words import t
from llmwolf.tui.words.terms import plain


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of help: a ``term`` and its ``meaning``; without a meaning it is a heading."""

    term: str
    meaning: str = ""


def help_entries(board: Board, lang: str, screen: str = "table") -> list[Entry]:
    """Everything, in the order in which somebody new needs it: the keys of the ``screen``, a name of
    :data:`KEYS`, come first."""
    en = lang == "en"
    entries: list[Entry] = []
    for group in dict.fromkeys((screen, *KEYS)):
        entries.append(Entry(HEADINGS[group][en]))
        entries += [Entry(key[en], meaning[en]) for key, meaning in KEYS[group]]
    entries.append(Entry(f"{HEADINGS['board'][en]} {board.en if en else board.zh}"))
    entries.append(Entry(HEADINGS["cards"][en], card_list(board.cards, lang)))
    roles = registry()
    for role in sorted(set(board.cards)):
        card = roles[role]
        entries.append(Entry(card.en if en else card.zh, plain(card.about_en) if en else card.about_zh))
    entries.append(Entry(HEADINGS["rules"][en]))
    entries += _rules(board, lang)
    entries.append(Entry(HEADINGS["words"][en]))
    entries += [Entry(term.name(lang), term.meaning(lang)) for term in glossary() if term.basic]
    return entries


def glossary_entries(query: str, line: Line | None, lang: str) -> list[Entry]:
    """The words that ``query`` finds; for an empty one those of ``line``, then all of them, by group."""
    if query.strip():
        found = search(query)
        head = Entry(t("words_found", lang, n=len(found)) if found else t("words_none", lang))
        return [head, *(_explained(term, lang) for term in found)]
    entries: list[Entry] = []
    if line is not None:
        used = terms_in(line.text)
        speaker = line.head.rstrip("： :") or t("words_line", lang)
        entries.append(Entry(t("words_of" if used else "words_of_none", lang, who=speaker)))
        entries += [_explained(term, lang) for term in used]
    for group, heading in groups().items():
        entries.append(Entry(heading[lang == "en"]))
        entries += [_explained(term, lang) for term in glossary() if term.group == group]
    return entries


def _explained(term: Term, lang: str) -> Entry:
    words = t("words_example", lang, meaning=term.meaning(lang), example=term.example(lang))
    return Entry(term.name(lang), words)


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
