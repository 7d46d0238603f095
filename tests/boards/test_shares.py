"""The bots' win shares: the interval, the file, and when the figures are out of date."""

from dataclasses import replace
from pathlib import Path

import pytest

from llmwolf.boards import find_board
from llmwolf.boards.shares import Shares, digest_of, read, shares_of, wilson, write
from llmwolf.rules.ruleset import resolve


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Wilson (1927) by hand: (p + z²/2n ± z√(p(1−p)/n + z²/4n²)) / (1 + z²/n), z = 1.95996.
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 1, 0.2065, 1.0)],
)
def test_the_wilson_interval(wins: int, games: int, low: float, high: float):
    found = wilson(wins, games)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)
    assert found.share == wins / games


def test_no_games_no_interval():
    with pytest.raises(ValueError, match="at least one game"):
        wilson(0, 0)


def test_what_is_written_is_read(tmp_path: Path):
    file = tmp_path / "shares.json"
    nine, twelve = find_board("standard-9"), find_board("official-12")
    assert read(file) == {}
    assert shares_of(nine, file) is None
    write(twelve, Shares(10, "normal", {"good": 4, "wolves": 6}), file)
    write(nine, Shares(20, "expert", {"good": 20}), file)
    found = shares_of(twelve, file)
    assert found is not None
    assert (found.games, found.level, found.current) == (10, "normal", True)
    assert list(found.by_side()) == ["good", "wolves"]
    assert list(read(file)) == ["official-12", "standard-9"]


def test_figures_of_another_engine_or_other_rules_are_out_of_date(tmp_path: Path):
    file = tmp_path / "shares.json"
    nine = find_board("standard-9")
    write(nine, Shares(10, "normal", {"good": 10}), file)
    changed = replace(nine, rules=resolve({"witch_self_save": "always"}, nine.rules))
    assert digest_of(changed) != digest_of(nine)
    found = shares_of(changed, file)
    assert found is not None
    assert not found.current
