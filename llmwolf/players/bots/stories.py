"""What events say about who the wolves are if one seer claim, or none, is true: one function a likelihood."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Final

from llmwolf.players.bots.draft import Tale, doubtful_check
from llmwolf.players.bots.entries import Ballot, SeerStory
from llmwolf.players.bots.ledger import Ledger
from llmwolf.players.bots.likelihoods import told_poisons
from llmwolf.rules.facts import DAY, NIGHT, Facts


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


def followers(t: Tale) -> None:
    """Wolves follow the false claim, and most good players the true one, in the badge ballot and in words.

    Words spoken before the last of these claims say nothing between them, or who claims first would gain by
    it. Where those who ran vote as well the ballot is the whole table's, and says as much as words do (D-5).
    """
    w = t.draft.weights
    rivals = {rival.seat for rival in t.rivals}
    real = t.real.seat if t.real else -1
    with_seer, with_rival = w["good_follows_seer"], w["good_follows_rival"]
    for ballot in t.draft.book.ballots:
        if not ballot.stage.startswith("badge"):
            continue
        whole = not ballot.votes.keys().isdisjoint(t.draft.facts.ran)
        for_seer = _in_a_crowd(w["voted_badge_for_seer"], ballot, {real})
        for_rival = _in_a_crowd(w["voted_badge_for_rival"], ballot, rivals)
        for voter, target in ballot.votes.items():
            if whole and (voter == real or voter in rivals):
                continue
            if target == real:
                t.factors[voter] *= for_seer
                t.prior *= with_seer if whole else 1
            elif target in rivals:
                t.factors[voter] *= for_rival
                t.prior *= with_rival if whole else 1
    latest = max((story.place for story in (t.real, *t.rivals) if story), default=0)
    for speaker, (side, _, known) in t.draft.book.sides.items():
        if latest >= known:
            continue
        if side == real:
            t.factors[speaker] *= w["sides_with_seer"]
            t.prior *= with_seer
        elif side in rivals:
            t.factors[speaker] *= w["sides_with_rival"]
            t.prior *= with_rival


def _in_a_crowd(ratio: float, ballot: Ballot, targets: Set[int]) -> float:
    """``ratio``, nearer to 1 the more voted that way: what nearly everybody did tells nobody from another."""
    voted = [target for target in ballot.votes.values() if target]
    with_them = sum(target in targets for target in voted) / len(voted) if voted else 0.0
    return 1 + (ratio - 1) * min(1.0, 2 * (1 - with_them))


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
    poisoned = told_poisons(book)
    for night, dead in book.nights.items():
        if night > since:
            if seat in dead:
                # One of several may have been poisoned, which proves nothing.
                alone = [s for s in dead if s not in poisoned] == [seat]
                t.prior *= w["seer_knifed"] if alone else 1
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


def left_by_night(facts: Facts, seat: int) -> bool:
    """Whether a check of ``seat`` may be unsaid: who goes by day has told what he knew."""
    return facts.gone.get(seat, (DAY, 0, ""))[0] == NIGHT


def passed_over(book: Ledger, facts: Facts, story: SeerStory) -> int:
    """Whom the badge of ``story`` went past although its flow named him first: its last check, a wolf.

    0 where it went to him, where he could not take it, and while it has not been handed on.
    """
    first = next((s for s in story.flow if not story.value_of(s)), 0)
    for day, giver, heir in book.passed:
        if giver == story.seat and first and left_by_night(facts, giver):
            return 0 if heir == first or first in book.nights.get(day, ()) else first
    return 0


def badge_path(t: Tale) -> None:
    """警徽流: handed to the first seat of the flow the check was good, anywhere else it was a wolf."""
    if t.real is None or not t.real.flow:
        return
    first = next((s for s in t.real.flow if not t.real.value_of(s)), 0)
    for _, giver, heir in t.draft.book.passed:
        if giver == t.real.seat and first and left_by_night(t.draft.facts, giver):
            name = "badge_to_first_of_flow" if heir == first else "badge_not_to_first_of_flow"
            t.factors[first] *= t.draft.weights[name]


STORY_LIKELIHOODS: Final[tuple[Callable[[Tale], None], ...]] = (
    rival_claims, checks, followers, exile_ballots, conduct, badge_path,
)  # fmt: skip
