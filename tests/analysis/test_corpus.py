"""Which records are meant by files, folders and patterns."""

from pathlib import Path

import pytest

from llmwolf.analysis.corpus import agent_of, tournament_of, transcripts
from llmwolf.analysis.errors import AnalysisError
from llmwolf.record.head import Sitter


def files(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x", "utf-8")


def test_a_folder_stands_for_all_records_below_it_and_a_file_for_itself(tmp_path: Path):
    files(tmp_path, "a.jsonl", "deep/er/b.jsonl", "a.jsonl.pending", "notes.txt")
    found = transcripts([str(tmp_path), str(tmp_path / "a.jsonl")])
    assert [path.name for path in found] == ["a.jsonl", "b.jsonl"]
    assert [p.name for p in transcripts([str(tmp_path / "**" / "b*.jsonl")])] == ["b.jsonl"]


def test_of_a_tournament_the_games_are_meant(tmp_path: Path):
    files(tmp_path, "plan.toml", "games.jsonl", "games/1.jsonl", "abandoned/0/2.jsonl")
    assert transcripts([str(tmp_path)]) == [(tmp_path / "games" / "1.jsonl").resolve()]
    assert tournament_of(tmp_path / "games" / "1.jsonl") == tmp_path
    assert tournament_of(tmp_path / "abandoned" / "2.jsonl") is None


@pytest.mark.parametrize(("source", "told"), [("nowhere", "there is no nowhere"), ("*.jsonl", "no record")])
def test_what_is_not_there_is_said(source: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AnalysisError, match=told):
        transcripts([source])


def test_an_agent_is_called_by_the_plan_or_by_what_plays():
    bot = Sitter(seat=1, name="A", player="bot", level="expert")
    assert agent_of(bot, True) == "A"
    assert agent_of(bot, False) == "expert"
    assert agent_of(Sitter(seat=1, name="A", player="model", level="normal", model="m"), False) == "m"
    assert agent_of(Sitter(seat=1, name="我", player="human"), False) == "human"
