"""The command line. Nothing heavy is imported here: every command imports what it needs.

Exit codes: 0 done, 1 the thing looked at is not in order (a record that does not verify), 2 a mistake in
what was asked for, 3 a tournament stopped because a model could not be asked, 130 interrupted.
"""

from __future__ import annotations

import os
import sys

try:
    from typing import Any

    import click
    from click.core import ParameterSource

    from llmwolf import __version__
    from llmwolf.cli.arena import arena
    from llmwolf.cli.benches import bench
    from llmwolf.cli.coaching import coach_
    from llmwolf.cli.common import CALL_OPTIONS, LANG, SEED, Commands, explained
    from llmwolf.cli.comparing import compare
    from llmwolf.cli.doctor import doctor
    from llmwolf.cli.exporting import export
    from llmwolf.cli.games import resume, verify, watch
    from llmwolf.cli.importing import import_
    from llmwolf.cli.judging import judge, notation
    from llmwolf.cli.manners import etiquette
    from llmwolf.cli.models import models
    from llmwolf.cli.nextword import next_word
    from llmwolf.cli.notes import notes
    from llmwolf.cli.odds import odds
    from llmwolf.cli.personas import personas
    from llmwolf.cli.querying import query
    from llmwolf.cli.rulebook import boards, rules
    from llmwolf.cli.serve import serve
    from llmwolf.cli.serving import serve_model
except KeyboardInterrupt:  # whoever presses Ctrl+C at once sees no traceback either
    sys.exit(130)

__all__ = ["main"]


@click.group(
    cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__)
@LANG
@click.option("--board", default=None, help="Start with this board chosen.")
@click.option("--seed", type=SEED, default=None, help="Start with this seed.")
@click.option("--tutorial", is_flag=True, help="Begin with the tutorial game.")
@CALL_OPTIONS
@click.pass_context
def main(
    context: click.Context,
    /,
    lang: str | None,
    board: str | None,
    seed: int | None,
    tutorial: bool,
    **calls: Any,
) -> None:
    """狼人杀 (Werewolf) in the terminal: play against bots and language models.

    Without a command: the terminal app; where there is no terminal, a game of bots is printed.
    """
    click.ClickException.exit_code = 2
    written = {name for name in calls if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    of_models = [_option(name) for name in calls if name in written]
    own = [_option(name) for name, value in (("board", board), ("seed", seed)) if value is not None]
    if tutorial and (others := [*own, *of_models]):
        raise click.UsageError(
            f"the tutorial is one game, played by bots: leave {others[0]} out"
            if lang == "en"
            else f"新手教学是固定的一局，和内置玩家打：去掉 {others[0]}"
        )
    if context.invoked_subcommand is not None:
        if tutorial:
            raise click.UsageError(
                "--tutorial opens the terminal app: leave the command out"
                if lang == "en"
                else "--tutorial 打开终端界面：去掉后面的命令"
            )
        if stray := [*own, *of_models]:
            where = f"`llmwolf {context.invoked_subcommand} {stray[0]} …`"
            raise click.UsageError(
                f"{stray[0]} before a command belongs to the terminal app; write {where}"
                if lang == "en"
                else f"命令前的 {stray[0]} 是给终端界面的；要写成 {where}"
            )
        return
    lang = lang or "zh"
    with explained(lang):
        from llmwolf.cli.modelseats import refuse_both, refuse_nameless

        refuse_both(calls["record"], calls["replay"])
        # In the process behind a page of `llmwolf serve` the browser is the terminal.
        terminal = "TEXTUAL_DRIVER" in os.environ or (sys.stdin.isatty() and sys.stdout.isatty())
        if not (calls["replay"] or terminal):  # the app asks for the name
            refuse_nameless(calls["model"], calls["base_url"])
    if tutorial and not terminal:
        raise click.UsageError(
            "the tutorial needs a terminal; here, `llmwolf watch --plain` prints a game"
            if lang == "en"
            else "新手教学要在终端里打开；这里可以用 `llmwolf watch --plain` 打印一局"
        )
    if not terminal:
        if of_models:
            said = (
                "没有终端，由机器人对局；没有用到：" if lang == "zh" else "no terminal: bots play; not used: "
            )
            click.echo(said + ", ".join(of_models), err=True)
        context.invoke(
            watch, board="official-12" if board is None else board, seed=seed, plain=True, lang=lang
        )
        return
    with explained(lang):
        from llmwolf.tui.app import run
        from llmwolf.tui.modelseats import Terms

        model, base_url = calls.pop("model"), calls.pop("base_url")
        run(lang, board, seed, base_url, model, Terms(**calls), tutorial)


def _option(name: str) -> str:
    """How the option of a parameter is written."""
    return f"--{name.replace('_', '-')}"


for command in (
    watch,
    resume,
    verify,
    judge,
    notation,
    import_,
    export,
    boards,
    rules,
    personas,
    models,
    doctor,
    serve,
    serve_model,
    etiquette,
    odds,
    coach_,
    notes,
    bench,
    arena,
    next_word,
    query,
    compare,
):
    main.add_command(command)
