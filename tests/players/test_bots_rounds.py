"""A round of speeches: whose 查杀 is followed, and what a call on somebody unheard is worth."""

import pytest

from llmwolf.players.bots import Bot, make_bot
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.reasons import reasons
from llmwolf.players.bots.strategy.town import FOLLOWED, TownPlay
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from tests.players.bots_table import BALLOT, LIVING, SPEAK, calls, checked, log, next_day, said, view

TOWN = TownPlay()
TWO = (checked(2, 5, "wolf"), checked(3, 9, "good"))
"""Two seer claims, one with a 查杀."""


def mind(*more: Event, role: str = "villager", seed: int = 5) -> Mind:
    bot = make_bot(1, "expert", seed)
    assert isinstance(bot, Bot)
    return bot._mind(view(1, role, log(*more), SPEAK))


class TestTheCheckOfOnesSeer:
    def test_it_weighs_more_than_a_hunch(self):
        m = mind(*TWO)
        assert TOWN.drive(m, 5, 2) - TOWN.drive(m, 5, 3) == pytest.approx(FOLLOWED)

    def test_who_took_the_side_calls_and_votes_for_it(self):
        side = said(1, Claim("side", (2,)))
        events = log(*TWO, said(5), side, *calls(8, 6, 7, 10))
        for seed in range(6):
            assert make_bot(1, "expert", seed).answer(view(1, "villager", events, BALLOT)).targets == (5,)
            line = TOWN.line(mind(*TWO, said(5), side, *calls(8, 6, 7, 10), seed=seed))
            assert (line.side, line.vote) == (2, 5)

    def test_nobody_is_suspected_for_following_it(self):
        order = ev.TurnOrder("speech", (7, 8, 1), "")
        long = "我听完这一轮的想法很简单，今天的票就上5号，别的先不看。"
        m = mind(order, *TWO, *(said(seat, Claim("vote", (5,)), text=long) for seat in (7, 8)))
        assert [r.kind for r in reasons(m, 7, 2, 9)] == []
        assert [r.kind for r in reasons(m, 7, 0, 9)] == ["first_call"]


class TestUnheard:
    NAMED = (ev.TurnOrder("speech", (2, 3, 4, 5, 1, 6, 7), ""), *calls(6, 2, 3, 4, 5))

    def test_names_alone_call_for_nobody_who_has_not_spoken(self):
        for seed in range(12):
            line = TOWN.line(mind(*self.NAMED, seed=seed))
            assert line.vote != 6

    def test_once_heard_he_may_be(self):
        heard = [said(6), *self.NAMED]
        votes = [TOWN.line(mind(*heard, seed=seed)).vote for seed in range(12)]
        assert votes.count(6) >= 8

    def test_a_check_that_is_followed_needs_no_words_of_his(self):
        m = mind(checked(2, 6, "wolf"), said(1, Claim("side", (2,))))
        assert TOWN.line(m).vote == 6

    def test_calls_from_before_his_words_count_little(self):
        after = [said(6), *self.NAMED]
        assert mind(*self.NAMED, said(6)).voices[6] < 0.5 * mind(*after).voices[6]

    def test_who_called_too_soon_is_free_to_vote_otherwise(self):
        m = mind(said(1, Claim("vote", (6,))))
        assert m.book.early == {(1, 1)}
        again = mind(said(1, Claim("vote", (6,))), said(6), said(1, Claim("vote", (6,))))
        assert again.book.early == set()

    def test_only_the_first_day_knows_nothing_of_anybody(self):
        m = mind(*next_day(2), said(2, Claim("vote", (6,))))
        assert m.unheard == frozenset()
        assert m.book.early == set()
        assert mind(ev.Marked("silenced", (6,))).unheard == set(LIVING) - {1, 6}


class TestPlaces:
    """Who speaks first can be called for by everybody, who speaks last by nobody: that alone is no ground."""

    def test_a_call_weighs_more_where_fewer_could_have_made_it(self):
        order = ev.TurnOrder("speech", (2, 3, 4, 5, 6, 1), "")
        m = mind(order, said(2), said(3), said(4), said(5, Claim("vote", (2,))), said(6, Claim("vote", (4,))))
        assert m.voices[4] > m.voices[2]
        assert m.voices[3] < 0 == m.voices[7]

    def test_who_comes_next_best_is_not_named_instead_of_one_unheard(self):
        order = ev.TurnOrder("speech", (2, 1, 3, 4, 5, 6, 7, 8), "")
        votes = [TOWN.line(mind(order, said(2), seed=seed)).vote for seed in range(12)]
        assert votes == [0] * 12
