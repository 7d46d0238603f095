"""Goes on with a record that broke off."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from llmwolf.record.errors import RecordError
from llmwolf.record.journal import read_journal
from llmwolf.record.reader import read
from llmwolf.record.verify import refold
from llmwolf.record.writer import Writer
from llmwolf.rules.errors import RuleError
from llmwolf.rules.game import Game


def resume(
    path: Path, *, sync: bool = True, secrets: Iterable[str] = (), save: bool = True
) -> tuple[Game, Writer]:
    """The game as the record at ``path`` left it, with the writer that goes on with the same file.

    A torn last line is cut off, what it lost is written again, and sealed answers that had come in are
    given again. Raises :class:`RecordError` if the file is damaged, its events are not what its moves lead
    to, or another process is writing it; nothing is changed then. Not to ``save`` keeps what follows in
    memory, and the file as it is.
    """
    transcript = read(path)
    game, difference = refold(transcript)
    if difference is not None:
        raise RecordError(
            f"this game cannot be gone on with; {difference.recorded} is recorded, but the rules say "
            f"{difference.replayed}",
            difference.line,
            str(path),
        )
    asks = range(len(game.moves), len(transcript.moves) + 1)
    for after, answer in read_journal(path):
        if after in asks and answer.seat in {request.seat for request in game.waiting}:
            try:
                game.submit(answer)
            except RuleError as error:
                raise RecordError(
                    f"a sealed answer is not legal: {error.sentence}", where=str(path)
                ) from None
    writer = Writer(path if save else None, transcript.head, sync=sync, secrets=secrets, so_far=transcript)
    writer.take(game)
    return game, writer
