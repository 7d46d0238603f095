"""The app in a browser: one process a page, on textual-serve, for pages of this machine only."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from socket import socket

from aiohttp import web
from textual_serve.server import Server


class LocalServer(Server):
    """Serves on a socket that listens already, and lets no page of another site play.

    A browser lets any page open a socket to this machine; only its ``Origin`` tells the pages apart. The page
    is our own, because that of the base asks another site for a font: ours is told to ask nobody else.
    """

    def __init__(self, command: str, listening: socket) -> None:
        """``command`` starts the app of one page."""
        host, port = listening.getsockname()
        page = Path(__file__).with_name("page")
        super().__init__(command, host, port, title="llmwolf", templates_path=page)
        self._listening = listening
        places = [f"{name}:{port}" for name in (host, "localhost")]
        self._origins = {f"http://{place}" for place in places}
        self._policy = (
            "default-src 'self'; frame-ancestors 'none'; "
            "style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
            f"connect-src 'self' {' '.join(f'ws://{place}' for place in places)}"
        )

    async def on_startup(self, app: web.Application) -> None:
        """No banner."""

    async def _make_app(self) -> web.Application:
        """As the base does, with a policy on every answer."""
        app = await super()._make_app()
        app.on_response_prepare.append(self._tell_policy)
        return app

    async def _tell_policy(self, request: web.Request, response: web.StreamResponse) -> None:
        response.headers["Content-Security-Policy"] = self._policy

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
