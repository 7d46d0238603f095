"""What events say about who the wolves are: one function a likelihood, its weights in one table.

Weights are ratios from :mod:`llmwolf.players.bots.weights`: wolf to good, or both wolves to anything else.
What depends on whose seer claim is true is reckoned once for each *story*: "seat r is the seer" for every
claimant r, and "none of them is" (r = 0).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from llmwolf.players.bots.ledger import Ledger, SeerStory
from llmwolf.players.bots.levels import Level
from llmwolf.roles import registry
from llmwolf.rules.facts import DAY, Facts


class Story(NamedTuple):
    """One reading of the seer claims: ``seer`` is real (0: nobody who claims is).

    ``prior`` is its weight, ``factors`` the ratios by seat, ``good`` and ``evil`` the seats it fixes (masks).
    """

    seer: int
    prior: float
    factors: tuple[float, ...]
    good: int
    evil: int


class Doubts(NamedTuple):
    """Whether a check's answer "good", and its answer "wolf", may be wrong about wolves (R-3)."""

    good: bool = False
    wolf: bool = False

    def of(self, answer: str) -> bool:
        """Whether ``answer`` (good or wolf) may be wrong."""
        return self.wolf if answer == "wolf" else self.good


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


@dataclass(slots=True)
class Draft:
    """Evidence being gathered."""

    book: Ledger
    facts: Facts
    weights: Mapping[str, float]
    factors: list[float]
    doubts: Doubts
    pairs: dict[tuple[int, int], float] = field(default_factory=dict)
    good: int = 0
    evil: int = 0

    def pair(self, a: int, b: int, ratio: float) -> None:
        """Both seats as wolves are ``ratio`` times as likely."""
        key = (a, b) if a < b else (b, a)
        self.pairs[key] = self.pairs.get(key, 1.0) * ratio


@dataclass(slots=True)
class Tale:
    """A story being told: ``real`` is the claim held for true, ``rivals`` the others."""

    draft: Draft
    real: SeerStory | None
    rivals: list[SeerStory]
    factors: list[float]
    prior: float = 1.0
    good: int = 0
    evil: int = 0


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
    draft = Draft(book, facts, weights, [1.0] * (facts.seats + 1), doubts)
    for likelihood in LIKELIHOODS:
        likelihood(draft)
    claims = [s for s in book.claimants() if _may_be_seer(facts, s.seat)]
    stories = []
    for real in _heads(facts, claims):
        tale = Tale(draft, real, [s for s in claims if s is not real], [1.0] * (facts.seats + 1))
        for told in STORY_LIKELIHOODS:
            told(tale)
        stories.append(Story(real.seat if real else 0, tale.prior, tuple(tale.factors), tale.good, tale.evil))
    ties = [[1.0] * (facts.seats + 1) for _ in range(facts.seats + 1)]
    for (a, b), ratio in draft.pairs.items():
        ties[a][b] = ties[b][a] = ratio
    parts = (tuple(draft.factors), tuple(map(tuple, ties)), draft.good, draft.evil, tuple(stories))
    return _SAME.setdefault(parts, Evidence(*parts))


def _heads(facts: Facts, claims: list[SeerStory]) -> list[SeerStory | None]:
    """Whose claim may be true (``None``: nobody's): all of them until the one seer's card is turned."""
    turned = [s for s, card in facts.shown.items() if card == "seer"]
    if facts.cards.count("seer") == 1 and turned:
        return [next((s for s in claims if s.seat in turned), None)]
    return [*claims, None]


def _may_be_seer(facts: Facts, seat: int) -> bool:
    return facts.shown.get(seat, "seer") == "seer" and facts.gone.get(seat, ("", 0, ""))[2] != "explode"


# -- whoever the seer is -----------------------------------------------------------------------------------


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


def night_deaths(d: Draft) -> None:
    """The knife falls on good players."""
    for dead in d.book.nights.values():
        ratio = d.weights["died_alone_at_night" if len(dead) == 1 else "died_at_night_with_others"]
        for seat in dead:
            d.factors[seat] *= ratio


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
    for _, voter in d.book.broken:
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


def god_claims(d: Draft) -> None:
    """A single card claimed by one seat is probably held; claimed by two, at least one of them lies."""
    cards = d.facts.cards
    for role in dict.fromkeys(d.book.roles.values()):
        if role == "seer" or cards.count(role) != 1 or registry()[role].camp == "W":
            continue
        holders = d.book.holders(role)
        if len(holders) == 1:
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


# -- if one claim is true ----------------------------------------------------------------------------------


def rival_claims(t: Tale) -> None:
    """Whoever claims seer against the seer is a wolf, or a good player in borrowed clothes (穿衣服)."""
    ratio = t.draft.weights["claims_falsely"]
    for rival in t.rivals:
        t.factors[rival.seat] *= ratio
        t.prior /= ratio
    if t.real is None and t.rivals:
        t.prior *= t.draft.weights["no_true_claim"]


def checks(t: Tale) -> None:
    """The seer's checks are facts; a false claim's are chosen by a wolf."""
    if t.real is not None:
        t.good |= 1 << t.real.seat
        for check in t.real.checks.values():
            if t.draft.doubts.of(check.value):
                t.factors[check.target] *= doubtful_check(t.draft.weights, check.value)
            elif check.value == "wolf":
                t.evil |= 1 << check.target
            else:
                t.good |= 1 << check.target
    w = t.draft.weights
    for rival in t.rivals:
        for check in rival.checks.values():
            t.factors[check.target] *= w["false_wolf_check" if check.value == "wolf" else "false_good_check"]
            t.prior *= 0.5


def doubtful_check(weights: Mapping[str, float], answer: str) -> float:
    """What a check that may be wrong about wolves still says."""
    return weights["doubtful_wolf_check" if answer == "wolf" else "doubtful_good_check"]


def followers(t: Tale) -> None:
    """Wolves follow the false claim, and most good players the true one, in the badge ballot and in words.

    Where those who ran vote as well the ballot is the whole table's, and says as much as words do (D-5).
    """
    w = t.draft.weights
    rivals = {rival.seat for rival in t.rivals}
    real = t.real.seat if t.real else -1
    with_seer, with_rival = w["good_follows_seer"], w["good_follows_rival"]
    for ballot in t.draft.book.ballots:
        if not ballot.stage.startswith("badge"):
            continue
        whole = not ballot.votes.keys().isdisjoint(t.draft.facts.ran)
        for voter, target in ballot.votes.items():
            if whole and (voter == real or voter in rivals):
                continue
            if target == real:
                t.factors[voter] *= w["voted_badge_for_seer"]
                t.prior *= with_seer if whole else 1
            elif target in rivals:
                t.factors[voter] *= w["voted_badge_for_rival"]
                t.prior *= with_rival if whole else 1
    for speaker, (side, _) in t.draft.book.sides.items():
        if side == real:
            t.factors[speaker] *= w["sides_with_seer"]
            t.prior *= with_seer
        elif side in rivals:
            t.factors[speaker] *= w["sides_with_rival"]
            t.prior *= with_rival


def exile_ballots(t: Tale) -> None:
    """票型 in the light of the claim: who voted for the seer, the cleared, the checked wolf, the rival."""
    if t.real is None:
        return
    w = t.draft.weights
    named = {rival.seat: "rival" for rival in t.rivals}
    for check in t.real.checks.values():
        named[check.target] = "cleared" if check.value == "good" else "checked_wolf"
    named[t.real.seat] = "seer"
    for ballot in t.draft.book.ballots:
        if ballot.day >= t.real.day and not ballot.stage.startswith("badge"):
            for voter, target in ballot.votes.items():
                if target in named and voter != target:
                    t.factors[voter] *= w[f"voted_for_{named[target]}"]
                    t.prior *= w[f"good_votes_for_{named[target]}"]


def conduct(t: Tale) -> None:
    """Whether the claim behaved, and was treated by the pack, as the seer would be."""
    if t.real is None:
        return
    w, facts, book = t.draft.weights, t.draft.facts, t.draft.book
    seat, since = t.real.seat, t.real.day
    for night, dead in book.nights.items():
        if night > since:
            if seat in dead:
                t.prior *= w["seer_knifed"]
            elif seat in facts.living:
                t.prior *= w["seer_spared_a_night"]
    if facts.ran:
        if seat not in facts.ran:
            t.prior *= w["seer_did_not_run"]
        elif seat in facts.withdrawn:
            t.prior *= w["seer_withdrew"]
        if not t.real.flow:
            t.prior *= w["seer_without_flow"]
    if not t.real.checks:
        t.prior *= w["seer_without_check"]


def badge_path(t: Tale) -> None:
    """警徽流: handed to the first seat of the flow the check was good, anywhere else it was a wolf."""
    if t.real is None or not t.real.flow:
        return
    first = next((s for s in t.real.flow if not t.real.value_of(s)), 0)
    for _, giver, heir in t.draft.book.passed:
        if giver == t.real.seat and first:
            name = "badge_to_first_of_flow" if heir == first else "badge_not_to_first_of_flow"
            t.factors[first] *= t.draft.weights[name]


LIKELIHOODS: Final[tuple[Callable[[Draft], None], ...]] = (
    cards_turned, night_deaths, roars, reports, shots, ballots, opinions, silence, withdrawals, god_claims,
    silver_water,
)  # fmt: skip
STORY_LIKELIHOODS: Final[tuple[Callable[[Tale], None], ...]] = (
    rival_claims, checks, followers, exile_ballots, conduct, badge_path,
)  # fmt: skip
