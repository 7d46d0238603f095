"""Commands that look things up: ``boards`` and ``rules``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from llmwolf.cli.common import CARDS, JSON, LANG, explained, language, with_cards


@click.group(invoke_without_command=True)
@click.option("--all", "every", is_flag=True, help="List the boards of a family one by one.")
@JSON
@LANG
@click.pass_context
def boards(context: click.Context, every: bool, as_json: bool, lang: str | None) -> None:
    """The boards that can be played."""
    if context.invoked_subcommand is not None:
        return
    from llmwolf.boards import boards as shipped
    from llmwolf.cli.boardbook import line, listing, row

    lang = language(context, lang)
    if as_json:
        rows = [row(board, lang) for board in shipped().values()]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    elif every:
        click.echo("\n".join(line(board, lang) for board in shipped().values()))
    else:
        click.echo("\n".join(listing(lang)))


@boards.command()
@click.argument("board", metavar="ID")
@CARDS
@JSON
@LANG
@click.pass_context
def show(context: click.Context, board: str, cards: str | None, as_json: bool, lang: str | None) -> None:
    """A board: cards, order of the night, own rules, disputes, win shares. ID may be a board file."""
    from llmwolf.boards import find_board
    from llmwolf.cli.boardbook import details, page

    lang = language(context, lang)
    with explained(lang):
        found = find_board(with_cards(board, cards))
    if as_json:
        click.echo(json.dumps(details(found, lang), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(page(found, lang)))


@boards.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@JSON
@LANG
@click.pass_context
def check(context: click.Context, file: Path, as_json: bool, lang: str | None) -> None:
    """Whether a board file can be played; exit 2 with the reason if not."""
    from llmwolf.boards import load_board
    from llmwolf.cli.boardbook import line, row

    lang = language(context, lang)
    with explained(lang):
        board = load_board(file)
    if as_json:
        click.echo(json.dumps({"ok": True, **row(board, lang)}, ensure_ascii=False, indent=2))
    else:
        click.echo(f"{'can be played' if lang == 'en' else '可以开局'}: {line(board, lang)}")


@click.command()
@click.option("--profile", default=None, help="Whose rules (default: official).")
@click.option("--board", default=None, help="The rules of this board instead of a profile's.")
@click.option("--diff", default=None, metavar="PROFILE", help="Only what differs from this profile.")
@JSON
@LANG
@click.pass_context
def rules(
    context: click.Context,
    profile: str | None,
    board: str | None,
    diff: str | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """The house rules of a profile: every switch with value, choices, why, and where it comes from."""
    from llmwolf.boards import find_board
    from llmwolf.boards import profile as find_profile
    from llmwolf.cli.switches import group_name, rows

    lang = language(context, lang)
    if profile and board:
        raise click.UsageError(
            "a board has its own profile: give --profile or --board, not both"
            if lang == "en"
            else "板子自带规则：--profile 和 --board 只能给一个"
        )
    with explained(lang):
        home = find_board(board).profile if board else find_profile(profile or "official")
        values = find_board(board).rules if board else home.rules
        other = find_profile(diff) if diff else None
    listed = rows(values, home, other.rules if other else None)
    if as_json:
        click.echo(json.dumps([row.as_json(home) for row in listed], ensure_ascii=False, indent=2))
        return
    en = lang == "en"
    click.echo(f"{board or home.id}  {home.en if en else home.zh}")
    click.echo(f"{'taken from: ' if en else '出自：'}{home.document[en]}")
    group = ""
    for row in listed:
        if row.group != group:
            group = row.group
            click.echo(f"\n== {group_name(group, lang)}")
        click.echo("\n".join(row.lines(lang, other.id if other else "")))
    if not listed:
        click.echo("no difference" if en else "没有不同")
