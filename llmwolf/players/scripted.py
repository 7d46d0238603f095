"""Seats that answer without thinking: at random among the legal answers."""

from __future__ import annotations

from random import Random

from llmwolf.players.base import Answer
from llmwolf.rules.asks import PASS, Request
from llmwolf.rules.view import View


def random_answer(request: Request, rng: Random) -> Answer:
    """One of the legal answers to ``request``, every one as likely as any other; speeches are 过."""
    ways = int(request.may_pass)
    for choice in request.choices:
        ways += len(choice.pool) if choice.most else 1
    i = int(rng.random() * ways)
    for verb, pool, least, most in request.choices:
        if i < len(pool):
            return Answer(verb, (pool[i],) if least <= 1 else tuple(sorted(rng.sample(pool, least))))
        if not (most or i):
            return Answer(verb, (), "过" if request.text_limit else "")
        i -= len(pool) if most else 1
    return Answer(PASS)


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
