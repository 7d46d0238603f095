"""What bots say is fair, consistent and no news of yesterday: grounds, sides, the night's events."""

import pytest

from llmwolf.players.bots import Bot, make_bot
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech import last_talk, remarks, town_talk
from llmwolf.players.bots.speech.acts import Act
from llmwolf.players.bots.speech.reasons import reasons
from llmwolf.players.bots.speech.sides import consistent, taking_sides
from llmwolf.players.bots.speech.unspoken import claims_alone
from llmwolf.players.bots.strategy.line import Line
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from tests.players.bots_table import (
    CARDS,
    LIVING,
    SPEAK,
    calls,
    cards,
    checked,
    holds,
    log,
    next_day,
    said,
    view,
)


def mind(*more: Event, dealt: tuple[str, ...] = CARDS) -> Mind:
    """What an expert villager in seat 1 has in its head after ``more``."""
    bot = make_bot(1, "expert", 5)
    assert isinstance(bot, Bot)
    return bot._mind(view(1, "villager", log(*more, dealt=dealt), SPEAK))


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is said by chance is said."""
    monkeypatch.setattr(Mind, "chance", lambda m, label, percent, *keys: percent > 0)


class TestFairness:
    """Nobody reproaches another for what he did himself."""

    def case(self, *more: Event, target: int = 5, seer: int = 2, vote: int = 0) -> set[str]:
        m = mind(*more)
        return {reason.kind for reason in reasons(m, target, seer, vote)}

    @pytest.mark.parametrize(
        ("mine", "kind", "ballot"),
        [(3, "badge_rival", "badge"), (2, "voted_seer", "ballot"), (4, "voted_gold", "ballot")],
    )
    def test_a_vote_that_the_speaker_cast_too(self, mine: int, kind: str, ballot: str):
        told = [checked(2, 4, "good"), checked(3, 9, "good")]
        alone = ev.Ballots(ballot, ((5, mine), (1, 8)), ())
        both = ev.Ballots(ballot, ((5, mine), (1, mine)), ())
        assert kind in self.case(*told, alone, *next_day(2))
        assert kind not in self.case(*told, both, *next_day(2))

    def test_a_ballot_left_empty_by_both(self):
        assert "abstained" in self.case(ev.Ballots("ballot", ((5, 0), (1, 8)), ()), *next_day(2))
        assert "abstained" not in self.case(ev.Ballots("ballot", ((5, 0), (1, 0)), ()), *next_day(2))

    def test_a_word_that_half_of_the_table_broke(self):
        called = [*calls(6, 5, 7, 8, 9)]
        one = ev.Ballots("ballot", ((5, 7), (7, 6), (8, 6), (9, 6)), ())
        half = ev.Ballots("ballot", ((5, 7), (7, 8), (8, 6), (9, 6)), ())
        assert "against_word" in self.case(*called, one, *next_day(2))
        assert "against_word" not in self.case(*called, half, *next_day(2))

    def test_a_side_that_the_speaker_took_too(self):
        told = [checked(2, 4, "good"), checked(3, 9, "good"), said(5, Claim("side", (3,)))]
        assert "sided_rival" in self.case(*told, *next_day(2))
        assert "sided_rival" not in self.case(*told, said(1, Claim("side", (3,))), *next_day(2))

    def test_a_speech_as_short_as_ones_own(self):
        short = [said(5, text="过。"), *next_day(2)]
        assert "short" in self.case(*short)
        assert "short" not in self.case(said(1, text="过。"), *short)

    def test_no_call_counts_only_where_most_made_one(self):
        order = ev.TurnOrder("speech", (5, 7, 8, 1), "")
        silent = said(5, text="这一轮我说的话够长了，再怎么数也不止二十个字。")
        assert "no_call_made" in self.case(order, silent, *calls(6, 7, 8), vote=6, seer=0)
        assert "no_call_made" not in self.case(order, silent, said(7), *calls(6, 8), vote=6, seer=0)


class TestSides:
    """A change of side is said aloud, with what changed."""

    TOLD = (checked(2, 4, "wolf"), checked(3, 9, "good"))

    def kinds(self, *more: Event, side: int = 2) -> list[str]:
        return [one.kind for one in taking_sides(mind(*self.TOLD, *more), Line(side=side))]

    def test_nothing_changed(self):
        events = [said(1, Claim("side", (3,))), *next_day(2)]
        assert self.kinds(*events) == ["switched_side", "switch_again"]
        assert self.kinds(*events, side=3) == ["side_keep_days"]

    def test_a_card_laid_open_for_the_other_changed_it(self):
        hunter = holds(7, "hunter", Claim("side", (2,)))
        events = [said(1, Claim("side", (3,))), *next_day(2)]
        assert self.kinds(*events, hunter) == ["switched_side", "switch_card"]
        assert self.kinds(*events, hunter, holds(8, "hunter"))[1] == "switch_again"
        assert self.kinds(*events, holds(7, "villager", Claim("side", (2,))))[1] == "switch_again"

    def test_a_game_without_words_claims_the_side_that_words_would_take(self):
        m = mind(*self.TOLD, said(1, Claim("side", (3,))), *next_day(2))
        for side in (2, 3):
            line = Line(side=side)
            spoken = [claim for one in taking_sides(m, line) for claim in one.claims]
            alone = claims_alone(m, line, SPEAK).claims
            assert [claim for claim in alone if claim.act == "side"] == spoken == [Claim("side", (side,))]
        open_ = Line(side=2)
        turned = mind(*self.TOLD, said(1, Claim("side", (2,))), ev.Revealed(2, "seer"), *next_day(2))
        assert not [claim for claim in claims_alone(turned, open_, SPEAK).claims if claim.act == "side"]

    def test_the_seer_one_follows_is_not_voted_out(self):
        called = calls(2, 5, 6, 7, 8, 9, 10, 11)
        m = mind(*self.TOLD, said(1, Claim("side", (2,))), *called)
        play = TownPlay()
        assert play.sides_with(m) == 2
        assert play.choose(m, LIVING[1:]) == 2
        assert play.vote(m, LIVING[1:]) != 2
        assert play.vote(m, (2,)) == 2

    def test_the_knife_changed_it(self):
        events = [said(1, Claim("side", (3,))), *next_day(2, 2)]
        assert self.kinds(*events) == ["switched_side", "side_died"]

    def test_a_badge_vote_is_owned(self):
        badge = ev.Ballots("badge", ((1, 3), (5, 2)), ())
        assert self.kinds(badge, ev.Exploded(4, "", 0), *next_day(2)) == ["switched_badge", "side_blast"]
        assert self.kinds(badge, *next_day(2)) == ["switched_badge", "switch_again"]
        assert self.kinds(badge, *next_day(2), side=3)[0] != "switched_badge"

    def test_an_open_wolf_is_left(self):
        events = [said(1, Claim("side", (3,))), ev.Revealed(3, "werewolf"), *next_day(2)]
        assert self.kinds(*events) == ["switched_side", "switch_open"]

    def test_whoever_took_somebody_along_is_an_open_wolf(self):
        went = [ev.Exiled(3), ev.Died(3, "exile"), ev.Died(6, "follow"), *next_day(2)]
        m = mind(*self.TOLD, said(1, Claim("side", (3,))), *went, dealt=cards("wolf_beauty"))
        assert [one.kind for one in taking_sides(m, Line(side=2))] == ["switched_side", "switch_open"]

    def test_a_check_that_was_just_denied_is_not_told_again(self):
        events = [*self.TOLD, said(1, Claim("side", (3,))), checked(3, 1, "wolf", 2), *next_day(2)]
        for answered, kind in ((False, "side_my_wolf"), (True, "side_after_check")):
            told = taking_sides(mind(*events), Line(side=2), answered)
            assert [one.kind for one in told] == ["switched_side", kind]

    def test_whom_one_has_cleared_is_neither_called_nor_doubted(self):
        line = Line(side=3, suspects=(9, 7), vote=9)
        assert consistent(mind(*self.TOLD), line) == Line(side=3, suspects=(7,), vote=7)
        other = Line(side=3, suspects=(7,), vote=7)
        assert consistent(mind(*self.TOLD), other) is other


class TestNews:
    """What the night and the cards showed."""

    def kinds(self, found: list[Act]) -> set[str]:
        return {one.kind for one in found}

    def test_the_bear_of_a_dead_tamer_is_not_spoken_of(self, always: None):
        dealt = cards("bear_tamer")
        claim = holds(9, "bear_tamer")
        assert "news_quiet" in self.kinds(remarks.news(mind(claim, *next_day(2), dealt=dealt)))
        dead = [claim, *next_day(2, 9), ev.Died(9, "night")]
        assert "news_quiet" not in self.kinds(remarks.news(mind(*dead, dealt=dealt)))

    @pytest.mark.parametrize(("card", "kind"), [("wolf_beauty", "news_charm"), ("cupid", "news_linked")])
    def test_a_pair_without_cupid_is_a_charm(self, card: str, kind: str, always: None):
        went = [ev.Exiled(5), ev.Died(5, "exile"), ev.Died(6, "follow")]
        assert kind in self.kinds(remarks.news(mind(*went, *next_day(2), dealt=cards(card))))

    def test_the_knife_is_not_left_to_a_witch_who_has_spoken(self, always: None):
        assert "news_none_witch" in self.kinds(remarks.news(mind(*next_day(2))))
        assert "news_none" in self.kinds(remarks.news(mind(holds(9, "witch"), *next_day(2))))

    def test_whoever_is_silenced_is_asked_nothing(self, always: None):
        m = mind(ev.TurnOrder("speech", (1, 5, 7), ""))
        assert [one.kind for one in remarks.question(m, Line(), (5,))] == ["ask_open"]
        m.facts.marks["silenced"] = (5,)
        assert remarks.question(m, Line(), (5,)) == []

    def test_nobody_is_asked_about_a_vote_that_the_speaker_cast_too(self, always: None):
        def asked(mine: int) -> list[str]:
            ballot = ev.Ballots("ballot", ((5, 8), (1, mine)), ())
            events = [checked(2, 8, "good"), ballot, *next_day(2), ev.TurnOrder("speech", (1, 5), "")]
            return [one.kind for one in remarks.question(mind(*events), Line(side=2), (5,))]

        assert asked(9) == ["ask_vote"]
        assert asked(8) == []

    def test_an_open_wolf_claims_nothing_in_last_words(self):
        line = Line(role="villager", side=2, suspects=(5,))
        told = last_talk.last_words(mind(ev.Revealed(1, "wolf_king"), dealt=cards("wolf_king")), line)
        assert [(one.kind, one.claims) for one in told] == [("bye_open_wolf", ())]
        assert not last_talk.open_wolf(mind(ev.Revealed(1, "idiot")))

    def test_a_witch_promises_potions_only_where_she_tells_one(self):
        m = mind()
        told = town_talk.cards(m, Line(role="witch", saves=((1, 4),)))
        assert [one.kind for one in told] == ["show_witch_told", "saved"]
        assert [one.kind for one in town_talk.cards(m, Line(role="witch"))] == ["show_witch"]
