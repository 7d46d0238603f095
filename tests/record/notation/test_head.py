"""The head of a record: every key, and a slip in it."""

from __future__ import annotations

import pytest

from llmwolf.record.notation.document import document
from llmwolf.record.notation.errors import Illegal, Malformed, NotationError
from llmwolf.record.notation.head import Opening, opening
from llmwolf.record.notation.source import Source
from tests.record.notation.records import NINE, OFFICIAL, cards

GAME = '\n[game]\nlines = "N1:"\n'


def opened(head: str) -> Opening:
    """The game that a head describes."""
    return opening(document(Source(head + GAME)))


def fault(head: str) -> NotationError:
    """What is wrong with a head."""
    with pytest.raises(NotationError) as error:
        opened(head)
    return error.value


def test_a_deal_alone_is_a_board_under_the_official_profile():
    spec = opened(f"deal = {cards(OFFICIAL)}").spec
    assert spec.dealt[:5] == (*["werewolf"] * 4, "seer")
    assert spec.seats == 12
    assert spec.rules.guard_and_antidote == "dies"


def test_a_profile_stands_over_that_of_the_board_and_keeps_its_own_switches():
    spec = opened(f'board = "standard-9"\nprofile = "last-words"\ndeal = {cards(NINE)}').spec
    assert spec.rules.witch_self_save == "always"
    assert not spec.rules.sheriff


def test_every_name_of_a_card_is_known():
    spec = opened("deal = " + cards("狼 狼人 werewolf 先知 村民 平民 猎人 女巫")).spec
    wolves = ("werewolf",) * 3
    assert spec.dealt == (*wolves, "seer", "villager", "villager", "hunter", "witch")


def test_the_spare_cards_follow_the_deal():
    deal = cards("盗贼 狼人 狼人 预言家 女巫 平民 平民 平民")
    spec = opened(f"deal = {deal}\nspare = {cards('平民 猎人')}").spec
    assert (spec.seats, spec.dealt[-2:]) == (8, ("villager", "hunter"))
    assert "spare cards" in fault(f"deal = {deal}").sentence
    assert "spare cards" in fault(f"deal = {cards(NINE)}\nspare = {cards('平民 猎人')}").sentence


def test_what_is_not_stated_has_its_usual_value():
    start = opened(f"deal = {cards(NINE)}")
    assert (start.spec.seed, start.spec.game, start.spec.safe, start.names) == (0, 1, (), ())
    assert not start.minute_stated
    assert not start.ignores_rest


def test_everything_can_be_stated():
    names = cards(" ".join(f"玩家{i}" for i in range(9)))
    head = f"""
deal = {cards(NINE)}
seed = 7
minute = 25
names = {names}
after_end = "ignore"
events = ["ally"]
number = 2
safe = [3]
[rules]
self_vote = false"""
    start = opened(head)
    assert (start.spec.seed, start.spec.minute, start.names[8]) == (7, 25, "玩家8")
    assert (start.spec.events, start.spec.game, start.spec.safe) == (("ally",), 2, (3,))
    assert start.minute_stated
    assert start.ignores_rest
    assert not start.spec.rules.self_vote


@pytest.mark.parametrize(
    ("head", "what"),
    [
        ('bord = "standard-9"', "did you mean 'board'"),
        ("mintue = 3", "did you mean 'minute'"),
        ("seed = true", "whole number"),
        ("minute = 60", "0 to 59"),
        ('after_end = "ignor"', "did you mean 'ignore'"),
        ('names = ["a"]', "1 names for 9 seats"),
        ("names = 3", "list of texts"),
        ("safe = [10]", "1 to 9"),
        ("rules = 3", "write [rules]"),
        ("rules = { self_vot = true }", "did you mean 'self_vote'"),
        ("board = 3", "a text"),
        ("profile = 3", "a text"),
    ],
)
def test_a_slip_in_a_key_names_its_line(head: str, what: str):
    error = fault(f"\ndeal = {cards(NINE)}\n{head}")
    assert isinstance(error, Malformed)
    assert error.line == 3
    assert error.item in head
    assert what in error.sentence


@pytest.mark.parametrize(
    ("head", "line", "what"),
    [
        ('\nboard = "standard-10"', 2, "did you mean 'standard-9'"),
        (f'\nprofile = "oficial"\ndeal = {cards(NINE)}', 2, "did you mean 'official'"),
        ('\ndeal = ["狼入", "平民"]', 2, "狼"),
        (
            f'board = "standard-9"\n\ndeal = {cards(NINE.replace("猎人", "女巫"))}',
            3,
            "女巫×1; missing: 猎人×1",
        ),
        (f'board = "standard-9"\ncards = {cards("狼人 平民 平民")}', 2, "missing"),
        (f'deal = {cards(NINE)}\n\nevents = ["aly"]', 3, "did you mean 'ally'"),
        (f'deal = {cards(NINE)}\n[rules]\nself_vote = "no"', 3, "one of true, false"),
        (f"deal = {cards('平民 平民 平民 平民')}", 1, "no wolf"),
    ],
)
def test_what_cannot_be_played_is_illegal_and_names_its_line(head: str, line: int, what: str):
    error = fault(head)
    assert isinstance(error, Illegal)
    assert error.line == line
    assert what in error.sentence


@pytest.mark.parametrize(
    ("head", "what"),
    [
        ("seed = 3", "deal is missing, and so are board, profile and cards"),
        ('board = "standard-9"', "here these 9: 狼人×3"),
        ('profile = "official"', 'such as deal = ["狼人", "平民", …]'),
        (f"cards = {cards(NINE)}", "such as deal"),
        ('board = "standard-9"\ndeal = []', "here these 9"),
    ],
)
def test_without_a_deal_nothing_is_adjudicated(head: str, what: str):
    error = fault(head)
    assert isinstance(error, Malformed)
    assert error.item == "deal"
    assert "deal is missing" in error.sentence
    assert what in error.sentence
    assert "缺少 deal" in error.told("zh")
