"""The report on a game of twelve, typed afterwards: an election, a counter-claim, speeches, last words."""

from pathlib import Path

import pytest

from llmwolf.coach.report.build import report
from llmwolf.coach.report.page import page
from llmwolf.coach.report.pieces import Report, Section, Table
from llmwolf.coach.report.source import Source
from llmwolf.imports.formats import load
from tests.coach.report.games import Page, source

TYPED = Path(__file__).parents[1] / "data" / "table-12.toml"


@pytest.fixture
def found(tmp_path: Path) -> Source:
    path = tmp_path / "typed.jsonl"
    path.write_bytes(load(TYPED).data)
    return source(path)


def rows_of(section: Section) -> list[list[str]]:
    """The cells of the first table of ``section`` as text."""
    (table, *_) = [block for block in section.blocks if isinstance(block, Table)]
    return [["".join(bit.text for bit in cell) for cell in row] for row in table.rows]


def called(made: Report, key: str) -> Section:
    return next(section for section in (*made.sections, *made.after) if section.key == key)


def test_ballots_end_with_whom_they_elected_or_exiled(found: Source):
    assert rows_of(called(report(found), "votes"))[-1] == ["结果", "5号", "11号", "4号"]


def test_a_shot_of_the_night_is_told_as_one(found: Source):
    out = {row[0]: row[3] for row in rows_of(called(report(found), "table"))}
    assert out["8号"].startswith("第3夜 #")
    assert out["7号"].endswith("7号中枪出局。")


def test_only_the_ballot_told_wrongly_is_at_odds_with_the_record(found: Source):
    (row,) = rows_of(called(report(found), "findings"))
    assert row[1:4] == ["7号", "2号投的是5号", "“昨天2号投的是11号”"]


def test_both_seers_stand_among_the_claims_with_their_checks(found: Source):
    claims = [(row[1], row[2]) for row in rows_of(called(report(found), "claims"))]
    for seat, check in (("5号", "报11号查杀（第1夜）"), ("2号", "报9号金水（第1夜）")):
        assert (seat, "自称预言家") in claims
        assert (seat, check) in claims


def test_what_the_cards_add_has_titles_of_its_own(found: Source):
    made = report(found)
    titles = [section.title for section in (*made.sections, *made.after)]
    assert len(set(titles)) == len(titles)


def test_sentences_are_named_where_a_narrow_screen_puts_them_below_one_another(found: Source):
    html = page(report(found), found)
    assert 'data-head="原话"' in html
    assert not Page(html).open
