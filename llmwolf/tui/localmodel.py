"""A model on this machine: which files there are, and the one server that this sitting runs."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, Self

from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.local import LocalServer, bundled_gguf
from llmwolf.llm.settings import SMALL, SMALL_EN, Settings

if TYPE_CHECKING:
    from llmwolf.llm.config import ModelSpec

_SMALL_FILE: Final = 10**9
"""Bytes; a smaller model makes nothing of a long prompt."""
_SMALL_WINDOW: Final = 8_192
_WINDOW: Final = 16_384
_LATER_PART: Final = re.compile(r"-(?!00001)\d{5}-of-\d{5}$")


class Server(Protocol):
    """What a :class:`~llmwolf.llm.local.LocalServer` is to the terminal."""

    @property
    def endpoint(self) -> Endpoint:
        """Where to ask it, once it has started."""

    def __enter__(self) -> Self:
        """Start; blocks. Raises :class:`~llmwolf.llm.endpoint.EndpointError`, or :class:`OSError`."""

    def stop(self) -> None:
        """End it, from any thread; a start that is under way fails."""


MakeServer = Callable[[Path, int], Server]
"""Makes the server of a file with a window of so many tokens, not yet started."""


def _llama(gguf: Path, window: int) -> Server:
    return LocalServer(gguf, window, threads=max(1, (os.cpu_count() or 2) - 1))


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A file of weights: where it is, and how many bytes it has."""

    path: Path
    size: int


def model_folders() -> tuple[Path, ...]:
    """Where files of weights are looked for: ``models`` in the working folder and in the user's data."""
    from platformdirs import user_data_path

    return (Path.cwd() / "models", user_data_path("llmwolf", appauthor=False) / "models")


def model_files() -> list[ModelFile]:
    """The files of weights that there are, in the order of the folders; the bundled one comes last."""
    return [ModelFile(path, path.stat().st_size) for path in dict.fromkeys(_paths()) if path.is_file()]


def _paths() -> Iterator[Path]:
    for folder in model_folders():
        for path in sorted(folder.rglob("*.gguf")):
            # Of a model in several files the first is named; a projector is no model.
            if not (_LATER_PART.search(path.stem) or path.stem.startswith("mmproj")):
                yield path
    if (bundled := bundled_gguf()) is not None:
        yield bundled


class LocalModel:
    """At most one server, which ends when another is started and with the application."""

    def __init__(self, make: MakeServer = _llama) -> None:
        self._make = make
        self._server: Server | None = None
        self._window = 0

    async def start(self, gguf: Path) -> Endpoint:
        """Serve ``gguf`` instead of what was served before; being cancelled ends the start as well.

        Raises :class:`~llmwolf.llm.endpoint.EndpointError` or :class:`OSError`; the server from before goes
        on then.
        """
        window = window_for(gguf)
        server = self._make(gguf, window)
        try:
            await asyncio.to_thread(server.__enter__)
        except asyncio.CancelledError:
            server.stop()
            raise
        self.stop()
        self._server, self._window = server, window
        return server.endpoint

    def stop(self) -> None:
        """End the server, if one runs."""
        server, self._server = self._server, None
        if server is not None:
            server.stop()

    def spec_at(self, base_url: str, lang: str) -> ModelSpec | None:
        """The model that is served at ``base_url``, with settings that its window has room for.

        ``None`` where that is not the address of the server here.
        """
        if self._server is None or self._server.endpoint.base_url != base_url:
            return None
        from llmwolf.llm.config import ModelSpec
        from llmwolf.llm.prices import FREE

        endpoint = self._server.endpoint
        return ModelSpec(endpoint.model, endpoint, settings_for(self._window, lang), price=FREE)


def window_for(gguf: Path) -> int:
    """The window in tokens that the model of ``gguf`` is started with."""
    small = not gguf.is_file() or gguf.stat().st_size < _SMALL_FILE
    return _SMALL_WINDOW if small else _WINDOW


def settings_for(window: int, lang: str) -> Settings:
    """How a model with a ``window`` of so many tokens is prompted.

    A quarter stays free: what a text costs it is an estimate.
    """
    if window <= _SMALL_WINDOW:
        return SMALL_EN if lang == "en" else SMALL
    return Settings(lang=lang, context_tokens=window * 3 // 4)
