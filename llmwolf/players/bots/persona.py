"""Who speaks: names, turns of phrase and wordiness of a bot, read from ``personas/*.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from llmwolf.resources import data_dir


@dataclass(frozen=True, slots=True)
class Voice:
    """Turns of phrase in one language: ``{me}`` stands for the speaker's seat."""

    openers: tuple[str, ...] = ()
    fillers: tuple[str, ...] = ()
    closers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Persona:
    """One character; ``wordiness`` scales its speeches, ``boldness`` (0–100) how ready it is to run."""

    id: str
    zh: str
    en: str
    wordiness: float = 1.0
    boldness: int = 50
    voice_zh: Voice = Voice()
    voice_en: Voice = Voice()

    def voice(self, lang: str) -> Voice:
        """The turns of phrase for ``lang``."""
        return self.voice_en if lang == "en" else self.voice_zh


PLAIN = Persona("plain", "无名", "Plain")
"""Who speaks where no persona is given."""


@cache
def personas() -> Mapping[str, Persona]:
    """Every shipped persona by id; raises :class:`ValueError` on a file that is not as it should be."""
    return {path.stem: load_persona(path) for path in sorted(data_dir("personas").glob("*.toml"))}


def load_persona(path: Path) -> Persona:
    """The persona in the file ``path``; raises :class:`ValueError` saying what is wrong with it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path.name}: {error}") from error
    known = {f.name for f in fields(Persona)} - {"id"}
    unknown = sorted(set(data) - known)
    if unknown:
        raise ValueError(f"{path.name}: unknown key {unknown[0]!r}; known are {', '.join(sorted(known))}")
    for key in ("zh", "en"):
        if not isinstance(data.get(key), str):
            raise ValueError(f"{path.name}: {key!r} must be the persona's name in that language")
    wordiness, boldness = data.get("wordiness", 1.0), data.get("boldness", 50)
    if not isinstance(wordiness, (int, float)) or not 0.5 <= wordiness <= 1.6:
        raise ValueError(f"{path.name}: wordiness must be a number from 0.5 to 1.6, not {wordiness!r}")
    if not isinstance(boldness, int) or not 0 <= boldness <= 100:
        raise ValueError(f"{path.name}: boldness must be a whole number from 0 to 100, not {boldness!r}")
    voices = {lang: _voice(path, data.get(f"voice_{lang}", {})) for lang in ("zh", "en")}
    return Persona(path.stem, data["zh"], data["en"], wordiness, boldness, voices["zh"], voices["en"])


def _voice(path: Path, table: Any) -> Voice:
    known = [f.name for f in fields(Voice)]
    if not isinstance(table, dict) or set(table) - set(known):
        raise ValueError(f"{path.name}: a voice is a table of {', '.join(known)}")
    for key, lines in table.items():
        if not isinstance(lines, list) or not all(isinstance(line, str) and line for line in lines):
            raise ValueError(f"{path.name}: {key!r} must be a list of phrases")
    return Voice(**{key: tuple(lines) for key, lines in table.items()})
