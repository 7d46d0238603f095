"""Roll-outs: bots play the rest of the game, again and again, from one moment of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

from llmwolf.boards.shares import SIDES, Share, wilson
from llmwolf.coach.odds.deals import Deals
from llmwolf.coach.odds.reference import PUBLIC, TRUE, Reference
from llmwolf.coach.odds.staging import stage
from llmwolf.players.base import Player
from llmwolf.players.bots import Ledger, make_bot
from llmwolf.rules.asks import Decision
from llmwolf.rules.chance import number
from llmwolf.rules.game import Game
from llmwolf.table.quick import play

STEP: Final = 20
"""Roll-outs between two looks at the interval."""
ENOUGH: Final = 0.07
"""Half of an interval that is narrow enough."""
MOST: Final = 220
"""Roll-outs after which an interval is narrow enough whatever the share (196 at a half)."""
_REFUSALS: Final = 12
"""So many deals are tried for each roll-out before a moment is given up."""
_GOLDEN: Final = 0.6180339887498949


@dataclass(frozen=True, slots=True)
class Setting:
    """Whose odds, by which luck, and how well the rest of the game is played."""

    observer: int = PUBLIC
    seed: int = 0
    level: str = "normal"


@dataclass(slots=True)
class Point:
    """The roll-outs of one moment: how often each side won, and how many worlds were tried for them."""

    wins: dict[str, int] = field(default_factory=dict)
    tried: int = 0

    @property
    def n(self) -> int:
        """How many games were played to their end."""
        return sum(self.wins.values())

    def share(self, side: str) -> Share | None:
        """The chance of ``side`` with its interval (95 %); ``None`` where no world could be found."""
        return wilson(self.wins.get(side, 0), self.n) if self.n else None

    def narrow(self, goal: float = ENOUGH) -> bool:
        """Whether the interval of every side reaches at most ``goal`` to either side of its middle."""
        shares = [share for side in SIDES if (share := self.share(side)) is not None]
        return bool(shares) and all((share.high - share.low) / 2 <= goal for share in shares)


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
        luck = luck_of(self.setting, index)
        players = table(self.setting, self.ref.seats, luck)
        if self._deals is None:
            spec = self.ref.spec_at(self.ply)
            draws = (*spec.draws, *self.ref.marks[self.ply].draws)
            game = Game(replace(spec, dealt=self.ref.dealt, seed=luck, draws=draws), self.ref.game.roles)
            return game.play(self._before), players
        dealt = self._deals.draw((self._start + index * _GOLDEN) % 1, Random(luck))
        if dealt is None:
            return None
        setting = self.setting
        staged = stage(self.ref, setting.observer, self.ply, dealt, self._deals.book, players, luck)
        return None if staged is None else (staged, players)


def extend(moment: Moment, point: Point, goal: float = ENOUGH, most: int = MOST) -> Point:
    """More roll-outs of ``moment`` after those of ``point``, until it is narrow enough or has ``most``.

    What comes of it depends on the setting and the numbers alone, not on how often it was interrupted.
    """
    wins, tried = dict(point.wins), point.tried
    found = Point(wins, tried)
    while found.n < most and not (found.n >= STEP and found.n % STEP == 0 and found.narrow(goal)):
        if found.tried >= _REFUSALS * (found.n + STEP):
            break
        winner = outcome(moment, found.tried)
        found.tried += 1
        if winner:
            wins[winner] = wins.get(winner, 0) + 1
    return found


def outcome(moment: Moment, index: int, answers: Mapping[int, Decision] | None = None) -> str:
    """Who wins in world ``index``; empty where there is no such world, or ``answers`` are refused in it.

    ``answers`` are given to the open ask, by seat; the bots answer the rest.
    """
    world = moment.world(index)
    if world is None:
        return ""
    game, players = world
    if answers:
        ply = game.ply
        for request in game.waiting:
            given = answers.get(request.seat)
            move = (
                given.at(ply)
                if given
                else players[request.seat].answer(game.view(request.seat)).decision(ply, request.seat)
            )
            if game.why_not(move) is not None:
                return ""
            game.submit(move)
    return play(game, players).judge.facts.winner


@dataclass(frozen=True, slots=True)
class Gain:
    """How much likelier a side wins by another answer: the mean of paired games, and half its interval."""

    gain: float
    half: float
    n: int


def paired(pairs: Sequence[tuple[bool, bool]]) -> Gain:
    """What the second of each pair (same world, same luck) is better by than the first; 95 %."""
    differences = [int(b) - int(a) for a, b in pairs]
    if len(differences) < 2:
        return Gain(0.0, 1.0, len(differences))
    # A difference that never showed may still be there: one unseen case of either sign is allowed for.
    spread = max(stdev(differences), sqrt(2 / len(differences)) if len(set(differences)) == 1 else 0.0)
    return Gain(fmean(differences), 1.96 * spread / sqrt(len(differences)), len(differences))
