"""``llmwolf models``: which models are configured, which services are known, what they cost."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from llmwolf.cli.common import LANG, explained, language

if TYPE_CHECKING:
    from llmwolf.llm.config import Config


@click.command()
@LANG
@click.pass_context
def models(context: click.Context, lang: str | None) -> None:
    """List the models of llmwolf.toml and of the environment, and the known services.

    Keys are never shown, only whether they are set. Exit 1 if a model has a persona or a prompt set that
    there is not, 2 if the file is not as it should be.
    """
    from llmwolf.llm.config import config_paths, load_config
    from llmwolf.llm.presets import presets
    from llmwolf.llm.prices import prices

    lang = language(context, lang)

    def say(zh: str, en: str) -> None:
        click.echo(en if lang == "en" else zh)

    with explained(lang):
        config = load_config(os.environ)
    wrong: list[str] = []
    if config.path is None:
        places = " / ".join(map(str, config_paths()))
        say(
            f"没有 llmwolf.toml（会在这里找：{places}）", f"there is no llmwolf.toml (looked for at {places})"
        )
    else:
        click.echo(str(config.path))
        wrong = _configured(config, lang)
    _of_environment(config, lang)
    say("\n服务（--model 服务:模型）", "\nservices (--model SERVICE:MODEL)")
    keys = {name: preset.key_env for name, preset in presets().items()}
    held = [f"{'✓' if os.environ.get(key) else '·'} {key}" if key else "" for key in keys.values()]
    _table([(name, preset.base_url) for name, preset in presets().items()], held)
    say(
        "\n已知价格（美元/百万词元：输入/缓存/输出）；会变，以 llmwolf.toml 中写的为准",
        "\nknown prices (US dollars a million tokens: prompt/cached/completion);"
        " they change, llmwolf.toml overrides",
    )
    known = prices().values()
    told = [(name, f"{p.prompt:g}/{p.cached:g}/{p.completion:g}") for name, p in prices().items()]
    _table(told, [f"{price.as_of}  {price.source}" for price in known])
    if wrong:
        raise click.exceptions.Exit(1)


def _configured(config: Config, lang: str) -> list[str]:
    """Print the models of the file; returns what is wrong with them beside keys that are not set."""
    from llmwolf.llm.detailwords import one_line
    from llmwolf.llm.endpoint import EndpointError

    wide = max((len(name) for name in config.names), default=0)
    wrong: list[str] = []
    for name in config.names:
        mark = f"{'*' if name == config.default else ' '} {one_line(name):<{wide}}"
        try:
            spec = config.model(name)
        except EndpointError as error:
            click.echo(f"{mark}  ✗ {error.told(lang)}")
        else:
            cost = "?" if spec.price is None else f"${spec.price.prompt:g}/${spec.price.completion:g}"
            click.echo(f"{mark}  ✓ {spec.endpoint}  {cost}")
        for fault in _faults(config, name, lang):
            click.echo(f"  {'':<{wide}}  ✗ {fault}")
            wrong.append(fault)
    return wrong


def _of_environment(config: Config, lang: str) -> None:
    """Print the model that the environment names, which is the default one where the file has none."""
    from llmwolf.llm.config import Config
    from llmwolf.llm.endpoint import EndpointError

    if not config.env.get("OPENAI_MODEL"):
        return
    mark = " " if config.default else "*"
    place = "OPENAI_MODEL"
    try:
        spec = Config(config.env).model()
    except EndpointError as error:
        click.echo(f"{mark} {place}  ✗ {error.told(lang)}")
    else:
        click.echo(f"{mark} {place}  ✓ {spec.endpoint}")


def _faults(config: Config, name: str, lang: str) -> list[str]:
    """Which of the persona and the prompt set that the file gives the model ``name`` there are not."""
    from llmwolf.llm.prompt import PromptError, prompt_set
    from llmwolf.players.personas import PersonaError, find_persona

    faults = []
    persona, prompt = config.dressed(name)
    try:
        if persona:
            find_persona(persona)
    except PersonaError as error:
        faults.append(f"persona: {error.told(lang)}")
    try:
        prompt_set(prompt)
    except PromptError as error:
        faults.append(f"prompt: {error.told(lang)}")
    return faults


def _table(rows: Sequence[tuple[str, str]], last: Sequence[str]) -> None:
    """Print ``rows`` of two columns as wide as they must be, each with its ``last`` cell."""
    first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
    for (left, right), end in zip(rows, last, strict=True):
        click.echo(f"  {left:<{first}}  {right:<{second}}  {end}".rstrip())
