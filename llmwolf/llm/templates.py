"""The prompt files: plain text with ``$name`` slots, one folder a language."""

from __future__ import annotations

import tomllib
from functools import cache
from string import Template
from typing import Any

from llmwolf.resources import data_dir


@cache
def template(lang: str, name: str) -> Template:
    """The template ``prompts/<lang>/<name>.md``."""
    return Template((data_dir("prompts") / lang / f"{name}.md").read_text("utf-8").rstrip("\n"))


def fill(lang: str, name: str, **slots: object) -> str:
    """A template with every slot filled; raises :class:`KeyError` where one is left open.

    What is put in is not read again: a ``$`` in it stays a ``$``.
    """
    return template(lang, name).substitute(slots)


@cache
def switch_texts() -> dict[str, Any]:
    """What each house rule means, from ``prompts/switches.toml``."""
    return tomllib.loads((data_dir("prompts") / "switches.toml").read_text("utf-8"))
