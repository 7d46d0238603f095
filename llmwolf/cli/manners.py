"""``llmwolf etiquette``: what the 遗言版 calls bad manners (S-3), and words against the record."""

from __future__ import annotations

import json
from pathlib import Path

import click

from llmwolf.cli.common import JSON, LANG, explained, language


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@JSON
@LANG
@click.pass_context
def etiquette(context: click.Context, file: Path, as_json: bool, lang: str | None) -> None:
    """Point out breaches of table manners in a record: 死民不认预言家, 活民不认狼, 不贴脸, 不情绪, 不场外.

    Also words against the record, against what the speaker said before, and after the game against what he
    knew. Nothing is enforced; each finding gives the event's number and quotes the words.
    """
    from llmwolf.coach.claims.kinds import KINDS
    from llmwolf.coach.etiquette import Finding, breaches
    from llmwolf.coach.room import study
    from llmwolf.record.errors import RecordError
    from llmwolf.record.reader import read
    from llmwolf.record.verify import refold

    with explained(language(context, lang)):
        game, difference = refold(read(file))
        if difference:
            raise RecordError(f"{file.name} does not hold, see `llmwolf verify`: {difference}")
    found = study(game)
    listed = (*found.findings, *(found.after.findings if found.after else ()))
    against = [Finding(KINDS[one.kind], one.seat, one.day, one.number, one.quote.text) for one in listed]
    breached = sorted([*breaches(game), *against], key=lambda finding: finding.event)
    if as_json:
        keys = ("rule", "seat", "day", "event", "quote")
        rows = [dict(zip(keys, (f.rule[0], *f[1:]), strict=True)) for f in breached]
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    english = language(context, lang) == "en"
    for f in breached:
        day = f"day {f.day}, seat {f.seat}" if english else f"第{f.day}天 {f.seat}号"
        click.echo(f"#{f.event} {day} · {f.rule[english]}: {f.quote}")
    if not breached:
        click.echo("nothing found" if english else "没有发现违反礼仪或与记录不符的发言")
