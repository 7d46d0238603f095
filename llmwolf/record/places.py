"""Where games are kept, and what they are called."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import count
from pathlib import Path

SUFFIX = ".jsonl"


def games_folder(start: Path | None = None) -> Path:
    """The folder for records; it need not exist yet.

    ``transcripts`` in ``start`` (the current folder) if there is one, else one among the user's data.
    """
    here = (start or Path.cwd()) / "transcripts"
    if here.is_dir():
        return here
    from platformdirs import user_data_path

    return user_data_path("llmwolf", appauthor=False) / "transcripts"


def names(board: str, seed: int, day: date) -> Iterator[str]:
    """The names that a record may have, best first, without end.

    ``2026-11-29-official-12-seed42.jsonl``, ``2026-11-29-official-12-seed42-2.jsonl`` …
    """
    word = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in board[:40])
    stem = f"{day.isoformat()}-{word}-seed{seed}"
    for number in count(1):
        yield f"{stem}{SUFFIX}" if number == 1 else f"{stem}-{number}{SUFFIX}"


def saved(folder: Path) -> list[Path]:
    """The records in ``folder``, the newest day first; empty where there is no such folder."""
    return sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.name, reverse=True)
