"""Small files of the reader's beside a record: written as a whole, or not at all."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

LARGEST: Final = 1_000_000
"""Bytes of a file that is read at all."""


def write_json(path: Path, data: Any) -> None:
    """Put ``data`` in the place of whatever is at ``path``; raises :class:`OSError`, and all is as before."""
    beside = path.with_name(path.name + ".new")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def read_json(path: Path) -> Any:
    """What is written at ``path``; raises :class:`OSError`, or :class:`ValueError` if that is no JSON."""
    if path.stat().st_size > LARGEST:
        raise ValueError("too large")
    try:
        return json.loads(path.read_text("utf-8"))
    except RecursionError:
        raise ValueError("nested too deeply") from None


def put_aside(path: Path) -> Path:
    """Keep what cannot be read under another name, so that nothing is written over it; the new name."""
    aside = path.with_name(path.name + ".damaged")
    with suppress(OSError):  # what stays where it is will be written over
        path.replace(aside)
    return aside
