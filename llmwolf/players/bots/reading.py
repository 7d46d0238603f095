"""What a speech in free words claims: the acts of :mod:`llmwolf.rules.claims`, read from the text.

Only what the speaker says in his own name counts: nothing negated, quoted, asked, put under an "if",
or told of somebody else. What cannot be told for sure is left out.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from llmwolf.players.bots.listening.cards import card_claims
from llmwolf.players.bots.listening.clauses import Clause, clauses, sentences
from llmwolf.players.bots.listening.context import Context
from llmwolf.players.bots.listening.opinions import opinions
from llmwolf.players.bots.listening.reports import checks, deeds, flow, redated
from llmwolf.players.bots.seats import plain
from llmwolf.rules.claims import Claim

_LATER: Final = re.compile(r"明天|后天|下一?轮|\btomorrow\b", re.IGNORECASE)
LIMIT: Final = 4_000
"""Characters of a speech that are listened to: thrice the longest that people made."""


@lru_cache(maxsize=1024)
def read(text: str, seat: int, seats: int, day: int = 1, held: str = "") -> tuple[Claim, ...]:
    """The claims that ``seat`` makes in ``text`` on ``day`` at a table of ``seats``.

    No more than :data:`LIMIT` characters are read. ``held`` is the card that the speaker claimed before:
    a seer's "5号金水" is a report, a villager's is talk about somebody else's.
    """
    hearing = Context(seat, seats, day, held)
    found: list[Claim] = []
    later: list[Claim] = []
    for number, sentence in enumerate(sentences(plain(text[:LIMIT])[:LIMIT], seat)):
        parts = list(clauses(sentence))
        cards = _cards(parts, number == 0, hearing, held)
        found += [claim for claims in cards.values() for claim in claims]
        hearing.begin()
        for place, (clause, own) in enumerate(parts):
            if own:
                hearing.hear_night(clause)
                found += checks(clause, hearing) + deeds(clause, hearing)
                (later if _LATER.search(clause) else found).extend(opinions(clause, hearing))
                hearing.fresh = place in cards
            hearing.turn_to(clause)
        found += flow(parts, hearing)
    return _tidy(redated(found, hearing), later)


def _cards(parts: list[Clause], opens: bool, hearing: Context, held: str) -> dict[int, list[Claim]]:
    """The claims to a card in a sentence, by the place of the clause: they hold for all of it."""
    found: dict[int, list[Claim]] = {}
    before = ""
    for place, (clause, own) in enumerate(parts):
        claims = card_claims(clause, before, opens and not before, held) if own else []
        if claims:
            found[place] = claims
            hearing.role = claims[-1].value if claims[-1].act == "role" else ""
        before = clause
    return found


def _tidy(found: list[Claim], later: list[Claim]) -> tuple[Claim, ...]:
    """Each claim once; of several calls for a vote the last is the one meant, and of opinions of a seat.

    What is said for tomorrow (``later``) is a call only where nothing is for today.
    """
    if not any(claim.act == "vote" for claim in found):
        found = found + later
    else:
        found = found + [claim for claim in later if claim.act != "vote"]
    reported = {claim.targets[0] for claim in found if claim.act == "check"}
    last = {_matter(claim): claim for claim in found}
    return tuple(
        claim
        for claim in dict.fromkeys(found)
        if last[_matter(claim)] == claim
        and not (claim.act in ("suspect", "trust") and claim.targets[0] in reported)
    )


def _matter(claim: Claim) -> object:
    """What only one claim of a speech can be about."""
    match claim.act:
        case "vote":
            return "vote"
        case "suspect" | "trust":
            return claim.targets
        case _:
            return claim
