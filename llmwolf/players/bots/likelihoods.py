"""What events say about who the wolves are, whoever the seer is: one function a likelihood."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from llmwolf.players.bots.draft import Draft
from llmwolf.players.bots.ledger import Ledger
from llmwolf.roles import registry
from llmwolf.rules.facts import DAY, Facts


def cards_turned(d: Draft) -> None:
    """A card turned in public, a 自爆, what a death proves: no doubt is left, but for a wild child."""
    for seat, role in d.facts.shown.items():
        if registry()[role].camp == "W":
            d.evil |= 1 << seat
        elif role != "wild_child":
            d.good |= 1 << seat
    for seat, _, _ in d.book.exploded:
        d.evil |= 1 << seat
    for seat, side in d.book.proved.items():
        if side == "wolf":
            d.evil |= 1 << seat
        else:
            d.good |= 1 << seat


def told_poisons(book: Ledger) -> frozenset[int]:
    """Whom the one seat that claims the witch says to have poisoned."""
    witches = book.holders("witch")
    return frozenset(target for target, (witch, _) in book.poisons.items() if witches == [witch])


def night_deaths(d: Draft) -> None:
    """The knife falls on good players, the poison where the witch doubted somebody."""
    poisoned = told_poisons(d.book)
    for dead in d.book.nights.values():
        knifed = [seat for seat in dead if seat not in poisoned]
        ratio = d.weights["died_alone_at_night" if len(knifed) == 1 else "died_at_night_with_others"]
        for seat in dead:
            d.factors[seat] *= ratio if seat in knifed else d.weights["poisoned"]


def roars(d: Draft) -> None:
    """A bear that roars has a wolf beside its tamer, a silent one has none; the hidden wolf apart."""
    tamers = d.book.holders("bear_tamer")
    if len(tamers) != 1:
        return
    for day in d.book.nights:
        for seat in beside(d.facts, tamers[0], day):
            d.factors[seat] *= d.weights["beside_roar" if day in d.book.roars else "beside_silent_bear"]


def beside(facts: Facts, seat: int, day: int) -> tuple[int, ...]:
    """The nearest living neighbours of ``seat`` on the morning of ``day``; none where it was out by then."""
    living = [s for s in range(1, facts.seats + 1) if _saw_the_dawn(facts, s, day)]
    if seat not in living or len(living) < 3:
        return ()
    at = living.index(seat)
    return living[at - 1], living[(at + 1) % len(living)]


def _saw_the_dawn(facts: Facts, seat: int, day: int) -> bool:
    phase, when, _ = facts.gone.get(seat, (DAY, day, ""))
    return when > day or (when == day and phase == DAY)


def heirs(d: Draft) -> None:
    """A wolf hands the badge to a mate, or to somebody he wants to look like one."""
    for _, giver, heir in d.book.passed:
        if heir and d.evil >> giver & 1:
            d.factors[heir] *= d.weights["heir_of_a_wolf"]


def reports(d: Draft) -> None:
    """What a gravekeeper or a little girl tells, while nobody else claims the card."""
    for seat, told in d.book.reports.items():
        if d.book.holders(d.book.roles.get(seat, "")) == [seat]:
            for check in told.values():
                word = "reported_wolf" if check.value == "wolf" else "reported_good"
                d.factors[check.target] *= d.weights[word]


def shots(d: Draft) -> None:
    """A hunter shoots whom he suspects."""
    for _, target in d.book.shots:
        d.factors[target] *= d.weights["shot"]


def ballots(d: Draft) -> None:
    """Wolves vote for each other less often; abstaining and breaking one's word look bad."""
    w = d.weights
    for ballot in d.book.ballots:
        if ballot.stage.startswith("badge"):
            continue
        for voter, target in ballot.votes.items():
            if not target:
                d.factors[voter] *= w["abstained"]
            elif target != voter:
                d.pair(voter, target, w["voted_for_each_other"])
    for day, voter in d.book.broken:
        crowd = sum(when == day for when, _ in d.book.broken)
        if 2 * crowd < len(d.book.exile_votes(day)):
            d.factors[voter] *= w["voted_against_own_word"]


def opinions(d: Draft) -> None:
    """Wolves vouch for each other rather than accuse."""
    suspects, trusts = d.weights["suspects_the_other"], d.weights["trusts_the_other"]
    for (speaker, target), (sign, _) in d.book.stances.items():
        d.pair(speaker, target, trusts if sign > 0 else suspects)


def silence(d: Draft) -> None:
    """A turn without content."""
    for speech in d.book.speeches[: d.book.counted]:
        if len(speech.text) < 6 and not speech.claims:
            d.factors[speech.seat] *= d.weights["said_nothing"]


def withdrawals(d: Draft) -> None:
    """A candidate who steps back for the seer."""
    for seat in d.facts.withdrawn:
        d.factors[seat] *= d.weights["withdrew"]


def proven_cards(book: Ledger, facts: Facts) -> dict[str, int]:
    """The only cards of their kind whose holder everybody has seen act: card → seat."""
    found = {card: seat for seat, card in facts.shown.items()}
    if book.shots and "wolf_king" not in facts.cards:
        found["hunter"] = book.shots[0][0]
    for _, knight, _, _ in book.duels:
        found["knight"] = knight
    return {card: seat for card, seat in found.items() if facts.cards.count(card) == 1}


def god_claims(d: Draft) -> None:
    """A single card claimed by one seat is probably held; claimed by two, at least one of them lies.

    Whoever claims a card that somebody else has been seen to hold has lied.
    """
    cards = d.facts.cards
    proven = proven_cards(d.book, d.facts)
    for role in dict.fromkeys(d.book.roles.values()):
        if role == "seer" or cards.count(role) != 1 or registry()[role].camp == "W":
            continue
        holders = d.book.holders(role)
        if real := proven.get(role):
            d.good |= 1 << real
            for liar in holders:
                d.factors[liar] *= d.weights["claims_a_proven_card"] if liar != real else 1
        elif len(holders) == 1:
            d.factors[holders[0]] *= d.weights["only_claim_to_a_card"]
        else:
            ratio = d.weights["contested_claim"]
            for i, a in enumerate(holders):
                d.factors[a] *= ratio
                for b in holders[i + 1 :]:
                    d.pair(a, b, 1 / ratio)


def silver_water(d: Draft) -> None:
    """Whom the witch says she saved was knifed."""
    witches = d.book.holders("witch")
    for target, (witch, _) in d.book.waters.items():
        if witches == [witch]:
            d.factors[target] *= d.weights["silver_water"]


LIKELIHOODS: Final[tuple[Callable[[Draft], None], ...]] = (
    cards_turned, night_deaths, heirs, roars, reports, shots, ballots, opinions, silence, withdrawals,
    god_claims, silver_water,
)  # fmt: skip
