"""Answering a question: select, then confirm."""

from collections.abc import Callable

import pytest

from llmwolf.players.base import Answer
from llmwolf.rules.asks import PASS, Choice, Request, one_of
from llmwolf.tui.model.ask import DONE_KEY, PASS_KEY, AskModel
from llmwolf.tui.model.compose import ComposeModel, joined

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
    assert "7" in asked.hint(46)
    assert asked.enter() is None


def test_what_may_not_be_passed_says_so():
    asked = model(BALLOT._replace(kind="last_act", may_pass=False))
    assert asked.title.endswith("（必须）")
    asked.type("0")
    assert asked.selected is None
    assert asked.enter() is None
    assert asked.hint(46) == "这一步不能跳过，请选一项"


def test_enter_without_a_selection_does_nothing():
    asked = model(BALLOT)
    assert asked.enter() is None
    assert asked.enter() is None
    assert not asked.armed


def test_U03_select_then_confirm():
    asked = model(BALLOT)
    asked.type("2")
    assert asked.enter() is None
    assert asked.armed
    assert "2号 名2" in asked.hint(46)
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
        "5": "解药 5号 名5",
        "1": "毒药 1号 名1",
        "2": "毒药 2号 名2",
        "a": "毒药 5号 名5",
        "0": "不用药",
    }


@pytest.mark.parametrize("point", [lambda asked: asked.type("5"), lambda asked: asked.point_at_seat(5)])
def test_the_number_of_the_victim_is_its_antidote(point: Callable[[AskModel], object]):
    asked = model(POTION)
    point(asked)
    assert asked.enter() is None
    assert "解药 5号" in asked.hint(46)
    assert asked.enter() == Answer("save", (5,))


def test_without_an_antidote_every_number_is_a_poison():
    asked = model(Request(6, "potion", (one_of("poison", (1, 2, 5)),), hint=5))
    assert [option.key for option in asked.options] == ["1", "2", "5", "0"]
    asked.type("5")
    asked.enter()
    assert asked.enter() == Answer("poison", (5,))


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
    assert "上限5字：多的1字" in compose.send("一二三四五六").note
    assert compose.send("一二三四五六").text == "一二三四五六"
    compose.edited()
    assert compose.send("一二三四五六").note


def test_an_empty_text_is_not_sent_but_a_wish_alone_is():
    compose = ComposeModel("zh")
    compose.open(120, "不说")
    assert compose.send("  ").note
    sending = compose.send("", bare=True)
    assert (sending.note, sending.passes) == ("", False)


def test_U16_passing_takes_two_presses_or_the_word():
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


# -- several seats, cards, letters ---------------------------------------------------------------------

LINK = Request(3, "link", (Choice("link", (1, 2, 3, 11, 12), 2, 2),), may_pass=False)
PIPE = Request(3, "pipe", (Choice("pipe", (1, 2, 11), 1, 2),))
VOTERS = Request(3, "voters", (Choice("allow", (1, 2, 11), 0, 3),))
THIEF = Request(3, "thief", (Choice("second"),), may_pass=False)


def mark(asked: AskModel, *seats: int) -> None:
    for seat in seats:
        for digit in str(seat):
            asked.type(digit)
        assert asked.enter() is None


def give(asked: AskModel, key: str) -> Answer | None:
    asked.type(key)
    assert asked.enter() is None
    return asked.enter()


def test_two_seats_are_marked_and_then_given():
    asked = model(LINK)
    mark(asked, 12, 3)
    assert asked.marked == (3, 12)
    assert asked.selected is not None
    assert asked.selected.key == DONE_KEY  # enough are marked: the cursor goes on
    assert asked.enter() is None
    assert "3号、12号" in asked.hint(46)
    assert asked.enter() == Answer("link", (3, 12))


def test_too_few_or_too_many_are_not_taken_and_it_is_said():
    asked = model(LINK)
    mark(asked, 1)
    assert give(asked, DONE_KEY) is None
    assert "2人" in asked.hint(46)
    mark(asked, 2, 3)
    assert asked.marked == (1, 2)
    assert "最多2人" in asked.hint(46)
    mark(asked, 1, 3)
    assert asked.marked == (2, 3)


def test_one_or_two_and_none_or_all():
    asked = model(PIPE)
    mark(asked, 11)
    assert give(asked, DONE_KEY) == Answer("pipe", (11,))
    assert give(model(PIPE), PASS_KEY) == Answer()
    assert give(model(VOTERS), DONE_KEY) == Answer("allow", ())
    assert give(model(VOTERS), PASS_KEY) == Answer()
    asked = model(VOTERS)
    mark(asked, 1, 2, 11)
    assert give(asked, DONE_KEY) == Answer("allow", (1, 2, 11))
    assert "无人" in (model(VOTERS).options[-2].label)


def test_one_of_some_must_be_among_the_marked():
    asked = model(Request(3, "pipe", (Choice("pipe", (1, 2, 11), 1, 2, (11,)),)))
    mark(asked, 1)
    assert give(asked, DONE_KEY) is None
    assert asked.hint(46) == "至少选一名未被迷惑的"
    assert [option.short for option in asked.options[:3]] == ["名1 已迷惑", "名2 已迷惑", "名11"]
    mark(asked, 11)
    assert give(asked, DONE_KEY) == Answer("pipe", (1, 11))


def test_escape_takes_the_selection_back_and_then_the_marks():
    asked = model(LINK)
    mark(asked, 1)
    asked.clear()
    assert (asked.selected, asked.marked) == (None, (1,))
    asked.clear()
    assert asked.marked == ()


def test_a_click_marks_a_seat():
    asked = model(LINK)
    assert asked.point_at_seat(11)
    assert asked.enter() is None
    assert asked.marked == (11,)


def test_the_thief_reads_the_cards_and_picks_by_their_number():
    asked = AskModel(THIEF, NAMES, "night", "zh", ("seer", "werewolf"))
    assert [(option.key, option.label) for option in asked.options] == [("2", "拿第二张：狼人")]
    assert give(asked, "2") == Answer("second")
    both = Request(3, "thief", (Choice("first"), Choice("second")))
    english = AskModel(both, NAMES, "night", "en", ("seer", "werewolf"))
    assert [option.label for option in english.options] == [
        "Take the first: Seer", "Take the second: Werewolf", "Keep the card, as a villager",
    ]  # fmt: skip


def test_an_act_without_a_seat_has_a_number_and_a_pass():
    asked = model(Request(3, "peek", (Choice("peek"),)))
    assert [(option.key, option.label) for option in asked.options] == [("1", "偷看"), ("0", "不偷看")]


def test_an_aside_is_called_one():
    assert AskModel(SPEAK, NAMES, "talk", "zh").title == "插话 · 轮到你发言"


@pytest.mark.parametrize(
    ("before", "lang", "after"),
    [
        ("", "zh", "我是好人。"),
        ("一行\n", "zh", "我是好人。"),
        ("昨晚验的7号", "zh", "。我是好人。"),
        ("大家好，", "zh", "我是好人。"),
        ("Checked 7", "en", ". 我是好人。"),
        ("Checked 7. ", "en", " 我是好人。"),
    ],
)
def test_a_sentence_is_joined_to_what_stands_before_it(before: str, lang: str, after: str):
    assert joined(before, "我是好人。", lang) == after
