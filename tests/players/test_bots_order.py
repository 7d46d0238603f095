"""Charges, changes of side and remarks keep to the order in which things happened."""

import pytest

from llmwolf.players.bots import Bot, make_bot
from llmwolf.players.bots.entries import Check, Speech
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech import remarks
from llmwolf.players.bots.speech.acts import Act
from llmwolf.players.bots.speech.observed import speaks_later
from llmwolf.players.bots.speech.phrases import PHRASES, frames, shapes_of, spread
from llmwolf.players.bots.speech.reasons import reasons
from llmwolf.players.bots.speech.render import Voice
from llmwolf.players.bots.speech.sides import taking_sides
from llmwolf.players.bots.strategy.line import Line
from llmwolf.players.bots.strategy.seer import SeerPlay
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from tests.players.bots_table import SEER, SPEAK, checked, log, next_day, said, view

LONG = "这一轮我把听到的都过了一遍，想法先放在这里，后面再看。"
VOTE = ev.Ballots("ballot", ((5, 9), (6, 7)), ())
REPORT = said(2, SEER, Claim("check", (9,), "good", 1), text=LONG)


def mind(*more: Event, role: str = "villager", lang: str = "zh") -> Mind:
    bot = make_bot(1, "expert", 5, lang=lang)
    assert isinstance(bot, Bot)
    return bot._mind(view(1, role, log(*more), SPEAK))


def kinds(m: Mind, target: int, seer: int = 2) -> list[str]:
    return [r.kind for r in reasons(m, target, seer)]


def hits(seat: int, target: int) -> ev.Spoke:
    return said(seat, Claim("suspect", (target,)), text=LONG)


class TestCharges:
    def test_a_gold_is_attacked_only_by_who_had_heard_of_it(self):
        assert "hit_gold" in kinds(mind(REPORT, hits(5, 9), *next_day(2)), 5)
        assert "hit_gold" not in kinds(mind(hits(5, 9), REPORT, *next_day(2)), 5)

    def test_a_vote_against_a_gold_or_the_seer_counts_from_the_claim_on(self):
        assert "voted_gold" in kinds(mind(REPORT, VOTE, *next_day(2)), 5)
        assert "voted_gold" not in kinds(mind(VOTE, *next_day(2), REPORT), 5)
        on_seer = ev.Ballots("ballot", ((5, 2),), ())
        assert "voted_seer" in kinds(mind(REPORT, on_seer, *next_day(2)), 5)
        assert "voted_seer" not in kinds(mind(on_seer, *next_day(2), REPORT), 5)

    def test_a_badge_for_somebody_who_claims_later_is_no_charge(self):
        badge = ev.Ballots("badge_ballot", ((5, 3),), ())
        rival = checked(3, 8, "good")
        assert "badge_rival" in kinds(mind(REPORT, rival, badge, *next_day(2)), 5)
        assert "badge_rival" not in kinds(mind(REPORT, badge, rival, *next_day(2)), 5)

    def test_whoever_spoke_before_a_report_may_vote_by_it(self):
        word = said(5, Claim("vote", (7,)), text=LONG)
        after = [word, REPORT, VOTE, *next_day(2)]
        before = [REPORT, word, VOTE, *next_day(2)]
        assert mind(*after).book.broken == []
        assert mind(*before).book.broken == [(1, 5)]

    def test_a_tie_and_its_pk_are_one_ground(self):
        votes = ((5, 1), (6, 1))
        m = mind(ev.Ballots("ballot", votes, ()), ev.Ballots("pk_ballot", votes, ()), *next_day(2))
        assert kinds(m, 5).count("voted_me") == 1


class TestSides:
    FOLLOWS = said(1, Claim("side", (2,)), text=LONG)

    def test_a_vote_for_its_exile_ends_a_side(self):
        two = [checked(2, 9, "good"), checked(3, 8, "good")]
        voted = ev.Ballots("ballot", ((1, 2),), ())
        m = mind(*two, self.FOLLOWS, voted, *next_day(2))
        assert m.dropped(2)
        assert TownPlay().sides_with(m) != 2
        (back,) = taking_sides(m, Line(side=2))
        assert (back.kind, dict(back.slots)) == ("side_back", {"r": 2, "when": 1})
        assert not mind(*two, voted, *next_day(2), self.FOLLOWS).dropped(2)

    def news(self, *more: Event) -> Act:
        *_, last = taking_sides(mind(checked(2, 9, "good"), checked(3, 8, "good"), *more), Line(side=3))
        return last

    def test_a_change_has_its_ground_in_what_came_after(self):
        vote = ev.Ballots("ballot", ((2, 8),), ())
        assert self.news(self.FOLLOWS, vote, *next_day(2)).kind == "switch_vote"
        assert self.news(vote, self.FOLLOWS, *next_day(2)).kind == "switch_again"

    def test_a_gold_for_oneself_is_a_ground_if_it_came_after(self):
        gold = said(3, Claim("check", (1,), "good", 2), text=LONG)
        assert self.news(self.FOLLOWS, gold).kind == "side_my_gold"
        assert self.news(gold, self.FOLLOWS, *next_day(2)).kind == "switch_again"

    def test_so_is_a_card_laid_open(self):
        card = said(6, Claim("role", (), "witch"), Claim("side", (3,)), text=LONG)
        assert self.news(self.FOLLOWS, card, *next_day(2)).kind == "switch_card"
        assert self.news(card, self.FOLLOWS, *next_day(2)).kind == "switch_again"


class TestTurns:
    ORDER = ev.TurnOrder("speech", (5, 1, 6, 7), "")

    def test_who_is_silenced_or_has_had_his_turn_speaks_no_more(self):
        m = mind(self.ORDER, ev.Marked("silenced", (7,)))
        assert [seat for seat in range(1, 13) if speaks_later(m, seat)] == [6]

    def test_nobody_waits_for_him(self):
        m = mind(self.ORDER)
        line = Line(vote=5, suspects=(5,))
        assert remarks.accusation(m, 5, 0, line)[0].kind == "remaining"
        line = Line(vote=6, suspects=(6,))
        assert remarks.accusation(m, 6, 0, line)[0].kind == "unheard"


class TestDeaths:
    @pytest.fixture(autouse=True)
    def always(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Mind, "chance", lambda m, label, percent, *keys: percent > 0)

    @pytest.mark.parametrize(("dead", "kind"), [((7, 8), "news_two"), ((7, 8, 9), "news_many")])
    def test_two_are_two_and_three_more(self, dead: tuple[int, ...], kind: str):
        assert [one.kind for one in remarks.news(mind(*next_day(2, *dead)))] == [kind]

    def test_poison_that_was_told_is_no_riddle(self):
        told = said(4, Claim("role", (), "witch"), Claim("poison", (8,), "", 2))
        assert [one.kind for one in remarks.news(mind(*next_day(2, 7, 8), told))] == ["news_poisoned"]


class TestSeers:
    def test_a_check_of_ones_own_is_no_hunch(self):
        m = mind(ev.Told((1,), "check", 7, "wolf", 1), checked(1, 7, "wolf"), role="seer")
        line = SeerPlay().line(m)
        for lang in ("zh", "en"):
            m.lang = lang
            voice = Voice(m)
            voice.speak([], "speech", 400)
            about = Act("badge_rival", (("t", 7), ("c", 3)))
            assert voice._verdict(about) in PHRASES[lang]["verdict_firm"]
        assert line.vote == 7

    def test_a_wolf_who_reports_one_for_the_first_time_is_sure_of_it_too(self):
        line = Line(role="seer", checks=(Check(1, 7, "wolf"),), vote=7, suspects=(7,))
        grounds = remarks.accusation(mind(role="werewolf"), 7, 1, line, 3)
        assert grounds[0].kind == "my_wolf"

    def test_nobody_is_to_be_checked_and_voted_out_in_one_speech(self):
        for seed in range(12):
            bot = make_bot(1, "expert", seed)
            events = log(ev.Elected(1, "ballot"), checked(1, 4, "good"), *next_day(2, 4))
            answer = bot.answer(view(1, "seer", events, SPEAK))
            flow = {t for c in answer.claims if c.act == "flow" for t in c.targets}
            assert not flow & {t for c in answer.claims if c.act == "vote" for t in c.targets}


class TestFrames:
    ONE = "9号没有实锤。排坑排到2号，别处更不像，像狼。"

    def test_a_line_is_known_again_whatever_its_choice(self):
        shapes = shapes_of(self.ONE, "zh")
        line = next(one for one in PHRASES["zh"]["remaining"] if "排到" in one)
        frame = frames("zh", "remaining")
        said_ = list(spread(line))
        assert len(said_) == 4
        assert not any(frame[s].isdisjoint(shapes) for s in said_)
        others = [s for s in frame if s not in said_ and "实锤" not in s]
        assert all(frame[s].isdisjoint(shapes) for s in others)

    @pytest.mark.parametrize("lang", ["zh", "en"])
    def test_a_line_used_in_the_round_is_used_again_only_after_all_others(self, lang: str):
        m = mind(lang=lang)
        lines = PHRASES[lang]["remaining"]
        of = {s: line for line in lines for s in spread(line)}
        used = []
        for seat in range(2, 2 + len(lines) - 2):
            voice = Voice(m)
            text, _ = voice._words(Act("remaining", (("t", seat),)), None)
            m.book.speeches.append(Speech(1, "speech", seat, (), text, 0))
            used.append(text)
        assert len(used) == len(set(used))
        frame = frames(lang, "remaining")
        drawn = [next((of[s] for s in of if not frame[s].isdisjoint(shapes_of(t, lang))), t) for t in used]
        assert len(set(drawn)) == len(drawn)


class TestWording:
    def test_the_badge_is_not_given_to_whoever_is_voted_out(self):
        assert not [s for s in PHRASES["zh"]["call_sheriff"] if "警徽归{t}" in s]

    def test_several_voters_are_not_this_vote(self):
        voice = Voice(mind(*(said(s, text=LONG) for s in (5, 6))))
        for n in range(60):
            voice._luck = n * 7919
            text, _ = voice._words(Act("said_other_side", (("x", (5, 6)), ("c", 3))), None)
            assert "这张票" not in text
