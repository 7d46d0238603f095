"""What a seat is asked by name it answers in its next speech, with its facts."""

import pytest

from llmwolf.players.bots import make_bot
from llmwolf.players.bots.bot import Bot
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.acts import Act, act
from llmwolf.players.bots.speech.answers import answered, led_in
from llmwolf.players.bots.speech.asked import Question, asked_of, questions_in
from llmwolf.players.bots.speech.phrases import PHRASES
from llmwolf.players.bots.strategy.line import Line
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from tests.players.bots_table import SEER, SPEAK, checked, log, next_day, said, view


def mind(*more: Event, role: str = "villager", lang: str = "zh") -> Mind:
    bot = make_bot(1, "expert", 5, lang=lang)
    assert isinstance(bot, Bot)
    return bot._mind(view(1, role, log(*more), SPEAK))


def replies(m: Mind, line: Line | None = None) -> list[Act]:
    return answered(m, line or Line(), asked_of(m.book, 1))


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("5号你警徽流打谁？", (5, Question(2, "flow"))),
        ("5号警徽流呢，说说", (5, Question(2, "flow"))),
        ("8号说说为什么投我", (8, Question(2, "vote", 2))),
        ("8号你昨天为什么票3号？", (8, Question(2, "vote", 3, -1))),
        ("5 你昨天为啥投我？", (5, Question(2, "vote", 2, -1))),
        ("想问5号，第一天为什么嘴上3号手里4号？", (5, Question(2, "vote", 4, 1))),
        ("五号，你站谁？", (5, Question(2, "side"))),
        ("5号你为什么站3号，轮到你把理由摆出来好吗？", (5, Question(2, "side"))),
        ("5号你怀疑谁", (5, Question(2, "suspect"))),
        ("5号的麦在我后面，你今天想出谁，为什么？", (5, Question(2, "suspect"))),
        ("预言家警徽流打谁，7号自己说说", (7, Question(2, "flow"))),
        ("Seat 5, why did you vote me?", (5, Question(2, "vote", 2))),
        ("What was the vote on seat 3 on day 2 about, seat 5?", (5, Question(2, "vote", 3, 2))),
        ("Whom do you want out today, seat 5, and why?", (5, Question(2, "suspect"))),
        ("What made seat 5 call seat 3 and then vote seat 4?", (5, Question(2, "vote", 4))),
        ("Seat 4, what is your badge flow?", (4, Question(2, "flow"))),
        ("10，你警徽票凭什么给11？", (10, Question(2, "badge", 11))),
        ("10号为什么把警徽票投给我？", (10, Question(2, "badge", 2))),
        ("12, why did you vote 9 for the badge?", (12, Question(2, "badge", 9))),
        ("Seat 12, why did your badge vote go to seat 9?", (12, Question(2, "badge", 9))),
        ("1, why did you vote me yesterday?", (1, Question(2, "vote", 2, -1))),
        ("3号为什么验6号？", (3, Question(2, "check", 6))),
        ("为什么验6？", (0, Question(2, "check", 6))),
        ("Why did you check 6 of all seats?", (0, Question(2, "check", 6))),
        ("3号你凭什么首验我？", (3, Question(2, "check", 2))),
    ],
)
def test_who_is_asked_what(text: str, asked: tuple[int, Question]):
    assert questions_in(text, 2) == (asked,)


@pytest.mark.parametrize(
    "text",
    [
        "过。",
        "5号像狼，今天出5号。",
        "为什么怀疑5号？",
        "2号你是不是狼？",
        "4号跟着8号归9号，自己的理由一句没有，像狼。",
        "3号站边站得太满，像是知道底牌。",
        "刀的是12号，他生前怀疑谁，那几张多听听。",
        "10号昨天票3号这个动作，我怎么想都不对。",
        "眼下归票1号，谁有实锤我跟谁。",
        "讲讲我看到的，站边8号没变过。",
        "I know who the fake is: seat 11 is a wolf.",
        "What I see: as ever I side with seat 3.",
        "Seat 9 went round seat 8 with the badge, and the flow says why: seat 8 is a wolf.",
        "回8号，警徽流我有。为什么不信我？",
        "3号的警徽流和验人是凑出来的，3号是悍跳狼。为什么？",
    ],
)
def test_what_is_no_question_to_a_seat(text: str):
    assert questions_in(text, 2) == ()


def test_several_are_asked_at_once():
    vote = Question(2, "vote", 1)
    for text in ("4和3怎么都投1？", "4号、3号你们为什么投1号", "4和3…怎么都投1"):
        assert questions_in(text, 2) == ((4, vote), (3, vote))


def test_why_somebody_was_checked_is_asked_of_whoever_did():
    ask = said(3, text="为什么验4？")
    assert asked_of(mind(checked(5, 4, "good"), ask).book, 5) == {"check": Question(3, "check", 4)}
    assert asked_of(mind(checked(5, 9, "good"), ask).book, 5) == {}
    assert asked_of(mind(checked(5, 4, "good"), ask).book, 6) == {}


class TestBadge:
    """Why somebody was wanted for sheriff."""

    def told(
        self, *before: Event, votes: tuple[tuple[int, int], ...] = ((1, 9),)
    ) -> list[tuple[str, object]]:
        ask = said(3, text="1号警徽票凭什么给9号？")
        found = replies(mind(*before, ev.Ballots("badge_ballot", votes, ()), ask))
        return [(one.kind, dict(one.slots).get("t")) for one in found]

    def test_by_what_was_known_then(self):
        assert self.told(checked(9, 4, "good")) == [("ans_badge_seer", 9)]
        assert self.told() == [("ans_badge_own", 9)]

    def test_of_a_vote_that_was_another_or_none(self):
        assert self.told(votes=((1, 8),)) == [("ans_badge_not", 8)]
        assert self.told(votes=((5, 8),)) == [("ans_badge_none", None)]

    def test_nothing_where_there_was_no_election(self):
        assert replies(mind(said(3, text="1号警徽票凭什么给9号？"))) == []


class TestChecks:
    ASK = said(3, text="1号为什么验4号？")

    def kinds(self, *before: Event, role: str = "seer") -> list[str]:
        line = Line(role="seer" if role in ("seer", "werewolf") else "")
        return [one.kind for one in replies(mind(*before, self.ASK, role=role), line)]

    @pytest.mark.parametrize("role", ["seer", "werewolf"])
    def test_a_seer_claim_gives_the_ground_of_that_night(self, role: str):
        assert self.kinds(checked(1, 4, "good"), role=role) == ["ans_check", "why_far"]
        flow = said(1, SEER, Claim("flow", (4, 5)))
        later = said(1, Claim("check", (4,), "good", 2), Claim("flow", (8, 9)))
        assert self.kinds(flow, *next_day(2), later, role=role) == ["ans_check", "why_flow"]

    def test_whom_he_did_not_check_he_did_not(self):
        assert self.kinds(checked(1, 7, "good")) == ["ans_check_not"]

    def test_nobody_else_answers(self):
        assert self.kinds(role="villager") == []

    @pytest.mark.parametrize("lang", ["zh", "en"])
    def test_it_is_said(self, lang: str):
        ask = said(3, text="为什么验4？" if lang == "zh" else "Why did you check 4 of all seats?")
        events = log(ev.Told((1,), "check", 4, "good", 1), checked(1, 4, "good"), ask)
        text = make_bot(1, "expert", 5, lang=lang).answer(view(1, "seer", events, SPEAK)).text
        assert ("3号" in text) if lang == "zh" else ("eat 3" in text)


def test_only_what_was_asked_since_the_last_speech_counts():
    old, new = said(2, text="1号你站谁？"), said(3, text="1号你怀疑谁？")
    assert asked_of(mind(old, said(1), new).book, 1) == {"suspect": Question(3, "suspect")}
    assert asked_of(mind(said(1), old, new).book, 1) == {
        "side": Question(2, "side"), "suspect": Question(3, "suspect"),
    }  # fmt: skip
    assert asked_of(mind(old).book, 4) == {}


class TestVotes:
    """Why a vote was cast is answered from the ballot and one's own word."""

    def kinds(self, *votes: tuple[int, int], word: int = 0, about: str = "4号") -> list[tuple[str, object]]:
        own = said(1, *([Claim("vote", (word,))] if word else []))
        ask = said(3, text=f"1号昨天为什么投{about}？")
        found = replies(mind(own, ev.Ballots("ballot", votes, ()), *next_day(2), ask))
        assert all(one.must and dict(one.slots)["x"] == 3 for one in found)
        return [(one.kind, dict(one.slots).get("t")) for one in found]

    def test_as_called(self):
        assert self.kinds((1, 4), word=4) == [("ans_vote_word", 4)]

    def test_with_the_many_or_alone(self):
        assert self.kinds((1, 4), (5, 4), (6, 4), (7, 4)) == [("ans_vote_many", 4)]
        assert self.kinds((1, 4), (5, 9)) == [("ans_vote_own", 4)]

    def test_against_whoever_asks(self):
        assert self.kinds((1, 3), about="我") == [("ans_vote_you", None)]

    def test_of_a_vote_that_was_another_or_none(self):
        assert self.kinds((1, 9)) == [("ans_vote_not", 9)]
        assert self.kinds((1, 0)) == [("ans_vote_none", None)]

    def test_of_the_day_that_is_meant(self):
        first = [said(1), ev.Ballots("ballot", ((1, 4),), ()), *next_day(2)]
        second = [ev.Ballots("ballot", ((1, 9),), ()), *next_day(3)]
        for asked, kind, chosen, when in (
            ("第1天为什么投4号", "ans_vote_own", 4, 1),
            ("为什么投4号", "ans_vote_own", 4, 1),
            ("昨天为什么投4号", "ans_vote_not", 9, 2),
        ):
            (told,) = replies(mind(*first, *second, said(3, text=f"1号{asked}？")))
            slots = dict(told.slots)
            assert (told.kind, slots["t"], slots["when"]) == (kind, chosen, when)

    def test_nothing_where_there_was_no_ballot(self):
        assert replies(mind(said(3, text="1号为什么投4号？"))) == []


class TestOthers:
    def test_no_side_without_a_claim_and_nobody_to_suspect(self):
        m = mind(said(3, text="1号你站谁？"), said(4, text="1号你怀疑谁？"))
        assert [one.kind for one in replies(m)] == ["ans_no_seer", "ans_nobody"]
        assert replies(m, Line(suspects=(5,)))[1:] == []

    def test_a_flow_as_told_or_none(self):
        ask = said(3, text="1号你警徽流打谁？")
        assert [one.kind for one in replies(mind(ask))] == ["ans_flow_none"]
        m = mind(checked(1, 4, "good"), ask, role="seer")
        (told,) = replies(m, Line(role="seer"))
        assert (told.kind, dict(told.slots)["list"]) == ("ans_flow_past", (11, 12))
        late = mind(said(1, SEER), ask, role="seer")
        assert [one.kind for one in replies(late, Line(role="seer"))] == ["ans_flow_later"]
        assert replies(m, Line(role="seer", flow=(5, 6))) == []

    def test_what_is_said_anyway_is_led_in_and_must_be_said(self):
        m = mind(said(3, text="1号你站谁？"))
        acts = [act("side_open", c=2, x=5)]
        first, then = led_in(asked_of(m.book, 1), "side", acts)
        assert (first.kind, dict(first.slots), then.must) == ("ans_side", {"x": 3}, True)
        assert led_in(asked_of(m.book, 1), "flow", acts) == acts
        assert led_in(asked_of(m.book, 1), "side", list[Act]()) == []


@pytest.mark.parametrize(("lang", "named"), [("zh", "3号"), ("en", "seat 3")])
def test_a_speech_names_whoever_asked(lang: str, named: str):
    told = [checked(2, 4, "good"), checked(6, 9, "good")]
    ask = said(3, text="1号你站谁？" if lang == "zh" else "Seat 1, whom do you side with?")
    bot = make_bot(1, "expert", 5, lang=lang)
    answer = bot.answer(view(1, "villager", log(*told, ask), SPEAK))
    kinds = PHRASES[lang]["ans_side"]
    assert named in answer.text.replace("Seat", "seat")
    assert any(line.split("，")[0].split("{x}")[-1][:4] in answer.text for line in kinds)
