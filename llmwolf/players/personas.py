"""Who speaks: a character's name, temper, habits and turns of phrase, read from ``personas/*.toml``.

One file serves bots (wordiness, boldness, turns of phrase) and models (a few sentences in the prompt). The
format is told in docs/personas.md.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from llmwolf.resources import data_dir
from llmwolf.rules.errors import SetupError
from llmwolf.rules.words import clean

LONGEST_NAME: Final = 16
LONGEST_STYLE: Final = 200
LONGEST_PHRASE: Final = 60
LANGS: Final = ("zh", "en")


class PersonaError(SetupError):
    """A persona cannot be used; one line that says which file, what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Turns of phrase in one language, for bots: ``{me}`` stands for the speaker's seat."""

    openers: tuple[str, ...] = ()
    fillers: tuple[str, ...] = ()
    closers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Style:
    """A character in words, for a model: its temper, how it talks, how it plays."""

    temper: str = ""
    talk: str = ""
    play: str = ""


@dataclass(frozen=True, slots=True)
class Persona:
    """One character.

    ``wordiness`` (0.5–1.6) scales its speeches, ``boldness`` (0–100) is how ready it is to take risks,
    ``lead`` (0–100) how much it leads others.
    """

    id: str
    zh: str
    en: str
    wordiness: float = 1.0
    boldness: int = 50
    lead: int = 50
    style_zh: Style = Style()
    style_en: Style = Style()
    voice_zh: Voice = Voice()
    voice_en: Voice = Voice()

    def name(self, lang: str) -> str:
        """Its name."""
        return self.en if lang == "en" else self.zh

    def voice(self, lang: str) -> Voice:
        """Its turns of phrase."""
        return self.voice_en if lang == "en" else self.voice_zh

    def style(self, lang: str) -> Style:
        """Its character in words."""
        return self.style_en if lang == "en" else self.style_zh

    @property
    def digest(self) -> str:
        """Changes with anything in it."""
        return sha256(repr(self).encode()).hexdigest()[:12]


PLAIN: Final = Persona("plain", "无名", "Plain")
"""Who speaks where no persona is given."""

_KEYS: Final = tuple(f.name for f in fields(Persona) if f.name != "id")


def persona_text(persona: Persona, lang: str) -> str:
    """The character as a prompt tells it: at most three lines; empty for one of whom nothing is told."""
    style = persona.style(lang)
    told = [text for text in (style.temper, style.talk, style.play) if text]
    if not told:
        return ""
    zh = lang != "en"
    long, short = persona.wordiness >= 1.15, persona.wordiness <= 0.85
    length = (
        ("话多，说得细。", "Speaks at length. ")
        if long
        else ("话少，说得短。", "Keeps it short. ")
        if short
        else ("", "")
    )
    ahead, back = persona.lead >= 70, persona.lead <= 35
    lead = (
        ("喜欢带队归票。", "Likes to lead the vote.")
        if ahead
        else ("很少带节奏。", "Rarely leads.")
        if back
        else ("", "")
    )
    extra = (length[0] + lead[0]) if zh else (length[1] + lead[1]).strip()
    joined = ("" if zh else " ").join([*told, *([extra] if extra else [])])
    return f"{persona.name(lang)}{'：' if zh else ': '}{joined}"


# -- where they are ------------------------------------------------------------------------------------


@cache
def personas() -> Mapping[str, Persona]:
    """Every shipped persona by id. Seats draw from these alone, so that a seed means the same anywhere."""
    return {path.stem: load_persona(path) for path in sorted(data_dir("personas").glob("*.toml"))}


def persona_folders(start: Path | None = None) -> tuple[Path, ...]:
    """Where a named persona is looked for: ``personas`` in ``start`` (the working folder), the user's own
    folder, then the shipped ones."""
    from platformdirs import user_config_path

    own = user_config_path("llmwolf", appauthor=False) / "personas"
    return ((start or Path.cwd()) / "personas", own, data_dir("personas"))


def persona_files(folders: Iterable[Path] | None = None) -> dict[str, Path]:
    """The file of each persona by id; of two with one id, the first folder's."""
    found: dict[str, Path] = {}
    for folder in persona_folders() if folders is None else folders:
        for path in sorted(folder.glob("*.toml")):
            found.setdefault(path.stem, path)
    return dict(sorted(found.items()))


def find_persona(name: str, folders: Iterable[Path] | None = None) -> Persona:
    """The persona with the id or the name ``name``; raises :class:`PersonaError`, with the nearest name."""
    files = persona_files(folders)
    if name in files:
        return load_persona(files[name])
    by_name = {p.name(lang): p for p in personas().values() for lang in LANGS}
    if name in by_name:
        return by_name[name]
    near = get_close_matches(name, [*files, *by_name], 1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(files)}"
    raise PersonaError(f"there is no persona {clean(name)[:40]!r}; {hint}")


# -- reading -------------------------------------------------------------------------------------------


def load_persona(path: Path) -> Persona:
    """The persona in the file ``path``; raises :class:`PersonaError` saying what is wrong with it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PersonaError(f"{path.name}: {error}") from None
    _refuse_unknown(path, "", data, _KEYS)
    for key in LANGS:
        name = data.get(key)
        if (
            not isinstance(name, str)
            or not 0 < len(name) <= LONGEST_NAME
            or clean(name) != name
            or "\n" in name
        ):
            raise PersonaError(
                f"{path.name}: {key!r} must be the persona's name in that language,"
                f" at most {LONGEST_NAME} characters"
            )
    return Persona(
        path.stem,
        data["zh"],
        data["en"],
        _number(path, data, "wordiness", 1.0, 0.5, 1.6),
        int(_number(path, data, "boldness", 50, 0, 100)),
        int(_number(path, data, "lead", 50, 0, 100)),
        _style(path, "zh", data),
        _style(path, "en", data),
        _voice(path, "zh", data),
        _voice(path, "en", data),
    )


def _number(path: Path, data: Mapping[str, Any], key: str, usual: float, least: float, most: float) -> float:
    value = data.get(key, usual)
    whole = isinstance(usual, int)
    fits = isinstance(value, int) or (isinstance(value, float) and not whole)
    if isinstance(value, bool) or not fits or not least <= value <= most:
        kind = "a whole number" if whole else "a number"
        raise PersonaError(f"{path.name}: {key} must be {kind} from {least} to {most}, not {value!r}")
    return float(value)


def _style(path: Path, lang: str, data: Mapping[str, Any]) -> Style:
    key = f"style_{lang}"
    table = _table(path, key, data, [f.name for f in fields(Style)])
    for name, text in table.items():
        if not isinstance(text, str) or len(text) > LONGEST_STYLE or "\n" in text or clean(text) != text:
            raise PersonaError(
                f"{path.name}: [{key}] {name} must be one line of at most {LONGEST_STYLE} characters"
            )
    return Style(**table)


def _voice(path: Path, lang: str, data: Mapping[str, Any]) -> Voice:
    key = f"voice_{lang}"
    table = _table(path, key, data, [f.name for f in fields(Voice)])
    for name, lines in table.items():
        good = isinstance(lines, list) and all(
            isinstance(line, str) and 0 < len(line) <= LONGEST_PHRASE and clean(f"|{line}|") == f"|{line}|"
            for line in lines  # between bars, for blanks at the ends belong to the phrase
        )
        if not good:
            raise PersonaError(
                f"{path.name}: [{key}] {name} must be a list of phrases,"
                f" each of at most {LONGEST_PHRASE} characters"
            )
    return Voice(**{name: tuple(lines) for name, lines in table.items()})


def _table(path: Path, key: str, data: Mapping[str, Any], known: Iterable[str]) -> dict[str, Any]:
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise PersonaError(f"{path.name}: [{key}] must be a table of {', '.join(known)}")
    _refuse_unknown(path, f"[{key}] ", table, known)
    return table


def _refuse_unknown(path: Path, where: str, table: Mapping[str, Any], known: Iterable[str]) -> None:
    names = list(known)
    for key in table:
        if key not in names:
            near = get_close_matches(key, names, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}"
            raise PersonaError(f"{path.name}: {where}unknown key {key!r}; {hint}")
