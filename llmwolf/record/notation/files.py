"""From a typed record to a transcript and back, as files."""

from __future__ import annotations

from pathlib import Path

from llmwolf.record.errors import RecordError
from llmwolf.record.head import Head, Sitter
from llmwolf.record.notation.errors import NotationError
from llmwolf.record.notation.judging import Verdict
from llmwolf.record.notation.sentences import say
from llmwolf.record.notation.write import write
from llmwolf.record.reader import read
from llmwolf.record.sink import AppendFile
from llmwolf.record.verify import refold
from llmwolf.record.writer import Writer


def write_transcript(verdict: Verdict, path: Path) -> None:
    """Write the game of ``verdict`` as a transcript to the new file ``path``: all of it or nothing.

    Raises :class:`RecordError` if that cannot be.
    """
    write_new(path, transcript(verdict))


def transcript(verdict: Verdict) -> bytes:
    """The game of ``verdict`` as a transcript; raises :class:`NotationError` where there is none."""
    game = verdict.game
    if game is None:
        raise NotationError(say("no_transcript"))
    names = verdict.names or tuple(f"{seat}号" for seat in range(1, game.spec.seats + 1))
    sitters = [Sitter(seat=seat, name=name, player="human") for seat, name in enumerate(names, 1)]
    writer = Writer(None, Head.of(game.spec, sitters))
    writer.take(game)
    return writer.data


def from_transcript(path: Path) -> str:
    """The transcript in the file ``path`` as a typed record.

    Raises :class:`RecordError` if it cannot be read, or is not what its own moves lead to.
    """
    recorded = read(path)
    game, difference = refold(recorded)
    if difference is not None:
        raise NotationError(say("not_played", why=difference)).at(str(path))
    return write(game, [sitter.name for sitter in recorded.head.seats])


def write_new(path: Path, data: bytes) -> None:
    """Put ``data`` into the new file ``path``, in a folder that there is: all of it or nothing.

    Raises :class:`RecordError`.
    """
    if not path.parent.is_dir():
        raise NotationError(say("no_folder", folder=path.parent)).at(str(path))
    file = AppendFile.create(path, sync=True)
    try:
        file.append(data)
    except RecordError:
        path.unlink(missing_ok=True)
        raise
    finally:
        file.close()
