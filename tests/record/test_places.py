"""Where games are kept."""

from datetime import date
from itertools import islice
from pathlib import Path

import pytest

from llmwolf.record.places import games_folder, names, saved


def test_games_go_into_transcripts_where_there_is_such_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    elsewhere = games_folder()
    assert elsewhere.name == "transcripts"
    assert elsewhere != tmp_path / "transcripts"
    (tmp_path / "transcripts").mkdir()
    assert games_folder() == games_folder(tmp_path) == tmp_path / "transcripts"


def test_names_tell_day_board_and_seed_and_stay_in_the_folder():
    day = date(2026, 11, 29)
    assert next(names("预女猎白", 7, day)) == "2026-11-29-预女猎白-seed7.jsonl"
    assert list(islice(names("../../x y", -1, day), 2)) == [
        "2026-11-29-------x-y-seed-1.jsonl",
        "2026-11-29-------x-y-seed-1-2.jsonl",
    ]
    assert len(next(names("长" * 400, 0, day)).encode()) < 255


def test_saved_games_are_listed_newest_day_first(tmp_path: Path):
    assert saved(tmp_path / "none") == []
    for name in ("2026-11-28-a-seed1.jsonl", "2026-11-29-a-seed1.jsonl", "README.md", "x.jsonl.pending"):
        (tmp_path / name).write_text("")
    assert [path.name for path in saved(tmp_path)] == ["2026-11-29-a-seed1.jsonl", "2026-11-28-a-seed1.jsonl"]
