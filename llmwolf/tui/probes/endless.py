"""A game that only its last day ends: nobody kills, nobody is voted out, everybody speaks every day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from llmwolf.boards import find_board, spec_for
from llmwolf.players.base import Answer
from llmwolf.roles import registry
from llmwolf.rules.asks import Request
from llmwolf.rules.chapters.setup import deal
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table.quick import default_answer

BOARD: Final = "official-12"
_SEED: Final = 1
_PIECE: Final = 30
"""Characters of a piece of a streamed speech."""


class Patient:
    """A seat that answers at once, and streams its speeches where it is asked to."""

    interrupts = False

    def answer(self, view: View) -> Answer:
        """A speech, or the answer that does the least."""
        request = view.request
        assert request is not None
        if request.kind == "speak":
            return Answer("say", text=speech(request, view.facts.day))
        return default_answer(request)

    def cut_in(self, view: View, heard: str) -> Answer | None:
        """Never."""
        return None


class Streaming:
    """The same, piece by piece; everything else runs between two pieces."""

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        """One answer."""
        answer = Patient().answer(view)
        for start in range(0, len(answer.text), _PIECE):
            say(answer.text[start : start + _PIECE])
            await asyncio.sleep(0)
        return answer


def speech(request: Request, day: int) -> str:
    """What a seat says on a day; two claim the seer's card and report a check for every night."""
    if request.seat in (3, 8):
        target = (request.seat + day) % 12 + 1
        return (
            f"我是预言家，昨晚验了{target}号，金水。警徽流先{target % 12 + 1}号。今天先听发言，不急着出人。过"
        )
    said = f"第{day}天，{request.seat}号发言：昨晚又是平安夜，3号和8号对跳预言家，两边的验人我都记着。"
    return f"{said}我是好人，先不站边，今天不投票，明天再看他们谁的验人先穿帮。过"


def new_game() -> Game:
    """The game at its first ask."""
    return Game(spec_for(find_board(BOARD), _SEED), registry())


def wolf_in(game: Game) -> int:
    """The seat of a wolf: the one with the most to see and to press."""
    return deal(game.spec, registry()).index("werewolf") + 1


def played_to(day: int) -> Game:
    """The game when the second speech of ``day`` is asked for."""
    game, patient, spoken = new_game(), Patient(), 0
    while (ask := game.ask) is not None:
        ply = game.ply
        if ask.stage == "speech" and game.judge.facts.day == day:
            spoken += 1
        if spoken == 2:
            return game
        for request in game.waiting:
            game.submit(patient.answer(game.view(request.seat)).decision(ply, request.seat))
    raise LookupError(f"the game was over before day {day}")
