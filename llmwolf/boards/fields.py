"""Strict reading of TOML: every slip is a :class:`SetupError` that names the file and what would be right."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from llmwolf.roles import role_id
from llmwolf.rules.errors import SetupError

T = TypeVar("T")


class Fields:
    """The top level of one TOML file, read key by key."""

    def __init__(self, path: Path, known: Iterable[str]) -> None:
        """Read the file at ``path``; keys that are not ``known`` are refused."""
        self.path = path
        self.data = _toml(path)
        names = list(known)
        for key in self.data:
            if key not in names:
                near = get_close_matches(key, names, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(sorted(names))}"
                raise self.slip(f"unknown key {key!r}; {hint}")

    def slip(self, sentence: object) -> SetupError:
        """The error that says ``sentence`` of this file."""
        return SetupError(f"{self.path.name}: {sentence}")

    def text(self, key: str, default: str) -> str:
        """A plain text without control characters."""
        value = self.data.get(key, default)
        if not isinstance(value, str) or not value or not value.isprintable():
            raise self.slip(f"{key!r} must be a plain, non-empty text")
        return value

    def number(self, key: str, default: int) -> int:
        """A whole number."""
        value = self.data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.slip(f"{key!r} must be a whole number")
        return value

    def table(self, key: str) -> Mapping[str, object]:
        """A table; none is an empty one."""
        value = self.data.get(key, {})
        if not isinstance(value, Mapping):
            raise self.slip(f"{key!r} must be a table")
        return value

    def words(self, key: str) -> tuple[str, ...]:
        """A list of words; none is an empty one."""
        return self.as_words(self.data.get(key, []))

    def as_words(self, value: object) -> tuple[str, ...]:
        """``value`` as a list of words."""
        if not isinstance(value, list) or any(not isinstance(word, str) for word in value):
            raise self.slip(f"a list of words is wanted, not {value!r}")
        return tuple(value)

    def pair(self, key: str) -> tuple[str, str]:
        """A text in Chinese and one in English."""
        return self.as_pair(self.data.get(key))

    def as_pair(self, value: object) -> tuple[str, str]:
        """``value`` as a text in Chinese and one in English."""
        if (
            not isinstance(value, list)
            or len(value) != 2
            or not all(isinstance(text, str) and text.isprintable() for text in value)
        ):
            raise self.slip(f"a text in Chinese and one in English are wanted, not {value!r}")
        return value[0], value[1]

    def span(self, key: str, default: tuple[int, int]) -> tuple[int, int]:
        """Two whole numbers, the least and the most."""
        value = self.data.get(key, list(default))
        if not isinstance(value, list) or len(value) != 2 or not all(isinstance(n, int) for n in value):
            raise self.slip(f"{key!r} must be two whole numbers, the least and the most")
        return value[0], value[1]

    def numbers(self, key: str) -> dict[str, int]:
        """A table of word = whole number."""
        found: dict[str, int] = {}
        for word, count in self.table(key).items():
            if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                raise self.slip(f"the number of {word!r} must be a whole number")
            found[word] = count
        return found

    def card(self, name: str) -> str:
        """The id of the card called ``name``."""
        try:
            return role_id(name)
        except SetupError as error:
            raise self.slip(error) from None


def named(what: str, name: str, known: Mapping[str, T], listed: Iterable[str] = ()) -> T:
    """``known[name]``; raises :class:`SetupError` with the nearest name, or with those ``listed``."""
    if name in known:
        return known[name]
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(listed or known)}"
    raise SetupError(f"there is no {what} {name!r}; {hint}")


def _toml(path: Path) -> dict[str, object]:
    try:
        text = path.read_text("utf-8")
        return tomllib.loads(text)
    except FileNotFoundError:
        raise SetupError(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(f"{path} cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        hint = "" if text.isascii() else '; a name in Chinese needs quotes: "狼人" = 4'
        raise SetupError(f"{path.name} is not valid TOML: {error}{hint}") from None
