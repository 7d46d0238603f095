"""``llmwolf models``: which models are configured, which services are known, what they cost."""

from __future__ import annotations

import os

import click

from llmwolf.cli.common import LANG, explained, language


@click.command()
@LANG
@click.pass_context
def models(context: click.Context, lang: str | None) -> None:
    """List the models of llmwolf.toml and the known services.

    Keys are never shown, only whether they are set.
    """
    from llmwolf.llm.config import config_paths, load_config
    from llmwolf.llm.endpoint import EndpointError
    from llmwolf.llm.presets import presets
    from llmwolf.llm.prices import prices

    english = language(context, lang) == "en"

    def say(zh: str, en: str) -> None:
        click.echo(en if english else zh)

    with explained():
        config = load_config(os.environ)
    if config.path is None:
        places = " / ".join(map(str, config_paths()))
        say(
            f"没有 llmwolf.toml（会在这里找：{places}）", f"there is no llmwolf.toml (looked for at {places})"
        )
    else:
        click.echo(str(config.path))
        for name in config.names:
            mark = "*" if name == config.default else " "
            try:
                spec = config.model(name)
            except EndpointError as error:
                click.echo(f"{mark} {name:<16} ✗ {error}")
                continue
            cost = "?" if spec.price is None else f"${spec.price.prompt:g}/${spec.price.completion:g}"
            click.echo(f"{mark} {name:<16} ✓ {spec.endpoint}  {cost}")
    say("\n服务（--model 服务:模型）", "\nservices (--model SERVICE:MODEL)")
    for name, preset in presets().items():
        held = (
            "" if not preset.key_env else f"{'✓' if os.environ.get(preset.key_env) else '·'} {preset.key_env}"
        )
        click.echo(f"  {name:<12} {preset.base_url:<58} {held}")
    say(
        "\n已知价格（美元/百万词元：输入/缓存/输出）；会变，以 llmwolf.toml 中写的为准",
        "\nknown prices (US dollars a million tokens: prompt/cached/completion);"
        " they change, llmwolf.toml overrides",
    )
    for name, price in prices().items():
        told = f"{price.prompt:g}/{price.cached:g}/{price.completion:g}"
        click.echo(f"  {name:<28} {told}  {price.as_of}  {price.source}")
