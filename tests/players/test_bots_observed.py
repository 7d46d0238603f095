"""Late speakers do not go through a ground again that the round has heard, and look at what others did."""

import pytest

from llmwolf.players.bots import Bot, make_bot
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech import remarks
from llmwolf.players.bots.speech.observed import observation, referring, told_by
from llmwolf.players.bots.speech.seer_talk import flow
from llmwolf.players.bots.strategy.line import Line
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from tests.players.bots_table import SPEAK, checked, log, next_day, said, view

LATER = ev.TurnOrder("election_pk", (3,), "")
TOLD = (checked(2, 4, "good"), LATER, checked(3, 9, "good"), ev.TurnOrder("speech", (5, 6, 7, 8, 1, 3), ""))


def mind(*more: Event, role: str = "villager") -> Mind:
    bot = make_bot(1, "expert", 5)
    assert isinstance(bot, Bot)
    return bot._mind(view(1, role, log(*more), SPEAK))


def on_three(seat: int, text: str, *more: Claim) -> ev.Spoke:
    return said(seat, Claim("suspect", (3,)), Claim("vote", (3,)), *more, text=text)


LATE = on_three(5, "2号报完，3号才敢出来，后跳就是悍跳狼。归票3号。")
FAKE = on_three(6, "3号是悍跳狼，先起跳的是2号。今天出3号。")


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mind, "chance", lambda m, label, percent, *keys: percent > 0)


class TestWorn:
    def test_a_ground_is_worn_when_two_gave_it_of_that_seat(self):
        kinds = ("rival_late", "badge_rival", "tone")
        assert told_by(mind(*TOLD, LATE), kinds, 3) == {}
        assert told_by(mind(*TOLD, LATE, FAKE), kinds, 3) == {"rival_late": (5, 6)}
        assert told_by(mind(*TOLD, LATE, FAKE), kinds, 9) == {}

    def test_what_was_said_of_another_seat_does_not_count(self):
        other = on_three(6, "8号是后跳的。3号我不喜欢。")
        assert told_by(mind(*TOLD, LATE, other), ("rival_late",), 3) == {}

    def test_it_is_referred_to(self, always: None):
        line = Line(side=2, vote=3, suspects=(3,))
        assert remarks.accusation(mind(*TOLD, LATE), 3, 2, line)[0].kind == "rival_late"
        (first,) = remarks.accusation(mind(*TOLD, LATE, FAKE), 3, 2, line)
        assert (first.kind, dict(first.slots)) == ("worn", {"t": 3, "x": (5, 6)})
        assert (first.claims, first.must) == ((Claim("suspect", (3,)),), True)

    def test_going_along_is_said_once_a_round(self, always: None):
        line = Line(vote=7, suspects=(7,))
        called = said(5, Claim("vote", (7,)), text="我归票7号。")
        echo = said(6, Claim("vote", (7,)), text="7号我没有实锤，但5号都点到了，先跟着看。")
        assert remarks.accusation(mind(*TOLD[3:], called), 7, 0, line)[0].kind == "herd"
        assert remarks.accusation(mind(*TOLD[3:], called, echo), 7, 0, line)[0].kind != "herd"

    def test_nobody_shares_a_ground_with_a_suspect(self, always: None):
        m = mind(*TOLD, LATE, FAKE)
        assert referring(m, 3, (5, 6), (6,)) == {"x": 5}
        assert referring(m, 3, (5, 6), (5, 6)) == {}


class TestObserved:
    LINE = Line(side=2, vote=3, suspects=(3,))

    def kinds(self, *more: Event, line: Line = LINE) -> set[str]:
        """What is observed, whatever the draw."""
        found: set[str] = set()
        m = mind(*TOLD, *more)
        for n in range(6):
            m.draw = lambda label, size, *keys, n=n: n % size  # type: ignore[method-assign]
            found |= {one.kind for one in observation(m, line)}
        return found

    def test_nothing_before_two_have_called(self):
        assert self.kinds(LATE) == set()
        assert self.kinds(LATE, FAKE) == {"seen_waiting"}

    def test_who_went_round_it(self):
        quiet = said(7, text="我觉得今天信息不多，先听后面的。")
        assert self.kinds(LATE, FAKE, quiet) == {"seen_waiting", "seen_quiet"}
        assert self.kinds(LATE, FAKE, said(7, text="13号我不认识，3号再听听。")) == {"seen_waiting"}

    def test_who_stands_by_it(self):
        backs = said(7, Claim("side", (3,)), text="我站边3号。")
        assert self.kinds(LATE, FAKE, backs) == {"seen_waiting", "seen_backs"}
        assert self.kinds(LATE, FAKE, backs, line=Line(side=2, vote=3, suspects=(3, 7))) == {"seen_waiting"}

    def test_who_began_and_who_followed(self):
        third = on_three(7, "我跟6号，投3号。")
        own = said(3, text="我是预言家，3号就是我。")
        assert self.kinds(LATE, FAKE, third, own) == {"seen_crowd"}
        again = said(8, text="打3号是5号起的头，6号、7号跟上，票型我会对。")
        assert self.kinds(LATE, FAKE, third, own, again) == set()


def test_a_flow_is_not_changed_in_silence():
    m = mind(checked(1, 4, "good"), *next_day(2), role="seer")
    moved = flow(m, Line(role="seer", flow=(5, 6)))
    assert [one.kind for one in moved][:2] == ["flow_moved", "flow2"]
    assert dict(moved[0].slots) == {"x": 11}
    assert flow(m, Line(role="seer", flow=(12, 11)))[0].kind == "flow2"
