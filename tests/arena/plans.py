"""Plans for tests, as text and in folders."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from llmwolf.arena.cast import cast_of
from llmwolf.arena.folder import Folder
from llmwolf.arena.outcome import Line
from llmwolf.arena.plan import Plan, read_plan
from llmwolf.arena.report import report
from llmwolf.arena.run import State, run

NOVICE_AND_EXPERT = """
[[agents]]
id = "novice"
kind = "bot"
level = "novice"
[[agents]]
id = "expert"
kind = "bot"
level = "expert"
"""
PAIRED = f"""
boards = ["standard-9"]
games = 8
design = "paired"
swap = "good"
baseline = "expert"
seed = 3
words = false
{NOVICE_AND_EXPERT}
"""


def three(design: str, games: int, **more: object) -> str:
    """A plan of three levels."""
    told = "\n".join(f"{name} = {value!r}".replace("'", '"') for name, value in more.items())
    agents = "".join(
        f'[[agents]]\nid = "{level[:3]}"\nkind = "bot"\nlevel = "{level}"\n'
        for level in ("novice", "normal", "expert")
    )
    head = f'boards = ["standard-9"]\ngames = {games}\ndesign = "{design}"\nwords = false\n'
    return f"{head}{told}\n{agents}"


def written(folder: Path, text: str = PAIRED) -> Path:
    """The file of a plan."""
    path = folder / "plan.toml"
    path.write_text(text, "utf-8")
    return path


def plan_of(folder: Path, text: str) -> Plan:
    """A plan from its text."""
    return read_plan(written(folder, text))


def opened(folder: Path, text: str = PAIRED) -> Folder:
    """A fresh tournament in ``folder``/out."""
    return Folder.create(folder / "out", written(folder, text))


def played(folder: Folder, jobs: int = 1) -> State:
    """Play what is left of a tournament of bots."""
    return run(folder, cast_of(folder.plan.agents), jobs=jobs)


def told(folder: Folder) -> object:
    """What the report says."""
    return report(folder.plan, folder.boards, folder.fixtures, folder.lines())


def without_clock(lines: Mapping[str, Line]) -> dict[str, Line]:
    """The index without what calls cost, which a broken-off one adds to."""
    return {
        key: {**line, "seats": [_without_cost(seat) for seat in line["seats"]]} for key, line in lines.items()
    }


def _without_cost(seat: Line) -> Line:
    calls = seat.get("calls", {})
    return {**seat, "calls": {name: calls.get(name, 0) for name in ("repairs", "retries", "failed")}}
