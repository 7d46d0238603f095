"""Model seats for a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from llmwolf.llm.client import ChatClient
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.seat import ModelPlayer
from llmwolf.llm.settings import Patience, Settings


def model_players(
    endpoint: Endpoint | ChatClient,
    seats: Iterable[int],
    personas: Mapping[int, str] | None = None,
    settings: Settings | None = None,
    patience: Patience | None = None,
    on_call: Callable[[dict[str, Any]], None] = lambda call: None,
) -> dict[int, ModelPlayer]:
    """A model player for each of ``seats``, all behind one client, so that what one learns all know.

    ``personas`` are texts by seat. Close the client (``player.client.close()``) when the game is over.
    """
    client = endpoint if isinstance(endpoint, ChatClient) else ChatClient(endpoint, patience)
    voices = personas or {}
    return {seat: ModelPlayer(client, settings, voices.get(seat, ""), on_call) for seat in seats}
