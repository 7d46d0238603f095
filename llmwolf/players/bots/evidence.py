"""What events say about who the wolves are, gathered from every likelihood there is.

They are in :mod:`~llmwolf.players.bots.likelihoods` and :mod:`~llmwolf.players.bots.stories`. Weights are
ratios from :mod:`llmwolf.players.bots.weights`: wolf to good, or both wolves to anything else. What depends
on whose seer claim is true is reckoned once for each *story*: "seat r is the seer" for every claimant r, and
"none of them is" (r = 0).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from llmwolf.players.bots.draft import Doubts, Draft, Tale
from llmwolf.players.bots.entries import SeerStory
from llmwolf.players.bots.ledger import Ledger
from llmwolf.players.bots.levels import Level
from llmwolf.players.bots.likelihoods import LIKELIHOODS
from llmwolf.players.bots.stories import STORY_LIKELIHOODS
from llmwolf.rules.facts import Facts


class Story(NamedTuple):
    """One reading of the seer claims: ``seer`` is real (0: nobody who claims is).

    ``prior`` is its weight, ``factors`` the ratios by seat, ``good`` and ``evil`` the seats it fixes (masks).
    """

    seer: int
    prior: float
    factors: tuple[float, ...]
    good: int
    evil: int


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """All that the public knows about who the wolves are.

    :func:`gather` gives the same object for the same evidence, so that what follows from it can be kept.
    """

    factors: tuple[float, ...]
    ties: tuple[tuple[float, ...], ...]
    """Ratios for two seats being wolves together, by seat and seat."""
    good: int
    evil: int
    stories: tuple[Story, ...]
    claims: int
    """The seats whose claim is somebody's story, and place 0 where nobody's is one (mask)."""


_CERTAIN: Final = Doubts()
_KEPT: dict[tuple[int, Level, Doubts], Evidence] = {}
_SAME: dict[tuple[object, ...], Evidence] = {}
_KEEP: Final = 64


def gather(book: Ledger, facts: Facts, level: Level, doubts: Doubts = _CERTAIN) -> Evidence:
    """Run every likelihood over the table's memory as it was when it last settled.

    What one seat of a table has gathered the others need not: it is the same for all of them.
    """
    key = (book.settled, level, doubts)
    kept = _KEPT.get(key)
    if kept is None:
        if len(_KEPT) >= _KEEP:
            _KEPT.clear()
            _SAME.clear()
        kept = _KEPT[key] = _gathered(book, facts, level.weights, doubts)
    return kept


def _gathered(book: Ledger, facts: Facts, weights: Mapping[str, float], doubts: Doubts) -> Evidence:
    length = facts.seats + 1
    ties = [[1.0] * length for _ in range(length)]
    draft = Draft(book, facts, weights, [1.0] * length, ties, doubts)
    for likelihood in LIKELIHOODS:
        likelihood(draft)
    claims = [s for s in book.claimants() if _may_be_seer(facts, s.seat)]
    stories = []
    for real in _heads(facts, claims):
        tale = Tale(draft, real, [s for s in claims if s is not real], [1.0] * length)
        for told in STORY_LIKELIHOODS:
            told(tale)
        stories.append(Story(real.seat if real else 0, tale.prior, tuple(tale.factors), tale.good, tale.evil))
    claimed = sum(1 << story.seer for story in stories)
    parts = (tuple(draft.factors), tuple(map(tuple, ties)), draft.good, draft.evil, tuple(stories), claimed)
    return _SAME.setdefault(parts, Evidence(*parts))


def _heads(facts: Facts, claims: list[SeerStory]) -> list[SeerStory | None]:
    """Whose claim may be true (``None``: nobody's): all of them until the one seer's card is turned."""
    turned = [s for s, card in facts.shown.items() if card == "seer"]
    if facts.cards.count("seer") == 1 and turned:
        return [next((s for s in claims if s.seat in turned), None)]
    return [*claims, None]


def _may_be_seer(facts: Facts, seat: int) -> bool:
    return facts.shown.get(seat, "seer") == "seer" and facts.gone.get(seat, ("", 0, ""))[2] != "explode"
