"""The folder of a tournament: the frozen plan, a record for each game, and an index that only grows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from llmwolf.arena.cast import board_version, engine
from llmwolf.arena.errors import ArenaError
from llmwolf.arena.outcome import Line, is_of, spent_in, spent_of
from llmwolf.arena.plan import Limits, Plan, boards_of, is_file, read_plan
from llmwolf.arena.schedule import Fixture, schedule
from llmwolf.boards import Board
from llmwolf.llm.prices import Price
from llmwolf.record.errors import BadLine, RecordError
from llmwolf.record.lock import lock
from llmwolf.record.reader import read
from llmwolf.record.shapes import dump, load
from llmwolf.record.sink import AppendFile
from llmwolf.rules.words import clean

PLAN: Final = "plan.toml"
INDEX: Final = "games.jsonl"
GAMES: Final = "games"
ABANDONED: Final = "abandoned"
VERSIONS: Final = "versions.json"
LIMITS: Final = "limits.json"
LOCK: Final = "lock"
AGAIN: Final = "again"
"""In a line of the index: the record of the game is gone, and it is played again."""


class Folder:
    """A tournament's folder at ``path``, with its ``plan``, ``boards`` and ``fixtures``."""

    def __init__(self, path: Path) -> None:
        """Raises :class:`ArenaError` where there is no plan in it, or one that is not in order."""
        if not (path / PLAN).is_file():
            raise ArenaError(
                (
                    f"{path} 里没有 {PLAN}：这不是 `llmwolf arena run` 的文件夹",
                    f"there is no {PLAN} in {path}: it is no folder of `llmwolf arena run`",
                )
            )
        self.path = path
        self.plan: Plan = read_plan(path / PLAN)
        self.boards: dict[str, Board] = boards_of(self.plan, path)
        self.fixtures: tuple[Fixture, ...] = schedule(self.plan, self.boards)

    @classmethod
    def create(cls, path: Path, source: Path) -> Folder:
        """A new folder for the plan in the file ``source``, which is copied with its board files."""
        boards = [name for name in read_plan(source).boards if is_file(name)]
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise ArenaError(
                (
                    f"{path} 里已有东西；接着打用 `llmwolf arena resume {path}`，另开用 --out 新文件夹",
                    f"{path} is not empty; `llmwolf arena resume {path}` goes on with it,"
                    " --out names another",
                )
            )
        (path / GAMES).mkdir(parents=True, exist_ok=True)
        for name in boards:
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).write_bytes((source.parent / name).read_bytes())
        (path / PLAN).write_bytes(source.read_bytes())
        return cls(path)

    def record(self, fixture: Fixture) -> Path:
        """Where the record of a game is."""
        return self.path / GAMES / f"{fixture.key}.jsonl"

    def lines(self) -> dict[str, Line]:
        """The index by game, of finished games and of failed ones.

        A torn last line is left out: its game is played again. Raises :class:`ArenaError` on other damage,
        and where games are not those of the plan.
        """
        found: dict[str, Line] = {}
        known = {fixture.key: fixture for fixture in self.fixtures}
        strange: dict[str, None] = {}
        for line in self._all_lines():
            key = str(line.get("key"))
            if AGAIN in line:
                found.pop(key, None)
            elif key in known and is_of(known[key], line, self._alike(line)):
                found[key] = line
            else:
                strange[key] = None
        if strange:
            raise self._not_of_the_plan([*strange])
        return found

    def _all_lines(self) -> Iterator[Line]:
        """The index as it grew."""
        for number, raw in enumerate(self._whole().splitlines(), 1):
            try:
                yield load(raw)
            except BadLine as error:
                raise ArenaError(f"{self.path / INDEX}, line {number}: {error}") from None

    def kept(self) -> dict[str, Line]:
        """The index without the games whose records are gone, which are to be played again.

        Raises :class:`ArenaError` where a record of a finished game is damaged: it may be put back.
        """
        lines, lost = self.lines(), self.lost()
        kept = {key: line for key, line in lines.items() if key not in lost}
        for key, line in kept.items():
            path = self.path / GAMES / f"{key}.jsonl"
            if "failed" not in line and (wrong := _wrong_with(path)):
                raise ArenaError(
                    (
                        f"{path} 打完以后坏了（{wrong}）；从备份里放回，或删掉它：resume 会重新打这一局",
                        f"{path} was damaged after its game ended ({wrong}); put it back from a copy, or"
                        " remove it: `resume` then plays that game again",
                    )
                )
        return kept

    def lost(self) -> list[str]:
        """The finished games whose records are gone."""
        done = [key for key, line in self.lines().items() if "failed" not in line]
        return [key for key in done if not (self.path / GAMES / f"{key}.jsonl").exists()]

    def _alike(self, line: Line) -> bool:
        """Whether a game was played by the engine and on the board that are here now."""
        versions, board = line.get("versions", {}), self.boards.get(str(line.get("board")))
        return (
            board is not None
            and versions.get("engine") == engine()
            and versions.get("board") == board_version(board)
        )

    def _not_of_the_plan(self, keys: Sequence[str]) -> ArenaError:
        count, first, plan = len(keys), clean(keys[0]), self.path / PLAN
        return ArenaError(
            (
                f"{self.path} 里有 {count} 局不是这个计划的（例如 {first}）：{plan} 在开打以后改过；"
                "改回原样，或用 arena run 和新的 --out 另开",
                f"{count} games in {self.path} are not of this plan (such as {first}): {plan} was changed"
                " after they began; put it back as it was, or begin anew with `arena run` and another --out",
            )
        )

    def _whole(self) -> bytes:
        """The index up to its last line break."""
        path = self.path / INDEX
        data = path.read_bytes() if path.exists() else b""
        return data[: data.rfind(b"\n") + 1]

    @contextmanager
    def opened(self) -> Iterator[AppendFile]:
        """The index to be added to, by one process at a time; what a killed one left behind is put away."""
        with _alone(self.path):
            for part in (self.path / GAMES).glob("*.part"):
                part.unlink(missing_ok=True)
            index = self.path / INDEX
            size = len(self._whole())
            file = AppendFile.reopen(index, size, True) if index.exists() else AppendFile.create(index, True)
            try:
                yield file
            finally:
                file.close()

    def limits(self) -> Limits:
        """What may be spent here over all sittings: as it was said last, else as the plan says.

        Raises :class:`ArenaError` where the file that keeps it is not in order.
        """
        path = self.path / LIMITS
        if not path.exists():
            return self.plan.limits
        try:
            return Limits.model_validate_json(path.read_bytes())
        except ValidationError:
            raise ArenaError(
                (
                    f"{path} 坏了：删掉它，再用 --max-tokens / --max-cost 重新给上限",
                    f"{path} is damaged: remove it and say the limit anew with --max-tokens / --max-cost",
                )
            ) from None

    def set_limits(self, limits: Limits) -> None:
        """Keep them for the sittings to come."""
        if limits != self.limits():
            self._put(LIMITS, limits.model_dump_json().encode())

    def versions(self) -> Line | None:
        """The versions under which games are played here; ``None``: none was yet.

        Raises :class:`ArenaError` where the file is damaged.
        """
        path = self.path / VERSIONS
        if not path.exists():
            return None
        try:
            found = load(path.read_bytes())
        except BadLine as error:
            raise _damaged(path, str(error)) from None
        if not all(isinstance(found.get(part), dict) for part in ("boards", "agents")):
            raise _damaged(path, "boards, agents?")
        return found

    def set_versions(self, versions: Mapping[str, object]) -> None:
        """Write them down."""
        self._put(VERSIONS, dump(versions))

    def _put(self, name: str, data: bytes) -> None:
        part = self.path / f"{name}.part"
        part.write_bytes(data)
        part.replace(self.path / name)

    def abandon(self) -> int:
        """Put the games that were begun and not ended aside, to be played anew; how many there were."""
        done = self.lines()
        begun = [f for f in self.fixtures if f.key not in done and self.record(f).exists()]
        for fixture in begun:
            aside = self.path / ABANDONED / str(len(list((self.path / ABANDONED).glob("*"))))
            aside.mkdir(parents=True)
            for path in (self.path / GAMES).glob(f"{fixture.key}.jsonl*"):
                path.rename(aside / path.name)
        return len(begun)

    def forget(self) -> None:
        """Where no game is finished and no model has replied, be as new: what plays may be mended.

        The limits stay.
        """
        records = list((self.path / GAMES).glob("*.jsonl"))
        if self._whole() or any(map(_replied, records)):
            return
        for path in (*(self.path / GAMES).glob("*"), self.path / VERSIONS):
            path.unlink(missing_ok=True)

    def spent(self, prices: Mapping[str, Price | None]) -> Counter[str]:
        """What all calls came to so far, those of unfinished and abandoned games included."""
        total = self.begun(prices)
        for line in self._all_lines():
            total.update(spent_of(line))
        return total

    def begun(self, prices: Mapping[str, Price | None]) -> Counter[str]:
        """What the calls of games came to that have no line in the index, and of abandoned ones."""
        done = self.lines()
        total: Counter[str] = Counter()
        if not prices:
            return total
        by_key = {fixture.key: fixture for fixture in self.fixtures}
        games = [path for path in (self.path / GAMES).glob("*.jsonl") if path.stem not in done]
        for path in (*games, *(self.path / ABANDONED).glob("*/*.jsonl")):
            if path.stem in by_key:
                try:
                    total.update(spent_in(by_key[path.stem], read(path), prices))
                except RecordError:
                    continue  # the game itself is counted as failed when it is gone on with
        return total


def _wrong_with(path: Path) -> str:
    """Why the record at ``path`` is no finished game; empty: it is one."""
    try:
        return "" if read(path).finished else "no end"
    except RecordError as error:
        return str(error)


def _replied(path: Path) -> bool:
    """Whether a model has replied in the game at ``path``, or nobody can tell."""
    try:
        return any("ask" in line and not line.get("failed") for line in read(path).llm)
    except RecordError:
        return True


def _damaged(path: Path, why: str) -> ArenaError:
    return ArenaError(
        (
            f"{path} 坏了：{why}；从备份里放回，或用 arena run 和新的 --out 另开",
            f"{path} is damaged: {why}; put it back from a copy, or begin anew with `arena run` and"
            " another --out",
        )
    )


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold the folder's lock, which goes with the process however it ends."""
    with (path / LOCK).open("a+b") as file:
        if not lock(file.fileno()):
            raise ArenaError(
                (
                    f"{path} 正由另一个进程在打；等它结束，或先停掉它",
                    f"another process is playing in {path}; wait for it, or stop it first",
                )
            )
        yield
