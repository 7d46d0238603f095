"""What a person types in the night talk of the pack is read: the knife, and who is to play what."""

import pytest

from llmwolf.players.base import Answer
from llmwolf.players.bots import Bot, make_bot
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.orders import is_order, orders_in
from llmwolf.players.bots.speech.phrases import spread
from llmwolf.players.bots.speech.whisper import _DECIDES, _KNIFE, _SPLIT
from llmwolf.players.bots.strategy import pack
from llmwolf.rules import events as ev
from llmwolf.rules.asks import Choice, Request, one_of
from llmwolf.rules.audience import Event
from tests.players.bots_table import CARDS, LIVING, SEATS, checked, log, next_day, view

PACK = (1, 6, 7, 8)
WHISPER = Request(1, "whisper", (Choice("whisper", LIVING, 0, 1),), True, 120)
KNIFE = Request(1, "knife", (one_of("knife", LIVING),))


@pytest.mark.parametrize(
    ("text", "knife"),
    [
        ("刀8", 8), ("刀1号", 1), ("今晚刀十一号吧", 11), ("杀了3号", 3), ("先刀 5", 5), ("8号必须死", 8),
        ("9", 9), ("我提4号", 4), ("knife 4", 4), ("kill seat 10", 10), ("刀5，我悍跳，7号倒钩", 5),
        ("别刀8", 0), ("不刀3号", 0), ("刀谁都行", 0), ("刀3个人", 0), ("我悍跳", 0), ("", 0),
    ],
)  # fmt: skip
def test_the_knife_that_is_asked_for(text: str, knife: int):
    assert orders_in(text).knife == knife


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("7号倒钩，8号给我冲票", {7: "hook", 8: "charge"}),
        ("7号悍跳", {7: "jump"}),
        ("6你去悍跳，7深水", {6: "jump", 7: "deep"}),
        ("seat 7 should claim seer, 8 charge", {7: "jump", 8: "charge"}),
        ("我悍跳", {}),
        ("7号别悍跳", {}),
        ("我上警悍跳，你们给我冲票", {}),
    ],
)
def test_who_is_to_play_what(text: str, parts: dict[int, str]):
    assert dict(orders_in(text).parts) == parts


def test_what_bots_say_themselves_is_no_order():
    lines = [text for kinds in _KNIFE.values() for said in kinds for line in said for text in spread(line)]
    ends = [end for kinds in (_DECIDES, _SPLIT) for said in kinds for line in said for end in spread(line)]
    told = [*lines, *("首夜先动{t}" + end for end in ends)]
    assert not [
        text for text in told if is_order(text.format(t="5号", l="8号")) and not text.startswith(("行", "好"))
    ]
    meant = [orders_in(text.format(t="5号", l="8号")) for text in told]
    assert {one.knife for one in meant} <= {0, 5}
    assert not any(one.parts for one in meant)


@pytest.mark.parametrize("seed", range(4))
def test_mates_do_not_say_the_same_and_know_who_decides(seed: int):
    seer = [*log(checked(5, 1, "wolf")), *next_day(2)[:1]]
    asked = [view(seat, "werewolf", seer, WHISPER, PACK) for seat in PACK]
    second = [make_bot(v.seat, "expert", seed).answer(v) for v in asked]
    assert {answer.targets for answer in second} == {(5,)}
    assert len({answer.text for answer in second}) == len(PACK)
    first = {s: make_bot(s, seed=seed).answer(view(s, "werewolf", night(), WHISPER, PACK)) for s in PACK}
    assert len({answer.text for answer in first.values()}) == len(PACK)
    v = view(1, "werewolf", night(), WHISPER, PACK)
    bot = make_bot(1, seed=seed)
    assert isinstance(bot, Bot)
    leader = pack.leader(bot._mind(v))
    assert all(f"{leader}号" in answer.text for seat, answer in first.items() if seat != leader)
    talk = night(*((seat, seat - 1 if seat > 1 else 12, "") for seat in PACK))
    split = make_bot(1, seed=seed).answer(view(1, "werewolf", talk, KNIFE, PACK))
    named = {seat: seat - 1 if seat > 1 else 12 for seat in PACK}
    assert split.targets == (named[leader],)


def night(*lines: tuple[int, int, str], day: int = 1) -> list[Event]:
    whispers = [ev.Whispered(PACK, seat, target, text) for seat, target, text in lines]
    before = [] if day == 1 else log()[1:]
    return [ev.GameBegan(SEATS, CARDS, True), *before, ev.NightFell(day), *whispers]


class TestKnife:
    def test_the_pack_knifes_whom_a_mate_typed(self):
        talk = night((7, 5, ""), (8, 5, ""), (6, 0, "刀9"))
        for seat in (1, 7, 8):
            request = KNIFE._replace(seat=seat)
            assert make_bot(seat).answer(view(seat, "werewolf", talk, request, PACK)) == Answer("knife", (9,))

    def test_who_speaks_after_an_order_goes_along_aloud(self):
        for seed in range(6):
            answer = make_bot(1, seed=seed).answer(
                view(1, "werewolf", night((6, 9, "刀9号"), day=2), WHISPER, PACK)
            )
            assert answer.targets == (9,)
            assert "9号" in answer.text

    def test_no_mate_is_knifed_on_somebody_elses_word(self):
        talk = night((6, 0, "刀7"), (8, 5, ""))
        assert make_bot(1).answer(view(1, "werewolf", talk, KNIFE, PACK)).targets == (5,)


class TestParts:
    def bot(self, *lines: tuple[int, int, str], seat: int = 1, seed: int = 0) -> Mind:
        made = make_bot(seat, seed=seed)
        assert isinstance(made, Bot)
        return made._mind(view(seat, "werewolf", [*night(*lines), ev.DayBroke(1)], WHISPER, PACK))

    def test_each_plays_what_a_mate_asked_for(self):
        for seed in range(6):
            assert pack.style(self.bot((6, 0, "1号倒钩"), seed=seed)) == "hook"
            assert pack.style(self.bot((6, 0, "1 charge"), seed=seed)) == "charge"

    def test_the_latest_word_holds(self):
        assert pack.style(self.bot((6, 0, "1号倒钩"), (7, 0, "1号冲锋"))) == "charge"

    def test_who_says_that_he_claims_seer_does_and_nobody_else(self):
        for seed in range(12):
            m = self.bot((6, 0, "我悍跳"), seed=seed)
            assert (pack.jumper(m), pack.volunteers(m)) == (6, False)

    def test_who_is_named_claims_even_after_another_offered(self):
        assert pack.jumper(self.bot((7, 5, "我来悍跳"), (6, 0, "8号悍跳"))) == 8
        for seed in range(6):
            answer = make_bot(1, seed=seed).answer(
                view(1, "werewolf", night((6, 0, "1号悍跳")), WHISPER, PACK)
            )
            assert any(word in answer.text for word in ("悍跳", "对跳"))

    def test_of_several_bots_who_offer_none_is_preferred_for_the_place_of_the_seat(self):
        offer = "第一刀给5号，碰碰运气，明天我来悍跳"
        for person, lines in (
            (7, [(6, 5, offer), (7, 5, "我悍跳"), (8, 5, offer)]),
            (6, [(6, 0, "我来悍跳吧")]),
        ):
            assert pack.jumper(self.bot(*lines)) == person
        both = {pack.jumper(self.bot((6, 5, offer), (8, 5, offer))), pack.jumper(self.bot((8, 5, offer)))}
        assert both <= {6, 8}

    def test_words_by_day_are_no_night_talk(self):
        assert pack.whispers(self.bot((6, 0, "刀9")), 2) == []
        assert pack.whispers(self.bot((6, 0, "刀9")), 1)[0].text == "刀9"
