"""Values as TOML has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def toml(value: Any) -> str:
    """``value`` in TOML; nothing, which TOML does not have, is an empty text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {toml(inner)}' for key, inner in value.items())} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml, value))}]"
    if value is None:
        return '""'
    if isinstance(value, str):
        plain = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{plain}"'
    return str(value)
