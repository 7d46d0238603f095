"""At which moments a game may be taken up again, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass

from llmwolf.record.head import Origin
from llmwolf.rules.asks import Decision
from llmwolf.rules.game import Game
from llmwolf.tui.model.cells import one_line
from llmwolf.tui.model.drafts import Draft
from llmwolf.tui.words import t


@dataclass(frozen=True, slots=True)
class Moment:
    """Between two steps of a game: so many ``moves`` and ``events`` lie behind, and ``seats`` are alive."""

    moves: int
    events: int
    seats: tuple[int, ...]


def moments(game: Game) -> list[Moment]:
    """Every moment at which ``game`` waited for an answer and had none yet, from the first to the last."""
    again = Game(game.spec, game.roles)
    found = [_now(again)]
    for number, move in enumerate(game.moves, 1):
        again.play((move,))
        if len(again.moves) == number and not again.over:
            found.append(_now(again))
    return found


def _now(game: Game) -> Moment:
    return Moment(len(game.moves), len(game.log), game.judge.facts.living)


def moment_at(game: Game, events: int) -> Moment:
    """The last moment that lies before more than so many events; the first where there is none."""
    known = moments(game)
    return next((moment for moment in reversed(known) if moment.events <= events), known[0])


def before_last_move(game: Game, seat: int) -> Moment | None:
    """The moment before the last move of ``seat``; ``None`` if it has not moved yet."""
    index = next((n for n in reversed(range(len(game.moves))) if game.moves[n].seat == seat), None)
    if index is None:
        return None
    return next(moment for moment in reversed(moments(game)) if moment.moves <= index)


def text_of_last_move(game: Game, seat: int) -> Draft:
    """What ``seat`` said with its last move, to be said otherwise."""
    last = next((move for move in reversed(game.moves) if move.seat == seat), None)
    if not isinstance(last, Decision):
        return Draft()
    return Draft(whisper=last.text) if last.verb == "whisper" else Draft(last.text)


def origin_words(origin: Origin | None, lang: str) -> str:
    """That a game is practice, and what it branched off; empty where it is none."""
    if origin is None:
        return ""
    return t("practice_of", lang, record=one_line(origin.record), moves=origin.moves)
