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
    Exit 0: it works; 1: it works with limits; 2: it cannot be used.
    """
    from llmwolf.llm.config import load_config
    from llmwolf.llm.endpoint import EndpointError
    from llmwolf.llm.remedy import name_for, toml_lines

    lang = language(context, lang)
    with interruptible(), explained(lang):
        try:
            config = load_config(os.environ)
            spec = config.model(model or "", base_url or "")
        except EndpointError as error:
            if not as_json:
                raise
            told: dict[str, object] = {"model": model, "exit": 2, "findings": [], "error": str(error)}
            click.echo(json.dumps(told, ensure_ascii=False))
            raise click.exceptions.Exit(2) from None
        found = asyncio.run(_look(spec, lang, tell=not as_json))
    code = max(_CODES[finding.state] for finding in found)
    changes = {name: value for finding in found for name, value in finding.changes.items()}
    configured = spec.name in config.names
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


async def _look(spec: ModelSpec, lang: str, tell: bool) -> list[Finding]:
    from llmwolf.llm.doctor import examine

    def progress(step: str) -> None:
        if tell:
            click.echo(step, err=True)

    found = []
    async for finding in examine(spec, lang, progress):
        found.append(finding)
        if tell:
            click.echo(f"{_MARKS[finding.state]} {finding.text}")
            if finding.advice:
                click.echo(f"  → {finding.advice}")
    return found
