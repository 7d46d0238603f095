"""Answering a question: select, then confirm."""

from llmwolf.players.base import Answer
from llmwolf.rules.asks import PASS, Choice, Request, one_of
from llmwolf.tui.model.ask import AskModel
from llmwolf.tui.model.compose import ComposeModel

NAMES = {seat: f"名{seat}" for seat in range(1, 13)}
BALLOT = Request(3, "ballot", (one_of("vote", (1, 2, 3, 11, 12)),))
POTION = Request(6, "potion", (one_of("save", (5,)), one_of("poison", (1, 2, 5))), hint=5)
WHISPER = Request(1, "whisper", (Choice("whisper", (1, 2, 5), 0, 1),), text_limit=120)
SPEAK = Request(1, "speak", (Choice("say"),), text_limit=400)


def model(request: Request, lang: str = "zh") -> AskModel:
    return AskModel(request, NAMES, "speech", lang)


def test_every_legal_answer_has_a_key_of_its_own():
    for request in (BALLOT, POTION, Request(1, "order", (Choice("left"), Choice("right")), may_pass=False)):
        asked = model(request)
        legal = sum(max(1, len(choice.pool)) for choice in request.choices) + request.may_pass
        assert len({option.key for option in asked.options}) == len(asked.options) == legal


def test_numbers_add_up_as_long_as_they_may():
    asked = model(BALLOT)
    for key, seat in (("1", 1), ("2", 12), ("3", 3), ("1", 1), ("1", 11), ("0", 0)):
        assert asked.type(key)
        assert asked.selected is not None
        assert asked.selected.seat == seat


def test_a_number_that_is_no_answer_selects_nothing_and_says_so():
    asked = model(BALLOT)
    asked.type("2")
    asked.type("7")
    assert asked.selected is None
    assert "7" in asked.hint
    assert asked.enter() is None


def test_enter_without_a_selection_does_nothing():
    asked = model(BALLOT)
    assert asked.enter() is None
    assert asked.enter() is None
    assert not asked.armed


def test_select_then_confirm():
    asked = model(BALLOT)
    asked.type("2")
    assert asked.enter() is None
    assert asked.armed
    assert "2号 名2" in asked.hint
    assert asked.enter() == Answer("vote", (2,))


def test_moving_or_clearing_takes_the_confirmation_back():
    asked = model(BALLOT)
    asked.type("2")
    asked.enter()
    asked.step(1)
    assert not asked.armed
    asked.enter()
    asked.clear()
    assert asked.selected is None


def test_a_pass_is_called_what_it_is():
    assert model(BALLOT).options[-1].label == "弃票"
    assert model(Request(1, "knife", (one_of("knife", (1,)),))).options[-1].label == "空刀"
    assert model(Request(1, "badge", (one_of("give", (1,)),))).options[-1].label == "撕警徽"
    assert model(BALLOT, "en").options[-1].label == "Abstain"


def test_two_potions_are_told_apart():
    asked = model(POTION)
    assert "5号" in asked.title
    labels = {option.key: option.label for option in asked.options}
    assert labels == {
        "a": "解药 5号 名5",
        "1": "毒药 1号 名1",
        "2": "毒药 2号 名2",
        "5": "毒药 5号 名5",
        "0": "不用药",
    }


def test_a_wish_goes_with_the_text():
    asked = model(WHISPER)
    asked.type("5")
    assert asked.enter() is None
    assert asked.text_answer("刀他") == Answer("whisper", (5,), "刀他")
    asked.enter()
    assert asked.text_answer("随便") == Answer("whisper", (), "随便")


def test_a_speech_has_no_options():
    asked = model(SPEAK)
    assert asked.options == []
    assert not asked.type("1")
    assert asked.text_answer("过") == Answer("say", (), "过")
    assert asked.passing == "过"


def test_a_clicked_seat_is_selected():
    asked = model(BALLOT)
    assert asked.point_at_seat(11)
    assert not asked.point_at_seat(7)
    assert asked.selected is not None
    assert asked.selected.seat == 11
    assert asked.given(Answer("vote", (11,))) == "投票 11号 名11"
    assert asked.given(Answer(PASS)) == "弃票"


def test_too_long_a_text_is_sent_only_when_insisted_on():
    compose = ComposeModel("zh")
    compose.open(5, "过")
    assert "1" in compose.send("一二三四五六").note
    assert compose.send("一二三四五六").text == "一二三四五六"
    compose.edited()
    assert compose.send("一二三四五六").note


def test_an_empty_text_is_not_sent_but_a_wish_alone_is():
    compose = ComposeModel("zh")
    compose.open(120, "不说")
    assert compose.send("  ").note
    sending = compose.send("", bare=True)
    assert (sending.note, sending.passes) == ("", False)


def test_passing_takes_two_presses_or_the_word():
    compose = ComposeModel("zh")
    compose.open(400, "过")
    assert not compose.skip().passes
    assert compose.skip().passes
    assert compose.send("/过").passes


def test_a_draft_cannot_be_sent_out_of_turn():
    compose = ComposeModel("zh")
    assert compose.send("我是好人").note
    assert compose.skip().note
    assert compose.count("我是好人") == ""
