"""A speech without words: the claims of a line, for games that nobody reads."""

from __future__ import annotations

from collections.abc import Iterator

from llmwolf.players.base import Answer
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.last_talk import open_wolf
from llmwolf.players.bots.speech.sides import consistent, taking_sides
from llmwolf.players.bots.strategy.line import Line
from llmwolf.rules.asks import Request
from llmwolf.rules.claims import Claim


def claims_alone(m: Mind, line: Line, request: Request) -> Answer:
    """The answer to a request to speak, its text empty: what :func:`~.compose.speech` would claim, without
    the grounds, remarks on others and reasons that only words can give."""
    if not request.text_limit:
        return Answer(request.choices[0].verb)
    claims = () if open_wolf(m) else tuple(_claims(m, consistent(m, line)))
    return Answer(request.choices[0].verb, (), "", claims)


def _claims(m: Mind, line: Line) -> Iterator[Claim]:
    yield from deeds(m, line)
    yield from (claim for one in taking_sides(m, line) for claim in one.claims)
    yield from views(line)


def views(line: Line) -> Iterator[Claim]:
    """Whom ``line`` suspects, trusts and calls for."""
    if line.suspects:
        yield Claim("suspect", line.suspects)
    if line.trusts:
        yield Claim("trust", line.trusts[:1])
    if line.vote:
        yield Claim("vote", (line.vote,))


def deeds(m: Mind, line: Line) -> Iterator[Claim]:
    """The card of ``line``, and what it has done and seen, as far as it has not been said."""
    if m.exposed and line.role and line.role != "seer":
        yield Claim("retract", (), "seer")
    if line.role and m.book.roles.get(m.me) != line.role:
        yield Claim("role", (), line.role)
    for check in (*line.checks, *line.reports):
        yield Claim("check", (check.target,), check.value, check.night)
    if line.flow:
        yield Claim("flow", line.flow)
    for act, said, done in (
        ("save", m.book.waters, line.saves),
        ("poison", m.book.poisons, line.poisons),
    ):
        for night, target in done:
            if target not in said:
                yield Claim(act, (target,), "", night)
    told = m.book.guards.get(m.me, ())
    for night, target in line.guards:
        if (night, target) not in told:
            yield Claim("guard", (target,), "", night)
