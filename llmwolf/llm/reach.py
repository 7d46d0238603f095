"""Whether anybody listens at an address, before a long run relies on it."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from contextlib import closing
from typing import Final
from urllib.parse import urlsplit

from llmwolf.llm.endpoint import Endpoint

_PATIENCE: Final = 3.0
"""Seconds that a machine nearby may take to take a connection."""
_PORTS: Final = {"http": 80, "https": 443}


def silent(endpoints: Iterable[Endpoint]) -> list[str]:
    """The addresses of the local ``endpoints`` where no connection is taken, each once.

    Services elsewhere are not tried: a proxy may stand between.
    """
    addresses = dict.fromkeys(endpoint.base_url for endpoint in endpoints if endpoint.local)
    return [address for address in addresses if not _listens(address)]


def _listens(address: str) -> bool:
    parts = urlsplit(address)
    try:
        at = parts.hostname or "", parts.port or _PORTS.get(parts.scheme, 80)
        with closing(socket.create_connection(at, _PATIENCE)):
            return True
    except OSError:
        return False
