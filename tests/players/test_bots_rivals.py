"""What speaks against one of two seer claims: the record, and the order only where a turn was let go by."""

import pytest

from llmwolf.players.bots import Bot, make_bot
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech import remarks, town_talk
from llmwolf.players.bots.speech.acts import filled, suspect
from llmwolf.players.bots.speech.last_talk import last_words
from llmwolf.players.bots.speech.phrases import PHRASES
from llmwolf.players.bots.speech.reasons import reasons
from llmwolf.players.bots.speech.render import Voice
from llmwolf.players.bots.speech.rivals import against, came_late
from llmwolf.players.bots.speech.sides import taking_sides
from llmwolf.players.bots.speech.unspoken import claims_alone
from llmwolf.players.bots.strategy import pack
from llmwolf.players.bots.strategy.line import Line
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.players.bots.strategy.witch import WitchPlay
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from tests.players.bots_table import SEER, SPEAK, belief, checked, holds, log, next_day, said, view

ROUND = ev.TurnOrder("election", (2, 3), "minute")
NEXT = ev.TurnOrder("speech", (4, 5, 6, 3, 1), "sheriff")
SIDE = Claim("side", (3,))


def mind(*more: Event, me: int = 1, role: str = "villager") -> Mind:
    bot = make_bot(me, "expert", 5)
    assert isinstance(bot, Bot)
    return bot._mind(view(me, role, log(*more), SPEAK))


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mind, "chance", lambda m, label, percent, *keys: percent > 0)


def fell(night: int, *dead: int, how: str = "knife") -> list[Event]:
    """The night and its dead, who are out before the day begins."""
    began = [ev.NightFell(night), ev.DayBroke(night)] if night > 1 else []
    out = [ev.Died(seat, how) for seat in dead]
    return [*began, ev.StageBegan("dawn"), ev.Announced(dead), *out, ev.StageBegan("speech")]


def grounds(m: Mind, rival: int = 3, real: int = 2) -> dict[str, dict[str, object]]:
    return dict(against(m, m.book.stories[rival], m.book.stories[real]))


class TestOrder:
    def test_whoever_spoke_first_in_a_drawn_round_had_no_choice(self):
        m = mind(ROUND, checked(2, 4, "good"), checked(3, 9, "good"))
        assert not came_late(m, m.book.stories[3], m.book.stories[2])
        assert "rival_late" not in [reason.kind for reason in reasons(m, 3, 2)]
        assert taking_sides(m, Line(side=2))[0].kind != "side_early"

    def test_a_turn_let_go_by_is_late(self):
        m = mind(ROUND, checked(2, 4, "good"), said(3), NEXT, checked(3, 9, "good"))
        assert came_late(m, m.book.stories[3], m.book.stories[2])
        assert "rival_late" in [reason.kind for reason in reasons(m, 3, 2)]


class TestRecord:
    @pytest.mark.parametrize(
        ("told", "kind", "slots"),
        [
            ((checked(2, 4, "good"), checked(3, 4, "wolf")), "hits_gold", {"g": 4}),
            ((checked(2, 4, "wolf"), checked(3, 4, "good")), "saves_wolf", {"g": 4}),
            ((checked(2, 4, "wolf"), checked(3, 9, "good")), "easy_gold", {"g": 9}),
            ((checked(2, 4, "good"), checked(3, 2, "wolf")), "hits_seer", {}),
        ],
    )
    def test_the_checks_against_each_other(self, told: tuple[Event, ...], kind: str, slots: dict[str, int]):
        assert grounds(mind(ROUND, *told))[kind] == slots

    def test_the_only_witch_speaks_for_whom_she_saved_and_against_whom_she_poisoned(self):
        told = (ROUND, checked(2, 4, "good"), checked(3, 9, "good"))
        saved = holds(6, "witch", Claim("save", (2,), "", 1))
        assert grounds(mind(*told, saved)) == {"silvered": {"w": 6}}
        poison = (*next_day(2, 3), holds(6, "witch", Claim("poison", (3,), "", 2)))
        assert grounds(mind(*told, *poison)) == {"poisoned": {"w": 6}}
        assert grounds(mind(*told, saved, holds(7, "witch"))) == {}

    def test_an_open_wolf_who_followed_a_claim(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(Mind, "draw", lambda m, label, n, *keys: 0)
        blown = ev.Exploded(8, "speech")
        m = mind(ROUND, checked(2, 4, "good"), checked(3, 9, "good"), said(8, SIDE), blown, *next_day(2))
        assert grounds(m) == {"backed": {"b": 8}}
        act = taking_sides(m, Line(side=2))[0]
        assert (act.kind, dict(act.slots)) == ("side_backed", {"r": 2, "c": 3, "b": 8})

    def test_a_side_changes_for_it_too(self):
        told = (ROUND, checked(2, 4, "good"), checked(3, 9, "good"), said(1, SIDE), said(8, SIDE))
        acts = taking_sides(mind(*told, ev.Exploded(8, "speech"), *next_day(2)), Line(side=2))
        assert [act.kind for act in acts] == ["switched_side", "side_backed"]

    def test_the_knife_that_fell_on_one_claim_alone(self):
        told = (ROUND, checked(2, 4, "good"), checked(3, 9, "good"))
        assert grounds(mind(*told, *fell(2, 2))) == {"knife": {}}
        assert grounds(mind(*told, *fell(2, 2, 7))) == {}


class TestNews:
    def test_who_blew_up_and_for_whose_sake(self, always: None):
        told = (ROUND, checked(2, 4, "good"), checked(3, 9, "good"), said(8, SIDE), NEXT)
        cut = (ev.Spoke(2, "speech", "我是", "cut_in"), ev.Exploded(8, "speech"), *next_day(2))
        assert remarks.news(mind(*told, *cut))[-1].kind == "news_blast_for"
        ended = remarks.news(mind(*told[:3], NEXT, *cut))[-1]
        assert (ended.kind, ended.slots) == ("news_blast_at", (("x", 8), ("c", 2)))
        assert remarks.news(mind(*told, said(1, SIDE), *cut))[-1].kind == "news_blast"
        assert all("blast" not in act.kind for act in remarks.news(mind(*told, *cut, *next_day(3))))

    def test_the_poison_of_a_witch_whom_nobody_disputes(self, always: None):
        told = (ROUND, checked(2, 4, "good"), checked(3, 9, "good"))
        witch, against = holds(6, "witch"), Claim("side", (2,))
        dead = fell(2, 3, 6)
        guess = remarks.news(mind(*told, witch, said(6, against), *dead))
        assert [(act.kind, act.slots) for act in guess] == [("news_guess_poison", (("t", 3), ("w", 6)))]
        assert remarks.news(mind(*told, witch, *dead))[0].kind == "news_two"
        both = fell(2, 3, 7)
        report = holds(6, "witch", Claim("poison", (3,), "", 2))
        assert [act.kind for act in remarks.news(mind(*told, *both, report))] == ["news_poisoned"]


class TestFalseLines:
    def test_a_seat_that_both_claims_cleared_is_told_so(self):
        m = mind(ROUND, checked(2, 4, "good"), checked(3, 4, "good"))
        (act,) = remarks.vouching(m, Line(side=2, trusts=(4,)), 2)
        assert (act.kind, dict(act.slots)) == ("trust_golds", {"t": 4, "r": 2, "c": 3})

    def test_nobody_is_blamed_for_naming_whom_the_speaker_doubts_himself(self):
        words = "这一轮我说的话够长了，再怎么数也不止二十个字。"
        m = mind(NEXT, said(4, Claim("vote", (8,)), text=words))
        assert [reason.kind for reason in reasons(m, 4, 0, 4)] == ["first_call"]
        assert reasons(m, 4, 0, 4, (4, 8)) == []

    def test_whoever_heard_the_election_does_not_say_that_he_heard_nothing(self):
        dead = (*fell(1, 1), ev.StageBegan("last_words"))
        quiet = mind(*dead)
        heard = mind(ROUND, checked(2, 4, "good"), *dead)
        assert last_words(quiet, Line())[0].kind == "bye_first_night"
        assert last_words(heard, Line())[0].kind == "bye_first_heard"

    @pytest.mark.parametrize(("followers", "motive"), [((4, 7), "cleared"), ((), "quiet")])
    def test_the_pack_says_that_gold_is_believed_only_where_it_is(
        self, followers: tuple[int, ...], motive: str
    ):
        mine = (1, 3, 10, 11)
        told = [SEER, Claim("check", (9,), "good", 1)]
        events = [
            ROUND, said(2, *told), checked(3, 5, "good"),
            *(said(s, Claim("side", (2,))) for s in followers), said(8, SIDE), ev.NightFell(2),
        ]  # fmt: skip
        bot = make_bot(1, "expert", 5)
        assert isinstance(bot, Bot)
        m = bot._mind(view(1, "werewolf", log(*events), SPEAK, mine))
        assert pack.motive(m, 9) == motive


def test_a_game_without_words_claims_the_same_side():
    m = mind(ROUND, checked(2, 4, "wolf"), checked(3, 9, "good"))
    claims = claims_alone(m, Line(side=2), SPEAK).claims
    assert claims[:1] == taking_sides(m, Line(side=2))[0].claims


class TestBelief:
    """What a seat knows better than the table, and what a witch's word is worth."""

    FLOW = Claim("flow", (1, 11))
    PASSED = (*fell(2, 3), ev.BadgePassed(3, 9))

    def told(self, *more: Event) -> tuple[Event, ...]:
        seer = said(3, SEER, Claim("check", (9,), "good", 1), self.FLOW)
        return (ROUND, checked(2, 4, "good"), seer, *more)

    def test_whom_the_badge_went_past_does_not_follow_it(self):
        m = mind(*self.told(said(1, SIDE), *self.PASSED))
        assert 3 not in m.belief.seer
        assert TownPlay().sides_with(m) == 2
        acts = taking_sides(m, Line(side=2))
        assert [act.kind for act in acts] == ["switched_side", "side_my_badge"]

    def test_the_only_claim_is_not_given_up_but_answered(self):
        seer = said(3, SEER, Claim("check", (9,), "good", 1), self.FLOW)
        m = mind(ROUND, seer, *self.PASSED)
        assert 3 in m.belief.seer
        assert [act.kind for act in town_talk.defence(m, Line(side=3))][:1] == ["answer_badge"]
        assert town_talk.defence(mind(ROUND, seer, *fell(2, 3), ev.BadgePassed(3, 1)), Line(side=3)) == []

    @pytest.mark.parametrize(
        "passed", [(*fell(2, 3), ev.BadgePassed(3, 1)), (*fell(2, 3, 1), ev.BadgePassed(3, 9))]
    )
    def test_a_badge_that_came_or_could_not_come_is_no_check(self, passed: tuple[Event, ...]):
        assert 3 in mind(*self.told(*passed)).belief.seer

    def test_a_flow_alone_is_no_check(self):
        assert 3 in mind(*self.told(*next_day(2))).belief.seer

    def test_the_poisoned_are_not_cleared_by_their_death(self):
        told = (ROUND, checked(2, 4, "good"), checked(3, 9, "good"))
        dead = fell(2, 7, 8)
        plain = belief(log(*told, *dead, holds(6, "witch")))
        poison = belief(log(*told, *dead, holds(6, "witch", Claim("poison", (7,), "", 2))))
        two = (holds(6, "witch", Claim("poison", (7,), "", 2)), holds(5, "witch"))
        contested = belief(log(*told, *dead, *two))
        assert poison.wolf[7] > plain.wolf[7]
        assert poison.wolf[8] < plain.wolf[8]
        assert poison.wolf[7] > contested.wolf[7]

    def test_two_dead_prove_no_claim(self):
        told = (ROUND, checked(2, 4, "good"), checked(3, 9, "good"))
        alone, with_another = belief(log(*told, *fell(2, 3))), belief(log(*told, *fell(2, 3, 7)))
        assert alone.seer[3] > with_another.seer[3]

    @pytest.mark.parametrize(("saved", "day", "shown"), [(3, 2, "witch"), (3, 1, ""), (7, 2, "")])
    def test_a_witch_who_saved_a_seer_claim_says_so_on_day_2(self, saved: int, day: int, shown: str):
        events = [
            *log(ROUND, checked(2, 4, "good"), checked(3, 9, "good")),
            *(next_day(2, 8) if day == 2 else ()),
        ]  # fmt: skip
        events.insert(2, ev.Acted((1,), 1, "save", saved, 1))
        bot = make_bot(1, "expert", 5)
        assert isinstance(bot, Bot)
        assert WitchPlay().shows(bot._mind(view(1, "witch", events, SPEAK))) == shown


def test_the_second_ground_against_a_seat_needs_no_verdict():
    told = (ROUND, checked(2, 4, "good"), checked(3, 9, "good"))
    m = mind(*told)
    grounds_told = [
        filled("sided_rival", {"t": 5, "c": 3}, suspect(5)),
        filled("badge_rival", {"t": 5, "c": 3}, suspect(5)),
    ]
    for lang in ("zh", "en"):
        m.lang = lang
        text, _ = Voice(m).speak(grounds_told, "speech", 400)
        verdicts = [v for kind in ("soft", "mid", "firm") for v in PHRASES[lang][f"verdict_{kind}"]]
        assert text
        assert not any(text.endswith((f"，{v}。", f": {v}.", f"; {v}.")) for v in verdicts), text


def test_the_pack_calls_nobody_undoubted_who_was_called():
    bot = make_bot(1, "expert", 5)
    assert isinstance(bot, Bot)
    events = log(said(4, Claim("vote", (9,))), ev.NightFell(2))
    m = bot._mind(view(1, "werewolf", events, SPEAK, (1, 3, 10, 11)))
    assert (pack.motive(m, 9), pack.motive(m, 8)) == ("plain", "quiet")
