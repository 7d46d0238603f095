"""The coach's report: figures lead to events, nothing of the cards stands in front, text is only text."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from rich.console import Console

from llmwolf.cli import main
from llmwolf.coach.annotations import Annotation, beside, write
from llmwolf.coach.odds.alternatives import Alternative
from llmwolf.coach.odds.point import Gain
from llmwolf.coach.odds.swings import Swing
from llmwolf.coach.oddswords import best_of
from llmwolf.coach.report.build import report
from llmwolf.coach.report.drawing import draw
from llmwolf.coach.report.page import page
from llmwolf.coach.report.pieces import (
    Bit,
    Block,
    Chapter,
    Curve,
    Entry,
    Log,
    Report,
    Section,
    Spot,
    Table,
    links,
)
from llmwolf.coach.report.terminal import show
from llmwolf.coach.turning import settled
from llmwolf.imports.formats import load
from tests.coach.report.games import DATA, Page, bots, made, models, source, typed

TAGS = {
    "html", "head", "meta", "title", "style", "body", "header", "main", "nav", "section", "div", "h1", "h2",
    "h3", "h4", "p", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "a", "bdi", "span", "br",
    "ol", "li", "details", "summary", "svg", "line", "text", "polygon", "polyline", "circle",
}  # fmt: skip
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</td></table><h1>出局</h1>",
    "{{ 7 * 7 }}{% raw %}",
    "[bold red]x[/bold red]",
    "a\u202egnp.exe\u2066",
    "\x1b[2J\x1b]0;t\x07",
    "&lt;b&gt;",
    "javascript:alert(1)",
)


@pytest.fixture
def bot_game(tmp_path: Path) -> Path:
    return bots(tmp_path / "bots.jsonl")


@pytest.fixture
def typed_game(tmp_path: Path) -> Path:
    return typed(tmp_path / "typed.jsonl")


def front(html: str) -> str:
    """What stands before the part that uses the cards."""
    return html.partition('<div id="after-the-game">')[0]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("seat", [0, 3])
def test_every_number_leads_to_an_event_of_the_same_page(bot_game: Path, lang: str, seat: int):
    found = source(bot_game, seat, lang)
    whole = Page(page(report(found), found))
    assert not whole.open
    assert len(set(whole.ids)) == len(whole.ids)
    assert {f"#{anchor}" for anchor in whole.ids} >= set(whole.hrefs)
    events = set(links(report(found)))
    assert len(events) > 30
    assert {f"e{event}" for event in events} <= set(whole.ids)
    assert {f"e{number}" for number in range(1, len(found.log) + 1)} <= set(whole.ids)


def test_a_page_loads_nothing_and_runs_nothing(bot_game: Path):
    html = made(bot_game)
    whole = Page(html)
    assert whole.tags <= TAGS
    assert not {"src", "onerror", "onload", "style", "action"} & whole.attributes
    styles = re.search(r"<style>(.*)</style>", html, re.DOTALL)
    assert styles is not None
    digest = b64encode(sha256(styles[1].encode()).digest()).decode()
    assert f"default-src &#39;none&#39;; style-src &#39;sha256-{digest}&#39;" in html
    assert not re.search(r"https?:|url\(|@import", html)


def test_what_needs_the_cards_stands_after_the_game(bot_game: Path):
    found = source(bot_game)
    html = page(report(found), found)
    head = front(html)
    hidden = [n for n in range(1, len(found.log) + 1) if not found.shown(n)]
    assert hidden
    assert not any(f'id="e{number}"' in head for number in hidden)
    assert not any(f'href="#e{number}"' in head for number in hidden)
    assert 'id="cards"' not in head
    assert 'id="truth"' not in head
    assert 'id="cards"' in html


def test_the_front_is_the_same_whatever_the_hidden_cards_are(tmp_path: Path):
    """Seats 2 and 7 did nothing that their cards show: a villager and a hunter who never shot."""
    one = made(typed(tmp_path / "one.jsonl"))
    other = made(typed(tmp_path / "other.jsonl", ("猎人 7", "猎人 2")))
    assert front(one) == front(other)
    assert one != other


def test_a_seat_sees_what_it_saw_and_no_more(bot_game: Path):
    seat = 3
    found = source(bot_game, seat)
    head = front(page(report(found), found))
    for number, event in enumerate(found.log, 1):
        mine = event.to is None or seat in event.to
        assert (f'id="e{number}"' in head) is mine
    assert 'id="known"' in head
    assert {one.seat for one in found.known} == {seat}


def test_hostile_text_is_shown_as_text_and_nothing_else(tmp_path: Path):
    text = " ".join(HOSTILE)
    speech = ("6号: 过", f"6号: 我是预言家，1号查杀 {text}")
    path = typed(tmp_path / "game.jsonl", speech, (" 阿六 ", " <b>阿六[/]</b> "))
    notes = {36: Annotation(36, ("<i>",), "<script>alert(2)</script>")}
    whole = Page(made(path, notes=notes))
    assert whole.tags <= TAGS
    assert "onerror" not in whole.attributes
    told = "".join(whole.texts)
    assert "<script>alert(1)</script>" in told
    assert "<script>alert(2)</script>" in told
    assert "<b>阿六[/]</b>" in told
    assert "{{ 7 * 7 }}" in told
    assert "&lt;b&gt;" in told
    assert not re.search("[\u202e\u2066\x1b\x07]", told)
    assert not any(href and not href.startswith("#") for href in whole.hrefs)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_hostile_names_of_files_tags_and_long_words_are_harmless(tmp_path: Path, lang: str):
    """In the curve's titles, in cells, in the head; nothing is as wide as it wants to be."""
    long = "w" * 900
    path = typed(
        tmp_path / "game.jsonl", (" 阿六 ", f" ]]><svg/onload=x>{'阿' * 60} "), ("6号: 过", f"6号: 过{long}")
    )
    notes = {36: Annotation(36, ("</td><script>", "{{x}}"), f"a\x1b[31m\u202e{long}")}
    found = replace(source(path, 0, lang, notes), record="<img src=x onerror=alert(1)>\x1b[2J\n.jsonl")
    html = page(report(found), found)
    whole = Page(html)
    assert not whole.open
    assert whole.tags <= TAGS
    assert not {"onload", "onerror", "src"} & whole.attributes
    told = "".join(whole.texts)
    assert "<img src=x onerror=alert(1)>" in told
    assert "</td><script>" in told
    assert not re.search("[\u202e\x1b]", told)
    out = io.StringIO()
    show(report(found), Console(file=out, width=80, highlight=False, markup=False, emoji=False))
    assert not re.search("[\u202e\x1b]", out.getvalue())
    assert "w" * 81 not in out.getvalue()
    assert max(map(cell_len, out.getvalue().splitlines())) <= 80


def test_even_a_report_made_of_hostile_texts_is_harmless(typed_game: Path):
    """Nothing before the drawing is trusted: raw control characters, too."""
    cell = tuple(Bit(text, 1) for text in HOSTILE)
    spot = Spot(1, 1, HOSTILE[1], 0.5, 0.4, 0.6)
    log = Log("", (Chapter(HOSTILE[0], (Entry(1, HOSTILE[1], "\n".join(HOSTILE)),)),))
    parts: list[Block] = [
        Table(HOSTILE[2], HOSTILE, ((cell, *[cell] * (len(HOSTILE) - 1)),)),
        Curve(HOSTILE[0], HOSTILE[1], (spot,)),
        log,
    ]
    made_up = Report("zh", HOSTILE[0], ((HOSTILE[1], cell),), [Section("s", HOSTILE[2], parts, HOSTILE[0])])
    whole = Page(page(made_up, source(typed_game)))
    assert whole.tags <= TAGS
    assert not re.search("[\u202e\u2066\x1b\x07]", "".join(whole.texts))
    out = io.StringIO()
    show(made_up, Console(file=out, width=100, highlight=False, markup=False, emoji=False))
    assert not re.search("[\u202e\u2066\x1b\x07]", out.getvalue())
    assert "[bold red]" in out.getvalue().replace("\n", "")


def test_a_curve_is_cut_where_nothing_is_known():
    spots = [Spot(n, 1 + n // 3, "x", None if n == 2 else 0.5, 0.4, 0.6, n == 3) for n in range(6)]
    art = draw(Curve("", "", tuple(spots)))
    assert len(art.stretches) == 2
    assert [day.name for day in art.days] == ["第1天", "第2天"]
    assert [dot.look for dot in art.dots] == ["dot", "dot", "key", "dot", "dot"]
    half = next(y for y, level in art.levels if level == "50%")
    assert all(dot.y == half for dot in art.dots)
    assert not draw(Curve("", "", ())).dots


def test_sketched_moments_are_drawn_as_what_they_are():
    spots = [Spot(n, 1, "x", 0.5, 0.4, 0.6, n == 1, 12, n in (2, 3)) for n in range(6)]
    art = draw(Curve("", "", tuple(spots)))
    assert [dot.look for dot in art.dots] == ["dot", "key", "sketch", "sketch", "dot", "dot"]
    assert [(run.sketch, run.line.count(",")) for run in art.stretches] == [(False, 2), (True, 4), (False, 2)]
    assert art.stretches[0].line.split()[-1] == art.stretches[1].line.split()[0]
    assert art.dots[0].says == "#0 x: 50% (40%–60%, n=12)"


def test_days_are_named_as_far_as_there_is_room():
    spots = tuple(Spot(n, day, "x", 0.5) for n, day in enumerate([1, *[2] * 40, 3, 4]))
    days = draw(Curve("", "", spots), "en").days
    assert [day.name for day in days] == ["day 1", "", "day 3", ""]
    assert [day.end for day in days] == [False, False, True, True]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_table_has_only_what_was_reckoned_in_full(bot_game: Path, lang: str):
    found = source(bot_game, 0, lang)
    assert found.chances is not None
    section = next(one for one in report(found).sections if one.key == "odds")
    curve, swings, numbers = section.blocks
    assert isinstance(curve, Curve)
    assert isinstance(swings, Table)
    assert isinstance(numbers, Table)
    assert curve.sketches == (1, "12")
    games = [row[4][0].text for row in numbers.rows]
    assert set(games) == {"100", ""}
    assert len(games) == len(found.chances.plies) - 1
    html = page(report(found), found)
    assert (
        html.count('class="band sketch"') == html.count('class="line sketch"') == 2
    )  # the public's, the cards'
    assert 'class="grid half"' in html


def test_no_key_moment_is_within_its_interval(bot_game: Path):
    found = source(bot_game)
    assert found.chances is not None
    swings = settled(found.chances.odds, found.chances.plies)
    assert swings
    assert all(abs(swing.change) > swing.half for swing in swings)
    sketched = found.chances.plies[-2]
    assert not any(sketched in (swing.start, swing.end) for swing in swings)
    none = replace(found, chances=replace(found.chances, swings=()))
    assert "没有超出误差的转折" in page(report(none), none)


def test_a_cause_tells_what_was_claimed_and_a_night_why_nothing_was_weighed(typed_game: Path):
    found = source(typed_game)
    assert found.chances is not None
    marks = found.chances.odds.ref.marks
    words = next(ply for ply in found.chances.plies if marks[ply].stage == "last_words")
    night = next(ply for ply in found.chances.plies if marks[ply].stage == "night" and marks[ply].day == 2)
    after = next(ply for ply in found.chances.plies if ply > words)
    swings = [Swing(words, after, "good", 0.5, 0.2, 0.05), Swing(night, None, "good", 0.2, 0.4, 0.05)]
    told = replace(found, chances=replace(found.chances, swings=swings))
    table = next(one for one in report(told).sections if one.key == "odds").blocks[1]
    assert isinstance(table, Table)
    causes = ["".join(bit.text for bit in row[2]) for row in table.rows]
    assert causes[0] == "3号 阿三发言：自称预言家、报8号查杀（第1夜） #29"
    assert [line.rpartition("#")[2] for line in causes[1].splitlines()] == ["60", "70", "73"]
    assert table.rows[0][3][0].text == "发言不比较"
    assert table.rows[1][3][0].text.startswith("夜里的选择要看底牌")


def test_an_answer_that_is_no_better_is_not_called_better(typed_game: Path):
    other = Alternative(1, 4, "ballot", ("vote", (6,)), "vote", (8,), "good", Gain(0.01, 0.05, 80))
    swing = Swing(1, 2, "good", 0.5, 0.2, 0.05, (other,))
    assert best_of(swing, "zh").startswith("没有看出更好的；最好的是：4号 投票 6 换成 投票 8")
    better = replace(other, gain=Gain(0.2, 0.05, 80))
    assert best_of(replace(swing, alternatives=(better,)), "en").startswith(
        "seat 4: Vote 8 instead of Vote 6"
    )
    assert best_of(replace(swing, alternatives=()), "zh") == ""


def test_who_claimed_what_is_told_whoever_the_report_is_about(typed_game: Path):
    """The claim of seat 3 in a report on seat 5."""
    found = source(typed_game, 5)
    seats = next(one for one in report(found).sections if one.key == "table").blocks[0]
    assert isinstance(seats, Table)
    assert "".join(bit.text for bit in seats.rows[2][2]).startswith("预言家 #")


def test_a_table_without_a_sheriff_has_no_column_for_the_badge(typed_game: Path, tmp_path: Path):
    html = front(made(typed_game))
    assert "警徽</th>" not in html
    assert "警徽</th>" in front(made(bots(tmp_path / "twelve.jsonl", "official-12")))


def test_notes_stand_where_their_event_may_be_seen(bot_game: Path):
    found = source(bot_game)
    secret = next(n for n in range(1, len(found.log) + 1) if not found.shown(n))
    notes = {1: Annotation(1, ("开局",), "well begun"), secret: Annotation(secret, (), "who knew")}
    html = made(bot_game, notes=notes)
    assert "well begun" in front(html)
    assert "who knew" not in front(html)
    assert "who knew" in html


async def test_a_game_with_model_seats(tmp_path: Path):
    html = made(await models(tmp_path / "models.jsonl"))
    whole = Page(html)
    assert whole.tags <= TAGS
    assert "模型 · test-model" in front(html)
    assert {f"#{anchor}" for anchor in whole.ids} >= set(whole.hrefs)


def run(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["coach", *words])
    assert done.exit_code == code, done.output
    return done.output


def test_the_command_prints_or_writes_a_page(typed_game: Path, tmp_path: Path):
    told = run(str(typed_game), "--no-odds")
    assert "票型流向" in told
    assert "没有计算胜率" in told
    assert "复盘：以下用到底牌" in told
    html = tmp_path / "report.html"
    assert str(html) in run(str(typed_game), "--no-odds", "--html", str(html), "--lang", "en").replace(
        "\n", ""
    )
    assert Page(html.read_text("utf-8")).tags <= TAGS
    assert "--force" in run(str(typed_game), "--no-odds", "--html", str(html), code=2)
    run(str(typed_game), "--no-odds", "--html", str(html), "--force", "--seat", "5")
    assert "seats are 1 to 9" in run(str(typed_game), "--seat", "12", "--no-odds", "--lang", "en", code=2)


def test_notes_of_another_coach_are_in_the_report_or_it_is_said_that_there_are_none(typed_game: Path):
    assert "没有 li 的批注" in run(str(typed_game), "--no-odds", "--as", "li", code=2)
    write(beside(typed_game, "li"), [Annotation(29, ("报验",), "报得早")])
    assert "报得早" in run(str(typed_game), "--no-odds", "--as", "li")
    assert "报得早" not in run(str(typed_game), "--no-odds")


def test_an_unfinished_game_has_no_part_with_the_cards(tmp_path: Path):
    log = tmp_path / "cut.txt"
    log.write_text((DATA / "chat-9.txt").read_text("utf-8").partition("第2天")[0], "utf-8")
    path = tmp_path / "cut.jsonl"
    path.write_bytes(load(log).data)
    told = run(str(path), "--no-odds")
    assert "复盘：以下用到底牌" not in told
    assert "狼人 #" not in told
    assert "--seat" in run(str(path), "--no-odds", "--seat", "3", code=2)
