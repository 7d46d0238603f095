"""What a bot makes of a given table: memory, belief, and the decisions of each card."""

import inspect
import re

import pytest

from llmwolf.players.base import Answer
from llmwolf.players.bots import LEVELS, draft, likelihoods, make_bot, stories
from llmwolf.players.bots.beliefs import Knowledge
from llmwolf.players.bots.entries import Check
from llmwolf.players.bots.evidence import gather
from llmwolf.players.bots.likelihoods import LIKELIHOODS
from llmwolf.players.bots.stories import STORY_LIKELIHOODS
from llmwolf.players.bots.weights import WEIGHTS
from llmwolf.rules import events as ev
from llmwolf.rules.asks import Choice, Request, one_of
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from tests.players.bots_table import (
    CARDS,
    EXPERT,
    LIVING,
    SEATS,
    SEER,
    belief,
    checked,
    log,
    next_day,
    said,
    table,
    view,
)


class TestBelief:
    def test_knowing_nothing_everybody_is_as_likely(self):
        found = belief(log())
        assert found.wolf[1:] == pytest.approx([4 / 12] * 12)
        assert found.likeliest_seer() == (0, 0.0)

    def test_the_wolves_always_add_up(self):
        events = log(checked(3, 5, "good"), checked(7, 5, "wolf"), ev.Ballots("ballot", ((1, 5), (2, 7)), ()))
        assert sum(belief(events).wolf) == pytest.approx(4)
        me = Knowledge(good=1 << 9)
        assert sum(belief(events, me).wolf) == pytest.approx(4)
        assert belief(events, me).wolf[9] == 0

    def test_knowing_oneself_two_ways_gives_one_answer(self):
        events = log(checked(3, 5, "good"), checked(7, 6, "wolf"), said(8, Claim("side", (3,))))
        slow = belief(events, Knowledge(good=1 << 9, leans=((1, 1.0),)))
        assert belief(events, Knowledge(good=1 << 9)).wolf == pytest.approx(slow.wolf)

    def test_a_lone_seer_claim_is_believed_and_so_are_its_checks(self):
        found = belief(log(checked(3, 5, "good"), said(8)))
        assert found.seer[3] > 0.6
        assert found.wolf[5] < 0.15
        assert belief(log(checked(3, 5, "wolf"))).wolf[5] > 0.7

    def test_a_claim_without_a_check_is_believed_less(self):
        bare = said(7, SEER, Claim("flow", (11, 12)))
        assert belief(log(checked(3, 5, "good"), bare)).seer[7] < 0.25

    def test_who_is_called_a_wolf_knows_the_claim_is_false(self):
        found = belief(log(checked(3, 5, "wolf")), Knowledge(good=1 << 5))
        assert found.seer.get(3, 0.0) == 0
        assert found.wolf[3] > 0.8

    def test_a_claim_that_leaves_nobody_open_stands_beside_one_that_does(self):
        told = [*((seat, "good") for seat in range(4, 9)), *((seat, "wolf") for seat in range(9, 13))]
        checks = [checked(3, seat, value, night) for night, (seat, value) in enumerate(told, 1)]
        turned = [ev.Revealed(seat, "villager") for seat in (1, 2)]
        found = belief([*log(*turned, *checks), checked(12, 3, "wolf")])
        assert sum(found.wolf) == pytest.approx(4)
        assert found.seer[3] + found.seer[12] + found.seer[0] == pytest.approx(1)

    def test_a_claim_that_the_table_votes_out_is_not_believed_more_for_it(self):
        two = log(checked(3, 5, "good"), checked(7, 6, "good"))
        votes = tuple((seat, 7 if seat in (1, 2, 3) else 3) for seat in LIVING)
        out = ev.Ballots("ballot", votes, ((3, 18), (7, 6)))
        assert belief([*two, out]).seer[3] <= belief(two).seer[3]

    def test_two_claims_share_the_belief_until_one_is_knifed(self):
        two = log(checked(3, 5, "good"), checked(7, 6, "good"))
        assert belief(two).seer[3] == pytest.approx(belief(two).seer[7], abs=0.1)
        night = [ev.NightFell(2), ev.DayBroke(2), ev.Announced((3,))]
        assert belief([*two, *night]).seer[3] > 0.8
        assert belief([*two, *night]).wolf[7] > 0.8

    def test_sides_taken_before_both_claims_stood_say_nothing_between_them(self):
        first, second = checked(3, 5, "good"), checked(7, 6, "good")
        side, silent = said(4, Claim("side", (3,))), said(4)
        early, none = belief(log(first, side, second)), belief(log(first, silent, second))
        assert early.seer == pytest.approx(none.seer)
        assert early.wolf == pytest.approx(none.wolf)
        late = belief(log(first, second, side))
        assert late.seer[3] > none.seer[3]

    def test_an_explosion_leaves_no_doubt(self):
        found = belief(log(ev.Exploded(4, "speech"), ev.Died(4, "explode")))
        assert found.wolf[4] == pytest.approx(1)

    def test_a_turned_card_leaves_no_doubt(self):
        assert belief(log(ev.Revealed(8, "idiot"))).wolf[8] == 0

    def test_votes_for_the_cleared_look_bad_and_votes_for_the_checked_look_good(self):
        events = log(checked(3, 5, "good"), ev.Ballots("ballot", ((1, 5), (2, 3), (8, 9)), ((5, 2), (3, 2))))
        found = belief(events)
        assert found.wolf[1] > found.wolf[8]
        assert found.wolf[2] > found.wolf[8]

    def test_the_way_of_the_badge_tells_the_last_check(self):
        claim = checked(3, 5, "good")
        night = [ev.Elected(3, "ballot"), ev.NightFell(2), ev.DayBroke(2), ev.Announced((3,))]
        given = belief(log(claim, *night, ev.BadgePassed(3, 11)))
        torn = belief(log(claim, *night, ev.BadgePassed(3, 0)))
        assert given.wolf[11] < 0.1
        assert torn.wolf[11] > 0.6

    def test_silver_water_clears_while_one_witch_claims(self):
        one = said(8, Claim("role", (), "witch"), Claim("save", (2,), "", 1))
        other = said(9, Claim("role", (), "witch"))
        assert belief(log(one)).wolf[2] < belief(log()).wolf[2] - 0.1
        bare = said(8, Claim("role", (), "witch"))
        assert belief(log(one, other)).wolf[2] == pytest.approx(belief(log(bare, other)).wolf[2])

    def test_of_two_claims_to_a_single_card_one_is_false(self):
        found = belief(log(said(8, Claim("role", (), "hunter")), said(9, Claim("role", (), "hunter"))))
        assert found.wolf[8] + found.wolf[9] >= 0.99

    def test_the_game_goes_on_so_a_wolf_is_still_in(self):
        out = [ev.Died(seat, "exile") for seat in (1, 2, 3, 4)]
        assert sum(belief(log(*out)).wolf[1:5]) < 4

    def test_when_everything_contradicts_knowledge_remains(self):
        events = log(*(ev.Exploded(seat, "speech") for seat in (1, 2, 3, 4)))
        found = belief(events, Knowledge(good=1 << 1))
        assert found.wolf[1] == 0
        assert sum(found.wolf) == pytest.approx(4)

    def test_every_weight_is_used_and_every_likelihood_is_named(self):
        names = [f.__name__ for f in (*LIKELIHOODS, *STORY_LIKELIHOODS)]
        assert len(set(names)) == len(names)
        assert all(f.__doc__ for f in (*LIKELIHOODS, *STORY_LIKELIHOODS))
        source = "".join(map(inspect.getsource, (draft, likelihoods, stories)))
        votes = re.compile("(good_votes|voted)_for_(seer|cleared|checked_wolf|rival)")
        assert all(f'"{name}"' in source or votes.fullmatch(name) for name in WEIGHTS)
        assert set(LEVELS["normal"].weights) == set(WEIGHTS)
        assert all(ratio > 0 for level in LEVELS.values() for ratio in level.weights.values())


class TestLedger:
    def test_claims_come_from_the_record_or_from_the_text(self):
        book, _ = table(
            log(checked(3, 5, "good"), said(7, text="我是预言家，昨晚验了6号，查杀。警徽流先验8号再验9号。"))
        )
        assert book.stories[3].checks == {1: Check(1, 5, "good")}
        assert book.stories[7].checks == {1: Check(1, 6, "wolf")}
        assert book.stories[7].flow == (8, 9)
        assert [s.seat for s in book.claimants()] == [3, 7]

    def test_a_check_brought_up_again_is_not_another_one(self):
        again = said(3, SEER, Claim("check", (5,), "good", 2))
        book, _ = table(log(checked(3, 5, "good"), ev.NightFell(2), again))
        assert list(book.stories[3].checks) == [1]

    def test_checks_told_without_their_nights_get_the_free_ones(self):
        told = said(3, SEER, *(Claim("check", (seat,), "good") for seat in (5, 6)))
        book, _ = table([*log(), *next_day(2), *next_day(3), told])
        assert {night: check.target for night, check in book.stories[3].checks.items()} == {3: 5, 2: 6}

    def test_another_card_takes_the_seer_claim_back(self):
        book, _ = table(log(checked(3, 5, "good"), said(3, Claim("role", (), "hunter"))))
        assert not book.claimants()

    def test_a_claim_taken_back_no_longer_stands(self):
        book, _ = table(log(checked(3, 5, "good"), said(3, Claim("retract", (), "seer"))))
        assert book.claimants() == []

    def test_a_claim_with_a_strange_value_does_no_harm(self):
        strange = [Claim("role", (), "king"), Claim("check", (4,), "maybe"), Claim("role", (), "预言家")]
        book, facts = table(log(said(3, *strange), said(4, Claim("vote", ())), said(5, Claim("side", ()))))
        assert book.roles == {3: "seer"}
        gather(book, facts, EXPERT)

    def test_opinions_count_once_the_round_is_over(self):
        book, _ = table(log(said(3, Claim("side", (7,)), Claim("suspect", (5, 6)))))
        assert not book.sides
        assert book.side_of(3) == 7
        book.take(ev.StageBegan("ballot"))
        assert book.sides == {3: (7, 1, 0)}
        assert book.stances == {(3, 5): (-1, 1), (3, 6): (-1, 1)}

    def test_votes_against_ones_own_word_are_noted(self):
        events = log(said(3, Claim("vote", (5,))), said(4, Claim("vote", (5,))), ev.StageBegan("ballot"))
        book, _ = table([*events, ev.Ballots("ballot", ((3, 6), (4, 5)), ((5, 2), (6, 2)))])
        assert book.broken == [(1, 3)]


class TestSeer:
    CHECK = Request(1, "check", (one_of("check", LIVING[1:]),))

    def told(self, *checks: tuple[int, str]) -> list[Event]:
        return [ev.Told((1,), "check", seat, value, night) for night, (seat, value) in enumerate(checks, 1)]

    def test_follows_its_flow(self):
        events = log(*self.told((5, "good")), checked(1, 5, "good"), ev.NightFell(2))
        assert make_bot(1).answer(view(1, "seer", events, self.CHECK)) == Answer("check", (11,))

    def test_hands_the_badge_to_the_first_of_the_flow_if_the_check_was_good(self):
        for value, heir in (("good", 11), ("wolf", 12)):
            first = [*self.told((5, "good")), checked(1, 5, "good"), ev.Elected(1, "ballot"), ev.NightFell(2)]
            events = log(*first, ev.Told((1,), "check", 11, value, 2), ev.DayBroke(2), ev.Announced((1,)))
            badge = Request(1, "badge", (one_of("give", LIVING[1:]),))
            assert make_bot(1, "expert").answer(view(1, "seer", events, badge)) == Answer("give", (heir,))

    def test_reports_every_check_in_last_words(self):
        events = log(
            *self.told((5, "good"), (6, "wolf")), checked(1, 5, "good"), ev.NightFell(2), ev.DayBroke(2)
        )
        events += [ev.Died(1, "exile"), ev.StageBegan("last_words")]
        speak = Request(1, "speak", (Choice("say"),), True, 400)
        answer = make_bot(1).answer(view(1, "seer", events, speak))
        assert {(c.targets, c.value) for c in answer.claims if c.act == "check"} == {
            ((5,), "good"),
            ((6,), "wolf"),
        }
        assert "5号" in answer.text
        assert "6号" in answer.text


class TestNightRoles:
    def potion(self, *, save: int = 0) -> Request:
        choices = [one_of("save", (save,))] if save else []
        return Request(1, "potion", (*choices, one_of("poison", LIVING[1:])), hint=save)

    def test_the_witch_poisons_a_wolf_that_is_sure_but_no_lone_hunter_claim(self):
        wolf = [ev.NightFell(2), ev.DayBroke(2), ev.Announced((3,)), ev.NightFell(3)]
        sure = log(checked(3, 7, "wolf"), *wolf)
        assert make_bot(1, "expert").answer(view(1, "witch", sure, self.potion())) == Answer("poison", (7,))
        hunter = log(said(7, Claim("role", (), "hunter")), checked(3, 7, "wolf"), *wolf)
        answer = make_bot(1, "expert").answer(view(1, "witch", hunter, self.potion()))
        assert answer.targets != (7,)

    def test_the_witch_saves_on_most_first_nights_and_poisons_on_none(self):
        events = [ev.GameBegan(SEATS, CARDS, True), ev.NightFell(1), ev.Told((1,), "victim", 4, "", 1)]
        given = [make_bot(1, seed=s).answer(view(1, "witch", events, self.potion(save=4))) for s in range(60)]
        assert {a.verb for a in given} <= {"save", "pass"}
        assert sum(a.verb == "save" for a in given) >= 40

    def test_the_hunter_shoots_a_wolf_that_is_sure_and_holds_fire_without_a_clue(self):
        shot = Request(1, "last_act", (one_of("shoot", LIVING[1:]),))
        wolf = [ev.NightFell(2), ev.DayBroke(2), ev.Announced((3,))]
        sure = log(checked(3, 7, "wolf"), *wolf)
        assert make_bot(1).answer(view(1, "hunter", sure, shot)) == Answer("shoot", (7,))
        assert make_bot(1).answer(view(1, "hunter", log(), shot)) == Answer()

    def test_the_guard_keeps_to_the_legal_seats(self):
        events = log(checked(3, 7, "wolf"), ev.NightFell(2))
        pool = tuple(s for s in LIVING if s != 3)
        answer = make_bot(1).answer(view(1, "guard", events, Request(1, "guard", (one_of("guard", pool),))))
        assert answer.verb == "guard"
        assert answer.targets[0] in pool


class TestPack:
    PACK = (1, 2, 3, 4)
    KNIFE = Request(1, "knife", (one_of("knife", LIVING),))

    def night(self, *lines: tuple[int, int, str]) -> list[Event]:
        whispers = [ev.Whispered(self.PACK, seat, target, text) for seat, target, text in lines]
        return [ev.GameBegan(SEATS, CARDS, True), ev.NightFell(1), *whispers]

    def test_the_pack_follows_the_majority(self):
        events = self.night((1, 5, ""), (2, 9, ""), (3, 9, ""), (4, 8, ""))
        for seat in self.PACK:
            request = Request(seat, "knife", (one_of("knife", LIVING),))
            given = make_bot(seat).answer(view(seat, "werewolf", events, request, self.PACK))
            assert given == Answer("knife", (9,))

    def test_a_tie_does_not_split_the_pack_whatever_their_seeds(self):
        events = self.night((1, 5, ""), (2, 9, ""), (3, 7, ""), (4, 8, ""))
        given = {
            make_bot(seat, seed=seat).answer(
                view(seat, "werewolf", events, Request(seat, "knife", (one_of("knife", LIVING),)), self.PACK)
            )
            for seat in self.PACK
        }
        assert len(given) == 1

    def test_one_volunteer_claims_the_seer_and_the_others_do_not(self):
        events = [
            *self.night((1, 5, "我深水"), (2, 9, "刀9号，我来悍跳"), (3, 9, ""), (4, 8, "别悍跳")),
            ev.DayBroke(1),
        ]
        runs = {}
        for seat in self.PACK:
            request = Request(seat, "sign_up", (Choice("run"),))
            bots = [make_bot(seat, seed=s) for s in range(20)]
            runs[seat] = sum(
                b.answer(view(seat, "werewolf", events, request, self.PACK)).verb == "run" for b in bots
            )
        assert runs[2] == 20
        assert max(runs[1], runs[3], runs[4]) < 12

    def test_the_first_knife_is_not_drawn_to_a_place_in_the_list(self):
        events = self.night()
        whisper = Request(1, "whisper", (Choice("whisper", LIVING, 0, 1),), True, 120)
        targets = [
            make_bot(1, seed=s).answer(view(1, "werewolf", events, whisper, self.PACK)).targets[0]
            for s in range(400)
        ]
        assert set(targets) == set(LIVING) - set(self.PACK)
        assert max(targets.count(t) for t in set(targets)) < 85

    def test_a_wolf_never_shows_the_pack_in_public(self):
        events = [*self.night((2, 9, "我来悍跳")), *log()[2:], checked(9, 3, "wolf")]
        speak = Request(1, "speak", (Choice("say"),), True, 400)
        for seed in range(20):
            text = make_bot(1, seed=seed).answer(view(1, "werewolf", events, speak, self.PACK)).text
            assert "队友" not in text
            assert "我们狼" not in text
