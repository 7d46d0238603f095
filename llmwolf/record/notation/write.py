"""Writes a played game as a record that a person can read, and the judge can adjudicate again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from llmwolf.boards import boards, profiles
from llmwolf.record.notation.errors import NotationError
from llmwolf.record.notation.items import Phase
from llmwolf.record.notation.outcome import outcome
from llmwolf.record.notation.sentences import say
from llmwolf.record.notation.telling import Telling
from llmwolf.record.notation.toml import toml
from llmwolf.record.notation.words import WORDS
from llmwolf.roles import registry
from llmwolf.rules.chapters.setup import deal
from llmwolf.rules.game import Game
from llmwolf.rules.ruleset import Ruleset, as_dict
from llmwolf.rules.spec import Spec

_EXPECTED: Final = (
    "winner", "winners", "reason", "dead", "causes", "sheriff", "exile_votes", "last_words", "checks",
    "unfinished_at",
)  # fmt: skip
_OWN_LINE: Final = tuple(
    WORDS[name].zh for name in ("run", "badge_vote", "badge_pk", "speak", "vote", "pk_vote")
)
"""Words that begin a new line of a day."""


def write(game: Game, names: Sequence[str] = ()) -> str:
    """``game`` as the text of a record, with the outcome it expects; ``names`` are those of the players.

    Raises :class:`NotationError` where the order of speeches was stated by a record of another kind.
    """
    spec = game.spec
    if spec.turns:
        raise NotationError(say("own_turns"))
    dealt = spec.dealt or deal(spec, game.roles)
    head, rows = _head(spec, dealt, names), _lines(Telling(game).phases)
    return "\n".join([*head, "", "[expect]", *_expect(game), "", "[game]", *rows, ""])


# -- the head --------------------------------------------------------------------------------------------


def _head(spec: Spec, dealt: Sequence[str], names: Sequence[str]) -> list[str]:
    board = boards().get(spec.board)
    known = board is not None and sorted(board.cards) == sorted(spec.cards)
    head: dict[str, object] = {}
    if board is not None and known:
        head["board"] = board.id
        base = board.rules
    else:
        profile = min(profiles().values(), key=lambda p: (len(_changes(spec.rules, p.rules)), p.id))
        head["profile"] = profile.id
        base = profile.rules
    cards = [registry()[card].zh for card in dealt]
    head["deal"] = cards[: spec.seats]
    head["spare"] = cards[spec.seats :]
    head["names"] = list(names)
    head["seed"] = spec.seed
    head["minute"] = spec.minute
    head["events"] = list(spec.events)
    head["number"] = spec.game if spec.game != 1 else None
    head["safe"] = list(spec.safe)
    lines = [f"{key} = {toml(value)}" for key, value in head.items() if value not in ([], None)]
    changed = _changes(spec.rules, base)
    if changed:
        lines += ["", "[rules]", *(f"{key} = {toml(value)}" for key, value in changed.items())]
    return lines


def _changes(rules: Ruleset, base: Ruleset) -> dict[str, object]:
    own, usual = as_dict(rules), as_dict(base)
    return {key: value for key, value in own.items() if value != usual[key]}


def _expect(game: Game) -> list[str]:
    found = outcome(game, str)
    return [f"{key} = {toml(found[key])}" for key in _EXPECTED if found[key] not in ({}, [], None, "")]


# -- the lines -------------------------------------------------------------------------------------------


def _lines(phases: Mapping[Phase, Sequence[object]]) -> list[str]:
    """The record itself, in the quotes that leave every character of a speech as it is."""
    written = []
    for phase, items in sorted(phases.items()):
        rows: list[list[str]] = [[]]
        for text in map(str, items):
            if rows[-1] and text.split(" ")[0] in _OWN_LINE:
                rows.append([])
            rows[-1].append(text)
        written += [f"{phase}: {'; '.join(row)}".rstrip() for row in rows]
    text = "\n".join(written).replace("'''", "''\\u0027")
    return [f"lines = '''\n{text}\n'''"]
