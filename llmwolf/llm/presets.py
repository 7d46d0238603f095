"""The well-known services, as data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict

FILE: Final = Path(__file__).with_name("presets.toml")


class Preset(BaseModel):
    """A service: where it is, which variable usually holds its key (none: a server of one's own).

    ``zh`` and ``en`` are what a player should know of it, ``source`` the page that says so.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str
    base_url: str
    key_env: str = ""
    source: str
    zh: str = ""
    en: str = ""


@cache
def presets() -> Mapping[str, Preset]:
    """The presets by name, in the order of the file."""
    table = tomllib.loads(FILE.read_text("utf-8"))
    return {name: Preset.model_validate(entry) for name, entry in table.items()}


def service_at(base_url: str) -> str:
    """The name of the service that ``base_url`` belongs to, whatever its path; empty: none of the presets'.

    A local address belongs to none: anything may listen there.
    """
    place = urlsplit(base_url)[:2]
    hosted = (name for name, preset in presets().items() if preset.key_env)
    return next((name for name in hosted if urlsplit(presets()[name].base_url)[:2] == place), "")
