"""What should be changed about a model, as lines for ``llmwolf.toml``."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from llmwolf.llm.config import ModelSpec
from llmwolf.llm.presets import presets

Setting = bool | int | float
_OF_ENDPOINT: Final = ("concurrency", "grammar")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")


def toml_lines(spec: ModelSpec, changes: Mapping[str, Setting], configured: bool) -> list[str]:
    """The lines that give ``spec`` the ``changes``: to tables that there are, or whole ones.

    ``configured``: the file has a model of that name already, and only what changes is told. Otherwise
    the lines stand for themselves, and the model is called :func:`name_for` from then on. No key is in them.
    """
    if not changes:
        return []
    of_endpoint = {name: value for name, value in changes.items() if name in _OF_ENDPOINT}
    of_model = {name: value for name, value in changes.items() if name not in _OF_ENDPOINT}
    place = spec.endpoint.name or "here"
    lines: list[str] = []
    if of_endpoint or (not configured and place not in presets()):
        lines += [f"[endpoints.{toml_key(place)}]", *_address(spec, place, configured), *_pairs(of_endpoint)]
    if of_model or not configured:
        lines.append(f"[models.{toml_key(spec.name if configured else name_for(spec))}]")
        if not configured:
            lines += _pairs({"endpoint": place, "model": spec.endpoint.model})
        lines += _pairs(of_model)
    return lines


def name_for(spec: ModelSpec) -> str:
    """What a model that is not configured yet may be called in the file."""
    return _NO_NAME.sub("-", spec.endpoint.model.rpartition("/")[2]).strip("-").lower() or "model"


def _address(spec: ModelSpec, place: str, configured: bool) -> list[str]:
    """Where the endpoint is: a preset says so itself, and a table that there is has said so."""
    if place in presets():
        return _pairs({"preset": place})
    if configured:
        return []
    variable = {"key_env": "OPENAI_API_KEY"} if spec.endpoint.api_key or not spec.endpoint.local else {}
    return _pairs({"base_url": spec.endpoint.base_url, **variable})


def toml_key(name: str) -> str:
    """``name`` as it stands in the head of a table."""
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _pairs(values: Mapping[str, str | Setting]) -> list[str]:
    return [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
