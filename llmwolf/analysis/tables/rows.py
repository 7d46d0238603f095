"""One record as rows of the tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any, Final

from llmwolf.analysis.corpus import agent_of, tournament_of
from llmwolf.coach.claims.ledger import held_after
from llmwolf.coach.material import length
from llmwolf.coach.minutes import Minutes, Speech, minutes
from llmwolf.players.bots.reading import read as heard
from llmwolf.record.head import Head
from llmwolf.record.reader import Transcript
from llmwolf.record.shapes import Line
from llmwolf.record.sources import sources_of, tries_of
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.asks import CutIn
from llmwolf.rules.audience import Event, Private, Public
from llmwolf.rules.facts import Facts
from llmwolf.rules.words import clean

Row = dict[str, Any]
Rows = dict[str, list[Row]]
_IN_SPEECHES: Final = ("ears", "text", "claims")
_BUILT_IN: Final = ("bot", "random")


def rows_of(transcript: Transcript, path: Path, game: int) -> Rows:
    """The rows of the record at ``path`` under the number ``game``, by table; texts are cleaned."""
    book = minutes(transcript.events)
    days = _Days()
    events = list(_events(transcript.events, days))
    found: dict[str, Iterable[Row]] = {
        "games": [_game(transcript, path, book)],
        "seats": _seats(transcript, path, book),
        "events": events,
        "speeches": _speeches(book),
        "claims": _claims(book),
        "ballots": days.ballots,
        "decisions": _decisions(transcript, days),
        "calls": _calls(transcript),
    }
    return {table: [{"game": game, **row} for row in rows] for table, rows in found.items()}


def rules_digest(head: Head) -> str:
    """A digest of the cards, the night and the house rules: equal where games can be compared."""
    told = repr((head.cards, head.events, head.hours, head.first_night, sorted(head.rules.items())))
    return blake2b(told.encode(), digest_size=8).hexdigest()


def _game(t: Transcript, path: Path, book: Minutes) -> Row:
    head, end = t.head, t.end
    tournament = tournament_of(path)
    return {
        "file": str(path),
        "tournament": tournament and tournament.name,
        "board": head.board,
        "seats": len(head.seats),
        "rules": rules_digest(head),
        "seed": head.seed,
        "engine": head.engine,
        "finished": t.finished,
        "winner": end and end.winner,
        "reason": end and end.reason,
        "days": book.facts.day,
        "moves": len(t.moves),
        "events": len(t.events),
        "speeches": len(book.speeches),
        "practice": head.origin is not None,
        "imported": head.imported and head.imported.format,
    }


def _seats(t: Transcript, path: Path, book: Minutes) -> Iterator[Row]:
    dealt = {e.seat: e.role for e in t.events if isinstance(e, ev.Dealt)}
    last = dealt | {e.seat: e.role for e in t.events if isinstance(e, ev.Became)}
    cards, in_tournament = registry(), tournament_of(path) is not None
    nights = max(book.nights, default=0)
    for sitter in t.head.seats:
        seat, out = sitter.seat, book.exits.get(sitter.seat)
        role = dealt.get(seat)
        yield {
            "seat": seat,
            "agent": agent_of(sitter, in_tournament),
            "name": sitter.name,
            "player": sitter.player,
            "level": sitter.level or None,
            "model": sitter.model or None,
            "persona": sitter.persona or None,
            "prompt": sitter.prompt or None,
            "role": role,
            "last_role": last.get(seat),
            "side": cards[role].side if role else None,
            "won": seat in t.end.winners if t.end else None,
            "out_day": out and out.day,
            "out_phase": out and out.phase,
            "out_how": out and out.how,
            "nights": nights if out is None else out.day - (out.phase == "night"),
        }


class _Days:
    """What is known of every moment: its day, and the ballots with who was in."""

    def __init__(self) -> None:
        self.facts = Facts()
        self.days: list[int] = [1]
        """The day after so many events."""
        self.roles: dict[int, str] = {}
        self.ballots: list[Row] = []

    def take(self, number: int, event: Event) -> None:
        """Take event ``number``."""
        if isinstance(event, Public):
            event.apply(self.facts)
        elif isinstance(event, (ev.Dealt, ev.Became)):
            self.roles[event.seat] = event.role
        self.days.append(max(self.facts.day, 1))
        if isinstance(event, ev.Ballots):
            self.ballots += self._ballots(number, event)

    def _ballots(self, number: int, event: ev.Ballots) -> Iterator[Row]:
        living = self.facts.living
        evil = sum(registry()[self.roles[s]].camp == "W" for s in living if s in self.roles)
        for voter, target in event.ballots:
            yield {
                "number": number,
                "day": self.facts.day,
                "stage": event.stage,
                "exile": event.stage in ev.EXILE,
                "voter": voter,
                "target": target or None,
                "living": len(living),
                "wolves_living": evil if self.roles else None,
            }


def _events(log: Iterable[Event], days: _Days) -> Iterator[Row]:
    for number, event in enumerate(log, 1):
        days.take(number, event)
        audience = (
            "public" if isinstance(event, Public) else "private" if isinstance(event, Private) else "secret"
        )
        fields = {name: getattr(event, name) for name in type(event).fields()}
        kept = {name: value for name, value in fields.items() if name not in _IN_SPEECHES}
        if isinstance(event, ev.Whispered):
            kept["text"] = clean(event.text)
        yield {
            "number": number,
            "kind": type(event).__name__,
            "audience": audience,
            "day": max(days.facts.day, 1),
            "phase": days.facts.phase,
            "stage": days.facts.stage,
            "seat": fields.get("seat") or None,
            "target": fields.get("target") or None,
            "data": kept,
        }


def _speeches(book: Minutes) -> Iterator[Row]:
    for speech in book.speeches:
        yield {
            "number": speech.number,
            "day": speech.day,
            "stage": speech.stage,
            "round": speech.round,
            "place": None if speech.stage == "last_words" else len(speech.earlier) + 1,
            "seat": speech.seat,
            "characters": length(speech.text),
            "cut": speech.cut,
            "claims": len(speech.claims),
            "text": clean(speech.text),
        }


def _claims(book: Minutes) -> Iterator[Row]:
    held: dict[int, str] = {}
    for speech in book.speeches:
        card = held.get(speech.seat, "")
        claims = speech.claims or heard(speech.text, speech.seat, book.seats, speech.day, card)
        held[speech.seat] = held_after(claims, card)
        for place, claim in enumerate(claims, 1):
            row = {
                **_said(speech),
                "claim": place,
                "act": claim.act,
                "value": claim.value,
                "night": claim.night or None,
                "source": "structured" if speech.claims else "text",
            }
            for rank, target in enumerate(claim.targets, 1):
                yield row | {"place": rank, "target": target}
            if not claim.targets:
                yield row


def _said(speech: Speech) -> Row:
    return {"number": speech.number, "day": speech.day, "seat": speech.seat}


def _decisions(t: Transcript, days: _Days) -> Iterator[Row]:
    sources = sources_of(t.llm, t.moves)
    built_in = {sitter.seat for sitter in t.head.seats if sitter.player in _BUILT_IN}
    for number, (move, before, line) in enumerate(zip(t.moves, t.said_before, sources, strict=True), 1):
        yield {
            "move": number,
            "ply": move.ply,
            "day": days.days[before],
            "seat": move.seat,
            "verb": clean(move.verb),
            "target": move.target or None,
            "cut_in": isinstance(move, CutIn),
            "source": _text(line, "source") or ("bot" if move.seat in built_in else None),
            "reason": _text(line, "reason"),
            "private_thought": _text(line, "thought"),
        }


def _calls(t: Transcript) -> Iterator[Row]:
    asked = (line for line in t.llm if "ask" in line and "source" not in line)
    lost = {id(line) for tries in tries_of(t).values() for line in chain.from_iterable(tries[:-1])}
    for number, line in enumerate(asked, 1):
        tokens = _counts(line.get("tokens"))
        seconds, retries = line.get("seconds"), line.get("retries")
        yield {
            "call": number,
            "seat": line["seat"] if type(line.get("seat")) is int else None,
            **{name: _text(line, name) for name in ("ask", "model", "format", "finish", "failed")},
            "prompt_tokens": tokens[0],
            "cached_tokens": tokens[1],
            "completion_tokens": tokens[2],
            "reasoning_tokens": tokens[3],
            "estimated": bool(line.get("estimated")),
            "seconds": seconds if isinstance(seconds, (int, float)) else None,
            "retries": len(retries) if isinstance(retries, list) else 0,
            "repair": bool(line.get("repair")),
            "lost": id(line) in lost,
            "private_reply": _text(line, "reply"),
            "private_reasoning": _text(line, "reasoning"),
        }


def _counts(value: Any) -> list[int | None]:
    """Tokens of the prompt, of these cached, of the reply, of these reasoning; ``None`` where unknown."""
    if isinstance(value, list) and len(value) == 4 and all(type(count) is int for count in value):
        return list(value)
    return [None] * 4


def _text(line: Line, name: str) -> str | None:
    """A text of a line that nobody has checked; ``None`` where there is none."""
    value = line.get(name)
    return clean(value) or None if isinstance(value, str) else None
