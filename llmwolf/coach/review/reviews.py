"""Reviews of the speeches of a game, by what everybody could see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from llmwolf.coach.claims.ledger import held_after
from llmwolf.coach.claims.quoting import Span, quote
from llmwolf.coach.etiquette import of_words
from llmwolf.coach.material import Material, passed
from llmwolf.coach.minutes import Speech
from llmwolf.coach.review.case import Case, Item, listed
from llmwolf.coach.review.items import Checklist, Manner, Review
from llmwolf.coach.review.powers import GUARD, HUNTER, IDIOT, WITCH
from llmwolf.coach.review.seer import SEER
from llmwolf.coach.review.talk import LAST_WORDS, PK, SHERIFF, TOWN
from llmwolf.players.words import Pair

_BY_CARD: Final[dict[str, tuple[str, Pair, tuple[Item, ...]]]] = {
    "seer": ("seer", ("预言家发言", "a seer claim"), SEER),
    "witch": ("witch", ("女巫发言", "a witch claim"), WITCH),
    "hunter": ("hunter", ("猎人发言", "a hunter claim"), HUNTER),
    "guard": ("guard", ("守卫发言", "a guard claim"), GUARD),
    "idiot": ("idiot", ("白痴发言", "an idiot claim"), IDIOT),
}
_TOWN: Final = ("town", ("平民发言", "a villager's speech"), TOWN)


def reviews(m: Material, seat: int = 0) -> Iterator[Review]:
    """A review of every speech (of ``seat`` alone, unless 0) that says more than 过."""
    held: dict[int, str] = {}
    for speech in m.book.speeches:
        claims = (entry.claim for entry in m.said.get(speech.number, ()))
        card = held[speech.seat] = held_after(claims, held.get(speech.seat, ""))
        if seat in (0, speech.seat) and not passed(speech):
            yield Review(
                speech.number, speech.seat, speech.day, speech.stage, card,
                tuple(_lists(Case(m, speech, card))), tuple(_manners(speech)),
            )  # fmt: skip


def _lists(case: Case) -> Iterator[Checklist]:
    """The lists for the card claimed and for the part that the speaker has at the table."""
    speech = case.speech
    own = _BY_CARD.get(case.card)
    if own:
        yield listed(*own, case)
    if speech.stage == "last_words":
        yield listed("last_words", ("遗言", "last words"), LAST_WORDS, case)
    elif speech.stage == "pk":
        yield listed("pk", ("PK台发言", "a PK speech"), PK, case)
    elif case.card != "seer":
        yield listed(*_TOWN, case)
    if speech.stage == "speech" and speech.sheriff == speech.seat:
        yield listed("sheriff", ("警长发言", "the sheriff's speech"), SHERIFF, case)


def _manners(speech: Speech) -> Iterator[Manner]:
    for rule, at in of_words(speech.text):
        yield Manner(rule, quote(speech, Span(*at)))
