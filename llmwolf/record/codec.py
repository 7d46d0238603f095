"""Moves and events as lines.

The audience of an event is its ``to``: absent for the whole table, ``[3, 7]`` for these seats, ``[]`` for
the judge alone. ``"said": true`` in a speech stands for the ``text`` and the ``claims`` of the latest answer
of that seat: a speech is the longest thing in a record, and it would otherwise be there twice.

The forms are made from the fields of the classes, so a new kind of event needs nothing here.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, Final

from llmwolf.record.errors import BadLine
from llmwolf.record.shapes import Line, Shape, dump, shown
from llmwolf.rules.asks import CutIn, Decision
from llmwolf.rules.audience import Event, Secret
from llmwolf.rules.events import KINDS, Spoke, Whispered
from llmwolf.rules.game import Move

_ALWAYS: Final = ("ply", "seat", "verb")
_DECISION: Final = Shape(Decision, {"kind": "dec"}, _ALWAYS)
_CUT_IN: Final = Shape(CutIn, {"kind": "dec", "cut": True}, _ALWAYS)


def _event_shape(name: str, kind: type[Event]) -> Shape[Event]:
    start: Line = {"kind": "ev", "e": name}
    if issubclass(kind, Secret):
        start["to"] = []
    return Shape(kind, start, ("ears",), {"ears": "to"})


_EVENTS: Final = {name: _event_shape(name, kind) for name, kind in KINDS.items()}
_LINES: Final = {kind: _EVENTS[name].line for name, kind in KINDS.items()}
_SPEECHES: Final = (Spoke.__name__, Whispered.__name__)


class Encoder:
    """Writes the lines of one game in their order."""

    def __init__(self) -> None:
        self._said: dict[int, Decision] = {}

    def copy(self) -> Encoder:
        """One that writes on in the same way; what it writes, this one does not know of."""
        other = Encoder()
        other._said = self._said.copy()
        return other

    def move(self, move: Move) -> bytes:
        """The ``dec`` line of a decision or cut-in."""
        if isinstance(move, CutIn):
            return dump(_CUT_IN.line(move))
        self._said[move.seat] = move
        return dump(_DECISION.line(move))

    def remember(self, move: Move) -> None:
        """Take note of a move whose line is there already."""
        if isinstance(move, Decision):
            self._said[move.seat] = move

    def event(self, event: Event) -> bytes:
        """The ``ev`` line of an event."""
        kind = type(event)
        line = _LINES[kind](event)
        if kind is Spoke or kind is Whispered:
            self._refer(event, line)
        return dump(line)

    def _refer(self, event: Any, line: Line) -> None:
        """Put ``said`` in the place of a speech that the speaker's latest answer holds word for word."""
        said = self._said.get(event.seat)
        if said is None or not (said.text or said.claims):
            return
        if said.text == event.text and said.claims == getattr(event, "claims", said.claims):
            line.pop("text", None)
            line.pop("claims", None)
            line["said"] = True


class Decoder:
    """Reads the lines of one game in their order."""

    def __init__(self) -> None:
        self._said: dict[int, Line] = {}

    def move(self, line: Line) -> Move:
        """The move of a ``dec`` line; raises :class:`BadLine`."""
        if "cut" in line:
            return _CUT_IN.build(line)
        move = _DECISION.build(line)
        self._said[move.seat] = line
        return move

    def event(self, line: Line) -> Event:
        """The event of an ``ev`` line; raises :class:`BadLine`."""
        name = line.get("e")
        if type(name) is not str or name not in _EVENTS:
            near = get_close_matches(str(name), _EVENTS, 1)
            raise BadLine(f"unknown event {shown(name)}" + (f"; did you mean {near[0]!r}?" if near else ""))
        if "said" in line:
            self._resolve(name, line)
        return _EVENTS[name].build(line)

    def _resolve(self, name: str, line: Line) -> None:
        """Put the speech back in the place of ``said``."""
        seat = line.get("seat")
        said = self._said.get(seat) if type(seat) is int else None
        if name not in _SPEECHES or line.pop("said") is not True or said is None:
            raise BadLine("said: there is no answer of that seat which this could be")
        if "text" in line or "claims" in line:
            raise BadLine("said: the text is here a second time")
        line["text"] = said.get("text", "")
        if name == Spoke.__name__:
            line["claims"] = said.get("claims", [])
