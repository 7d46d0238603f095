"""The roll-outs of a record, kept beside it: ``FILE.odds.json``."""

from __future__ import annotations

import json
from dataclasses import astuple
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from llmwolf.boards.shares import engine_digest
from llmwolf.coach.odds.alternatives import Alternative
from llmwolf.coach.odds.point import Gain, Point
from llmwolf.coach.odds.rollout import Setting
from llmwolf.coach.odds.weights import FILES as WEIGHTS
from llmwolf.record.reader import Transcript

_HERE: Final = Path(__file__).parent


def beside(record: Path) -> Path:
    """Where the odds of ``record`` are kept."""
    return record.with_name(f"{record.name}.odds.json")


def key_of(transcript: Transcript) -> str:
    """A digest of what odds depend on beside their setting: the record, the engine, the bots, the method."""
    state = blake2b(f"{transcript.digest}|{engine_digest()}".encode(), digest_size=16)
    for path in (_HERE.parent / "known.py", *WEIGHTS, *sorted(_HERE.rglob("*.py"))):
        state.update(path.read_bytes())
    return state.hexdigest()


class Cache:
    """What is known of one setting of one record. A file of another state of things is not used."""

    def __init__(self, file: Path | None, key: str, setting: Setting) -> None:
        self.file, self.key = file, key
        self._name = f"{setting.observer}/{setting.level}/{setting.seed}"
        self._all: dict[str, Any] = _read(file, key) if file is not None else {}
        mine = self._all.get(self._name, {})
        self.points = {int(ply): Point(outcomes) for ply, outcomes in mine.get("points", {}).items()}
        self.weighed = {
            int(ply): _alternative(row) if row else None for ply, row in mine.get("weighed", {}).items()
        }

    def save(self) -> None:
        """Write everything known; the old file stays whole until the new one is. Raises :class:`OSError`."""
        if self.file is None:
            return
        points = {str(ply): point.outcomes for ply, point in sorted(self.points.items())}
        weighed = {str(ply): astuple(one) if one else None for ply, one in sorted(self.weighed.items())}
        self._all[self._name] = {"points": points, "weighed": weighed}
        fresh = self.file.with_name(f"{self.file.name}.new")
        fresh.write_text(json.dumps({"key": self.key, "odds": self._all}), encoding="utf-8")
        fresh.replace(self.file)


def _read(file: Path, key: str) -> dict[str, Any]:
    """The settings kept in ``file``; none where it is missing, torn, or of another state of things."""
    try:
        kept = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return {}
    fits = isinstance(kept, dict) and kept.get("key") == key and isinstance(kept.get("odds"), dict)
    return dict(kept["odds"]) if fits else {}


def _alternative(row: list[Any]) -> Alternative:
    ply, seat, kind, was, verb, targets, side, gain = row
    return Alternative(ply, seat, kind, (was[0], tuple(was[1])), verb, tuple(targets), side, Gain(*gain))
