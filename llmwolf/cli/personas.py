"""``llmwolf personas``: who can sit at a table, what a character is like, whether a file is as it should be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from llmwolf.cli.common import LANG, explained, language

if TYPE_CHECKING:
    from llmwolf.players.personas import Persona

_SAMPLE_SEED = 7


@click.group(invoke_without_command=True)
@LANG
@click.pass_context
def personas(context: click.Context, lang: str | None) -> None:
    """List the characters that bots and models can play as."""
    if context.invoked_subcommand is not None:
        return
    from llmwolf.players.personas import PersonaError, load_persona, persona_files

    lang = language(context, lang)
    broken = []
    for name, path in persona_files().items():
        try:
            persona = load_persona(path)
        except PersonaError as error:
            broken.append(str(error))
            continue
        click.echo(f"{name:<12} {_marks(persona, lang)}  {persona.name(lang)} · {persona.style(lang).temper}")
    for line in broken:
        click.echo(f"✗ {line}", err=True)
    if broken:
        raise click.exceptions.Exit(1)


def _marks(persona: Persona, lang: str) -> str:
    """The three numbers in a fixed width."""
    words = ("words", "bold", "lead") if lang == "en" else ("话量", "胆量", "带队")
    numbers = (f"{persona.wordiness:.2f}", f"{persona.boldness:>3}", f"{persona.lead:>3}")
    return " ".join(f"{word} {number}" for word, number in zip(words, numbers, strict=True))


@personas.command()
@click.argument("name")
@LANG
@click.pass_context
def show(context: click.Context, name: str, lang: str | None) -> None:
    """Show a character, what a model is told of it, and how it speaks as a bot."""
    from llmwolf.players.personas import find_persona, persona_text

    lang = language(context, lang)
    with explained():
        persona = find_persona(name)
    english = lang == "en"
    voice = persona.voice(lang)
    labels = (
        ("to a model", "opens with", "in between", "ends with", "as a bot")
        if english
        else ("告诉模型", "开场", "口头语", "收尾", "电脑发言")
    )
    lists = (
        " / ".join(part.strip() for part in part_of)
        for part_of in (voice.openers, voice.fillers, voice.closers)
    )
    told = (persona_text(persona, lang) or ("nothing" if english else "无"), *lists, _sample(persona, lang))
    click.echo(f"{persona.name(lang)} ({persona.id}, {persona.digest})  {_marks(persona, lang)}")
    for label, text in zip(labels, told, strict=True):
        click.echo(f"{label}{': ' if english else '：'}{text}")


def _sample(persona: Persona, lang: str) -> str:
    """What the character says as the bot of seat 5 in its first day's speech of a fixed game."""
    from llmwolf.boards import find_board, spec_for
    from llmwolf.players.bots import make_bot
    from llmwolf.roles import registry
    from llmwolf.rules.events import Spoke
    from llmwolf.rules.game import Game
    from llmwolf.table.quick import play

    game = Game(spec_for(find_board("standard-9"), _SAMPLE_SEED), registry())
    seats = range(1, 10)
    play(game, {seat: make_bot(seat, "normal", _SAMPLE_SEED, persona, lang) for seat in seats})
    return next(e.text for e in game.log if isinstance(e, Spoke) and e.seat == 5 and e.stage == "speech")


@personas.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def check(files: tuple[Path, ...]) -> None:
    """Check persona files. Exit 1 if one is not as it should be."""
    from llmwolf.players.personas import PersonaError, load_persona

    wrong = 0
    for path in files:
        try:
            persona = load_persona(path)
        except PersonaError as error:
            wrong += 1
            click.echo(f"✗ {error}")
        else:
            click.echo(f"✓ {path.name}: {persona.zh} / {persona.en} ({persona.digest})")
    if wrong:
        raise click.exceptions.Exit(1)
