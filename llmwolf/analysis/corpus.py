"""Which recorded games are meant: files, folders and patterns, and who sat where in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from llmwolf.analysis.errors import AnalysisError
from llmwolf.arena.folder import ABANDONED, GAMES, INDEX, PLAN
from llmwolf.record.head import Sitter
from llmwolf.record.places import SUFFIX

_PATTERN: Final = "*?["


def transcripts(sources: Iterable[str]) -> list[Path]:
    """The records that ``sources`` name, each once, in the order of their paths.

    A folder stands for all records in it and below; of a tournament's folder these are its games, without
    those that were abandoned. Raises :class:`AnalysisError` where a source is not there or has no record.
    """
    found: set[Path] = set()
    for source in sources:
        here = set(_named(source))
        if not here:
            raise AnalysisError(
                (
                    f"{source} 里没有对局记录（*{SUFFIX}）；给出文件、文件夹或通配符",
                    f"there is no record (*{SUFFIX}) in {source}; name files, folders or patterns",
                )
            )
        found |= here
    return sorted(found)


def tournament_of(path: Path) -> Path | None:
    """The tournament's folder that the record at ``path`` belongs to; ``None``: none."""
    folder = path.parent.parent
    return folder if path.parent.name == GAMES and (folder / PLAN).is_file() else None


def agent_of(sitter: Sitter, in_tournament: bool) -> str:
    """What the player in a seat is called when games are compared.

    In a tournament that is the agent's id in the plan; elsewhere the model, a bot's level, or human.
    """
    if in_tournament:
        return sitter.name
    return sitter.model or sitter.level or sitter.player


def _named(source: str) -> Iterator[Path]:
    path = Path(source)
    if path.is_dir():
        yield from (
            file.resolve() for file in path.rglob(f"*{SUFFIX}") if file.is_file() and not _beside(file)
        )
    elif path.is_file():
        yield path.resolve()
    elif any(mark in source for mark in _PATTERN):
        base = Path(path.anchor)
        yield from (file.resolve() for file in base.glob(str(path.relative_to(base))) if file.is_file())
    else:
        raise AnalysisError((f"没有 {source}", f"there is no {source}"))


def _beside(file: Path) -> bool:
    """Whether a file of a tournament's folder is none of its games."""
    index = file.name == INDEX and (file.parent / PLAN).is_file()
    return index or any(
        parent.name == ABANDONED and (parent.parent / PLAN).is_file() for parent in file.parents
    )
