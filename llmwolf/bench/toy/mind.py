"""What the toy makes of a prompt: it goes by checks, its own and those of the seer it believes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any, Final

from llmwolf.bench.answering import legal
from llmwolf.bench.toy.reading import Page, Way, read
from llmwolf.bench.toy.words import speech, thought

Answer = dict[str, Any]
_KIND: Final = ("save", "guard", "give", "muffle")
"""Acts for one's own; what is about the badge is another."""
_ON_GROUNDS: Final = ("poison", "shoot", "widow")
"""Acts that are not done on a guess; who is told to pass in doubt does none."""
_NEVER: Final = ("explode", "withdraw", "duel", "flip", "turn")
_PASS: Final = "pass"


@dataclass(frozen=True, slots=True)
class Opinion:
    """Whom of the living a seat is against, the surest first, whom it spares, which ``seer`` it believes.

    ``hunch`` is whom it goes for where it has no grounds; 0: nobody.
    """

    against: tuple[int, ...]
    spared: frozenset[int]
    seer: int = 0
    hunch: int = 0

    @property
    def suspects(self) -> tuple[int, ...]:
        """Whom it is against, with or without grounds."""
        return self.against or ((self.hunch,) if self.hunch else ())


def answer_to(body: Mapping[str, Any]) -> Answer:
    """A legal answer to the request ``body``, always the same to the same prompt.

    To a question that is none of a game's, the first thing that its schema allows; without one, nothing.
    """
    page = read(body)
    if page is None:
        schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
        return dict(legal(schema)) if schema else {}
    luck = Random(sha256(json.dumps(body["messages"], ensure_ascii=False).encode()).hexdigest())
    opinion = opinion_of(page)
    way = _way(page, opinion)
    told: Answer = {
        "thought": thought(opinion.seer, opinion.suspects, page.english),
        "plan": "",
        "speech": speech(page, opinion.seer, opinion.suspects, luck)[: page.speech],
        "act": way.act,
        "targets": _targets(page, way, opinion, luck),
        "claims": _claims(page, opinion) if page.speech else [],
        "order": [],
    }
    return {name: told[name] for name in page.fields}


def opinion_of(page: Page) -> Opinion:
    """What the checks that a seat knows of come to, and for want of them its hunch of the day.

    Who is told to pass in doubt has no hunches, and as a wolf no grounds ever.
    """
    if page.wolf:
        seer, spared = 0, {page.seat, *page.mates}
        against = [] if page.careful else [page.wish, *(seer.seat for seer in page.seers)]
    else:
        seer, spared, against = _believed(page)
    living = page.living or tuple(range(1, 19))
    found = tuple(seat for seat in dict.fromkeys(against) if seat in living and seat not in spared)
    order = Random(page.day).sample(living, len(living))
    hunch = 0 if page.careful else next((seat for seat in order if seat not in spared), 0)
    return Opinion(found, frozenset(spared), seer, hunch)


def _believed(page: Page) -> tuple[int, set[int], list[int]]:
    """The seer that a good seat believes (0: none), whom it spares and whom it takes for wolves."""
    others = [seer for seer in page.seers if seer.seat != page.seat]
    honest = (seer for seer in others if not page.seer and seer.found.get(page.seat) is not False)
    believed = next(honest, None)  # there is one seer: the others lie
    checks = {**(believed.found if believed else {}), **page.found}
    spared = {page.seat, *(seat for seat, good in checks.items() if good)}
    wolves = [seat for seat, good in checks.items() if not good]
    wolves += [seer.seat for seer in others if seer is not believed]
    if believed is None:
        return 0, spared, wolves
    return believed.seat, spared | {believed.seat}, wolves


def _way(page: Page, opinion: Opinion) -> Way:
    """The act: nothing out of turn, nothing final on a guess, otherwise the first that is one."""
    for way in page.ways:
        wanted = any(seat in opinion.against for seat in way.pool)
        if way.act == "run":
            wanted = page.seer
        elif way.act not in _ON_GROUNDS and not page.careful:
            wanted = True
        if wanted and way.act not in (*_NEVER, _PASS):
            return way
    return next((way for way in page.ways if way.act == _PASS), page.ways[0])


def _targets(page: Page, way: Way, opinion: Opinion, luck: Random) -> list[int]:
    """Whom it is for: suspects first and one's own last; to a kind act the other way round."""
    suspects = opinion.suspects
    if page.careful and not way.least and not suspects:
        return []
    kind = page.badge or way.act in _KIND
    order = luck.sample(way.pool, len(way.pool))

    def rank(seat: int) -> int:
        if seat in suspects:
            known = way.act == "check" and seat in opinion.against  # what is known need not be asked
            return len(order) if kind or known else suspects.index(seat) - len(suspects)
        return (-1 if kind else len(order)) if seat in opinion.spared else 0

    order.sort(key=rank)
    return sorted(order[: max(way.least, min(way.most, 1))])


def _claims(page: Page, opinion: Opinion) -> list[Answer]:
    """A seer's card and all its checks; of anybody else whom it votes for."""
    if page.seer:
        checks = [
            _claim("check", [seat], "good" if good else "wolf", night)
            for night, (seat, good) in enumerate(page.found.items(), 1)
        ]
        return [_claim("role", [], "seer"), *checks]
    return [_claim("vote", [opinion.suspects[0]])] if opinion.suspects else []


def _claim(act: str, targets: list[int], value: str = "", night: int = 0) -> Answer:
    return {"act": act, "targets": targets, "value": value, "night": night}
