"""``llmwolf doctor``: is a model's endpoint fit for a table, and what should be changed."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import TYPE_CHECKING

import click

from llmwolf.cli.common import JSON, LANG, explained, interruptible, language
from llmwolf.cli.modelseats import given

if TYPE_CHECKING:
    from llmwolf.llm.config import Config, ModelSpec
    from llmwolf.llm.findings import Finding

_MARKS = {"good": "✓", "limited": "!", "bad": "✗"}
_CODES = {"good": 0, "limited": 1, "bad": 2}


@click.command()
@click.option("--model", default=None, help="Model: a name of llmwolf.toml, preset:model, or its own name.")
@click.option("--base-url", envvar="OPENAI_BASE_URL", default=None, help="OpenAI-compatible endpoint.")
@JSON
@LANG
@click.pass_context
def doctor(
    context: click.Context, model: str | None, base_url: str | None, as_json: bool, lang: str | None
) -> None:
    """Look a model's endpoint over.

    Reachable, key, model, JSON mode, streaming, speed, tokens, Chinese, five questions about the rules.
    Where --base-url is given alone, the only model there is taken, or those that there are are told.
    Exit 0: it works; 1: it works with limits; 2: it cannot be used.
    """
    from llmwolf.llm.config import load_config
    from llmwolf.llm.endpoint import EndpointError
    from llmwolf.llm.remedy import name_for, toml_lines

    lang = language(context, lang)
    with interruptible(), explained(lang):
        try:
            config = load_config(os.environ)
            spec = _named(config, model or "", base_url or "", lang)
        except EndpointError as error:
            if not as_json:
                raise
            told: dict[str, object] = {"model": model, "exit": 2, "findings": [], "error": str(error)}
            click.echo(json.dumps(told, ensure_ascii=False))
            raise click.exceptions.Exit(2) from None
        found = asyncio.run(_look(spec, lang, tell=not as_json))
    code = max(_CODES[finding.state] for finding in found)
    changes = {name: value for finding in found for name, value in finding.changes.items()}
    configured = bool(spec.entry)
    lines = toml_lines(spec, changes, configured)
    if as_json:
        click.echo(json.dumps(_told(spec, found, code, lines), ensure_ascii=False))
    elif lines:
        called = spec.name if configured else name_for(spec)
        zh, en = f"写进 llmwolf.toml，再用 --model {called}：", f"for llmwolf.toml; then --model {called}:"
        click.echo("\n".join((en if lang == "en" else zh, *(f"  {line}" for line in lines))))
    if code:
        raise click.exceptions.Exit(code)


def _told(spec: ModelSpec, found: list[Finding], code: int, lines: list[str]) -> dict[str, object]:
    rows = [
        {"name": f.name, "state": f.state, "text": f.text, "advice": f.advice, "changes": dict(f.changes)}
        for f in found
    ]
    return {
        "model": spec.endpoint.model,
        "base_url": spec.endpoint.base_url,
        "exit": code,
        "findings": rows,
        "toml": lines,
    }


def _named(config: Config, model: str, base_url: str, lang: str) -> ModelSpec:
    """The model to look at: the only one of an address that is given alone."""
    from llmwolf.llm.listing import listing_of, only_model

    if model or not given(base_url) or os.environ.get("OPENAI_MODEL"):
        return config.model(model, base_url)
    asked = config.model("?", base_url)  # any name: what is asked for is the list
    listing = asyncio.run(listing_of(asked.endpoint, asked.patience))
    only = only_model(listing, asked.endpoint.base_url)
    zh, en = f"那里只有一个模型：{only}", f"the only model there: {only}"
    click.echo(en if lang == "en" else zh, err=True)
    return config.model(only, base_url)


async def _look(spec: ModelSpec, lang: str, tell: bool) -> list[Finding]:
    from llmwolf.llm.detailwords import one_line
    from llmwolf.llm.doctor import examine

    live = tell and sys.stderr.isatty()

    def progress(step: str) -> None:
        if tell:
            click.echo(step, err=True)

    def count(done: int, of: int) -> None:
        if live:
            click.echo(f"\r  {done}/{of}", err=True, nl=done == of)

    found = []
    async for finding in examine(spec, lang, progress, count):
        found.append(finding)
        if tell:
            click.echo(f"{_MARKS[finding.state]} {one_line(finding.text)}")
            if finding.advice:
                click.echo(f"  → {one_line(finding.advice)}")
    return found
