"""Who speaks: a character's name, temper, habits and turns of phrase, read from ``personas/*.toml``.

One file serves bots (wordiness, boldness, turns of phrase) and models (a few sentences in the prompt). The
format is told in docs/personas.md.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from string import Formatter
from typing import Any, Final

from llmwolf.players.told import ToldError
from llmwolf.players.words.pairs import Pair
from llmwolf.resources import data_dir
from llmwolf.rules.words import clean

LONGEST_NAME: Final = 16
LONGEST_STYLE: Final = 200
LONGEST_TEXT: Final = {"zh": 200, "en": 500}
"""How much of a prompt one character may take, name and all."""
LONGEST_PHRASE: Final = 60
MOST_PHRASES: Final = 24
LARGEST_FILE: Final = 32_768
LANGS: Final = ("zh", "en")
_ID: Final = re.compile(r"[\w-]{1,40}")


class PersonaError(ToldError):
    """A persona cannot be used; one line that says which file, what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Turns of phrase in one language, for bots: ``{me}`` stands for the speaker's seat."""

    openers: tuple[str, ...] = ()
    fillers: tuple[str, ...] = ()
    closers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Style:
    """A character in words, for a model: what type of player, its temper, how it talks, how it plays."""

    who: str = ""
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
        """Its character in words; in the other language where its file tells nothing in this one."""
        first, second = (self.style_en, self.style_zh) if lang == "en" else (self.style_zh, self.style_en)
        return second if first == Style() else first

    @property
    def digest(self) -> str:
        """Changes with anything in it."""
        return sha256(repr(self).encode()).hexdigest()[:12]

    @property
    def label(self) -> str:
        """What a record calls it: the id, with the digest where it is not the shipped one of that id."""
        return self.id if self in (PLAIN, personas().get(self.id)) else f"{self.id}@{self.digest}"


PLAIN: Final = Persona("plain", "无名", "Plain")
"""Who speaks where no persona is given."""

_KEYS: Final = tuple(f.name for f in fields(Persona) if f.name != "id")


def persona_text(persona: Persona, lang: str) -> str:
    """The character as a prompt tells it, in one line; empty for one of whom nothing is told.

    At most :data:`LONGEST_TEXT` characters.
    """
    style, en = persona.style(lang), lang == "en"
    told = [text for text in (style.temper, style.talk, style.play) if text]
    if not told and not style.who:
        return ""
    marked = (*_length(persona.wordiness), *_lead(persona.lead))
    who = (f", {style.who}" if en else f"，{style.who}") if style.who else ""
    sentences = (" " if en else "").join([*told, *(pair[en] for pair in marked)])
    return f"{persona.name(lang)}{who}{': ' if en else '：'}{sentences}"


def _length(wordiness: float) -> tuple[tuple[str, str], ...]:
    if wordiness >= 1.15:
        return (("话多，说得细。", "Speaks at length."),)
    return (("话少，说得短。", "Keeps it short."),) if wordiness <= 0.85 else ()


def _lead(lead: int) -> tuple[tuple[str, str], ...]:
    if lead >= 70:
        return (("喜欢带队归票。", "Likes to lead the vote."),)
    return (("很少带节奏。", "Rarely leads."),) if lead <= 35 else ()


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
    """The persona with the id, the name or the :attr:`~Persona.label` ``name``.

    Raises :class:`PersonaError`: its file is not as it should be, or there is none, with the nearest name.
    """
    folders = tuple(persona_folders() if folders is None else folders)
    wanted = name.partition("@")[0]
    if _ID.fullmatch(wanted):  # tournaments look for ten at each game: the folders are not listed for that
        for folder in folders:
            if (path := folder / f"{wanted}.toml").exists():
                return load_persona(path)
    files = persona_files(folders)
    if wanted in files:
        return load_persona(files[wanted])
    by_name = _by_name(files.values())
    if name in by_name:
        return by_name[name]
    near = get_close_matches(name, [*files, *by_name], 1, cutoff=0.5)
    zh, en = _hint(near, files)
    wanted = repr(clean(name)[:40])
    raise PersonaError((f"没有人物 {wanted}；{zh}", f"there is no persona {wanted}; {en}"))


def _hint(near: list[str], known: Iterable[str]) -> Pair:
    """The name that was probably meant, else all that there are."""
    listed = ", ".join(known)
    if near:
        return f"是不是 {near[0]!r}？", f"did you mean {near[0]!r}?"
    return f"有 {listed}", f"there are {listed}"


def _by_name(files: Iterable[Path]) -> dict[str, Persona]:
    """Those personas by name that can be read: a broken file is in nobody's way but its own."""
    found: dict[str, Persona] = {}
    for path in files:
        try:
            persona = load_persona(path)
        except PersonaError:
            continue
        for lang in LANGS:
            found.setdefault(persona.name(lang), persona)
    return found


# -- reading -------------------------------------------------------------------------------------------


def load_persona(path: Path) -> Persona:
    """The persona in the file ``path``; raises :class:`PersonaError` saying what is wrong with it."""
    try:
        seen = path.stat()
    except OSError as error:
        raise _slip(path, error.strerror or str(error)) from None
    return _as_it_is(path, seen.st_mtime_ns, seen.st_size)


@lru_cache(maxsize=128)
def _as_it_is(path: Path, changed: int, size: int) -> Persona:
    """The persona in ``path`` as long as its file is not ``changed``: tournaments ask for it at each game."""
    data = _toml(path)
    _refuse_unknown(path, "", data, _KEYS)
    for key in LANGS:
        if not _is_line(data.get(key), LONGEST_NAME):
            need = f"must be the persona's name in that language, at most {LONGEST_NAME} characters"
            zh = f"{key!r} 要写人物在这种语言里的名字，至多 {LONGEST_NAME} 字"
            raise _slip(path, (zh, f"{key!r} {need}"))
    persona = Persona(
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
    for lang, most in LONGEST_TEXT.items():
        own = persona.style_en if lang == "en" else persona.style_zh
        if own != Style() and (length := len(persona_text(persona, lang))) > most:
            words = (
                f"[style_{lang}] 写出来的提示词有 {length} 字；至多 {most}",
                f"[style_{lang}] makes a prompt of {length} characters; at most {most}",
            )
            raise _slip(path, words)
    return persona


def _toml(path: Path) -> dict[str, Any]:
    if not _ID.fullmatch(path.stem):
        words = (
            "文件名就是人物的 id：字母、数字、- 和 _，至多 40 个",
            "the file's name is the persona's id: letters, digits, - and _, at most 40",
        )
        raise _slip(path, words)
    try:
        if path.stat().st_size > LARGEST_FILE:
            most = f"{LARGEST_FILE // 1024} KiB"
            raise _slip(path, (f"文件大于 {most}", f"the file is larger than {most}"))
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _slip(path, error.strerror or str(error)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _slip(path, (f"不是 TOML：{error}", f"this is not TOML: {error}")) from None


def _slip(path: Path, words: Pair | str) -> PersonaError:
    """What is wrong with the file ``path``, as one clean line."""
    zh, en = (words, words) if isinstance(words, str) else words
    return PersonaError((_line(f"{path}: {zh}"), _line(f"{path}: {en}")))


def _line(text: str) -> str:
    return " ".join(clean(text).split())


def _is_line(value: object, most: int) -> bool:
    """Whether ``value`` is one line without anything that could move a cursor."""
    return isinstance(value, str) and 0 < len(value) <= most and "\n" not in value and clean(value) == value


def _is_phrase(value: object) -> bool:
    """Whether ``value`` can be filled and spoken; blanks at its ends belong to it."""
    if not isinstance(value, str) or not _is_line(f"|{value}|", LONGEST_PHRASE + 2) or not value.strip():
        return False
    try:
        slots = [part[1:] for part in Formatter().parse(value) if part[1] is not None]
    except ValueError:
        return False
    return all(slot == ("me", "", None) for slot in slots)


def _number(path: Path, data: Mapping[str, Any], key: str, usual: float, least: float, most: float) -> float:
    value = data.get(key, usual)
    whole = isinstance(usual, int)
    fits = isinstance(value, int) or (isinstance(value, float) and not whole)
    if isinstance(value, bool) or not fits or not least <= value <= most:
        zh, kind = ("整数", "a whole number") if whole else ("数", "a number")
        words = (
            f"{key} 要是 {least} 到 {most} 的{zh}，而不是 {value!r:.40}",
            f"{key} must be {kind} from {least} to {most}, not {value!r:.40}",
        )
        raise _slip(path, words)
    return float(value)


def _style(path: Path, lang: str, data: Mapping[str, Any]) -> Style:
    key = f"style_{lang}"
    table = _table(path, key, data, [f.name for f in fields(Style)])
    for name, text in table.items():
        if not _is_line(text, LONGEST_STYLE):
            words = (
                f"[{key}] {name} 要是一行，至多 {LONGEST_STYLE} 字",
                f"[{key}] {name} must be one line of at most {LONGEST_STYLE} characters",
            )
            raise _slip(path, words)
    return Style(**table)


def _voice(path: Path, lang: str, data: Mapping[str, Any]) -> Voice:
    key = f"voice_{lang}"
    table = _table(path, key, data, [f.name for f in fields(Voice)])
    for name, lines in table.items():
        if not isinstance(lines, list) or len(lines) > MOST_PHRASES or not all(map(_is_phrase, lines)):
            each = f"each of at most {LONGEST_PHRASE} characters, with no braces but {{me}}"
            zh = f"每句至多 {LONGEST_PHRASE} 字，花括号只能是 {{me}}"
            words = (
                f"[{key}] {name} 要是至多 {MOST_PHRASES} 个短句的列表，{zh}",
                f"[{key}] {name} must be a list of at most {MOST_PHRASES} phrases, {each}",
            )
            raise _slip(path, words)
    return Voice(**{name: tuple(lines) for name, lines in table.items()})


def _table(path: Path, key: str, data: Mapping[str, Any], known: Iterable[str]) -> dict[str, Any]:
    table = data.get(key, {})
    if not isinstance(table, dict):
        listed = ", ".join(known)
        raise _slip(path, (f"[{key}] 要是一个表：{listed}", f"[{key}] must be a table of {listed}"))
    _refuse_unknown(path, f"[{key}] ", table, known)
    return table


def _refuse_unknown(path: Path, where: str, table: Mapping[str, Any], known: Iterable[str]) -> None:
    names = list(known)
    for key in table:
        if key not in names:
            zh, en = _hint(get_close_matches(key, names, 1), names)
            words = (
                f"{where}不认识的键 {key[:40]!r}；{zh}",
                f"{where}unknown key {key[:40]!r}; {en}",
            )
            raise _slip(path, words)
