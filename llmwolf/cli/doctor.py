"""``llmwolf doctor``: is a model's endpoint fit for a table, and what should be changed."""

from __future__ import annotations

import asyncio
import json
import os
from typing import TYPE_CHECKING

import click

from llmwolf.cli.common import JSON, LANG, explained, interruptible, language

if TYPE_CHECKING:
    from llmwolf.llm.config import ModelSpec
    from llmwolf.llm.doctor import Finding

_MARKS = {"good": "✓", "limited": "!", "bad": "✗"}


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

    Reachable, key, JSON mode, streaming, speed, tokens, Chinese, five questions about the rules.
    Exit 0: it works; 1: it works with limits; 2: it cannot be used.
    """
    from llmwolf.llm.config import load_config
    from llmwolf.llm.endpoint import EndpointError

    lang = language(context, lang)
    with interruptible(), explained():
        try:
            spec = load_config(os.environ).model(model or "", base_url or "")
        except EndpointError as error:
            if not as_json:
                raise
            click.echo(json.dumps({"model": model, "findings": [], "error": str(error)}, ensure_ascii=False))
            raise click.exceptions.Exit(2) from None
        found = asyncio.run(_look(spec, lang, tell=not as_json))
    if as_json:
        rows = [{"name": f.name, "state": f.state, "text": f.text, "advice": f.advice} for f in found]
        told = {"model": spec.endpoint.model, "base_url": spec.endpoint.base_url, "findings": rows}
        click.echo(json.dumps(told, ensure_ascii=False))
    states = {finding.state for finding in found}
    if states != {"good"}:
        raise click.exceptions.Exit(2 if "bad" in states else 1)


async def _look(spec: ModelSpec, lang: str, tell: bool) -> list[Finding]:
    from llmwolf.llm.doctor import examine

    found = []
    async for finding in examine(spec, lang):
        found.append(finding)
        if tell:
            click.echo(f"{_MARKS[finding.state]} {finding.text}")
            if finding.advice:
                click.echo(f"  → {finding.advice}")
    return found
