"""A false claim to somebody's only card: what its holder, and the table, make of it."""

import pytest

from llmwolf.players.base import Answer
from llmwolf.players.bots import Bot, make_bot
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.reading import read
from llmwolf.players.bots.speech.reasons import reasons
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from tests.players.bots_table import (
    BALLOT,
    SEATS,
    SPEAK,
    belief,
    calls,
    cards,
    checked,
    holds,
    log,
    next_day,
    said,
    view,
)

PACK = (1, 2, 3, 4)


def mind(role: str, *more: Event, dealt: tuple[str, ...] = cards("guard")) -> Mind:
    bot = make_bot(1, "expert", 5)
    assert isinstance(bot, Bot)
    return bot._mind(view(1, role, log(*more, dealt=dealt), SPEAK))


def speech(role: str, *more: Event, seed: int = 0, lang: str = "zh") -> Answer:
    events = log(*more, dealt=cards("guard"))
    return make_bot(1, "expert", seed, lang=lang).answer(view(1, role, events, SPEAK))


@pytest.mark.parametrize("role", ["hunter", "witch", "guard", "idiot"])
class TestOnesOwnCard:
    def test_who_else_claims_it_is_a_liar_to_its_holder(self, role: str):
        assert mind(role, holds(7, role)).belief.wolf[7] > 0.9
        assert mind("villager", holds(7, role)).belief.wolf[7] < 0.3
        assert mind(role, holds(7, "villager")).usurpers == ()

    @pytest.mark.parametrize(("lang", "card"), [("zh", "我"), ("en", "I am the ")])
    def test_he_says_so_and_calls_for_him(self, role: str, lang: str, card: str):
        for seed in range(4):
            answer = speech(role, holds(7, role), seed=seed, lang=lang)
            assert {Claim("role", (), role), Claim("vote", (7,))} <= set(answer.claims)
            assert Claim("suspect", (7,)) in answer.claims
            assert Claim("role", (), role) in read(answer.text, 1, SEATS, 1, "")
            assert card in answer.text

    def test_he_votes_for_him(self, role: str):
        events = log(holds(7, role), *calls(5, 4, 6, 8), dealt=cards("guard"))
        assert make_bot(1, "expert").answer(view(1, role, events, BALLOT)).targets == (7,)

    def test_it_is_the_ground_he_gives(self, role: str):
        kinds = [r.kind for r in reasons(mind(role, holds(7, role)), 7, 0)]
        assert kinds[0] == "usurps"

    def test_no_counter_claim_once_the_liar_is_out(self, role: str):
        out = [holds(7, role), ev.Exiled(7), ev.Died(7, "exile"), *next_day(2)]
        assert Claim("role", (), role) not in speech(role, *out).claims


def test_a_wolf_who_bluffs_thinks_of_the_holder_as_a_good_player_would():
    events = log(holds(1, "hunter"), holds(7, "hunter"))
    bot = make_bot(1, "expert")
    assert isinstance(bot, Bot)
    m = bot._mind(view(1, "werewolf", events, SPEAK, PACK))
    assert m.usurpers == (7,)
    assert m.belief.wolf[7] > 0.9


def test_the_witch_tells_her_potions_against_a_false_claim():
    own = [ev.Acted((1,), 1, "save", 5, 1)]
    answer = speech("witch", *own, holds(7, "witch"))
    assert Claim("save", (5,), "", 1) in answer.claims
    assert any(word in speech("witch", holds(7, "witch")).text for word in ("两瓶药", "我的药"))


class TestProven:
    SHOT = (holds(7, "hunter"), ev.Exiled(3), ev.Died(3, "exile"), ev.Shot(3, 9), ev.Died(9, "shot"))
    TURNED = (holds(7, "idiot"), ev.Revealed(3, "idiot"))

    @pytest.mark.parametrize("events", [SHOT, TURNED])
    def test_an_earlier_claim_was_a_lie_to_everybody(self, events: tuple[Event, ...]):
        assert belief(log(*events)).wolf[7] > 0.85
        assert belief(log(*events)).wolf[3] == 0

    def test_it_is_said_aloud(self):
        m = mind("villager", *self.SHOT, *next_day(2))
        first = reasons(m, 7, 0)[0]
        assert (first.kind, first.slots["x"], first.slots["card"]) == ("proved_liar", 3, "猎人")
        answer = speech("villager", *self.SHOT, *next_day(2))
        assert Claim("suspect", (7,)) in answer.claims
        assert "猎人" in answer.text

    def test_a_shot_proves_no_hunter_where_a_wolf_may_shoot_as_well(self):
        table = log(*self.SHOT, dealt=cards("wolf_king"))
        assert belief(table).wolf[7] < 0.5


class TestWitchInTime:
    CLAIM = Claim("role", (), "witch")

    def test_two_calls_or_the_sheriffs_are_enough(self):
        assert self.CLAIM not in speech("witch", *calls(1, 4)).claims
        assert self.CLAIM in speech("witch", *calls(1, 4, 5)).claims
        assert self.CLAIM in speech("witch", ev.Elected(4, "ballot"), *calls(1, 4)).claims

    def test_who_speaks_first_goes_by_how_the_table_sees_her(self):
        rival = [checked(5, 1, "wolf"), ev.Ballots("ballot", ((1, 5),), ()), *next_day(2, 5)]
        assert self.CLAIM in speech("witch", *rival).claims

    def test_a_silver_water_who_claims_seer_is_saved_by_a_word(self):
        own = ev.Acted((1,), 1, "save", 5, 1)
        claim = [checked(5, 9, "good"), checked(8, 10, "good")]
        assert self.CLAIM not in speech("witch", own, *claim).claims
        answer = speech("witch", own, *claim, said(6, Claim("vote", (5,))))
        assert {self.CLAIM, Claim("save", (5,), "", 1)} <= set(answer.claims)
