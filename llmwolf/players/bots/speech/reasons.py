"""Why a seat looks bad: what really moved the belief, found in what happened in this game.

A ground is as strong as the likelihood behind it (:mod:`llmwolf.players.bots.weights`); what no likelihood
counts is brought up only where there is nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from math import log
from typing import Final, NamedTuple

from llmwolf.players.bots.entries import Ballot, SeerStory
from llmwolf.players.bots.likelihoods import beside, proven_cards
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.fairness import claimed_at, did_the_same, said_at, short_on
from llmwolf.players.bots.speech.rivals import AGAINST, against, came_late
from llmwolf.players.bots.stories import left_by_night
from llmwolf.roles import registry

LIKELIHOODS: Final[Mapping[str, str]] = {
    "rival": "claims_falsely",
    "rival_late": "claims_falsely",
    "my_rival": "claims_falsely",
    "my_rival_late": "claims_falsely",
    **{f"rival_{kind}": "claims_falsely" for kind in AGAINST},
    "badge_missed": "badge_not_to_first_of_flow",
    "reported": "reported_wolf",
    "contested": "contested_claim",
    "usurps": "claims_falsely",
    "proved_liar": "claims_a_proven_card",
    "beside_bear": "beside_roar",
    "voted_seer": "voted_for_seer",
    "voted_gold": "voted_for_cleared",
    "voted_my_gold": "voted_for_cleared",
    "badge_rival": "voted_badge_for_rival",
    "sided_rival": "sides_with_rival",
    "gold_of_rival": "false_good_check",
    "backed_blast": "trusts_the_other",
    "blast_backed": "trusts_the_other",
    "mutual": "trusts_the_other",
    "against_word": "voted_against_own_word",
    "abstained": "abstained",
}
"""The likelihood that each kind of ground puts into words."""
CHECKED: Final = 5.0
"""The strength of a check that is believed: it leaves no doubt."""


class Reason(NamedTuple):
    """One ground: ``kind`` names its sentences, ``slots`` fill them.

    ``strength`` is how far it moves the belief (the logarithm of its likelihood's ratio), 0 where nothing is
    reckoned for it.
    """

    kind: str
    strength: float
    slots: dict[str, object]


def reasons(m: Mind, target: int, seer: int, vote: int = 0, doubted: Collection[int] = ()) -> list[Reason]:
    """The grounds against ``target`` for somebody who believes ``seer`` (0: nobody), strongest first.

    ``vote`` is whom the speaker wants out and ``doubted`` whom else he doubts aloud, so that he does not
    blame somebody for naming the same.
    """
    story = m.book.stories.get(seer) if seer else None
    rivals = [s.seat for s in m.book.claimants() if s.seat != seer] if seer else []
    found = [*_by_the_claim(m, target, story, rivals), *_by_cards(m, target)]
    found += [*_by_ballots(m, target, story, rivals), *_by_words(m, target, story, rivals)]
    # A ballot and its PK are one ground.
    found = list({(r.kind, *r.slots.items()): r for r in found}.values())
    found = [r for r in found if not did_the_same(m, r.kind, r.slots)]
    if not any(reason.strength for reason in found):
        manner = _by_manner(m, target, story, vote, {vote, *doubted})
        found += [r for r in manner if not did_the_same(m, r.kind, r.slots)]
    return sorted(found, key=lambda r: -r.strength)


def _reason(m: Mind, kind: str, **slots: object) -> Reason:
    named = LIKELIHOODS.get(kind)
    return Reason(kind, log(m.level.weights[named]) if named else 0.0, slots)


def _by_the_claim(m: Mind, target: int, story: SeerStory | None, rivals: list[int]) -> Iterator[Reason]:
    if story is None:
        for other in m.called_wolf_by(target)[:1]:
            yield Reason("checked_maybe", CHECKED * m.belief.seer.get(other.seat, 0.0), {"r": other.seat})
        return
    if story.value_of(target) == "wolf":
        strength = log(m.level.weights["doubtful_wolf_check"]) if m.doubts.wolf else CHECKED
        yield Reason("my_wolf" if story.seat == m.me else "checked", strength, {"r": story.seat})
    if target in rivals:
        theirs, mine = m.book.stories[target], "my_" if story.seat == m.me else ""
        late = came_late(m, theirs, story)
        for kind, slots in against(m, theirs, story) if not mine else ():
            yield _reason(m, f"rival_{kind}", r=story.seat, **slots)
        yield _reason(m, f"{mine}rival_late" if late else f"{mine}rival", r=story.seat)
    for day, giver, heir in m.book.passed:
        missed = story.flow[:1] == (target,) and day >= story.flow_day and heir != target
        if giver == story.seat and missed and left_by_night(m.facts, giver):
            yield _reason(m, "badge_missed", r=giver)
    for rival in rivals:
        if m.book.stories[rival].value_of(target) == "good":
            yield _reason(m, "gold_of_rival", c=rival)


def _by_cards(m: Mind, target: int) -> Iterator[Reason]:
    """What a gravekeeper or little girl tells, the bear, a card that two seats claim."""
    for seat, told in m.book.reports.items():
        if seat != m.me and target in told and told[target].value == "wolf":
            yield _reason(m, "reported", r=seat)
    tamers = m.book.holders("bear_tamer")
    if len(tamers) == 1 and any(target in beside(m.facts, tamers[0], day) for day in sorted(m.book.roars)):
        yield _reason(m, "beside_bear", b=tamers[0])
    card = m.book.roles.get(target, "")
    if card and card != "seer" and m.facts.cards.count(card) == 1:
        law = registry()[card]
        name = law.en.lower() if m.lang == "en" else law.zh
        real = proven_cards(m.book, m.facts).get(card, target)
        if target in m.usurpers:
            yield _reason(m, "usurps", card=name)
        elif real != target:
            yield _reason(m, "proved_liar", x=real, card=name)
        else:
            rivals = (s for s in m.book.holders(card) if s not in (target, m.me))
            yield from (_reason(m, "contested", x=other, card=name) for other in islice(rivals, 1))


def _by_ballots(m: Mind, target: int, story: SeerStory | None, rivals: list[int]) -> Iterator[Reason]:
    for ballot in reversed(m.book.ballots):
        if target not in ballot.votes:
            continue
        chosen, when = ballot.votes[target], ballot.day
        if ballot.stage.startswith("badge"):
            if chosen in rivals and _claimed_before(m, ballot, chosen):
                yield _reason(m, "badge_rival", c=chosen)
            continue
        mates = [x for x, _, _ in m.book.exploded if ballot.votes.get(x, 0) == chosen and x != target]
        if not chosen:
            yield _reason(m, "abstained", when=when)
        elif story and chosen == story.seat and chosen != m.me and _claimed_before(m, ballot, chosen):
            yield _reason(m, "voted_seer", when=when, r=chosen)
        elif story and _cleared(m, story, chosen, ballot):
            kind = "voted_my_gold" if story.seat == m.me else "voted_gold"
            if chosen != m.me:
                yield _reason(m, kind, when=when, g=chosen, r=story.seat)
        if chosen == m.me:
            yield _reason(m, "voted_me", when=when)
        elif chosen and mates:
            yield _reason(m, "same_as_blast", when=when, g=chosen, x=mates[0])
    for broken, voter in m.book.broken:
        if voter == target:
            said = m.book.calls.get((broken, voter), 0)
            cast = m.book.exile_votes(broken).get(voter, 0)
            if said and cast and said != cast:
                yield _reason(m, "against_word", when=broken, a=said, b=cast)


def _claimed_before(m: Mind, ballot: Ballot, seat: int) -> bool:
    return claimed_at(m.book, seat) < ballot.heard


def _cleared(m: Mind, story: SeerStory, seat: int, ballot: Ballot) -> bool:
    """Whether the table had heard that ``seat`` was cleared when it voted."""
    good = story.value_of(seat) == "good"
    return good and 0 <= said_at(m.book, story.seat, "check", seat, first=True) < ballot.heard


def _by_words(m: Mind, target: int, story: SeerStory | None, rivals: list[int]) -> Iterator[Reason]:
    stances = m.book.stances
    followed = m.book.side_of(target)
    if followed in rivals and target not in rivals:
        yield _reason(m, "sided_rival", c=followed)
    for blown, _, _ in m.book.exploded:
        if stances.get((target, blown), (0, 0))[0] > 0:
            yield _reason(m, "backed_blast", x=blown)
        elif stances.get((blown, target), (0, 0))[0] > 0:
            yield _reason(m, "blast_backed", x=blown)
    for other in m.facts.living if story else ():
        praised = stances.get((target, other), (0, 0))[0] > 0 and stances.get((other, target), (0, 0))[0] > 0
        if praised and story and story.value_of(other) == "wolf":
            yield _reason(m, "mutual", x=other)
    for check in story.checks.values() if story else ():
        attacked = stances.get((target, check.target), (0, 0))[0] < 0
        own = (o.claim for o in reversed(m.book.opinions) if o.seat == target)
        lately = (claim.act for claim in own if check.target in claim.targets)
        attacked = attacked and next(lately, "suspect") == "suspect" and _knew(m, target, story, check.target)
        if story and attacked and check.value == "good" and check.target != m.me:
            kind = "hit_my_gold" if story.seat == m.me else "hit_gold"
            yield _reason(m, kind, g=check.target, r=story.seat)
    said = [s for s in m.book.speeches if s.seat == target and s.stage in ("speech", "pk")]
    if when := short_on(m.book, target):
        yield _reason(m, "short", when=when)
    claims = m.book.claimants()
    heard = said and len(claims) > 1 and target not in m.book.stories and said[-1].day > claims[-1].day
    if heard and not followed:
        yield _reason(m, "no_side", r=claims[0].seat, c=claims[1].seat)


def _knew(m: Mind, seat: int, story: SeerStory | None, cleared: int) -> bool:
    """Whether ``seat`` went after ``cleared`` when the check had been reported."""
    reported = said_at(m.book, story.seat, "check", cleared, first=True) if story else -1
    return 0 <= reported < said_at(m.book, seat, "suspect", cleared)


def _by_manner(
    m: Mind, target: int, story: SeerStory | None, vote: int, doubted: Collection[int]
) -> Iterator[Reason]:
    """How a seat spoke in this round: whom it named, and whether it was the first to."""
    calls = [s.seat for s in m.book.spoken() if (m.facts.day, s.seat) in m.book.calls]
    spoke = [s for s in m.book.spoken() if s.seat == target and s.stage == "speech"]
    if not spoke:
        return
    named = m.book.calls.get((m.facts.day, target), 0)
    if story and story.value_of(named) == "wolf":  # he does what the seer whom both follow asks for
        return
    if named == m.me or any(c.act == "suspect" and m.me in c.targets for c in spoke[-1].claims):
        yield _reason(m, "hits_me")
    elif named and named not in doubted:
        before = [s for s in calls[: calls.index(target)] if m.book.calls[m.facts.day, s] == named]
        if before and before[-1] != m.me:
            yield _reason(m, "joins_call", x=before[-1], a=named)
        elif not calls.index(target):
            yield _reason(m, "first_call", a=named)
    elif not named and vote:
        yield _reason(m, "no_call_made")
