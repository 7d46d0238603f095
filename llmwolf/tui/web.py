"""The app in a browser: one process a page, on textual-serve, for pages of this machine only."""

from __future__ import annotations

import logging
from collections.abc import Callable
from socket import socket

from aiohttp import web
from textual_serve.server import Server


class LocalServer(Server):
    """Serves on a socket that listens already, and lets no page of another site play.

    A browser lets any page open a socket to this machine; only its ``Origin`` tells the pages apart.
    """

    def __init__(self, command: str, listening: socket) -> None:
        """``command`` starts the app of one page."""
        host, port = listening.getsockname()
        super().__init__(command, host, port, title="llmwolf")
        self._listening = listening
        self._origins = {f"http://{name}:{port}" for name in (host, "localhost")}

    async def on_startup(self, app: web.Application) -> None:
        """No banner."""

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """As the base does, for our own page."""
        if request.headers.get("Origin") not in self._origins:
            raise web.HTTPForbidden(text="only the page of this server may connect\n")
        return await super().handle_websocket(request)

    def serve_until_stopped(self, ready: Callable[[str], None]) -> None:
        """Serve until SIGINT or SIGTERM; ``ready`` hears the address when pages are answered."""
        # The base's own logging shows the values of variables, among which there might be a key.
        logging.basicConfig(level=logging.WARNING, format="%(message)s")
        web.run_app(self._make_app(), sock=self._listening, print=lambda *_: ready(self.public_url))
