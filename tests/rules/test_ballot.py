"""The exile vote: sealed ballots, weights, ties and PK (V-1 … V-6)."""

import pytest

from llmwolf.rules.events import Ballots, Died, Exiled, NobodyExiled, Revealed, StageBegan, Tied
from tests.rules.table import Table, ballots_for, everyone_but


def outcome(t: Table) -> int | str:
    """Who was exiled last, or why nobody was."""
    event: object = t.events(Exiled, NobodyExiled)[-1]
    if isinstance(event, Exiled):
        return event.seat
    assert isinstance(event, NobodyExiled)
    return event.why


# -- the ballot ------------------------------------------------------------------------------------


def test_V_1_everybody_living_votes_and_may_be_voted():
    t = Table("standard-9").night(knife=9).to("ballot")
    assert t.asked == (1, 2, 3, 4, 5, 6, 7, 8)
    assert t.options(1) == ("vote 1 2 3 4 5 6 7 8", "pass")


def test_V_1_a_ballot_on_the_dead_is_refused():
    """Trap L06."""
    t = Table("standard-9").night(knife=9).to("ballot")
    assert t.refusal(1, "vote", 9) == "target"
    assert t.refusal(9, "vote", 1) == "not_yours"


def test_V_1_most_votes_leave_and_every_ballot_is_recorded():
    """Trap D19."""
    t = Table("standard-9").night(knife=9).exile(1)
    assert outcome(t) == 1
    assert t.last(Ballots).ballots == tuple((voter, 1) for voter in range(1, 9))
    assert t.dead == (9, 1)


def test_V_1_the_ballot_is_sealed():
    """Trap D21."""
    t = Table("standard-9").to("ballot")
    before = [repr(t.game.view(seat).log) for seat in range(10)]
    for voter in t.asked[:-1]:
        t.answer(voter, "vote", 1)
    assert [repr(t.game.view(seat).log) for seat in range(10)] == before
    t.answer(9, "vote", 2)
    assert t.tally("ballot") == {1: 8, 2: 1}


def test_V_1_abstentions_are_recorded_and_count_for_nobody():
    t = Table("standard-9").vote({4: 1})
    assert outcome(t) == 1
    assert dict(t.last(Ballots).ballots) == {4: 1} | ballots_for(0, everyone_but(4, of=9))


def test_V_1_all_abstain_nobody_out():
    t = Table("standard-9").vote({})
    assert outcome(t) == "no_votes"
    assert t.dead == ()
    assert t.facts.day == 2


def test_V_1_nobody_votes_twice():
    t = Table("standard-9").to("ballot").answer(4, "vote", 1)
    assert t.refusal(4, "vote", 2) == "answered"


# -- ties ------------------------------------------------------------------------------------------

TIE = {1: 4, 2: 4, 5: 3, 6: 3}


def test_V_3_the_tied_speak_and_the_others_vote_among_them():
    t = Table("standard-9").vote(TIE)
    assert t.last(Tied).seats == (3, 4)
    assert t.stage == "pk"
    t.to("pk_ballot")
    assert t.speakers("pk") == (3, 4)
    assert t.asked == (1, 2, 5, 6, 7, 8, 9)
    assert t.options(1) == ("vote 3 4", "pass")
    t.pk_vote({7: 3})
    assert outcome(t) == 3


def test_V_3_second_tie_nobody_out():
    t = Table("standard-9").vote(TIE).pk_vote({1: 4, 5: 3})
    assert [event.stage for event in t.events(Tied)] == ["ballot", "pk_ballot"]
    assert outcome(t) == "tied"
    assert t.dead == ()
    assert t.facts.day == 2


def test_V_3_no_ballots_in_the_pk_nobody_out():
    t = Table("standard-9").vote(TIE).pk_vote({})
    assert outcome(t) == "tied"
    assert t.dead == ()


def test_V_3_a_sheriff_in_the_pk_loses_the_vote():
    t = Table("official-12").run(3).vote({3: 4, 1: 4, 5: 3, 6: 3, 7: 3, 12: 4})
    assert outcome(t) == 4, "3.5 against 3 is no tie"
    t = Table("official-12").run(3).vote({1: 4, 5: 3}).to("pk_ballot")
    assert t.asked == everyone_but(3, 4)


def test_V_3_a_sheriff_below_keeps_the_weight_in_the_pk():
    t = Table("official-12").run(9).vote({1: 4, 5: 3}).pk_vote({9: 3, 1: 4})
    assert t.tally("pk_ballot") == {3: 1.5, 4: 1}
    assert outcome(t) == 3


def test_V_3_half_votes_make_ties_as_well():
    t = Table("official-12").run(9).vote({9: 1, 10: 2})
    assert outcome(t) == 1
    t = Table("official-12", badge_weight=2).run(9).vote({9: 1, 10: 2, 11: 2})
    assert t.last(Tied).seats == (1, 2)


def test_V_3_pk_speeches_ascend_by_seat():
    t = Table("standard-9").vote({1: 9, 2: 5, 3: 7}).to("pk_ballot")
    assert t.order("pk") == ((5, 7, 9), "ascending")
    assert t.speakers("pk") == (5, 7, 9)


def test_V_3_pk_speeches_are_drawn_where_every_round_starts_anywhere():
    found = set()
    for seed in range(30):
        t = Table("standard-9", seed=seed, speech_start="any").vote({1: 9, 2: 5, 3: 7})
        found.add(t.order("pk")[0])
    assert len(found) == 6


def test_V_3_a_tie_of_three_is_one_pk():
    t = Table("standard-9").vote({1: 9, 2: 5, 3: 7}).to("pk_ballot")
    assert t.asked == (1, 2, 3, 4, 6, 8)


@pytest.mark.parametrize(
    ("switch", "result"),
    [("pk", None), ("nobody", "tied"), ("sheriff_decides", 4), ("random", "one of them")],
)
def test_V_3_ties_by_switch(switch: str, result: int | str | None):
    t = Table("official-12", tie=switch).run(9).vote({9: 4, 1: 4, 5: 3, 6: 3, 7: 3, 10: 0})
    assert outcome(t) == 3, "2.5 against 3 is no tie"
    t = Table("official-12", tie=switch, badge_weight=1).run(9).vote({9: 4, 1: 4, 5: 3, 6: 3})
    if result is None:
        assert t.stage == "pk"
    elif result == "one of them":
        assert outcome(t) in (3, 4)
    else:
        assert outcome(t) == result


def test_V_3_the_sheriff_decides_only_by_a_vote_for_one_of_the_tied():
    t = Table("official-12", tie="sheriff_decides").run(9).vote({9: 2, 1: 4, 5: 3, 6: 4, 7: 3})
    assert outcome(t) == "tied"
    t = Table("official-12", tie="sheriff_decides").run().vote({1: 4, 5: 3})
    assert outcome(t) == "tied"


def test_V_3_the_lot_is_the_seeds():
    """Trap R11: the same seed draws the same seat, and both come up."""
    drawn = [outcome(Table("standard-9", tie="random", seed=seed).vote(TIE)) for seed in range(20)]
    assert drawn == [outcome(Table("standard-9", tie="random", seed=seed).vote(TIE)) for seed in range(20)]
    assert set(drawn) == {3, 4}


def test_V_3_revote_then_random():
    t = Table("standard-9", tie="revote_then_random").vote(TIE)
    assert t.stage == "pk_ballot"
    assert not t.speakers("pk")
    assert t.asked == tuple(range(1, 10)), "the tied vote as well"
    t.pk_vote({1: 4, 5: 3})
    assert outcome(t) in (3, 4)
    assert outcome(Table("standard-9", tie="revote_then_random").vote(TIE).pk_vote({1: 4})) == 4


def test_V_4_everybody_tied_one_each_they_speak_and_nobody_is_left_to_vote():
    """Trap D16: nobody is exiled, and surely not all of them."""
    t = Table("standard-9").vote({seat: seat % 9 + 1 for seat in range(1, 10)})
    assert t.last(Tied).seats == tuple(range(1, 10))
    assert t.stage == "pk"
    t.to("night")
    assert outcome(t) == "tied"
    assert t.dead == ()
    assert len(t.events(Ballots)) == 1


def test_V_4_a_self_vote_is_legal_and_counts():
    """Traps D18, D43: the one ballot exiles; printed and counted are the same."""
    t = Table("standard-9").vote({6: 6})
    assert outcome(t) == 6
    assert t.tally("ballot") == {6: 1}


def test_V_4_a_self_vote_makes_the_tie_it_makes():
    """Trap D43: 4:4 stays 4:4."""
    t = Table("official-10").run().vote(ballots_for(1, (5, 6, 7, 8)) | ballots_for(2, (2, 3, 4, 9)) | {1: 10})
    assert t.tally("ballot") == {1: 4, 2: 4, 10: 1}
    assert t.last(Tied).seats == (1, 2)


def test_V_4_self_votes_refused_by_switch():
    t = Table("standard-9", self_vote=False).to("ballot")
    before = len(t.game.log)
    assert t.refusal(6, "vote", 6) == "target"
    assert t.options(6)[0] == "vote 1 2 3 4 5 7 8 9"
    assert len(t.game.log) == before
    t.vote({6: 7})
    assert outcome(t) == 7


@pytest.mark.parametrize("switch", [False, True])
def test_V_5_the_exiled_turns_the_card_by_switch(switch: bool):
    t = Table("standard-9", exile_shows_card=switch).exile(1)
    assert [(event.seat, event.role) for event in t.events(Revealed)] == ([(1, "werewolf")] if switch else [])
    if switch:
        assert t.story(Exiled, Revealed, Died) == ["Exiled", "Revealed", "Died"]


def test_V_5_with_every_card_turned_each_is_turned_once():
    t = Table("standard-9", exile_shows_card=True, reveal_on_death=True).exile(6).shoot(1).to("night")
    assert [event.seat for event in t.events(Revealed)] == [6, 1]


@pytest.mark.parametrize(
    ("voters", "votes"),
    [((9,), 1.5), ((9, 10), 2.5), ((9, 10, 11), 3.5), ((10, 11), 2), ((1, 2, 3, 4, 9), 5.5)],
)
def test_V_6_weighted_tallies_are_exact(voters: tuple[int, ...], votes: float):
    t = Table("official-12").run(9).vote(ballots_for(12, voters))
    assert t.tally("ballot") == {12: votes}
    assert t.last(Ballots).tally == ((12, int(votes * 2)),), "counted in half votes, never in floats"


def test_V_6_the_election_counts_heads_not_weights():
    t = Table("official-12").run(5, 6).badge_vote({7: 5, 8: 6, 9: 6})
    assert t.tally("badge_ballot") == {5: 1, 6: 2}


def test_V_3_stages_are_announced():
    t = Table("standard-9").vote(TIE).pk_vote({7: 3}).to("night")
    stages = [event.stage for event in t.events(StageBegan)]
    assert stages == ["dawn", "speech", "ballot", "pk", "last_words"]
