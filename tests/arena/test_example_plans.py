"""The plans of docs/plans, each in small: they are what docs/worked-example.md has people run."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from llmwolf.arena.figures import Edition
from llmwolf.arena.folder import Folder
from llmwolf.arena.report import report
from llmwolf.cli import main
from llmwolf.record.reader import read
from llmwolf.rules.events import Ballots
from tests.arena.toys import toy

PLANS = Path(__file__).parents[2] / "docs" / "plans"
PORT = "http://127.0.0.1:8085/v1"


@pytest.fixture(autouse=True)
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(PLANS, tmp_path / "bench")
    monkeypatch.chdir(tmp_path / "bench")


def smaller(name: str, games: int, url: str = PORT) -> None:
    path = Path(f"{name}.toml")
    text = re.sub(r"games = \d+", f"games = {games}", path.read_text("utf-8")).replace(PORT, url)
    path.write_text(text, "utf-8")


def played(name: str) -> Edition:
    done = CliRunner().invoke(main, ["arena", "run", f"{name}.toml", "--yes"])
    assert done.exit_code == 0, done.output
    folder = Folder(Path("arena") / name)
    (edition,) = report(folder.plan, folder.boards, folder.fixtures, folder.lines()).editions
    return edition


@pytest.mark.parametrize("name", ["levels", "personas"])
def test_the_plans_of_bots(name: str):
    smaller(name, 2)
    (contrast,) = played(name).contrasts
    assert contrast.difference.interval.units == 1


def test_the_plan_of_prompts_plays_by_the_prompts_whatever_the_agents_are_called():
    with toy() as url:
        smaller("prompts", 4, url)
        plan = Path("prompts.toml")
        text = plan.read_text("utf-8")
        plan.write_text(text.replace('"standard"', '"x"').replace('id = "careful"', 'id = "y"'), "utf-8")
        edition = played("prompts")
    counts = edition.counts
    assert counts["x"]["by stand-in"] == counts["y"]["by stand-in"] == 0
    assert [spent.unit for spent in edition.spending] == ["tokens", "tokens"], "no price is known"
    assert abstained("x") == 0
    assert abstained("y") > 0.3, "it is told to pass in doubt"


def abstained(agent: str) -> float:
    """The share of ballots of an agent's seats that name nobody."""
    cast = []
    for path in Path("arena/prompts/games").glob("*.jsonl"):
        game = read(path)
        seats = {place for place, seat in enumerate(game.head.seats, 1) if seat.name == agent}
        ballots = [event for event in game.events if isinstance(event, Ballots)]
        cast += [target == 0 for event in ballots for voter, target in event.ballots if voter in seats]
    return sum(cast) / len(cast)


def test_the_sizes_of_the_plans_are_those_of_the_worked_example():
    sizes = {
        path.stem: re.search(r"^games = (\d+)", path.read_text("utf-8"), re.MULTILINE)
        for path in PLANS.glob("*.toml")
    }
    assert {name: int(found[1]) for name, found in sizes.items() if found} == {
        "levels": 200, "personas": 200, "prompts": 40,
    }  # fmt: skip
