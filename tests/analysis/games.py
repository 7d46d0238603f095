"""Small tournaments of bots, played without an index: what many records in a folder look like."""

from pathlib import Path

from llmwolf.arena.cast import cast_of
from llmwolf.arena.folder import Folder
from llmwolf.arena.table import play_bots, sit_down

PLAN = """
boards = ["{board}"]
games = {games}
design = "paired"
swap = "good"
baseline = "rest"
seed = {seed}
lang = "{lang}"
words = {words}

[[agents]]
id = "one"
kind = "bot"
level = "{one}"

[[agents]]
id = "other"
kind = "bot"
level = "{other}"

[[agents]]
id = "rest"
kind = "bot"
level = "normal"
"""


def tournament(
    at: Path,
    games: int,
    one: str = "normal",
    other: str = "normal",
    words: bool = False,
    lang: str = "zh",
    seed: int = 1,
    board: str = "standard-9",
) -> Path:
    """A folder as ``llmwolf arena run`` makes it, with its games, in ``at``."""
    at.mkdir(parents=True, exist_ok=True)
    plan = at / "plan-of-it.toml"
    told = {"games": games, "one": one, "other": other, "lang": lang, "seed": seed, "board": board}
    plan.write_text(PLAN.format(words=str(words).lower(), **told), "utf-8")
    folder = Folder.create(at / "played", plan)
    cast = cast_of(folder.plan.agents)
    for fixture in folder.fixtures:
        sitting = sit_down(folder.plan, cast, folder.boards[fixture.board], fixture)
        folder.record(fixture).write_bytes(play_bots(sitting)[1])
    return folder.path
