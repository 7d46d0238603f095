"""Prompt sets: ``prompts/<set>/<lang>/<file>.md``, found in the user's folders first, checked when loaded.

A set may hold some of the files only; the others are those of the set ``standard``. Templates are
Jinja2 in a sandbox: an unknown variable is an error, and what is filled in is never read as a template.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from llmwolf.llm.prompt.variables import FILES
from llmwolf.players.told import ToldError
from llmwolf.players.words import Pair
from llmwolf.resources import data_dir

if TYPE_CHECKING:
    from jinja2 import Environment, Template

STANDARD: Final = "standard"
LANGS: Final = ("zh", "en")
_NAME: Final = re.compile(r"[\w-]{1,40}")
_SLIPS: Final = (TypeError, ValueError, ArithmeticError, LookupError, AttributeError)
"""What a template can raise when it is filled, beside the template library's own errors."""


class PromptError(ToldError):
    """A prompt set cannot be used; one line that says which file and what would be right."""


@dataclass(frozen=True, slots=True)
class PromptSet:
    """The effective templates of a set. ``digest`` changes with any byte of them."""

    name: str
    digest: str
    _templates: Mapping[tuple[str, str], Template]

    @property
    def label(self) -> str:
        """The name with the digest, for records: ``standard@0123456789ab``."""
        return f"{self.name}@{self.digest}"

    def fill(self, lang: str, file: str, **values: Any) -> str:
        """The file with every variable filled; what is put in is not read again. May raise PromptError."""
        from jinja2 import TemplateError

        try:
            return self._templates[lang, file].render(values).rstrip("\n")
        except (TemplateError, *_SLIPS) as error:
            raise PromptError(f"prompts/{self.name}/{lang}/{file}.md: {error}") from None


def prompt_folders(start: Path | None = None) -> tuple[Path, ...]:
    """Where sets are: ``prompts`` in ``start`` (the current folder), the user's folder, the shipped one."""
    from platformdirs import user_config_path

    own = user_config_path("llmwolf", appauthor=False) / "prompts"
    return ((start or Path.cwd()) / "prompts", own, data_dir("prompts"))


def known_sets(folders: Sequence[Path]) -> list[str]:
    """The names of the sets in ``folders``, sorted."""
    found = {path.parent.name for folder in folders for lang in LANGS for path in folder.glob(f"*/{lang}")}
    return sorted(name for name in found if _NAME.fullmatch(name))


@cache
def prompt_set(name: str = STANDARD) -> PromptSet:
    """The set ``name`` of :func:`prompt_folders`, read once. Raises :class:`PromptError`."""
    return load_set(name, prompt_folders())


def load_set(name: str, folders: Sequence[Path]) -> PromptSet:
    """The set ``name`` in ``folders``; the first that has a file wins. Raises :class:`PromptError`."""
    known = known_sets(folders)
    if name not in known:
        (zh, en), looked = _hint(name, known), ("", "")
        if not get_close_matches(name, known, 1):  # perhaps it lies beside another working folder
            places = ", ".join(map(str, folders))
            looked = f"（找过 {places}）", f" (looked in {places})"
        words = f"没有提示词集 {name!r}；{zh}{looked[0]}", f"no prompt set {name!r}; {en}{looked[1]}"
        raise PromptError(words)
    environment = _environment()
    digest = sha256()
    templates = {}
    for lang in LANGS:
        _refuse_strays(name, lang, folders)
        for file in FILES:
            path = _find(name, lang, file, folders)
            text = _read(path)
            digest.update(f"{lang}/{file}\0{text}\0".encode())
            templates[lang, file] = _compiled(environment, path, file, text)
    digest.update((data_dir("prompts") / "switches.toml").read_bytes())
    return PromptSet(name, digest.hexdigest()[:12], templates)


def _hint(word: str, known: Sequence[str]) -> Pair:
    """What was probably meant by ``word``, or all that there is."""
    if near := get_close_matches(word, known, 1):
        return f"是不是 {near[0]!r}？", f"did you mean {near[0]!r}?"
    listed = ", ".join(sorted(known))
    return f"有 {listed}", f"known are {listed}"


def _refuse_strays(name: str, lang: str, folders: Sequence[Path]) -> None:
    """A file under another name would be ignored in silence."""
    for folder in folders:
        for path in sorted((folder / name / lang).glob("*.md")):
            if path.stem not in FILES:
                zh, en = _hint(path.stem, list(FILES))
                raise PromptError((f"{path}：没有这种提示词文件；{zh}", f"{path}: no such prompt file; {en}"))


def _find(name: str, lang: str, file: str, folders: Sequence[Path]) -> Path:
    for owner in (name, STANDARD):
        for folder in folders:
            path = folder / owner / lang / f"{file}.md"
            if path.is_file():
                return path
    raise PromptError(f"the prompt file {lang}/{file}.md is missing from this installation")


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(f"{path}: {error}") from None


def _environment() -> Environment:
    from jinja2 import StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    environment = SandboxedEnvironment(
        undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals.clear()
    return environment


def _compiled(environment: Environment, path: Path, file: str, text: str) -> Template:
    """The template in ``text``, which knows no variable but its own and can be filled."""
    from jinja2 import TemplateError, TemplateSyntaxError, meta

    samples = FILES[file]
    try:
        for unknown in sorted(meta.find_undeclared_variables(environment.parse(text)) - set(samples)):
            zh, en = _hint(unknown, list(samples))
            raise PromptError(
                (f"{path}：不认识的变量 {unknown!r}；{zh}", f"{path}: unknown variable {unknown!r}; {en}")
            )
        template = environment.from_string(text)
        template.render(samples)
    except TemplateSyntaxError as error:
        raise PromptError(f"{path}:{error.lineno}: {error.message}") from None
    except PromptError:
        raise
    except (TemplateError, *_SLIPS) as error:
        raise PromptError(f"{path}: {error}") from None
    return template
