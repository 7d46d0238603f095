"""``llmwolf serve``: the terminal app as a page of this machine."""

from __future__ import annotations

import shlex
import socket
import sys

import click

from llmwolf.cli.common import LANG, SEED, explained, interruptible, language

HOST = "127.0.0.1"
"""Whoever reaches the page plays with this user's rights and keys; nobody else is to reach it."""


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free one."
)
@click.option("--board", default=None, help="Start with this board chosen.")
@click.option("--seed", type=SEED, default=None, help="Start with this seed.")
@click.option("--model", default=None, help="Start with this model chosen.")
@click.option("--base-url", default=None, help="Start with this endpoint chosen.")
@LANG
@click.pass_context
def serve(context: click.Context, /, port: int, lang: str | None, **chosen: object) -> None:
    """Run the terminal app in the browser, at 127.0.0.1, until Ctrl+C; each page is a table of its own.

    Needs the extra: pip install 'llmwolf[web]'.
    """
    from importlib.util import find_spec

    lang = language(context, lang)
    zh = lang != "en"
    if find_spec("textual_serve") is None:
        raise click.ClickException(
            "没有安装网页版；pip install 'llmwolf[web]'"
            if zh
            else "the browser version is not installed; pip install 'llmwolf[web]'"
        )
    with explained(lang), interruptible():
        if isinstance(board := chosen["board"], str):
            from llmwolf.boards import find_board

            find_board(board)  # a mistake is told here, not in the browser
        options = {"lang": lang, **chosen}
        words = [
            word
            for name, value in options.items()
            if value is not None
            for word in (f"--{name.replace('_', '-')}", str(value))
        ]
        from llmwolf.tui.web import LocalServer

        def ready(url: str) -> None:
            click.echo(url)
            click.echo(
                "在浏览器里打开；结束：Ctrl+C" if zh else "open it in a browser; stop: Ctrl+C", err=True
            )

        with _listening(port, zh) as here:
            server = LocalServer(shlex.join([sys.executable, "-m", "llmwolf.cli", *words]), here)
            server.serve_until_stopped(ready)


def _listening(port: int, zh: bool) -> socket.socket:
    """A socket at ``port``, or at a free one where it is 0; a port that is taken is told in one line."""
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        why = error.strerror or str(error)
        raise click.ClickException(
            f"端口 {port} 不能用（{why}）；换一个：--port 0 选一个空闲的"
            if zh
            else f"port {port} cannot be used ({why}); try another: --port 0 takes a free one"
        ) from None
