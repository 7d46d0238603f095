"""The tables against the records they are made from."""

import json
from pathlib import Path
from typing import Any

import pytest

from llmwolf.analysis.errors import AnalysisError
from llmwolf.analysis.tables.answer import ask, write_parquet
from llmwolf.analysis.tables.catalogue import MARK, PRIVATE, SIGHTS, markdown, tables
from llmwolf.analysis.tables.rows import rows_of
from llmwolf.analysis.tables.store import Store
from llmwolf.coach.minutes import minutes
from llmwolf.record.reader import read
from llmwolf.rules import events as ev
from tests.analysis.games import tournament

DOCS = Path(__file__).parents[2] / "docs" / "query.md"
BEGIN, END = "<!-- tables -->\n\n", "<!-- end of tables -->"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tournament(tmp_path_factory.mktemp("query"), 4, "expert", "novice")


@pytest.fixture(scope="module")
def store(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Store:
    store = Store([str(played)], folder=tmp_path_factory.mktemp("cache"))
    store.refresh()
    return store


def one(store: Store, sql: str) -> Any:
    (row,) = ask(store, sql).rows
    return row[0] if len(row) == 1 else row


def test_every_row_has_the_columns_of_its_table(played: Path):
    path = min((played / "games").glob("*.jsonl"))
    for name, rows in rows_of(read(path), path, 1).items():
        known = {column.name for column in tables()[name].columns}
        for row in rows:
            assert row.keys() <= known, name
            assert name == "claims" or row.keys() == known, name


def test_private_columns_say_so_in_their_name():
    for table in tables().values():
        for column in table.columns:
            assert column.sight in SIGHTS
            assert column.name.startswith(MARK) == (column.sight == PRIVATE), (table.name, column.name)
            assert column.example
            assert all(column.about)


def test_the_docs_have_every_column():
    text = DOCS.read_text("utf-8")
    shown = text[text.index(BEGIN) + len(BEGIN) : text.index(END)]
    assert shown.strip() == "\n".join(markdown()).strip()


def test_the_counts_are_those_of_the_records(store: Store, played: Path):
    books = [read(path) for path in sorted((played / "games").glob("*.jsonl"))]
    assert one(store, "SELECT count(*) FROM games WHERE finished") == len(books) == 4
    assert one(store, "SELECT count(*) FROM events") == sum(len(book.events) for book in books)
    assert one(store, "SELECT count(*) FROM decisions") == sum(len(book.moves) for book in books)
    speeches = [speech for book in books for speech in minutes(book.events).speeches]
    assert one(store, "SELECT count(*), sum(claims) FROM speeches") == (
        len(speeches),
        sum(len(speech.claims) for speech in speeches),
    )
    votes = [vote for book in books for vote in minutes(book.events).votes]
    assert one(store, "SELECT count(*) FROM ballots") == sum(len(vote.ballots) for vote in votes)
    winners = ask(store, "SELECT winner FROM games ORDER BY file").rows
    assert [row[0] for row in winners] == [book.end.winner for book in books if book.end]
    assert one(store, "SELECT count(*) FILTER (won), count(*) FROM seats") == (
        sum(len(book.end.winners) for book in books if book.end),
        9 * 4,
    )


def test_good_ballots_on_wolves_by_level_and_day(store: Store):
    answer = ask(
        store,
        """SELECT v.level, b.day, count(*), avg((t.side = 'wolves')::INT),
        avg(b.wolves_living / (b.living - 1))
        FROM ballots b JOIN seats v ON (v.game, v.seat) = (b.game, b.voter)
        JOIN seats t ON (t.game, t.seat) = (b.game, b.target)
        WHERE b.exile AND v.side = 'good' GROUP BY ALL ORDER BY ALL""",
    )
    assert {row[0] for row in answer.rows} == {"expert", "novice"}
    day_one = [row for row in answer.rows if row[1] == 1]
    assert all(0 <= row[3] <= 1 and 0.2 < row[4] < 0.5 for row in day_one)


def test_only_what_changed_is_loaded_again_and_what_is_gone_is_forgotten(played: Path, tmp_path: Path):
    copies = tmp_path / "copies"
    copies.mkdir()
    for path in (played / "games").glob("*.jsonl"):
        (copies / path.name).write_bytes(path.read_bytes())
    first, *rest = sorted(copies.glob("*.jsonl"))
    done: list[tuple[int, int]] = []

    def refresh() -> Store:
        store = Store([str(copies)], folder=tmp_path / "cache")
        done.clear()
        store.refresh(lambda at, total: done.append((at, total)))
        return store

    store = refresh()
    assert done == [(n, 4) for n in range(1, 5)]
    before = one(store, "SELECT count(*) FROM events")
    refresh()
    assert done == []
    first.write_bytes(first.read_bytes() + b"\n")
    refresh()
    assert done == [(1, 1)]
    assert one(store, "SELECT count(*) FROM events") == before
    rest[0].unlink()
    refresh()
    assert one(store, "SELECT count(*) FROM games") == 3
    assert one(store, "SELECT count(DISTINCT game) FROM seats") == 3


def test_damaged_and_unfinished_files_are_counted_and_named(played: Path, tmp_path: Path):
    whole = min((played / "games").glob("*.jsonl")).read_bytes()
    lines = whole.split(b"\n")
    folder = tmp_path / "some"
    folder.mkdir()
    (folder / "whole.jsonl").write_bytes(whole)
    (folder / "going-on.jsonl").write_bytes(b"\n".join(lines[:30]) + b"\n")
    (folder / "torn.jsonl").write_bytes(b"\n".join([*lines[:20], b"{", *lines[21:]]))
    store = Store([str(folder)], folder=tmp_path / "cache")
    stock = store.refresh()
    assert (stock.loaded, stock.unfinished) == (1, 1)
    ((name, error),) = stock.damaged.items()
    assert name.endswith("torn.jsonl")
    assert error.startswith("line 21: ")
    assert store.refresh() == stock
    states = ask(store, "SELECT state, error IS NULL FROM files ORDER BY file").rows
    assert states == [("unfinished", True), ("damaged", False), ("loaded", True)]
    assert one(store, "SELECT count(*) FROM games") == 1
    every = Store([str(folder)], unfinished=True, folder=tmp_path / "cache")
    assert every.refresh().loaded == 2
    assert one(every, "SELECT count(*) FROM games WHERE NOT finished AND winner IS NULL") == 1


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_text('{file}')",
        "SELECT * FROM '{file}'",
        "SELECT * FROM glob('{folder}/*')",
        "COPY games TO '{folder}/out.csv'",
        "ATTACH '{folder}/new.duckdb'",
        "SET enable_external_access = true",
        "INSTALL httpfs",
        "DELETE FROM games",
        "CREATE TABLE mine (a INTEGER)",
        "nonsense",
    ],
)
def test_a_query_changes_nothing_and_reaches_no_file(sql: str, store: Store, tmp_path: Path):
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n", "utf-8")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(AnalysisError, match="llmwolf query --tables") as error:
        ask(store, sql.format(file=secret, folder=tmp_path))
    assert "\n" not in str(error.value)
    assert sorted(tmp_path.iterdir()) == before
    assert one(store, "SELECT count(*) FROM games") == 4


def test_values_of_every_kind_have_a_form(store: Store, tmp_path: Path):
    answer = ask(
        store,
        "SELECT 1 AS a, 2 AS a, 0.5::DECIMAL(4, 2) AS d, [1, 2] AS l, 'x' || chr(27) || '[1m' AS t,"
        " NULL AS n, 'nan'::DOUBLE AS f, DATE '2026-01-02' AS day, true AS b, sum(seed)::HUGEINT AS h,"
        " {'k': 1} AS s FROM games",
    )
    (row,) = answer.objects()
    assert list(row)[:2] == ["a", "a_2"]
    assert row["d"] == 0.5
    assert (row["l"], row["n"], row["f"], row["day"], row["s"]) == (
        [1, 2],
        None,
        None,
        "2026-01-02",
        {"k": 1},
    )
    (cells,) = answer.cells()
    assert cells[4] == "x[1m"
    assert cells[8] == "true"
    assert json.dumps(row)
    target = tmp_path / "it's.parquet"
    write_parquet(answer, target)
    assert target.read_bytes()[:4] == b"PAR1"
    with pytest.raises(AnalysisError, match="cannot be written"):
        write_parquet(answer, tmp_path / "no" / "folder.parquet")


def test_calls_and_thoughts_of_models_are_read_whatever_stands_there(played: Path, tmp_path: Path):
    path = min((played / "games").glob("*.jsonl"))
    transcript = read(path)
    move = transcript.moves[0]
    transcript.llm += [
        {"kind": "llm", "ply": move.ply, "seat": move.seat, "source": "model", "thought": "狼\x1b[1m"},
        {"kind": "llm", "seat": 2, "ask": "speak", "model": "m", "tokens": [5, 1, 3, 2], "seconds": 0.5,
         "retries": ["time_out"], "repair": True, "reply": "{}", "failed": ""},
        {"kind": "llm", "seat": [], "ask": 3, "tokens": "many", "seconds": "long", "retries": 7},
    ]  # fmt: skip
    transcript.llm_after += [0] * len(transcript.llm)
    rows = rows_of(transcript, path, 1)
    assert rows["decisions"][0]["private_thought"] == "狼[1m"
    assert rows["decisions"][0]["source"] == "model"
    assert rows["decisions"][1]["source"] == "bot"
    known, strange = rows["calls"]
    assert (known["prompt_tokens"], known["completion_tokens"], known["retries"]) == (5, 3, 1)
    assert known["repair"] is True
    assert known["failed"] is None
    assert (strange["seat"], strange["ask"], strange["prompt_tokens"], strange["seconds"]) == (None,) * 4
    assert (known["lost"], strange["lost"]) == (False, False)
    transcript.llm.append(transcript.llm[1] | {"repair": False})
    transcript.llm_after.append(0)
    assert [row["lost"] for row in rows_of(transcript, path, 1)["calls"]] == [True, False, False]


def test_claims_without_a_structure_are_heard_in_the_words(tmp_path: Path):
    folder = tournament(tmp_path, 2, words=True)
    path = min((folder / "games").glob("*.jsonl"))
    transcript = read(path)
    bare = [ev.Spoke(e.seat, e.stage, e.text) if isinstance(e, ev.Spoke) else e for e in transcript.events]
    structured = rows_of(transcript, path, 1)["claims"]
    transcript.events = bare
    heard = rows_of(transcript, path, 1)["claims"]
    assert {row["source"] for row in structured} == {"structured"}
    assert {row["source"] for row in heard} == {"text"}
    assert any(row["act"] == "vote" for row in heard)


def test_several_may_ask_at_once_and_a_spoilt_database_is_named(played: Path, tmp_path: Path):
    store = Store([str(played)], folder=tmp_path)
    store.refresh()
    with store.connect() as first:
        store.refresh()
        assert one(store, "SELECT count(*) FROM games") == 4
        assert first.execute("SELECT count(*) FROM games").fetchone() == (4,)
    store.path.write_bytes(b"no database at all")
    with pytest.raises(AnalysisError, match="delete it"):
        store.refresh()


def test_a_missing_database_says_what_to_install(monkeypatch: pytest.MonkeyPatch, played: Path):
    monkeypatch.setitem(__import__("sys").modules, "duckdb", None)
    with pytest.raises(AnalysisError, match=r"llmwolf\[analysis\]"):
        Store([str(played)])
