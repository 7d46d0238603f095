"""The synchronous loop for seats that answer at once: tournaments of bots, roll-outs, benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from llmwolf.players.base import Answer, Player
from llmwolf.rules.asks import PASS, Ask, Request
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table.ports import Recorder


class Interrupter(Protocol):
    """Whoever may act out of turn."""

    def cut_in(self, view: View, heard: str) -> Answer | None:
        """One of ``view.rights``, while somebody has said ``heard`` so far; or ``None``."""


def default_answer(request: Request) -> Answer:
    """What is recorded when nobody answers: a pass where one is legal, otherwise the first legal answer."""
    if request.may_pass:
        return Answer(PASS)
    choice = request.choices[0]
    return Answer(choice.verb, choice.pool[: choice.least])


def interrupters(players: Mapping[int, Player]) -> dict[int, Player]:
    """Those of ``players`` who may act out of turn at all."""
    return {seat: player for seat, player in sorted(players.items()) if player.interrupts}


def _unnoticed(seat: int, answer: Answer) -> None:
    """Nobody wants to know who interrupted."""


def interrupt(
    game: Game,
    players: Mapping[int, Interrupter],
    heard: str,
    taken: Callable[[int, Answer], None] = _unnoticed,
) -> bool:
    """Offer the open ask's rights to ``players`` (ascending by seat), the lowest first (I-5).

    Asked when a speech begins and when it ends, so that a table that shows speeches slowly and one
    that does not see the same game. ``taken`` hears of each act that was accepted. Returns whether the
    speech was cut off.
    """
    ask = game.ask
    if not players or ask is None or not ask.rights:
        return False
    ply = game.ply
    holders = {right.seat for right in ask.rights}
    for seat, player in players.items():
        if seat not in holders or (act := player.cut_in(game.view(seat), heard)) is None:
            continue
        cut = act.as_cut_in(ply, seat, heard)
        if game.why_not(cut) is None:
            game.cut_in(cut)
            taken(seat, act)
            if game.ply != ply:
                return True
    return False


def is_speech(ask: Ask) -> bool:
    """Whether the ask is one seat's turn to speak."""
    return len(ask.requests) == 1 and ask.requests[0].kind == "speak"


def play(game: Game, players: Mapping[int, Player], recorder: Recorder | None = None) -> Game:
    """Play ``game`` to its end; ``players`` by seat. Returns the game."""
    eager = interrupters(players)
    while (ask := game.ask) is not None:
        ply = game.ply
        open_to_cuts = bool(eager) and is_speech(ask)
        if not (open_to_cuts and interrupt(game, eager, "")):
            if recorder is not None and open_to_cuts:
                recorder.take(game)
            for request in ask.requests:
                seat = request.seat
                answer = players[seat].answer(game.view(seat))
                if not (open_to_cuts and interrupt(game, eager, answer.text)):
                    game.submit(answer.decision(ply, seat))
        if recorder is not None:
            recorder.take(game)
    return game
