"""Nothing false is found: in games of bots, and in what people say rightly."""

import tomllib
from pathlib import Path

import pytest

from llmwolf.boards import find_board
from llmwolf.coach.claims.entries import OWN, RECORD
from llmwolf.coach.claims.findings import findings, findings_after
from llmwolf.coach.claims.ledger import ledger
from llmwolf.coach.claims.trial import games_of_bots, of_speech, words_alone
from llmwolf.coach.minutes import minutes
from llmwolf.coach.room import study
from llmwolf.coach.signs import CHANGES
from llmwolf.rules.claims import Claim
from llmwolf.rules.events import Spoke
from tests.coach.planted import played

DATA = Path(__file__).with_name("data")

STATEMENTS = [
    (entry["place"], entry["seat"], entry["text"], entry["finds"])
    for days in tomllib.loads((DATA / "statements.toml").read_text("utf-8")).values()
    for entries in days.values()
    for entry in entries
]
NOT_STATED = [
    ("D3", 12, "如果昨天10号投了5号，我今天就出他。"),
    ("D3", 12, "昨天10号投了3号吗？"),
    ("D3", 12, "8号说3号已经出局了，他糊涂了。"),
    ("D3", 12, "好像昨晚死的是12号，我记不清。"),
    ("D3", 12, "警长应该是12号才对，可惜了。"),
    ("D3", 12, "今天不是13号星期五吧。"),
    ("D3", 12, "“7号还活着”这种话也说得出来。"),
    ("D3", 12, "要是7号没死就好了。"),
    ("D3", 10, "11号还没发言，等11号聊。"),
    ("D3", 10, "我的票挂12号，他要给个说法。"),  # a ballot to come
    ("D3", 10, "10号的票给6号。"),
]


@pytest.mark.parametrize(("place", "seat", "text", "finds"), STATEMENTS)
def test_statements_about_the_record(place: str, seat: int, text: str, finds: list[str]):
    assert [one.kind for one in study(played("a", [(place, seat, text)])).findings] == finds


@pytest.mark.parametrize(("place", "seat", "text"), NOT_STATED)
def test_what_is_not_stated_for_sure_is_no_contradiction(place: str, seat: int, text: str):
    says = [("D3", 8, "我先说一句。"), (place, seat, text)]
    assert study(played("a", says)).findings == ()


@pytest.mark.parametrize(
    ("board", "level", "lang"),
    [
        ("official-12", "expert", "zh"),
        ("guard-12", "normal", "en"),
        ("standard-9", "novice", "zh"),
        ("millers-12", "normal", "zh"),
    ],
)
def test_bots_contradict_no_record(board: str, level: str, lang: str):
    for game in games_of_bots(find_board(board), level, lang, range(2)):
        book = minutes(game.log)
        found = findings(book, ledger(book))
        assert [one for one in found if one.group == RECORD] == []
        for one in found:
            assert one.group == OWN
            speech, before = game.log[one.number - 1], game.log[one.against - 1]
            assert isinstance(speech, Spoke)
            assert isinstance(before, Spoke)
            assert speech.seat == before.seat
            assert speech.claims != before.claims
            assert not CHANGES.search(speech.text)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_bots_contradict_nothing_in_their_words_alone(lang: str):
    for game in games_of_bots(find_board("official-12"), "normal", lang, range(4)):
        log = words_alone(game.log)
        entries = ledger(minutes(log))
        assert len(entries) > 50
        assert findings(minutes(log), entries) == ()
        assert findings_after(minutes(log), entries, log) == ()


@pytest.mark.parametrize("text", ["我跟10号，投4号。", "我跟10号，这票归4号。"])
def test_who_votes_with_somebody_has_taken_no_side(text: str):
    assert [entry.claim for entry in of_speech(text, 1, 12)] == [Claim("vote", (4,))]


NOT_SAID = [
    ("What makes you believe seat 8, seat 4?", "side"),
    ("票先放在8号，聊得好我收回来。", "trust"),
    ("To trust seat 8 like seat 4 takes some goodwill.", "trust"),
    ("8号今天想出10号。", "vote"),
    ("我是预言家，警徽流动一下，8号先不验，别的牌更急。", "flow"),
]


@pytest.mark.parametrize(("text", "act"), NOT_SAID)
def test_what_is_put_under_a_condition_or_told_of_others_is_not_heard(text: str, act: str):
    assert act not in {entry.claim.act for entry in of_speech(text, 1, 12)}


def test_a_change_that_is_announced_is_no_contradiction():
    says = [("D1", 11, "我站边1号。"), ("D2", 11, "昨天站错了，我站边5号。")]
    assert study(played("a", says)).findings == ()
    says = [("D1", 10, "我是女巫。"), ("D2", 10, "女巫是我诈的，我收回，我是村民。")]
    assert study(played("a", says)).findings == ()


def test_a_flow_that_death_has_overtaken_need_not_be_kept():
    says = [
        ("D1", 12, "我是预言家，11号金水，警徽流先验2号后验5号。"),
        ("D3", 12, "第三夜我验的是10号，10号金水。"),
    ]
    assert study(played("a", says)).findings == ()
