"""How the rarer cards are played: one table each, and what the bot in a seat makes of it."""

import pytest

from llmwolf.players.base import Answer
from llmwolf.players.bots import make_bot
from llmwolf.rules import events as ev
from llmwolf.rules.asks import Choice, Request, one_of
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from tests.players.bots_table import BALLOT, LIVING, SPEAK, calls, cards, checked, holds, log, next_day, view

SEEDS = range(12)
OTHERS = LIVING[1:]
WOLF_7 = [checked(3, 7, "wolf"), *next_day(2, 3)]
"""Seat 3 checked seat 7 as a wolf and died for it."""


def aim(role: str, events: list[Event], request: Request, seed: int = 0, pack: tuple[int, ...] = ()) -> int:
    """The first target of seat 1's answer, 0 if there is none."""
    return (*make_bot(1, seed=seed).answer(view(1, role, events, request, pack)).targets, 0)[0]


def told(fact: str, seat: int, value: str = "", night: int = 1) -> ev.Told:
    """The judge shows seat 1 something."""
    return ev.Told((1,), fact, seat, value, night)


class TestLittleGirl:
    PEEK = Request(1, "peek", (Choice("peek"),))
    TABLE = cards("little_girl")

    def test_peeks_on_most_nights_and_no_more_once_she_knows_them_all(self):
        night = log(dealt=self.TABLE)[:2]
        verbs = [make_bot(1, seed=s).answer(view(1, "little_girl", night, self.PEEK)).verb for s in range(60)]
        assert 30 <= verbs.count("peek") <= 55
        seen = [*night, *(told("seen", seat) for seat in (4, 5, 6, 7))]
        assert make_bot(1).answer(view(1, "little_girl", seen, self.PEEK)) == Answer()

    def test_votes_for_the_wolf_she_saw_and_names_him_once_a_night_has_passed(self):
        events = log(told("seen", 9), *next_day(2), dealt=self.TABLE)
        report = Claim("check", (9,), "wolf", 1)
        named = 0
        for seed in SEEDS:
            seen = view(1, "little_girl", events, BALLOT)
            assert make_bot(1, seed=seed).answer(seen).targets == (9,)
            speech = make_bot(1, seed=seed).answer(view(1, "little_girl", events, SPEAK))
            assert (report in speech.claims) == (Claim("role", (), "little_girl") in speech.claims)
            named += report in speech.claims
        assert 4 <= named < 12


class TestGravekeeper:
    def test_tells_a_wolfs_grave_and_keeps_an_idle_one_to_himself(self):
        for value in ("wolf", "good"):
            out = [ev.Exiled(9), ev.Died(9, "exile")]
            events = log(*out, *next_day(2), told("grave", 9, value, 2), dealt=cards("gravekeeper"))
            speech = make_bot(1).answer(view(1, "gravekeeper", events, SPEAK))
            assert (Claim("check", (9,), "wolf", 2) in speech.claims) == (value == "wolf")
            assert ("守墓人" in speech.text) == (value == "wolf")

    def test_an_idle_grave_counts_once_a_claimant_had_spoken_of_it(self):
        out = [checked(3, 9, "wolf"), ev.Exiled(9), ev.Died(9, "exile")]
        events = log(*out, *next_day(2), told("grave", 9, "good", 2), dealt=cards("gravekeeper"))
        assert (
            Claim("check", (9,), "good", 2)
            in make_bot(1).answer(view(1, "gravekeeper", events, SPEAK)).claims
        )


class TestBearTamer:
    def test_lays_the_card_open_and_trusts_his_neighbours_after_a_silent_morning(self):
        for roars in ((), (ev.Roared(),)):
            events = log(ev.Announced(()), *roars, dealt=cards("bear_tamer"))
            bot, seen = make_bot(1, "expert"), view(1, "bear_tamer", events, SPEAK)
            speech = bot.answer(seen)
            assert Claim("role", (), "bear_tamer") in speech.claims
            suspects = {t for c in speech.claims if c.act in ("suspect", "vote") for t in c.targets}
            assert roars or not suspects & {2, 12}

    def test_a_table_without_a_seer_does_not_talk_of_one(self):
        dealt = tuple(sorted(("bear_tamer", *(c for c in cards() if c != "seer"))))
        night = [*log(dealt=dealt)[:2]]
        for seed in SEEDS:
            wolf = view(
                1,
                "werewolf",
                night,
                Request(1, "whisper", (Choice("whisper", LIVING, 0, 1),), True, 120),
                (1, 2),
            )
            line = make_bot(1, seed=seed).answer(wolf).text
            assert not any(word in line for word in ("悍跳", "跳", "倒钩", "冲"))
            run = [*log(dealt=dealt)[:3], ev.StageBegan("election"), ev.SignedUp((1, 2))]
            text = make_bot(1, seed=seed).answer(view(1, "villager", run, SPEAK)).text
            assert text
            assert not any(word in text for word in ("预言家", "警徽流", "验人"))


class TestPiper:
    def test_never_shows_his_card(self):
        events = log(*calls(1, 2, 3, 4, 5, 6), dealt=cards("piper"))
        speech = make_bot(1).answer(view(1, "piper", events, SPEAK))
        assert "吹笛者" not in speech.text
        assert Claim("role", (), "villager") in speech.claims

    def test_charms_nobody_twice_and_rather_those_who_do_not_lead(self):
        events = log(holds(5, "witch"), ev.Elected(6, "ballot"), ev.NightFell(2), dealt=cards("piper"))
        pool = Choice("pipe", OTHERS, 1, 2, (5, 6, 7, 8))
        answer = make_bot(1).answer(view(1, "piper", events, Request(1, "pipe", (pool,))))
        assert sorted(answer.targets) == [7, 8]
        last = Choice("pipe", OTHERS, 1, 2, (5,))
        assert 5 in make_bot(1).answer(view(1, "piper", events, Request(1, "pipe", (last,)))).targets

    def test_when_most_are_charmed_the_votes_turn_to_the_others(self):
        charmed = ev.Marked("charmed", (2, 3, 4, 5, 6, 7, 8, 9))
        plain, piped = log(), log(charmed)
        for events, among in ((plain, set(OTHERS)), (piped, {10, 11, 12})):
            given = {aim("villager", events, BALLOT, seed) for seed in SEEDS}
            assert given <= among
        assert len(given) > 1


class TestBomber:
    def test_shows_the_bomb_to_the_good_and_lets_wolves_run_into_it(self):
        good = log(*calls(1, 2, 4, 5, 6), dealt=cards("bomber"))
        assert Claim("role", (), "bomber") in make_bot(1).answer(view(1, "bomber", good, SPEAK)).claims
        wolves = log(*WOLF_7, checked(4, 8, "wolf"), *calls(1, 7, 8), dealt=cards("bomber"))
        assert Claim("role", (), "bomber") not in make_bot(1).answer(view(1, "bomber", wolves, SPEAK)).claims

    def test_nobody_likes_to_vote_for_the_bomb(self):
        events = log(holds(7, "bomber"), *calls(7, 2, 3, 4), *calls(8, 5, 6, 9), dealt=cards("bomber"))
        for role, pack in (("villager", ()), ("werewolf", (1, 2, 3, 4))):
            assert make_bot(1).answer(view(1, role, events, BALLOT, pack)).targets != (7,)


class TestKnight:
    def duel(self, events: list[Event], day: str = "knight") -> Answer | None:
        rights = (one_of("duel", OTHERS),)
        return make_bot(1, "expert").cut_in(view(1, day, events, SPEAK, rights=rights), "")

    def test_duels_a_wolf_beyond_doubt_and_keeps_the_sword_otherwise(self):
        assert self.duel(log(*WOLF_7, dealt=cards("knight"))) == Answer("duel", (7,))
        assert self.duel(log(dealt=cards("knight"))) is None

    def test_does_not_duel_his_lover(self):
        seen = view(1, "knight", log(*WOLF_7), SPEAK, rights=(one_of("duel", OTHERS),), lover=7)
        assert make_bot(1, "expert").cut_in(seen, "") is None


class TestSilencer:
    ASK = Request(1, "silence", (one_of("silence", OTHERS),))

    def test_silences_a_suspect_and_never_the_seer_he_believes(self):
        events = log(*WOLF_7, ev.NightFell(3), dealt=cards("silencer"))
        assert make_bot(1).answer(view(1, "silencer", events, self.ASK)) == Answer("silence", (7,))
        lone = log(checked(3, 5, "good"), ev.NightFell(2), dealt=cards("silencer"))
        given = {aim("silencer", lone, self.ASK, seed) for seed in SEEDS}
        assert 3 not in given

    def test_often_waits_a_night(self):
        night = log(dealt=cards("silencer"))[:2]
        verbs = [make_bot(1, seed=s).answer(view(1, "silencer", night, self.ASK)).verb for s in range(40)]
        assert 8 <= verbs.count("pass") <= 32


class TestScapegoat:
    def test_lets_those_vote_who_look_good(self):
        request = Request(1, "voters", (Choice("allow", OTHERS, 0, 11),))
        answer = make_bot(1).answer(view(1, "scapegoat", log(*WOLF_7), request))
        assert answer.verb == "allow"
        assert 7 not in answer.targets
        assert len(answer.targets) == 6


class TestThief:
    @pytest.mark.parametrize(
        ("first", "second", "may_pass", "verb"),
        [
            ("villager", "seer", False, "second"),
            ("cupid", "rogue", False, "first"),
            ("idiot", "wolf_king", False, "second"),
            ("villager", "villager", True, "pass"),
            ("villager", "hunter", True, "second"),
        ],
    )
    def test_takes_the_better_card(self, first: str, second: str, may_pass: bool, verb: str):
        events = [*log()[:2], told("spare", 1, first), told("spare", 2, second)]
        request = Request(1, "thief", (Choice("first"), Choice("second")), may_pass)
        assert make_bot(1).answer(view(1, "thief", events, request)).verb == verb

    def test_takes_the_wolf_where_it_must(self):
        events = [*log()[:2], told("spare", 1, "seer"), told("spare", 2, "werewolf")]
        request = Request(1, "thief", (Choice("second"),), False)
        assert make_bot(1).answer(view(1, "thief", events, request)) == Answer("second")


class TestWildChild:
    MODEL = ev.Acted((1,), 1, "model", 7, 1)

    def test_does_not_vote_for_the_model_lightly(self):
        calm = log(self.MODEL, *calls(7, 2, 3), *calls(8, 4), dealt=cards("wild_child"))
        assert make_bot(1).answer(view(1, "wild_child", calm, BALLOT)).targets != (7,)

    def test_plays_for_the_wolves_from_the_moment_of_turning_and_claims_no_card_of_theirs(self):
        turned = [self.MODEL, ev.Died(7, "exile"), told("model_gone", 7), ev.Became((1,), 1, "werewolf")]
        events = log(*turned, *next_day(2), ev.PackMet((1, 2, 3), ((1, "werewolf"), (2, "werewolf"))))
        for seed in SEEDS:
            knife = Request(1, "knife", (one_of("knife", tuple(s for s in LIVING if s != 7)),))
            assert aim("wild_child", events, knife, seed) not in (0, 1, 2)
        lonely = log(*turned, *calls(1, 2, 3, 4, 5), dealt=cards("wild_child"))
        roles = {
            c.value
            for c in make_bot(1).answer(view(1, "wild_child", lonely, SPEAK)).claims
            if c.act == "role"
        }
        assert roles == {"villager"}


class TestPossessed:
    def test_hides_and_votes_against_the_good(self):
        events = log(*WOLF_7, *calls(1, 2, 4, 5), dealt=cards("possessed"))
        speech = make_bot(1).answer(view(1, "possessed", events, SPEAK))
        assert Claim("role", (), "villager") in speech.claims
        assert "狂人" not in speech.text
        assert make_bot(1).answer(view(1, "possessed", events, BALLOT)).targets != (7,)


class TestElder:
    def test_the_witch_and_the_hunter_do_not_end_the_villages_powers(self):
        events = log(checked(3, 7, "wolf"), holds(7, "elder"), *next_day(2, 3), ev.NightFell(3))
        potion = Request(1, "potion", (one_of("poison", OTHERS),))
        assert make_bot(1, "expert").answer(view(1, "witch", events, potion)).targets != (7,)

    def test_who_lost_his_power_says_so_and_announces_no_more_checks(self):
        own = [told("check", 5, "good"), checked(1, 5, "good"), ev.Elected(1, "ballot"), *next_day(2)]
        events = log(*own, told("powers", 1, "lost", 2))
        for seed in SEEDS:
            speech = make_bot(1, seed=seed).answer(view(1, "seer", events, SPEAK))
            assert not [c for c in speech.claims if c.act == "flow"]
