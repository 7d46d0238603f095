"""What was learned of endpoints, kept for the process and, where there is a file, for the next one."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import orjson

from llmwolf.llm.dialect import RUNGS, TOKEN_WORDS, Dialect
from llmwolf.llm.endpoint import Endpoint

FORMAT: Final = 1
MAX_AGE: Final = 30 * 86_400.0
"""Seconds after which a dialect is learned anew: servers change for the better, too."""
_DAY: Final = 86_400.0


class Learned:
    """The dialects of endpoints by address and model.

    ``path`` is a file that outlives the process, ``None`` keeps them in memory alone. The file names its
    entries by digests: a key may be part of an address. One that is damaged, or cannot be read or written,
    costs no more than a few refused requests, so nothing is said of it.
    """

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        """``clock`` tells the seconds since 1970."""
        self._path = path
        self._clock = clock
        self._known: dict[str, Dialect] = {}
        self._read = False

    def recall(self, endpoint: Endpoint) -> Dialect | None:
        """What is known of ``endpoint``; ``None``: nothing yet, or nothing fresh."""
        if not self._read:
            self._read = True
            self._known = {name: dialect for name, (dialect, _) in self._entries().items()} | self._known
        known = self._known.get(_name(endpoint))
        if known is not None and endpoint.grammar is not None:
            known = replace(known, grammar=endpoint.grammar)
        return known

    def learn(self, endpoint: Endpoint, dialect: Dialect | None) -> None:
        """Remember ``dialect``; ``None`` forgets what was known."""
        name = _name(endpoint)
        if self._known.get(name) == dialect:
            return
        if dialect is None:
            self._known.pop(name, None)
        else:
            self._known[name] = dialect
        if self._path is not None:
            entries = self._entries()
            entries.pop(name, None)
            if dialect is not None:
                entries[name] = (dialect, self._clock())
            with contextlib.suppress(OSError):
                _write(self._path, entries)

    def _entries(self) -> dict[str, tuple[Dialect, float]]:
        """What the file holds and is still fresh: each dialect and when it was learned."""
        if self._path is None:
            return {}
        try:
            data = orjson.loads(self._path.read_bytes())
        except (OSError, ValueError):
            return {}
        dialects = data.get("dialects") if isinstance(data, dict) and data.get("format") == FORMAT else None
        if not isinstance(dialects, dict):
            return {}
        now = self._clock()
        found: dict[str, tuple[Dialect, float]] = {}
        for name, entry in dialects.items():
            when = entry.get("when") if isinstance(entry, dict) else None
            if not isinstance(when, int | float) or not -_DAY < now - when < MAX_AGE:
                continue
            if (dialect := _dialect(entry.get("dialect"))) is not None:
                found[name] = (dialect, float(when))
        return found


@cache
def user_memory() -> Learned:
    """The memory that all games of this user share; the file is read when it is first asked."""
    from platformdirs import user_state_path

    return Learned(user_state_path("llmwolf", appauthor=False) / "dialects.json")


def _name(endpoint: Endpoint) -> str:
    return sha256(f"{endpoint.base_url}\n{endpoint.model}".encode()).hexdigest()[:32]


def _dialect(value: object) -> Dialect | None:
    """The dialect that was written as ``value``; ``None`` where it is none."""
    if not isinstance(value, dict):
        return None
    given: dict[str, Any] = {}
    for part in fields(Dialect):
        given[part.name] = value.get(part.name)
        if type(given[part.name]) is not type(part.default):
            return None
    dialect = Dialect(**given)
    sound = 0 <= dialect.rung < len(RUNGS) and dialect.token_word in TOKEN_WORDS
    return dialect if sound and dialect.most_tokens >= 0 and dialect.hottest >= 0 else None


def _write(path: Path, entries: dict[str, tuple[Dialect, float]]) -> None:
    """Put a whole new file in the place of the old one. Raises :class:`OSError`."""
    told = {name: {"when": when, "dialect": asdict(dialect)} for name, (dialect, when) in entries.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(orjson.dumps({"format": FORMAT, "dialects": told}, option=orjson.OPT_INDENT_2))
        Path(part).replace(path)
    except OSError:
        Path(part).unlink(missing_ok=True)
        raise
