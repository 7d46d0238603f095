"""``llmwolf arena toy-model``: something in a model's place, to try plans and prompts without a key."""

from __future__ import annotations

import asyncio

import click

from llmwolf.cli.common import LANG, explained, interruptible, language

_PORT = 8085


@click.command("toy-model")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=_PORT, show_default=True, help="0: any free one."
)
@LANG
@click.pass_context
def toy_model(context: click.Context, port: int, lang: str | None) -> None:
    """Serve a toy in a model's place at 127.0.0.1, until Ctrl+C: to try plans and prompts without a key.

    It is no language model. It reads the question, its card, its checks and the claims on the fact sheet,
    and plays by these; what a prompt leaves out it does not know (docs/worked-example.md).
    """
    lang = language(context, lang)
    with explained(lang), interruptible():
        asyncio.run(_serve(port, lang == "en"))


async def _serve(port: int, english: bool) -> None:
    from llmwolf.bench.toy.server import NAME, serving

    try:
        async with serving(port) as url:
            click.echo(url)
            how = f'model = "{NAME}", base_url = "{url}"'
            click.echo(
                f"in a plan: {how}\nstop: Ctrl+C" if english else f"写进计划：{how}\n结束：Ctrl+C", err=True
            )
            await asyncio.Event().wait()
    except OSError as error:
        zh = f"端口 {port} 用不了（{error.strerror}）；换一个 --port"
        en = f"port {port} cannot be had ({error.strerror}); try another --port"
        raise click.ClickException(en if english else zh) from None
