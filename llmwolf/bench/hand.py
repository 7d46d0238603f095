"""A unit of work to compare with: one random nine-handed hold'em hand of pokerkit (extra ``bench``)."""

from __future__ import annotations

import random
from random import Random

from pokerkit import Automation, NoLimitTexasHoldem

_AUTOMATIONS = tuple(Automation)


def play_hand(seed: int) -> None:
    """Play one hand to its end, every action drawn from the seed."""
    rng = Random(seed)
    random.seed(seed)  # pokerkit shuffles with the module's generator
    state = NoLimitTexasHoldem.create_state(
        _AUTOMATIONS, True, 0, (1, 2), 2, tuple(rng.randrange(80, 200) for _ in range(9)), 9
    )
    while state.status:
        actions = ["call"]
        if state.can_fold():
            actions.append("fold")
        if state.can_complete_bet_or_raise_to():
            actions.append("raise")
        match rng.choice(actions):
            case "fold":
                state.fold()
            case "call":
                state.check_or_call()
            case _:
                low = state.min_completion_betting_or_raising_to_amount
                high = state.max_completion_betting_or_raising_to_amount
                assert low is not None
                assert high is not None
                state.complete_bet_or_raise_to(rng.randint(low, high))
