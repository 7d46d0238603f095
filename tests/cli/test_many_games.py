"""``llmwolf query`` and ``llmwolf compare``, and the sample games that come with the repository."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner, Result

from llmwolf.analysis.tables.catalogue import tables
from llmwolf.boards import boards
from llmwolf.cli import main
from llmwolf.record.reader import read
from llmwolf.record.verify import verify
from llmwolf.rules.events import Spoke
from tests.analysis.games import tournament

SAMPLES = sorted((Path(__file__).parents[2] / "transcripts").glob("sample-*.jsonl"))
MOST = 400_000


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tournament(tmp_path_factory.mktemp("many"), 6, "expert", "novice", words=True)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("llmwolf.analysis.tables.store.cache_folder", lambda: tmp_path / "cache")


def llmwolf(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_plays_again_to_the_same_events(path: Path):
    report = verify(path)
    assert report.ok, str(report)
    assert not report.warnings
    assert report.winner


def test_the_samples_are_few_and_of_several_boards_and_both_languages():
    heads = [read(path).head for path in SAMPLES]
    assert 5 <= len(SAMPLES) <= 8, "make samples"
    assert sum(path.stat().st_size for path in SAMPLES) < MOST
    assert {"official-12", "standard-9"} <= {head.board for head in heads}
    assert any("cupid" in head.cards for head in heads)
    said = [event.text for path in SAMPLES for event in read(path).events if isinstance(event, Spoke)]
    assert any("seer" in text.lower() for text in said)
    assert all(head.board in boards() for head in heads)


def test_a_query_is_a_table_csv_json_or_parquet(played: Path, tmp_path: Path):
    sql = "SELECT level, count(*) AS n, avg(nights) AS nights FROM seats GROUP BY ALL ORDER BY ALL"
    table = llmwolf("query", sql, str(played), "--lang", "en")
    assert table.exit_code == 0, table.output
    assert table.stdout.splitlines()[0].split() == ["level", "n", "nights"]
    assert table.stdout.splitlines()[-1] == "3 rows"
    rows = json.loads(llmwolf("query", sql, str(played), "--json").stdout)
    assert [row["level"] for row in rows] == ["expert", "normal", "novice"]
    assert sum(row["n"] for row in rows) == 6 * 9
    told = list(csv.DictReader(io.StringIO(llmwolf("query", sql, str(played), "--csv").stdout)))
    assert [(row["level"], int(row["n"])) for row in told] == [(row["level"], row["n"]) for row in rows]
    out = tmp_path / "rows.parquet"
    done = llmwolf("query", sql, str(played), "--parquet", str(out))
    assert done.exit_code == 0, done.output
    assert out.read_bytes()[:4] == b"PAR1"


ENDLESS = "SELECT 'nan'::double AS a, 1e400 AS b, '-infinity'::float AS c, ['nan'::double, 1.5] AS d"


def test_numbers_that_are_not_finite_are_told_as_such(played: Path, tmp_path: Path):
    table = llmwolf("query", ENDLESS, str(played)).stdout.splitlines()[1]
    assert table.split() == ["nan", "inf", "-inf", '["nan",', "1.5]"]
    rows = llmwolf("query", ENDLESS, str(played), "--csv").stdout.splitlines()
    assert rows[1].startswith("nan,inf,-inf,")
    assert json.loads(llmwolf("query", ENDLESS, str(played), "--json").stdout) == [
        {"a": None, "b": None, "c": None, "d": [None, 1.5]}
    ]
    out = tmp_path / "rows.parquet"
    llmwolf("query", ENDLESS, str(played), "--parquet", str(out))
    (kept,) = duckdb.connect().execute(f"FROM '{out}'").fetchall()
    assert [str(value) for value in kept] == ["nan", "inf", "-inf", "[nan, 1.5]"]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("name", ["rows.parquet", "page.html"])
def test_a_file_that_is_there_is_not_written_over(played: Path, tmp_path: Path, name: str, lang: str):
    out = tmp_path / name
    if out.suffix == ".html":
        command = ["compare", f"{played}@one", f"{played}@other", "--html", str(out)]
    else:
        command = ["query", "SELECT 1 AS one", str(played), "--parquet", str(out)]
    out.write_bytes(b"mine")
    refused = llmwolf(*command, "--lang", lang)
    assert refused.exit_code == 2
    assert ("已经存在" if lang == "zh" else "exists already") in refused.stderr
    assert "--force" in refused.stderr
    assert out.read_bytes() == b"mine"
    assert llmwolf(*command, "--force").exit_code == 0
    assert out.read_bytes() != b"mine"
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [name]


def test_more_rows_than_a_screen_holds_are_counted(played: Path):
    done = llmwolf("query", "SELECT number, kind FROM events", str(played))
    assert done.exit_code == 0
    assert "只显示 200 行" in done.stdout.splitlines()[-1]


def test_damaged_files_are_named_and_the_rest_is_answered(played: Path, tmp_path: Path):
    (tmp_path / "whole.jsonl").write_bytes(min((played / "games").glob("*.jsonl")).read_bytes())
    (tmp_path / "broken.jsonl").write_bytes(b"nothing of the kind")
    done = llmwolf("query", "SELECT count(*) AS n FROM games", str(tmp_path), "--json", "--lang", "en")
    assert done.exit_code == 0
    assert json.loads(done.stdout) == [{"n": 1}]
    assert "1 damaged files were left out:" in done.stderr
    assert "broken.jsonl" in done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["query"], "--tables"),
        (["query", " ", "{played}"], "要有一条 SQL"),
        (["query", "; -- nothing", "{played}"], "没有结果可列"),
        (["query", "SELECT 1; SELECT 2", "{played}"], "一次只问一条"),
        (["query", "SELECT 1", "nowhere"], "没有 nowhere"),
        (["query", "SELECT nothing FROM games", "{played}"], "这个查询不行"),
        (["query", "SELECT 1", "{played}", "--csv", "--json"], "只能要一个"),
        (["compare"], "至少两方"),
        (["compare", "{played}", "{played}"], "写了两次"),
        (["compare", "{played}@one", "{played}@nobody"], "那里的 agent：one、other、rest"),
        (["compare", "{played}", "{played}@one"], "相同的座位"),
    ],
)
def test_slips_are_one_line_and_exit_code_2(words: list[str], told: str, played: Path):
    done = llmwolf(*(word.format(played=played) for word in words))
    assert done.exit_code == 2
    assert told in done.stderr
    assert "Traceback" not in done.output


def test_the_tables_are_described_in_both_languages():
    for lang, word in (("zh", "私下想法"), ("en", "private thoughts")):
        done = llmwolf("query", "--tables", "--lang", lang)
        assert done.exit_code == 0
        assert word in done.output
        assert all(name in done.output for name in tables())


@pytest.mark.parametrize(("lang", "verdict"), [("zh", "副牌太少"), ("en", "too few deals")])
def test_agents_of_a_tournament_are_compared(lang: str, verdict: str, played: Path, tmp_path: Path):
    page = tmp_path / "page.html"
    done = llmwolf("compare", f"{played}@one", f"{played}@other", "--html", str(page), "--lang", lang)
    assert done.exit_code == 0, done.output
    assert verdict in done.stdout
    assert "F01" in done.stdout
    assert "3/3" in done.stdout
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_a_comparison_as_json_has_every_figure_with_its_interval(played: Path):
    done = llmwolf("compare", f"{played}@one", f"{played}@other", "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    findings = told["comparison"]["findings"]
    assert len(findings) > 15
    assert all({"value", "low", "high", "units"} == finding["difference"].keys() for finding in findings)
    assert set(told["typical"]) == {f"{played}@one", f"{played}@other"}
