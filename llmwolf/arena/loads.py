"""What processes take of the machine, as Linux tells it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple


class Load(NamedTuple):
    """One process so far: seconds of processor time, seconds that its main thread waited for a processor, and
    MiB of memory that it holds now."""

    cpu: float
    waited: float
    resident: float


def loads(processes: Iterable[int]) -> dict[int, Load]:
    """Each of ``processes`` that is still there; none where the system does not tell."""
    found: dict[int, Load] = {}
    for pid in processes:
        try:
            found[pid] = _load(Path("/proc") / str(pid))
        except OSError:
            continue
    return found


def _load(told: Path) -> Load:
    ticks = (told / "stat").read_text("utf-8").rpartition(")")[2].split()[11:13]
    waited = (told / "schedstat").read_text("utf-8").split()[1]
    pages = (told / "statm").read_text("utf-8").split()[1]
    return Load(
        sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"),
        int(waited) / 1e9,
        int(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20,
    )
