"""What the ledger makes of one speech, or of games of bots: how its worth is measured."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from llmwolf.boards import Board, spec_for
from llmwolf.coach.claims.entries import Entry
from llmwolf.coach.claims.ledger import ledger
from llmwolf.coach.minutes import of_public
from llmwolf.players.bots import Ledger, make_bot, personas
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event, Public
from llmwolf.rules.claims import Claim
from llmwolf.rules.game import Game
from llmwolf.table.quick import play


def of_speech(text: str, seat: int, seats: int, day: int = 1, held: str = "") -> list[Entry]:
    """The ledger of ``text``, said on ``day`` by ``seat``, who has claimed the card ``held`` before."""
    table: list[Public] = [ev.GameBegan(seats, ("villager",) * seats, True), ev.NightFell(day)]
    if held:
        table.append(ev.Spoke(seat, "speech", "", "", (Claim("role", (), held),)))
    table.append(ev.Spoke(seat, "speech", text))
    entries = ledger(of_public(enumerate(table, 1)))
    return [entry for entry in entries if entry.number == len(table)]


def words_alone(log: Iterable[Event]) -> list[Event]:
    """The events of a game as if nobody had attached claims to what he said: the words are all there is."""
    return [ev.Spoke(e.seat, e.stage, e.text, e.cut) if isinstance(e, ev.Spoke) else e for e in log]


def games_of_bots(board: Board, level: str, lang: str, seeds: Iterable[int]) -> Iterator[Game]:
    """A finished game of bots on ``board`` for each of ``seeds``; the personas take turns."""
    cast = list(personas().values())
    for seed in seeds:
        game, book = Game(spec_for(board, seed), registry()), Ledger()
        players = {
            seat: make_bot(seat, level, seed, cast[(seat + seed) % len(cast)], lang, True, book)
            for seat in range(1, board.seats + 1)
        }
        yield play(game, players)
