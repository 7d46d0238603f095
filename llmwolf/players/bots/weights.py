"""What each observation is worth: the one table behind :mod:`llmwolf.players.bots.evidence`.

A weight is a ratio: how much likelier the event is if the seat is a wolf than if it is good (below 1 clears).
Ratios of a pair are for both seats being wolves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WEIGHTS: Final[Mapping[str, float]] = {
    # -- whoever the seer is -----------------------------------------------------------------------
    "died_alone_at_night": 0.10,  # the pack knifes its own only to trick the witch
    "died_at_night_with_others": 0.40,  # one of them may have been poisoned
    "poisoned": 1.3,  # by the only witch, who saw little more than the others
    "beside_roar": 2.2,  # one of the two, if the tamer is one
    "beside_silent_bear": 0.4,
    "reported_wolf": 5.0,  # a gravekeeper's or little girl's word, uncontested
    "reported_good": 0.3,
    "heir_of_a_wolf": 1.8,
    "shot": 1.2,  # the hunter takes his top suspect
    "voted_for_each_other": 0.6,  # per exile ballot of one on the other
    "suspects_the_other": 0.8,
    "trusts_the_other": 1.25,
    "abstained": 1.1,
    "voted_against_own_word": 1.12,
    "said_nothing": 1.15,
    "withdrew": 0.95,
    "only_claim_to_a_card": 0.35,  # nobody contradicts
    "contested_claim": 20.0,  # at least one of two claims to a single card is false
    "claims_a_proven_card": 40.0,  # somebody else has shot, turned or dueled with it
    "silver_water": 0.3,
    # -- if r is the seer --------------------------------------------------------------------------
    "claims_falsely": 30.0,  # a good player almost never claims seer against the seer
    "no_true_claim": 0.05,  # the seer stays silent although others claim
    "doubtful_wolf_check": 6.0,  # "not of the village" may be a piper or a lover
    "doubtful_good_check": 0.12,  # a hidden wolf looks good, a wild child may turn
    "false_wolf_check": 0.5,  # a false 查杀 seldom hits a mate
    "false_good_check": 1.15,  # a false 金水 may be a mate
    "voted_badge_for_seer": 0.75,
    "voted_badge_for_rival": 1.45,
    "sides_with_seer": 0.7,
    "sides_with_rival": 1.5,
    "good_follows_seer": 1.15,  # a good player sides with the true claim more often than by chance
    "good_follows_rival": 0.88,
    "voted_for_seer": 1.8,
    "voted_for_cleared": 1.45,
    "voted_for_checked_wolf": 0.65,
    "voted_for_rival": 0.7,
    "good_votes_for_seer": 0.76,  # a good player seldom votes for the seer, or for whom he cleared
    "good_votes_for_cleared": 0.88,
    "good_votes_for_checked_wolf": 1.12,
    "good_votes_for_rival": 1.14,
    "seer_spared_a_night": 0.8,  # each night that the pack leaves a claimed seer alive
    "seer_knifed": 1.6,
    "seer_did_not_run": 0.4,
    "seer_withdrew": 0.3,
    "seer_without_flow": 0.8,
    "seer_without_check": 0.25,  # "I am the seer", and no word of the night
    "badge_to_first_of_flow": 0.06,  # the badge's path reports the last check
    "badge_not_to_first_of_flow": 5.0,
}
