"""``llmwolf bench ledger`` prints how well claims are heard, and what it finds in games of bots."""

from pathlib import Path

from click.testing import CliRunner

from llmwolf.cli import main

DATA = Path(__file__).parents[1] / "coach" / "data"


def test_labelled_speeches_are_scored_and_bots_looked_through():
    done = CliRunner().invoke(main, ["bench", "ledger", str(DATA / "sentences.toml"), "--games", "1"])
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[0].split() == ["act", "said", "heard", "precision", "recall"]
    assert any(line.startswith("all ") for line in lines)
    assert lines[-1].startswith("1 games, ")
    assert "0 against the public record" in lines[-1]


def test_another_file_is_refused_in_one_line():
    done = CliRunner().invoke(main, ["bench", "ledger", str(DATA / "planted.toml"), "--games", "0"])
    assert done.exit_code == 2
    assert "holds no labelled speeches" in done.output
