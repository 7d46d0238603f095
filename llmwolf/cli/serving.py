"""``llmwolf serve-model``: a model file on this machine, served to the table."""

from __future__ import annotations

import time
from pathlib import Path

import click

from llmwolf.cli.common import LANG, explained, interruptible, language


@click.command("serve-model")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="0: any free one.")
@click.option(
    "--context", "window", type=click.IntRange(512), default=8192, show_default=True, help="Tokens."
)
@click.option("--parallel", type=click.IntRange(1, 64), default=1, show_default=True, help="Replies at once.")
@click.option(
    "--threads", type=click.IntRange(1, 256), default=None, help="Default: the machine's cores but one."
)
@LANG
@click.pass_context
def serve_model(
    context: click.Context,
    file: Path,
    port: int,
    window: int,
    parallel: int,
    threads: int | None,
    lang: str | None,
) -> None:
    """Serve the GGUF model FILE at 127.0.0.1 with llama.cpp's server, until Ctrl+C.

    Needs the extra: pip install 'llmwolf[local]'. The window is shared by the replies at once.
    """
    import os

    from llmwolf.llm.local import LocalServer

    lang = language(context, lang)
    english = lang == "en"
    count = threads or max(1, (os.cpu_count() or 2) - 1)
    with explained(lang), interruptible():
        click.echo(f"loading {file.name} …" if english else f"正在载入 {file.name} …", err=True)
        with LocalServer(file, window, parallel, count, port) as server:
            click.echo(server.base_url)
            hint = f"llmwolf --base-url {server.base_url} --model {server.endpoint.model}"
            click.echo(f"play: {hint}\nstop: Ctrl+C" if english else f"开局：{hint}\n结束：Ctrl+C", err=True)
            while server.running:
                time.sleep(0.5)
            how = server.exit_code
            raise click.ClickException(
                f"the model server ended by itself ({how})" if english else f"模型服务意外结束（{how}）"
            )
