"""Which cards an item of a record belongs to, who holds them, and whether they still can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from llmwolf.record.notation.items import Phase
from llmwolf.record.notation.sentences import Sentence, either, say, seats
from llmwolf.roles import registry
from llmwolf.rules.facts import NIGHT
from llmwolf.rules.game import Game

_CARDS: Final[dict[str, tuple[str, ...]]] = {
    "check": ("seer",),
    "guard": ("guard",),
    "muffle": ("guard",),
    "charm": ("wolf_beauty",),
    "silence": ("silencer",),
    "save": ("witch",),
    "poison": ("witch",),
    "link": ("cupid",),
    "model": ("wild_child",),
    "thief": ("thief",),
    "charm_pipe": ("piper",),
    "peek": ("little_girl",),
    "caught": ("little_girl",),
    "noticed": ("little_girl",),
    "shoot": ("hunter", "wolf_king"),
    "keep_card": ("idiot",),
    "voters": ("scapegoat",),
    "duel": ("knight",),
    **{verb: (role.id,) for role in registry().values() for verb in role.verbs},
}
"""Items that only some cards give, by word."""


def card(name: str) -> Sentence:
    """The name of a card."""
    role = registry()[name]
    return Sentence(role.zh, role.en.lower())


def left(game: Game, seat: int) -> Phase | None:
    """The night or day to which the death of ``seat`` belongs; ``None`` while it is in."""
    gone = game.judge.facts.gone.get(seat)
    return Phase(gone[1], gone[0] != NIGHT) if gone else None


def out(game: Game, seat: int) -> Sentence | None:
    """That ``seat`` is out, if it is."""
    phase = left(game, seat)
    return say("out", seat=seat, phase=phase) if phase else None


def holding(game: Game, cards: Sequence[str]) -> list[int]:
    """Seats that hold one of ``cards``, or were dealt it."""
    dealt, hands = game.spec.dealt, game.judge.hands
    return [
        seat
        for seat in range(1, game.spec.seats + 1)
        if hands[seat].role in cards or hands[seat].card in cards or dealt[seat - 1] in cards
    ]


def unable(game: Game, word: str, named: Sequence[int], phase: Phase) -> Sentence | None:
    """Why nobody can do ``word`` in ``phase``, as far as that lies with the cards.

    ``named`` are the seats that the record says it of. The card is not on the board or in the middle, another
    seat holds it, its holder is out since before ``phase``, or its power is lost (C-5).
    """
    cards = _CARDS.get(word, ())
    if not cards:
        return None
    name = either(map(card, cards))
    if not set(cards) & set(game.spec.cards):
        return say("no_card", card=name)
    held = holding(game, cards)
    if not held:
        return say("card_spare", card=name)
    for seat in named:
        if seat not in held:
            return (
                say("no_gun", seat=seat, card=card(game.judge.hands[seat].role))
                if word == "shoot"
                else say("not_holder", seat=seat, card=name, seats=seats(held))
            )
    if word == "shoot":
        return None
    since = [left(game, seat) for seat in named or held]
    if all(since) and all(last < phase for last in since if last):
        return say(
            "holder_out", card=name, seats=seats(named or held), phase=max(last for last in since if last)
        )
    if game.judge.hidden.powerless and all(game.roles[one].village_power for one in cards):
        return say("powerless")
    return None
