"""Roll-outs: bots play the rest of the game, again and again, from one moment of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from llmwolf.coach.odds.deals import Deals
from llmwolf.coach.odds.lean import bot as lean
from llmwolf.coach.odds.point import GOLDEN, LETTERS, REFUSED
from llmwolf.coach.odds.reference import PUBLIC, TRUE, Reference
from llmwolf.coach.odds.staging import stage
from llmwolf.players.base import Player
from llmwolf.players.bots import Ledger, make_bot
from llmwolf.rules.asks import Decision
from llmwolf.rules.chance import number
from llmwolf.rules.game import Game
from llmwolf.table.quick import play


@dataclass(frozen=True, slots=True)
class Setting:
    """Whose odds, by which luck, and how well the rest of the game is played."""

    observer: int = PUBLIC
    seed: int = 0
    level: str = "normal"


def table(setting: Setting, seats: int, luck: int) -> dict[int, Player]:
    """A bot for every seat, without words, with one memory of the table."""
    book = Ledger()
    return {s: make_bot(s, setting.level, luck, words=False, book=book) for s in range(1, seats + 1)}


def luck_of(setting: Setting, index: int) -> int:
    """The seed of roll-out ``index``: the same at every moment and for every alternative."""
    return number(setting.seed, "odds/luck", index)


class Moment:
    """One ask of ``ref``, from which worlds are drawn by their index."""

    def __init__(self, ref: Reference, setting: Setting, ply: int) -> None:
        self.ref, self.setting, self.ply = ref, setting, ply
        self._deals = None if setting.observer == TRUE else Deals(ref, setting.observer, ply)
        self._start = number(setting.seed, "odds/start") / 2**64
        self._before = [m for p in range(ply) for m in ref.answers.get(p, ())]

    def world(self, index: int) -> tuple[Game, dict[int, Player]] | None:
        """The game as it may stand, with bots to go on with it; ``None`` where that deal is refused."""
        setting, ref = self.setting, self.ref
        luck = luck_of(setting, index)
        seated = partial(lean.table, setting.level, ref.seats, luck)
        if self._deals is None:
            spec = ref.spec_at(self.ply)
            draws = (*spec.draws, *ref.marks[self.ply].draws)
            game = Game(replace(spec, dealt=ref.dealt, seed=luck, draws=draws), ref.game.roles)
            return game.play(self._before), seated()
        dealt = self._deals.draw((self._start + index * GOLDEN) % 1, Random(luck))
        if dealt is None:
            return None
        return stage(ref, setting.observer, self.ply, dealt, self._deals.book, seated, luck)


def roll(moment: Moment, worlds: Iterable[int], answers: Iterable[Decision] = ()) -> str:
    """Who wins in each of ``worlds``, a letter a world (``.``: no such world, or ``answers`` are refused).

    ``answers`` are given to the open ask; the bots answer the rest. A world's luck depends on its number and
    the setting alone.
    """
    given = {move.seat: move for move in answers}
    return "".join(_outcome(moment, index, given) for index in worlds)


def _outcome(moment: Moment, index: int, given: dict[int, Decision]) -> str:
    world = moment.world(index)
    if world is None:
        return REFUSED
    game, players = world
    if given:
        ply = game.ply
        for request in game.waiting:
            move = given.get(request.seat)
            answer = (
                move.at(ply)
                if move
                else players[request.seat].answer(game.view(request.seat)).decision(ply, request.seat)
            )
            if game.why_not(answer) is not None:
                return REFUSED
            game.submit(answer)
    return LETTERS[play(game, players).judge.facts.winner]
