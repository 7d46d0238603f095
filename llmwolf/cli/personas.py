"""``llmwolf personas``: who can sit at a table, what they are like, and whether a file is as it should be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from llmwolf.cli.common import LANG, explained, language

if TYPE_CHECKING:
    from llmwolf.players.personas import Persona

_SAMPLE_SEEDS = range(7, 12)


@click.group(invoke_without_command=True)
@LANG
@click.pass_context
def personas(context: click.Context, lang: str | None) -> None:
    """List the characters that bots and models can play as; a broken file is told, and ends with exit 1."""
    if context.invoked_subcommand is not None:
        return
    from llmwolf.players.personas import PersonaError, load_persona, persona_files
    from llmwolf.resources import data_dir

    lang = language(context, lang)
    own = " (your own)" if lang == "en" else "（自己的）"
    shipped = data_dir("personas").resolve()
    broken = []
    for name, path in persona_files().items():
        try:
            persona = load_persona(path)
        except PersonaError as error:
            broken.append(error.told(lang))
            continue
        mark = "" if path.parent.resolve() == shipped else own
        style = persona.style(lang)
        told = " · ".join(part for part in (style.who, style.temper) if part)
        click.echo(
            f"{name:<12} {_marks(persona, lang)}  {persona.name(lang)}{mark}{' · ' * bool(told)}{told}"
        )
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
@click.argument("name", metavar="ID")
@LANG
@click.pass_context
def show(context: click.Context, name: str, lang: str | None) -> None:
    """Show a character: its fields, what a model is told of it, and how it speaks as a bot."""
    from llmwolf.players.personas import find_persona, persona_text

    lang = language(context, lang)
    with explained(lang):
        persona = find_persona(name)
    english = lang == "en"
    style, voice = persona.style(lang), persona.voice(lang)
    told = persona_text(persona, lang)
    rows = (
        ("type", "类型", style.who),
        ("temper", "性格", style.temper),
        ("talks", "说话", style.talk),
        ("plays", "打法", style.play),
        ("opens with", "开场", _listed(voice.openers)),
        ("in between", "口头语", _listed(voice.fillers)),
        ("ends with", "收尾", _listed(voice.closers)),
        ("to a model", "告诉模型", f"{told} [{len(told)}]" if told else ""),
        ("as a bot", "电脑发言", _sample(persona, lang)),
    )
    click.echo(f"{persona.name(lang)} ({persona.id}, {persona.digest})  {_marks(persona, lang)}")
    for en, zh, text in rows:
        if text:
            click.echo(f"{en}: {text}" if english else f"{zh}：{text}")


def _listed(phrases: tuple[str, ...]) -> str:
    return " / ".join(phrase.strip() for phrase in phrases)


def _sample(persona: Persona, lang: str) -> str:
    """A day's speech of the character in fixed games of bots that are all it.

    The first one that opens in its own way, otherwise the first.
    """
    from llmwolf.boards import find_board, spec_for
    from llmwolf.players.bots import make_bot
    from llmwolf.roles import registry
    from llmwolf.rules.events import Spoke
    from llmwolf.rules.game import Game
    from llmwolf.table.quick import play

    shapes = (opener.partition("{")[0].strip().lower() for opener in persona.voice(lang).openers)
    own = tuple(shape for shape in shapes if shape)
    first = ""
    for seed in _SAMPLE_SEEDS:
        game = Game(spec_for(find_board("standard-9"), seed), registry())
        play(game, {seat: make_bot(seat, "normal", seed, persona, lang) for seat in range(1, 10)})
        said = [e.text for e in game.log if isinstance(e, Spoke) and e.stage == "speech" and e.text]
        first = first or next(iter(said), "")
        if found := next((text for text in said if text.lower().startswith(own)), ""):
            return found
    return first


@personas.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@LANG
@click.pass_context
def check(context: click.Context, files: tuple[Path, ...], lang: str | None) -> None:
    """Check persona files. Exit 1 if one is not as it should be."""
    from llmwolf.players.personas import PersonaError, load_persona
    from llmwolf.players.voicing import misheard

    lang = language(context, lang)
    wrong = 0
    for path in files:
        try:
            persona = load_persona(path)
        except PersonaError as error:
            wrong += 1
            click.echo(f"✗ {error.told(lang)}")
            continue
        click.echo(f"✓ {path}: {persona.zh} / {persona.en} ({persona.digest})")
        for phrase in misheard(persona):
            zh = f"{phrase!r} 会让别人听错句子的意思：换一个说法为好"
            en = f"{phrase!r} changes how the others understand a sentence: better another phrase"
            click.echo(f"  ! {en if lang == 'en' else zh}")
    if wrong:
        raise click.exceptions.Exit(1)
