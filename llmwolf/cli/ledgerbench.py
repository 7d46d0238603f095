"""``llmwolf bench ledger``: how well the coach hears what is claimed, and what it finds in games of bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from llmwolf.cli.common import BOARD, explained, interruptible

if TYPE_CHECKING:
    from llmwolf.bench.listening import Case
    from llmwolf.rules.claims import Claim


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@BOARD
@click.option(
    "--level", type=click.Choice(["novice", "normal", "expert"]), default="normal", show_default=True
)
@click.option("--lang", type=click.Choice(["zh", "en"]), default="zh", show_default=True)
@click.option(
    "--games", type=click.IntRange(0), default=200, show_default=True, help="Games of bots to look through."
)
@click.option("--words", is_flag=True, help="Leave out the claims that bots attach; read their words.")
def ledger(file: Path | None, board: str, level: str, lang: str, games: int, words: bool) -> None:
    """Precision and recall of the claims ledger, over speeches labelled by hand in FILE (TOML).

    Then games of bots are looked through for contradictions. Bots go by the public record: one against
    it, or a good one's against what he knew, is a mistake of this program; one against their own earlier
    words is listed for you to judge, and so is what nobody but the judge could know.
    """
    from llmwolf.bench.listening import cases, lines, score

    with explained(), interruptible():
        if file is not None:
            try:
                told = cases(file)
            except (AttributeError, KeyError, TypeError, ValueError):
                raise click.UsageError(
                    f"{file} holds no labelled speeches; tests/coach/data/sentences.toml shows how they look"
                ) from None
            for line in lines(score(told, _heard)):
                click.echo(line)
        if games:
            _look_through(board, level, lang, games, words)


def _heard(case: Case) -> Iterable[Claim]:
    from llmwolf.coach.claims.trial import of_speech

    entries = of_speech(case.text, case.seat, case.seats, case.day, case.held)
    return [entry.claim for entry in entries]


def _look_through(board: str, level: str, lang: str, games: int, words: bool) -> None:
    from llmwolf.boards import find_board
    from llmwolf.coach.claims.entries import LEAK, OWN, PRIVATE, RECORD
    from llmwolf.coach.claims.findings import findings, findings_after
    from llmwolf.coach.claims.ledger import ledger as ledger_of
    from llmwolf.coach.claims.trial import games_of_bots, words_alone
    from llmwolf.coach.minutes import minutes

    found: Counter[str] = Counter()
    claims = 0
    for seed, game in enumerate(games_of_bots(find_board(board), level, lang, range(games))):
        log = words_alone(game.log) if words else game.log
        book = minutes(log)
        entries = ledger_of(book)
        claims += len(entries)
        for one in (*findings(book, entries), *findings_after(book, entries, log)):
            found[one.group] += 1
            pick = lang == "en"
            click.echo(f"game {seed} #{one.number} {one.kind}: {one.quote.text}")
            click.echo(f"    {one.what[pick]}  #{one.against} {one.record[pick]}")
    click.echo(
        f"{games} games, {claims} claims: {found[RECORD]} against the public record,"
        f" {found[OWN]} against own words, {found[PRIVATE]} against own knowledge, {found[LEAK]} leaks"
    )
