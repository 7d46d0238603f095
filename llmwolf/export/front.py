"""What stands before the story: what was played, by whom, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from llmwolf.export.recorded import JUDGE, Moment, Recorded
from llmwolf.export.words import TEXTS, w
from llmwolf.players.personas import personas
from llmwolf.players.phrases import card_list, role_name, side_name
from llmwolf.players.words import CAUSES, REASONS, pick
from llmwolf.record.head import Sitter
from llmwolf.rules.facts import NIGHT

_DIGEST: Final = re.compile(r"#[0-9a-f]{6}$")


@dataclass(frozen=True, slots=True)
class Row:
    """One seat: its cells in the order of the story's columns, and whether it won."""

    cells: tuple[str, ...]
    won: bool


def fields(game: Recorded, eyes: int, seen_by: str, lang: str) -> Iterator[tuple[str, str]]:
    """Titles with what there is to say of each; ``seen_by`` is ``eyes`` in words.

    The seed, from which the deal follows, is told to those alone who may know every card.
    """
    head = game.head
    name = head.en if lang == "en" else head.zh
    yield w("board", lang), f"{name} ({head.board})" if name != head.board else name
    yield w("cards", lang), card_list(head.cards, lang)
    yield w("result", lang), result_of(game.moment(), lang)
    yield w("days", lang), str(game.moment().facts.day)
    yield w("eyes", lang), seen_by
    if eyes == JUDGE:
        yield w("seed", lang), str(head.seed)
    yield w("engine", lang), f"llmwolf {head.engine}"


def result_of(moment: Moment, lang: str) -> str:
    """Who won and why, or that nobody has yet."""
    facts = moment.facts
    if not facts.winner:
        return w("unfinished", lang)
    why = pick(REASONS.get(facts.reason, (facts.reason, facts.reason)), lang)
    if facts.winner == "draw":
        return w("draw", lang, why=why)
    return w("won_by", lang, side=side_name(facts.winner, lang), why=why)


def seat_rows(game: Recorded, eyes: int, lang: str) -> Iterator[Row]:
    """Every seat, with the cards that ``eyes`` know."""
    moment = game.moment()
    facts, cards = moment.facts, moment.cards(eyes)
    for sitter in game.head.seats:
        seat = sitter.seat
        won = seat in facts.winners
        result = "" if facts.winner in ("", "draw") else w("won" if won else "lost", lang)
        card = role_name(cards[seat], lang) if seat in cards else w("unknown", lang)
        cells = (
            str(seat),
            sitter.nickname,
            player_of(sitter, lang),
            card,
            _out(moment, seat, eyes, lang),
            result,
        )
        yield Row(cells, won)


def player_of(sitter: Sitter, lang: str) -> str:
    """Who plays a seat: a person, a bot of some level, a model; and as which persona."""
    words = [_known(sitter.player, lang)]
    if sitter.player == "model":
        words.append(model_name(sitter.model))
    elif sitter.player == "bot":
        words.append(_known(sitter.level, lang))
    if persona := personas().get(sitter.persona):
        words.append(persona.en if lang == "en" else persona.zh)
    else:
        words.append(sitter.persona)
    return " · ".join(word for word in words if word)


def model_name(label: str) -> str:
    """A recorded model without the digest of its settings."""
    return _DIGEST.sub("", label)


def _known(word: str, lang: str) -> str:
    return w(word, lang) if word in TEXTS else word


def _out(moment: Moment, seat: int, eyes: int, lang: str) -> str:
    """When a seat went out; the judge knows of what."""
    if seat not in moment.facts.gone:
        return w("still_in", lang)
    phase, day, _ = moment.facts.gone[seat]
    when = w("out_night" if phase == NIGHT else "out_day", lang, day=day)
    cause = moment.hidden.causes.get(seat, "") if eyes == JUDGE else ""
    return f"{when} {pick(CAUSES.get(cause, (cause, cause)), lang)}".rstrip()
