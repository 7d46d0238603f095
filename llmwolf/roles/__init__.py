"""The cards: one file each, found by name. Adding a role is adding a file here (and its test)."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from llmwolf.roles.base import Role, Verb
from llmwolf.rules.errors import SetupError


@cache
def registry() -> dict[str, Role]:
    """Every card by id, in the order of their file names."""
    found: dict[str, Role] = {}
    for module in sorted(iter_modules(__path__), key=lambda m: m.name):
        role = getattr(import_module(f"{__name__}.{module.name}"), "ROLE", None)
        if role is not None:
            found[role.id] = role
    return found


@cache
def declared() -> dict[str, Verb]:
    """The words of acts that cards bring along themselves, by verb."""
    return {verb: words for role in registry().values() for verb, words in role.verbs.items()}


@cache
def _names() -> dict[str, str]:
    names: dict[str, str] = {}
    for role in registry().values():
        for name in (role.id, role.zh, role.en.lower(), *role.aliases):
            names[name] = role.id
    return names


def role_id(name: str) -> str:
    """The id of the card called ``name`` (id, Chinese name, alias); raises :class:`SetupError`."""
    known = _names()
    found = known.get(name.strip()) or known.get(name.strip().lower())
    if found:
        return found
    near = get_close_matches(name, known, 1, cutoff=0.5)  # one of two characters
    hint = (
        f"; did you mean {near[0]!r}?"
        if near
        else f"; known are: {', '.join(r.zh for r in registry().values())}"
    )
    raise SetupError(f"unknown card {name!r}{hint}")
