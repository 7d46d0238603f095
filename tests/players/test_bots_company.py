"""Who plays with whom: lovers, allies, the pack's special cards; and what the table may take as proved."""

import pytest

from llmwolf.players.base import Answer
from llmwolf.players.bots import make_bot
from llmwolf.players.bots.draft import Doubts
from llmwolf.players.bots.evidence import gather
from llmwolf.rules import events as ev
from llmwolf.rules.asks import Choice, Request, one_of
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from llmwolf.rules.ruleset import resolve
from tests.players.bots_table import (
    BALLOT,
    EXPERT,
    LIVING,
    SPEAK,
    belief,
    calls,
    cards,
    checked,
    holds,
    log,
    next_day,
    said,
    table,
    view,
)

SEEDS = range(12)
OTHERS = LIVING[1:]
PACK = (1, 2, 3, 4)
WHISPER = Request(1, "whisper", (Choice("whisper", LIVING, 0, 1),), True, 120)
KNIFE = Request(1, "knife", (one_of("knife", LIVING),))
WOLF_7 = [checked(3, 7, "wolf"), *next_day(2, 3)]
FACTIONS = resolve({"seer_sees": "faction", "judged": "one_by_one"})
TURNING = resolve({"reveal_on_death": True, "exile_shows_card": True})


class TestLovers:
    def test_do_not_vote_for_each_other_nor_hand_each_other_to_the_knife(self):
        for role, request in (("villager", BALLOT), ("seer", BALLOT), ("hunter", BALLOT)):
            seen = view(1, role, log(*WOLF_7, *calls(7, 5, 6)), request, lover=7)
            assert make_bot(1).answer(seen).targets != (7,)
        whispers = log(*calls(7, 5, 6), *next_day(2), ev.NightFell(3))
        for seed in SEEDS:
            for request in (WHISPER, KNIFE):
                seen = view(1, "werewolf", whispers, request, PACK, lover=7)
                assert make_bot(1, seed=seed).answer(seen).targets != (7,)

    def test_follow_each_others_seer_claim(self):
        events = log(checked(3, 5, "good"), checked(7, 6, "good"))
        for role, pack in (("villager", ()), ("werewolf", PACK)):
            for seed in SEEDS:
                speech = make_bot(1, seed=seed).answer(view(1, role, events, SPEAK, pack, lover=7))
                assert [c.targets for c in speech.claims if c.act == "side"] == [(7,)]

    def test_a_seer_tells_nobody_that_the_lover_is_a_wolf(self):
        events = log(ev.Told((1,), "check", 7, "wolf", 1))
        speech = make_bot(1).answer(view(1, "seer", events, SPEAK, lover=7))
        assert Claim("check", (7,), "good", 1) in speech.claims

    def test_the_witch_saves_the_lover_always(self):
        night = [*log()[:2], ev.Told((1,), "victim", 7, "", 1)]
        potion = Request(1, "potion", (one_of("save", (7,)), one_of("poison", OTHERS)), hint=7)
        for seed in SEEDS:
            assert make_bot(1, seed=seed).answer(view(1, "witch", night, potion, lover=7)).verb == "save"

    def test_a_linked_wolf_gives_the_pack_up_once_it_would_win_without_the_pair(self):
        out = [e for seat in (8, 9, 10, 11, 12) for e in (ev.Died(seat, "exile"),)]
        events = log(said(2), *out, *calls(2, 4, 5, 6))
        assert make_bot(1).answer(view(1, "werewolf", events, BALLOT, PACK, lover=7)).targets == (2,)
        assert make_bot(1).answer(view(1, "werewolf", events, BALLOT, PACK)).targets != (2,)

    def test_cupid_links_two_others(self):
        request = Request(1, "link", (Choice("link", LIVING, 2, 2),), False)
        for seed in SEEDS:
            targets = make_bot(1, seed=seed).answer(view(1, "cupid", log()[:2], request)).targets
            assert len(set(targets)) == 2
            assert 1 not in targets
        linked = [ev.Acted((1,), 1, "link", target, 1) for target in (7, 8)]
        assert make_bot(1).answer(view(1, "cupid", log(*linked, *WOLF_7), BALLOT)).targets != (7,)


class TestAlly:
    SHOWN = tuple(
        ev.Told((1,), fact, s, "", 2) for fact, s in (("ally", 1), ("ally_wolf", 7), ("ally_wolf", 8))
    )

    def test_keeps_the_card_and_turns_it_against_the_village(self):
        events = log(*self.SHOWN, *WOLF_7, ev.NightFell(3))
        potion = Request(1, "potion", (one_of("save", (7,)), one_of("poison", OTHERS)), hint=7)
        assert make_bot(1).answer(view(1, "witch", events, potion)) == Answer("save", (7,))
        poison = Request(1, "potion", (one_of("poison", OTHERS),))
        answer = make_bot(1).answer(view(1, "witch", events, poison))
        assert answer.verb == "poison"
        assert answer.targets[0] not in (7, 8)

    def test_a_gun_never_takes_a_friend(self):
        shot = Request(1, "last_act", (one_of("shoot", OTHERS),))
        for seed in SEEDS:
            seen = view(1, "hunter", log(*self.SHOWN, *WOLF_7), shot)
            assert make_bot(1, seed=seed).answer(seen).targets not in ((7,), (8,))

    def test_the_first_dead_names_nobody_if_good_and_a_good_player_if_a_wolf(self):
        ask = Request(1, "ally", (one_of("ally", OTHERS),))
        dead = log(*next_day(2, 1))
        assert make_bot(1).answer(view(1, "villager", dead, ask)) == Answer()
        named = make_bot(1).answer(view(1, "werewolf", dead, ask, PACK))
        assert named.verb == "ally"
        assert named.targets[0] not in PACK


class TestPackCards:
    def test_the_beauty_charms_neither_the_knifed_nor_a_mate_and_the_pack_spares_her_charmed(self):
        charm = Request(1, "charm", (one_of("charm", LIVING[4:]),))
        night = [*log()[:2], ev.Told(PACK, "knife", 9, "", 1)]
        for seed in SEEDS:
            charmed = make_bot(1, seed=seed).answer(view(1, "wolf_beauty", night, charm, PACK)).targets
            assert charmed not in ((), (9,))
            did = ev.Acted((1,), 1, "charm", charmed[0], 1)
            later = log(did, ev.NightFell(2))
            named = make_bot(1, seed=seed).answer(view(1, "wolf_beauty", later, WHISPER, PACK)).targets
            assert named not in ((), charmed)

    def test_the_white_wolf_king_takes_along_the_seer_he_knows_for_real(self):
        events = log(checked(7, 1, "wolf"), *calls(1, 5, 6, 7, 8))
        rights = (Choice("explode", OTHERS, 0, 1),)
        seen = view(1, "white_wolf_king", events, SPEAK, PACK, rights=rights)
        assert make_bot(1).cut_in(seen, "") == Answer("explode", (7,))

    @pytest.mark.parametrize("role", ["wolf_king", "wolf_beauty"])
    def test_a_wolf_whose_exile_hurts_does_not_blow_himself_up(self, role: str):
        events = log(checked(7, 1, "wolf"), *calls(1, 5, 6, 7, 8))
        seen = view(1, role, events, SPEAK, PACK, rights=(Choice("explode"),))
        assert all(make_bot(1, seed=seed).cut_in(seen, "") is None for seed in SEEDS)

    def test_the_wolf_king_shoots_no_mate(self):
        shot = Request(1, "last_act", (one_of("shoot", OTHERS),))
        answer = make_bot(1).answer(view(1, "wolf_king", log(*WOLF_7), shot, PACK))
        assert answer.targets[0] not in PACK

    def test_the_hidden_wolf_spares_the_pack_that_does_not_know_him_and_lies_deep(self):
        met = ev.PackMet((1,), ((2, "werewolf"), (3, "werewolf")))
        events = log(met, checked(7, 6, "good"), *calls(2, 5, 6), dealt=cards("hidden_wolf"))
        for seed in SEEDS:
            answer = make_bot(1, seed=seed).answer(view(1, "hidden_wolf", events, BALLOT))
            assert answer.targets not in ((2,), (3,))
            assert "深水" in make_bot(1, seed=seed).answer(view(1, "hidden_wolf", events, SPEAK)).thought

    def test_the_widow_does_not_knife_the_lover(self):
        widow = Request(1, "widow", (one_of("widow", LIVING),))
        for seed in SEEDS:
            seen = view(1, "werewolf", log(ev.NightFell(2)), widow, (1,), FACTIONS, lover=7)
            assert make_bot(1, seed=seed).answer(seen).targets not in ((), (1,), (7,))

    def test_a_caught_girl_is_taken(self):
        events = [*log()[:2], ev.Told(PACK, "caught", 9, "", 1), ev.Whispered(PACK, 2, 6, "")]
        assert make_bot(1).answer(view(1, "werewolf", events, KNIFE, PACK)) == Answer("knife", (9,))

    def test_a_false_seer_folds_when_the_card_is_turned_elsewhere(self):
        turned = [checked(7, 6, "good"), ev.Died(7, "exile"), ev.Revealed(7, "seer"), *next_day(2)]
        seen = view(1, "werewolf", log(checked(1, 5, "wolf"), *turned), SPEAK, PACK, TURNING)
        claims = make_bot(1).answer(seen).claims
        assert Claim("retract", (), "seer") in claims
        assert not [c for c in claims if c.act == "check"]


class TestWhatIsProved:
    @pytest.mark.parametrize(
        ("events", "seat", "wolf"),
        [
            ([ev.Dueled(2, 7, True), ev.Died(7, "duel")], 7, 1.0),
            ([ev.Dueled(2, 7, False), ev.Died(2, "duel")], 7, 0.0),
            ([ev.Exiled(7), ev.Died(7, "exile"), ev.Died(8, "bomb")], 7, 0.0),
            ([ev.Scapegoated(7), ev.Died(7, "scapegoat")], 7, 0.0),
            ([ev.Died(7, "lingered")], 7, 0.0),
        ],
    )
    def test_by_a_duel_a_bomb_a_tie_or_a_slow_death(self, events: list[Event], seat: int, wolf: float):
        assert belief(log(*events)).wolf[seat] == pytest.approx(wolf)

    def test_by_a_charm_but_not_by_a_link(self):
        follow = [ev.Exiled(7), ev.Died(7, "exile"), ev.Died(8, "follow")]
        charmed = belief(log(*follow, dealt=cards("wolf_beauty")))
        assert (charmed.wolf[7], charmed.wolf[8]) == pytest.approx((1, 0))
        assert 0.1 < belief(log(*follow, dealt=cards("cupid"))).wolf[7] < 0.6

    def test_a_turned_seer_makes_every_other_claim_false(self):
        two = [checked(3, 5, "good"), checked(7, 6, "wolf")]
        found = belief(log(*two, ev.Died(3, "exile"), ev.Revealed(3, "seer")))
        assert found.seer == {3: 1.0}
        assert found.wolf[7] > 0.85
        assert found.wolf[5] == 0

    def test_a_wild_childs_card_clears_nobody(self):
        shown = log(ev.Died(7, "exile"), ev.Revealed(7, "wild_child"), dealt=cards("wild_child"))
        assert belief(shown).wolf[7] > 0

    def test_a_report_counts_while_the_card_is_claimed_once(self):
        grave = holds(5, "gravekeeper", Claim("check", (7,), "wolf", 2))
        assert belief(log(grave)).wolf[7] > 0.55
        two = belief(log(grave, holds(6, "gravekeeper"))).wolf
        assert two[7] == pytest.approx(two[8])

    def test_an_answer_that_may_mean_something_else_leaves_a_doubt(self):
        book, facts = table(log(checked(3, 7, "wolf"), checked(3, 8, "good", 2)))
        book.settle()
        sure = gather(book, facts, EXPERT)
        assert sure.stories[0].evil == 1 << 7
        unsure = gather(book, facts, EXPERT, Doubts(good=True, wolf=True))
        assert unsure.stories[0].evil == 0
        assert unsure.stories[0].factors[7] > 1 > unsure.stories[0].factors[8]

    def test_a_seer_of_factions_reports_a_piper_as_what_he_may_be(self):
        events = log(ev.Told((1,), "check", 7, "not_village", 1), dealt=cards("piper"))
        speech = make_bot(1).answer(view(1, "seer", events, SPEAK, rules=FACTIONS))
        assert Claim("check", (7,), "wolf", 1) in speech.claims
        assert "村民" in speech.text
        bare = log(ev.Told((1,), "check", 7, "not_village", 1))
        assert "村民" not in make_bot(1).answer(view(1, "seer", bare, SPEAK, rules=FACTIONS)).text

    def test_a_seer_of_cards_reports_sides(self):
        events = log(ev.Told((1,), "check", 7, "wolf_beauty", 1), ev.Told((1,), "check", 8, "possessed", 2))
        claims = make_bot(1).answer(view(1, "seer", events, SPEAK)).claims
        assert {(c.targets[0], c.value) for c in claims if c.act == "check"} == {(7, "wolf"), (8, "good")}

    def test_a_claim_to_no_card_is_no_claim(self):
        book, _ = table(log(said(3, Claim("role", (), "wolf")), holds(4, "???")))
        assert book.roles == {}
