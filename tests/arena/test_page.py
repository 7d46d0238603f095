"""The report as a page, as pictures on the terminal and as Parquet: complete, escaped, always the same."""

from __future__ import annotations

import re
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from llmwolf.arena.cast import prompt_in
from llmwolf.arena.charts import svg
from llmwolf.arena.errors import ArenaError
from llmwolf.arena.figures import Contrast, Edition, Figure, Report, Spending
from llmwolf.arena.page import page
from llmwolf.arena.plan import Agent
from llmwolf.arena.plots import Cloud, Point, Row, Whiskers, decimals, ticks, written
from llmwolf.arena.ratings import Strengths
from llmwolf.arena.rows import rows_of, write_parquet
from llmwolf.arena.stats import Difference, Interval
from llmwolf.arena.terminal import drawn, tabled
from llmwolf.cli import main
from tests.arena.plans import opened, played

HOSTILE = '<script>alert(1)</script>"><img src=x onerror=alert(2)>\x1b[2J\u202e'
SURE = Interval(0.3, 0.1, 0.5, 40)
ALONE = Interval(0.3, float("-inf"), float("inf"), 1)


class Tags(HTMLParser):
    """Counts the tags of a page, and keeps its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes |= {name for name, _ in attrs}


def hostile() -> Report:
    """A report on somebody who is called as nobody should be."""
    edition = Edition("e1", [HOSTILE], 4)
    edition.figures = [Figure(HOSTILE, HOSTILE, "overall", HOSTILE, 4, SURE, SURE, 4)]
    edition.contrasts = [Contrast(HOSTILE, HOSTILE, "b", Difference(SURE, 0.01, 4, 9, 1, 0.01), 0)]
    edition.strengths = Strengths({HOSTILE: Interval(50, -20, 120, 4)}, {HOSTILE: SURE})
    edition.counts = {HOSTILE: Counter({"calls": 3, "tokens": 300, "cost": 1})}
    edition.seated = Counter({HOSTILE: 4})
    edition.spending = [Spending(HOSTILE, "cost", 4, SURE)]
    return Report(4, 3, Counter({HOSTILE: 1}), Counter(calls=3), [edition])


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_page_loads_nothing_runs_nothing_and_escapes_everything(tmp_path: Path, lang: str):
    folder = opened(tmp_path)
    first, other = folder.plan.agents
    strange = Agent.model_construct(id=HOSTILE, kind="model", model=HOSTILE, prompt=HOSTILE, persona=HOSTILE)
    plan = folder.plan.model_copy(update={"agents": (strange, other), "boards": (HOSTILE,)})
    html = page(hostile(), plan, lang)
    tags = Tags()
    tags.feed(html)
    assert not {"script", "img", "link", "a", "iframe", "foreignobject"} & tags.tags.keys()
    assert not {name for name in tags.attributes if name.startswith("on")} | {"href", "src"} & tags.attributes
    assert tags.tags["svg"] == 2 * 4, "each for a screen and for a phone"
    assert "&lt;script&gt;" in html
    assert '<span class="hue0">a <bdi>&lt;script&gt;' in html, "the letter's name stands below the picture"
    assert "\x1b" not in html
    assert "\u202e" not in html
    assert "://" not in html.replace("http://www.w3.org/2000/svg", "")
    assert "default-src &#39;none&#39;" in html
    assert first.id not in html
    assert page(hostile(), plan, lang) == html, "the same figures are the same page"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_figure_of_the_page_has_its_n_and_its_interval(tmp_path: Path, lang: str):
    folder = opened(tmp_path)
    played(folder)
    out, data = tmp_path / "x.html", tmp_path / "x.parquet"
    command = ["arena", "report", str(folder.path), "--html", str(out), "--lang", lang]
    done = CliRunner().invoke(main, [*command, "--parquet", str(data)])
    assert done.exit_code == 0, done.output
    html = out.read_text("utf-8")
    assert re.search(r"novice − expert = [+-]\d+\.\d% \(n=4, 95 %: ", html)
    assert len(re.findall(r"  (?:novice|expert)  n=4", html)) >= 4
    assert data.read_bytes().startswith(b"PAR1")
    if lang == "en":
        assert not re.search("[\u4e00-\u9fff]", html)
    assert "●" in done.stdout
    assert "┤" in done.stdout


def test_whiskers_are_where_their_figures_are():
    rows = (Row("一号  a", SURE, 0, Interval(0.4, 0.35, 0.45, 9)), Row("b", ALONE, 1))
    picture = Whiskers("rates", rows, 0.0, 1.0, ".0%")
    first, second = [line for line in drawn(picture).splitlines() if "●" in line]
    assert first.startswith("一号  a┤")
    across = first.partition("┤")[2]
    assert across.index("─") < across.index("●") < across.index("|") < across.rindex("─") + 1
    assert second.partition("┤")[2].count("─") > across.count("─"), "from one deal nothing is sure"
    tree = svg(picture)
    for kind in ("hue0", "hue1", "mark"):
        assert f'<g class="series {kind}"><path' in tree
    assert "一号" in tree
    assert tree.count("<circle") == 2 * 3 + 2 * 2, (
        "a dot and two ends each, and two bars: the baseline, its interval"
    )
    assert svg(picture, 400, "narrow").count("<circle") == tree.count("<circle")


def test_long_labels_leave_room_for_what_is_drawn():
    rows = (Row("x" * 60, SURE),)
    tree = svg(Whiskers("rates", rows, -3.5, 3.5, "+.1f"), 400, "narrow")
    found = re.search(r'viewBox="0 0 (\d+) ', tree)
    assert found is not None
    assert int(found[1]) == 60 * 6.5 + 220
    assert "…" not in tree
    assert ">-2.0<" in tree


def test_a_cloud_names_its_points():
    points = (
        Point("m<b>", Interval(0.01, 0.008, 0.02, 9), Interval(50, -20, 120, 9), 0),
        Point("alone", ALONE, ALONE, 1),
    )
    picture = Cloud("cost", points, "US dollars a game", "points")
    assert drawn(picture).endswith("a: m<b>\nb: alone")
    for letter in ("a", "b"):
        assert f">{letter}</text>" in svg(picture)
    assert "US dollars a game" in svg(picture)


def test_parquet_holds_the_rows_with_nulls_for_what_is_not_known(tmp_path: Path):
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "x.parquet"
    write_parquet(path, hostile())
    found = duckdb.sql(f"SELECT agent, games, units, p FROM '{path}'").fetchall()
    assert len(found) == len(list(rows_of(hostile())))
    assert found[0] == (None, None, None, None), "how many games were planned has neither"
    assert (HOSTILE, 4.0, 40.0, None) in found


def test_the_page_names_each_prompt_with_its_version(tmp_path: Path):
    folder = opened(tmp_path)
    model = Agent.model_construct(id="m", kind="model", model="toy", prompt="", persona="", settings={})
    plan = folder.plan.model_copy(update={"agents": (model, folder.plan.agents[1])})
    found = hostile()
    assert "standard@" not in page(found, plan, "zh")
    found.editions[0].versions = {
        "m": "a toy#3a7469 standard@70a33a3ac2bc 23081e7f amo",
        "b": "bot:expert amo",
    }
    assert page(found, plan, "zh").count("<bdi>standard@70a33a3ac2bc</bdi>") == 1
    assert prompt_in("bot:expert amo@0123") == ""


def test_every_cell_says_what_it_is_where_a_table_does_not_fit(tmp_path: Path):
    html = page(hostile(), opened(tmp_path).plan, "en")
    assert '<td data-label="p"><bdi>0.010</bdi>' in html
    assert '<td data-label="verdict">' in html
    wide = tabled(("board", "棋"), [("a", "一二"), ("b", "")], 20)
    assert wide.splitlines() == ["board  棋", "a      一二", "b"]
    narrow = tabled(("board", "one", "two"), [("a", "x" * 9, "\x1by" * 9)], 20)
    assert narrow.splitlines() == ["a    one xxxxxxxxx", "  two yyyyyyyyy"]


@pytest.mark.parametrize(
    ("low", "high", "most", "places"),
    [
        (0, 1, 6, (0, 0.2, 0.4, 0.6, 0.8, 1)),
        (0, 1, 4, (0, 0.5, 1)),
        (-0.3, 0.3, 6, (-0.2, 0, 0.2)),
        (-300, 300, 6, (-200, 0, 200)),
        (0, 0.0173, 6, (0, 0.005, 0.01, 0.015)),
        (-230, 310, 6, (-200, 0, 200)),
        (-3.5, 3.5, 4, (-2, 0, 2)),
    ],
)
def test_scales_have_round_marks(low: float, high: float, most: int, places: tuple[float, ...]):
    assert ticks(low, high, most) == pytest.approx(places)


def test_marks_have_no_more_decimals_than_tell_them_apart():
    assert [decimals(p) for p in ((0, 0.005), (0, 0.2), (0, 1), (0, 5_000))] == [3, 1, 0, 0]
    assert [written(x, "+.1%") for x in (0.0004, -0.0004, 0.001)] == ["0.0%", "0.0%", "+0.1%"]


def test_without_duckdb_parquet_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(ArenaError, match=r"llmwolf\[analysis\]"):
        write_parquet(tmp_path / "x.parquet", hostile())


@pytest.mark.parametrize("kind", ["html", "csv", "parquet"])
def test_a_file_that_is_there_is_written_over_with_force_alone(tmp_path: Path, kind: str):
    folder, out = opened(tmp_path), tmp_path / f"report.{kind}"
    out.write_bytes(b"mine")
    command = ["arena", "report", str(folder.path), f"--{kind}", str(out)]
    for lang, said in (
        ("zh", "已经存在；换个名字，或加 --force"),
        ("en", "exists already; choose another name"),
    ):
        refused = CliRunner().invoke(main, [*command, "--lang", lang])
        assert refused.exit_code == 2
        assert said in refused.stderr
        assert not refused.stdout, "before the work"
    assert out.read_bytes() == b"mine"
    twice = CliRunner().invoke(main, [*command, "--html", str(out), "--csv", str(out), "--force"])
    assert (twice.exit_code, "写了两次" in twice.stderr) == (2, True)
    assert CliRunner().invoke(main, [*command, "--force"]).exit_code == 0
    assert out.read_bytes() != b"mine"
