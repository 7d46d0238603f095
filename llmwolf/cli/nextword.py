"""``llmwolf next``: several agents at one moment of a saved game, side by side."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from llmwolf.cli.common import JSON, LANG, explained, interruptible, language

if TYPE_CHECKING:
    from llmwolf.arena.moment import Moment
    from llmwolf.arena.nextword import Word
    from llmwolf.arena.plan import Agent
    from llmwolf.rules.claims import Claim

_WIDE = 160
"""Columns where there is no terminal."""


@click.command(name="next")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--at",
    "where",
    required=True,
    metavar="MOMENT",
    help="An event's number, or day-2-speech-5, day-1-vote-3 …",
)
@click.option("--seat", type=click.IntRange(1), default=None, help="Whose question, where several are asked.")
@click.option(
    "--agent", "told", multiple=True, required=True, metavar="AGENT",
    help="expert, service:model, or MODEL,prompt=SET,temperature=0.2; with --plan an id of that plan.",
)  # fmt: skip
@click.option(
    "--plan",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="A plan whose agents are meant.",
)
@click.option(
    "--max-cost", type=click.FloatRange(min=0), default=0.0, help="US dollars for all calls (0: any)."
)
@click.option("--max-tokens", type=click.IntRange(min=0), default=0, help="Tokens for all calls (0: any).")
@JSON
@LANG
@click.pass_context
def next_word(
    context: click.Context,
    file: Path,
    where: str,
    seat: int | None,
    told: tuple[str, ...],
    plan: Path | None,
    max_cost: float,
    max_tokens: int,
    as_json: bool,
    lang: str | None,
) -> None:
    """What each agent would say or do at one moment of the game in FILE: one question, one call each.

    The answer in the record stands beside theirs. Bots need no key. Exits with 1 where nobody answers.
    """
    lang = language(context, lang)
    with explained(lang), interruptible():
        from llmwolf.arena.moment import find_moment
        from llmwolf.arena.nextword import ask_all
        from llmwolf.llm.budget import Budget

        moment = find_moment(file, where, seat)
        words = ask_all(moment, _agents(told, plan), told, lang, Budget(max_tokens, max_cost))
    if as_json:
        click.echo(json.dumps(_as_json(moment, words), ensure_ascii=False))
    else:
        _print(moment, words, lang)
    if all(word.answer is None for word in words):
        context.exit(1)


def _agents(told: tuple[str, ...], plan: Path | None) -> list[Agent]:
    from llmwolf.arena.errors import ArenaError
    from llmwolf.arena.nextword import agent_of
    from llmwolf.arena.plan import hint, read_plan

    if plan is None:
        return [agent_of(text, number) for number, text in enumerate(told, 1)]
    known = {agent.id: agent for agent in read_plan(plan).agents}
    if strange := next((name for name in told if name not in known), ""):
        zh, en = hint(strange, known)
        raise ArenaError((f"{plan} 里没有 agent {strange!r}；{zh}", f"{plan}: no agent {strange!r}; {en}"))
    return [known[name] for name in told]


def _as_json(moment: Moment, words: list[Word]) -> dict[str, Any]:
    recorded = None
    if moment.said is not None:
        said = moment.said
        recorded = _answer(said.verb, said.targets, said.text, said.claims)
    return {
        "event": moment.event, "day": moment.day, "stage": moment.stage, "seat": moment.sitter.seat,
        "recorded": recorded,
        "agents": [
            {
                "agent": word.agent,
                "answer": None
                if (one := word.answer) is None
                else {**_answer(one.verb, one.targets, one.text, one.claims), "thought": one.thought},
                "failure": word.failure,
                "calls": word.log.as_dict(),
            }
            for word in words
        ],
    }  # fmt: skip


def _answer(verb: str, targets: tuple[int, ...], text: str, claims: tuple[Claim, ...]) -> dict[str, Any]:
    from dataclasses import asdict

    return {"verb": verb, "targets": targets, "text": text, "claims": [asdict(claim) for claim in claims]}


def _print(moment: Moment, words: list[Word], lang: str) -> None:
    from rich.console import Console
    from rich.table import Table

    from llmwolf.rules.words import clean

    english = lang == "en"
    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else _WIDE)
    console.print(clean(moment.told(lang)), style="bold")
    columns: list[tuple[str, str, str]] = []
    if moment.said is not None:
        said, sitter = moment.said, moment.sitter
        who = f"{'record' if english else '记录'}: {sitter.model or sitter.level or sitter.player}"
        columns.append((who, _done(moment, said.verb, said.targets, said.text, said.claims, lang), ""))
    for word in words:
        one = word.answer
        if one is None:
            told = f"{'no answer' if english else '没有答案'}: {word.failure}"
        else:
            told = _done(moment, one.verb, one.targets, one.text, one.claims, lang)
        thought = f"{'thought' if english else '想法'}: {one.thought}" if one and one.thought else ""
        counted = word.log.line(lang) if word.log.calls else ""
        columns.append((word.agent, told, "\n".join(filter(None, (thought, counted)))))
    table = Table(show_lines=True)
    for name, _, _ in columns:
        table.add_column(clean(name), overflow="fold", ratio=1)
    table.add_row(*(_lines(told) for _, told, _ in columns))
    if any(below for _, _, below in columns):
        table.add_row(*(_lines(below) for _, _, below in columns))
    console.print(table)


def _lines(text: str) -> str:
    from llmwolf.rules.words import clean

    return "\n".join(clean(line) for line in text.splitlines())


def _done(
    moment: Moment, verb: str, targets: tuple[int, ...], text: str, claims: tuple[Claim, ...], lang: str
) -> str:
    """An answer for people: what was said and claimed, or what was done to whom."""
    from llmwolf.players.phrases.asking import choice_label, say_claim
    from llmwolf.players.phrases.names import seat_list

    request = moment.game.view(moment.sitter.seat).request
    assert request is not None
    claimed = "\n".join(say_claim(claim, lang) for claim in claims)
    if verb == "say":
        return "\n\n".join(filter(None, (text, claimed))) or "—"
    act = f"{choice_label(verb, lang, request.kind)} {seat_list(targets, lang) if targets else ''}".strip()
    return "\n".join(filter(None, (act, text, claimed)))
