"""The ledger has every claim, with the words that make it."""

from itertools import chain
from pathlib import Path

from llmwolf.bench.listening import ALL, cases, score
from llmwolf.boards import boards, find_board
from llmwolf.coach.claims.entries import STRUCTURED, TEXT
from llmwolf.coach.claims.ledger import ledger
from llmwolf.coach.claims.trial import games_of_bots, of_speech
from llmwolf.coach.minutes import minutes
from llmwolf.rules.claims import Claim
from llmwolf.rules.events import Spoke
from tests.rules.table import Table

SENTENCES = Path(__file__).with_name("data") / "sentences.toml"
SPEECH = (
    "我是预言家，不绕弯子。昨晚验的4号，4号查杀。心路历程是他上警举手最晚。"
    "警徽流先验6号再验8号。2号踩我踩得没道理，我怀疑2号。今天归票4号！"
)


def test_structured_claims_are_all_in_the_ledger_and_nothing_else():
    total, whole = 0, 0
    games = chain(
        games_of_bots(find_board("official-12"), "normal", "zh", range(10)),
        games_of_bots(find_board("guard-12"), "expert", "en", range(10)),
        games_of_bots(find_board("standard-9"), "novice", "zh", range(10)),
    )
    for game in games:
        said = [
            (number, event.seat, claim)
            for number, event in enumerate(game.log, 1)
            if isinstance(event, Spoke)
            for claim in event.claims
        ]
        entries = ledger(minutes(game.log))
        assert [(e.number, e.seat, e.claim) for e in entries] == said
        assert {e.source for e in entries} == {STRUCTURED}
        total += len(said)
        for entry in entries:
            text = game.log[entry.number - 1].text  # type: ignore[attr-defined]
            assert entry.quote.text == text[entry.quote.start : entry.quote.end] != ""
            whole += entry.quote.text == text
    assert total > 3_000
    assert whole / total < 0.05


def test_each_claim_quotes_the_words_that_make_it():
    found = {entry.claim.act: entry.quote.text for entry in of_speech(SPEECH, 1, 12)}
    assert found == {
        "role": "我是预言家",
        "check": "昨晚验的4号，4号查杀。",
        "flow": "警徽流先验6号再验8号。",
        "suspect": "我怀疑2号。",
        "vote": "今天归票4号！",
    }


def test_a_withdrawal_is_of_what_was_claimed_before():
    (entry, *_) = of_speech("我不是预言家，我退水。", 3, 12, 1, "seer")
    assert entry.claim == Claim("retract", (), "seer")
    assert of_speech("我不是预言家。", 3, 12) == []


def test_an_entry_says_when_and_where_it_was_said():
    t = Table("standard-9").night(knife=9).to("last_words")
    t.answer(9, "say", text="我是女巫，今天出1号。")
    first = t.to("speech").asked[0]
    t.say(first, "我站边9号。").to("night")
    last, *rest = ledger(minutes(t.game.log))
    assert (last.seat, last.day, last.phase, last.stage, last.source) == (9, 1, "night", "last_words", TEXT)
    assert rest[-1].phase == "day"
    assert t.game.log[rest[-1].number - 1].seat == first  # type: ignore[attr-defined]


def test_sentences_labelled_by_hand_are_understood():
    told = cases(SENTENCES)
    assert sum(case.within[0] == "ledger" for case in told) == 150
    rows = score(told)
    assert rows[ALL].precision >= 0.98
    assert rows[ALL].recall >= 0.95


def test_the_ledger_hears_what_the_reader_hears():
    for case in cases(SENTENCES):
        entries = of_speech(case.text, case.seat, case.seats, case.day, case.held)
        assert all(case.text[e.quote.start : e.quote.end] == e.quote.text for e in entries)


def test_every_board_of_bots_has_a_ledger():
    for board in boards().values():
        if board.seats <= 10:
            (game,) = games_of_bots(board, "normal", "zh", [1])
            assert ledger(minutes(game.log))
