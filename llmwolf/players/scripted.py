"""Seats that answer without thinking: at random among the legal answers."""

from __future__ import annotations

from functools import cache
from math import comb
from random import Random

from llmwolf.players.base import Answer
from llmwolf.rules.asks import PASS, Request
from llmwolf.rules.view import View


def random_answer(request: Request, rng: Random) -> Answer:
    """One of the legal answers to ``request``, every one as likely as any other; speeches are 过."""
    _, _, choices, may_pass, text_limit, _ = request
    if len(choices) == 1:  # the common cases, in few steps: one seat, or nobody
        verb, pool, least, most, _ = choices[0]
        if not most:
            told = rng.random() * (1 + may_pass) < 1
            return Answer(verb, (), "过" if text_limit else "") if told else Answer(PASS)
        if pool and least == most == 1:
            i = int(rng.random() * (len(pool) + may_pass))
            return Answer(verb, (pool[i],)) if i < len(pool) else Answer(PASS)
    ways = int(may_pass)
    for _, pool, least, most, _ in choices:
        ways += len(pool) if least == most == 1 else _ways(len(pool), least, most)  # mostly one seat
    i = int(rng.random() * ways)
    for verb, pool, least, most, some in choices:
        if least == most == 1:
            if i < len(pool):
                return Answer(verb, (pool[i],))
            i -= len(pool)
        else:
            fitting = _ways(len(pool), least, most)
            if i < fitting:
                targets = _targets(pool, least, i, rng) if most else ()
                if some and not set(some) & set(targets):
                    targets = tuple(sorted({rng.choice(some), *targets[1:]}))
                return Answer(verb, targets, "过" if text_limit and not most else "")
            i -= fitting
    return Answer(PASS)


@cache
def _ways(seats: int, least: int, most: int) -> int:
    """How many sets of ``least`` to ``most`` of so many seats there are."""
    return sum(comb(seats, count) for count in range(least, most + 1))


def _targets(pool: tuple[int, ...], least: int, i: int, rng: Random) -> tuple[int, ...]:
    """Seats of ``pool``, ascending: as many as the ``i``-th set has, the small sets first."""
    if not least and i <= len(pool):  # nobody or one, the common case
        return (pool[i - 1],) if i else ()
    count = least
    while i >= _ways(len(pool), least, count):
        count += 1
    return tuple(sorted(rng.sample(pool, count)))


class RandomPlayer:
    """Legal, and nothing more; deterministic for its seed and the order of its requests."""

    interrupts = False

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def answer(self, view: View) -> Answer:
        """A random legal answer."""
        assert view.request is not None
        return random_answer(view.request, self._rng)

    def cut_in(self, view: View, heard: str) -> Answer | None:
        """Never."""
        return None
