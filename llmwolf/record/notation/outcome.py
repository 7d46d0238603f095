"""What came of a game: the object that ``llmwolf judge --json`` prints."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any, Final

from llmwolf.record.notation.desk import phase_of
from llmwolf.record.notation.items import Phase
from llmwolf.record.notation.options import words_for
from llmwolf.rules.audience import Event, Public
from llmwolf.rules.events import Ballots, Called, NightFell, Roared, Spoke, Told
from llmwolf.rules.facts import NIGHT, Facts
from llmwolf.rules.game import Game

Outcome = dict[str, Any]
UNFINISHED: Final = "unfinished"
KEYS: Final = (
    "winner", "winners", "reason", "dead", "causes", "sheriff", "badge", "exile_votes", "last_words",
    "unfinished_at", "checks", "roars", "can_shoot", "public",
)  # fmt: skip
"""Every key of the object."""
_BALLOTS: Final = {"ballot": "", "pk_ballot": "PK"}


def outcome(game: Game, say: Callable[[Event], str]) -> Outcome:
    """The state of ``game`` as far as it went; ``say`` puts a public event into a sentence.

    Every value is plain JSON, and every key of a map a text.
    """
    facts = game.judge.facts
    causes = game.judge.hidden.causes
    return {
        "winner": facts.winner or UNFINISHED,
        "winners": list(facts.winners),
        "reason": facts.reason,
        "dead": _dead(facts),
        "causes": {str(seat): causes[seat] for seat in facts.gone},
        "sheriff": facts.sheriff,
        "badge": [[str(Phase(day, True)), seat, how] for day, seat, how in facts.badge],
        **_told(game),
        "unfinished_at": unfinished_at(game),
        "public": [say(event) for event in game.log if announced(event)],
    }


def announced(event: Event) -> bool:
    """Whether the table hears ``event``, and something of it: nothing is written of most speeches."""
    return isinstance(event, Public) and not (isinstance(event, Spoke) and not event.text)


def _dead(facts: Facts) -> dict[str, list[int]]:
    dead: dict[Phase, list[int]] = {}
    for seat in facts.gone:
        dead.setdefault(_left(facts, seat), []).append(seat)
    return {str(phase): seats for phase, seats in sorted(dead.items())}


def _left(facts: Facts, seat: int) -> Phase:
    """The night or day to which the death of ``seat`` belongs."""
    phase, day, _ = facts.gone[seat]
    return Phase(day, phase != NIGHT)


def _told(game: Game) -> Outcome:
    """What was counted, said and shown, in the order of the log."""
    votes: dict[str, dict[str, str]] = {}
    words: list[list[object]] = []
    checks: list[list[object]] = []
    roars: list[int] = []
    guns: dict[str, bool] = {}
    day = 0
    for event in game.log:
        match event:
            case NightFell():
                day = event.day
            case Ballots() if event.stage in _BALLOTS and event.tally:
                tally = {str(seat): half_votes(halves) for seat, halves in event.tally}
                votes[f"{Phase(day, True)}{_BALLOTS[event.stage]}"] = tally
            case Spoke(stage="last_words"):
                entry: list[object] = [event.seat, str(_left(game.judge.facts, event.seat))]
                if entry not in words:
                    words.append(entry)
            case Told(fact="check"):
                checks.append([str(Phase(day, False)), event.ears[0], event.seat, event.value])
            case Told(fact="gun"):
                guns[str(Phase(day, False))] = event.value == "yes"
            case Roared():
                roars.append(day)
    return {
        "exile_votes": votes,
        "last_words": words,
        "checks": checks,
        "roars": roars,
        "can_shoot": guns,
    }


def unfinished_at(game: Game) -> list[str] | None:
    """Where the game waits and for what, such as ``["D1", "vote"]``; ``None`` where it is over."""
    if game.over:
        return None
    asked = [(request.seat, word) for request in game.waiting for word in words_for(request)]
    if _knife_pending(game):
        asked.append((game.judge.pack()[0], "kill"))
    asked.sort(key=itemgetter(0))
    return [str(phase_of(game)), *dict.fromkeys(word for _, word in asked)]


def _knife_pending(game: Game) -> bool:
    """Whether the pack has the knife in the hour that is open, but is asked only in its next round (N-3).

    A pack of several talks first, which is a question like the others; a lone wolf has nobody to talk to.
    """
    ask, judge = game.ask, game.judge
    if ask is None or ask.stage != "night" or not judge.pack():
        return False
    if any(request.kind in ("knife", "whisper") for request in ask.requests):
        return False
    called = next(event.roles for event in reversed(game.log) if isinstance(event, Called))
    return "werewolf" in called


def half_votes(n: int) -> str:
    """Votes counted in halves: 7 is ``3.5``, 6 is ``3``."""
    return f"{n // 2}.5" if n % 2 else str(n // 2)
