"""The coach's report: figures lead to events, nothing of the cards stands in front, text is only text."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from llmwolf.cli import main
from llmwolf.coach.annotations import Annotation
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
    assert len(art.lines) == len(art.bands) == 2
    assert [day for _, day in art.days] == [1, 2]
    assert [dot.key for dot in art.dots] == [False, False, True, False, False]
    half = next(y for y, level in art.levels if level == "50%")
    assert all(dot.y == half for dot in art.dots)
    assert not draw(Curve("", "", ())).dots


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


def test_an_unfinished_game_has_no_part_with_the_cards(tmp_path: Path):
    log = tmp_path / "cut.txt"
    log.write_text((DATA / "chat-9.txt").read_text("utf-8").partition("第2天")[0], "utf-8")
    path = tmp_path / "cut.jsonl"
    path.write_bytes(load(log).data)
    told = run(str(path), "--no-odds")
    assert "复盘：以下用到底牌" not in told
    assert "狼人 #" not in told
    assert "--seat" in run(str(path), "--no-odds", "--seat", "3", code=2)
