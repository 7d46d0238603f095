"""Writes a record move by move; nothing that was written is ever written again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from types import TracebackType

from llmwolf.record.codec import Encoder
from llmwolf.record.errors import NotWritten, RecordExists
from llmwolf.record.head import Head
from llmwolf.record.journal import Journal
from llmwolf.record.lines import BLOB, END, NOTE, TIME, Blob, Note, Time, end_of
from llmwolf.record.places import names
from llmwolf.record.reader import Transcript
from llmwolf.record.scrub import scrub, scrub_text
from llmwolf.record.shapes import digest, dump, hasher
from llmwolf.record.sink import AppendFile, Memory, Sink
from llmwolf.rules.asks import Decision
from llmwolf.rules.game import MAX_TEXT, Game, Move
from llmwolf.rules.words import clean


class Writer:
    """The record of one game at ``path``.

    Every method that writes raises :class:`~llmwolf.record.errors.NotWritten` when the disk will not take
    it; the file then ends with a whole line as before, and the same call may be made again. A record that
    cannot be begun leaves no file. From its opening to :meth:`close` no other process may write it.
    """

    def __init__(
        self,
        path: Path | None,
        head: Head,
        *,
        sync: bool = True,
        secrets: Iterable[str] = (),
        so_far: Transcript | None = None,
    ) -> None:
        """Begin the record of a game; it must not exist yet. ``path`` ``None`` keeps it in memory.

        ``sync``: each step is on the disk when the call returns. ``secrets`` (API keys) are struck out of
        whatever is recorded of models. ``so_far``: go on with the record that was read from ``path``, which
        raises :class:`~llmwolf.record.errors.RecordTaken` where another process writes it, or has since.
        """
        self.path = path
        self._sink: Sink
        self._journal = Journal(path, sync) if path else None
        self._secrets = tuple(secret for secret in secrets if secret)
        self._encoder = Encoder()
        self._hash = hasher()
        self._moves = self._events = 0
        self._blobs: set[str] = set()
        self._ended = False
        if so_far is None:
            data = head.dump()
            self._sink = _begun(path, sync, data) if path else Memory(data)
            self._hash.update(data)
            if self._journal:
                self._journal.clear()
        else:
            self._go_on(so_far, path, sync)

    def _go_on(self, so_far: Transcript, path: Path | None, sync: bool) -> None:
        self._sink = AppendFile.reopen(path, so_far.size, sync, so_far.read) if path else Memory()
        if not so_far.closed:
            self._sink.append(b"\n")
        for move in so_far.moves:
            self._encoder.remember(move)
        self._hash = so_far.hash.copy()
        self._moves, self._events = len(so_far.moves), len(so_far.events)
        self._blobs.update(so_far.blobs)
        self._ended = so_far.finished

    @classmethod
    def in_folder(
        cls, folder: Path, day: date, head: Head, *, sync: bool = True, secrets: Iterable[str] = ()
    ) -> Writer:
        """Begin a record in ``folder`` under the first free one of :func:`~llmwolf.record.places.names`."""
        for name in names(head.board, head.seed, day):
            try:
                return cls(folder / name, head, sync=sync, secrets=secrets)
            except RecordExists:
                continue
        raise AssertionError("the names never end")

    # -- content -------------------------------------------------------------------------------

    def take(self, game: Game) -> None:
        """Append the moves and events that are new since last time, and the end when the game is over.

        The moves of one ask come before the events that they caused. It is meant to be called after every
        step; called more rarely it plays the game again to find which event belongs to which move, so
        that the bytes are the same.
        """
        moves, events = game.moves[self._moves :], game.log[self._events :]
        over = game.over
        if not events and not moves and over is self._ended:
            return
        encoder = self._encoder.copy()
        if moves and not (self._events and _one_step(moves)):
            data = self._step_by_step(game, encoder)
        else:
            data = b"".join([*map(encoder.move, moves), *map(encoder.event, events)])
        if over and not self._ended:
            content = self._hash.copy()
            content.update(data)
            self._sink.append(data + dump(END.line(end_of(game, content.hexdigest()))))
        else:
            self._sink.append(data)
        self._encoder = encoder  # not before the sink has taken it
        self._hash.update(data)
        self._moves += len(moves)
        self._events += len(events)
        self._ended = over
        if self._journal:
            self._journal.clear()

    def _step_by_step(self, game: Game, encoder: Encoder) -> bytes:
        """What is new of ``game``, in the order in which it came."""
        again = Game(game.spec, game.roles)
        moves, events = self._moves, self._events
        data: list[bytes] = []
        for played in range(len(game.moves) + 1):
            again.play(game.moves[played - 1 : played] if played else ())
            data += map(encoder.move, again.moves[moves:])
            data += map(encoder.event, again.log[events:])
            moves, events = max(moves, len(again.moves)), max(events, len(again.log))
        return b"".join(data)

    def pending(self, *decisions: Decision) -> None:
        """Keep accepted answers to an ask that is not complete yet; :meth:`take` follows when it is."""
        if self._journal and decisions:
            kept = [d._replace(text=clean(d.text[:MAX_TEXT])) for d in decisions]  # as the game keeps them
            self._journal.add(self._moves, kept)

    def note(self, text: str, after: int = 0) -> None:
        """Add a remark on the moment after so many moves (0: on the game); also after the end."""
        text = scrub_text(clean(text), self._secrets)
        self._content(dump(NOTE.line(Note(text, after))))

    def _content(self, data: bytes) -> None:
        self._sink.append(data)
        if not self._ended:
            self._hash.update(data)

    # -- beside --------------------------------------------------------------------------------

    def decided(self, ply: int, seat: int, source: str, thought: str = "", reason: str = "") -> None:
        """Say where an answer came from, why from there, and the private thought behind it.

        ``source`` is human, bot, model, repair, order or poll (acts out of turn), stand-in or time-out.
        """
        line: dict[str, object] = {"ply": ply, "seat": seat, "source": source}
        self.llm(line | {k: v for k, v in (("reason", reason), ("thought", thought)) if v})

    def llm(self, fields: Mapping[str, object]) -> None:
        """Add a line on a call to a model (blocks, raw reply, usage, latency …); keys are struck out."""
        if "kind" in fields:
            raise ValueError("'kind' is the record's own field")
        self._sink.append(dump({"kind": "llm", **scrub(fields, self._secrets)}), durable=False)

    def blob(self, text: str) -> str:
        """The id of a long text, which is written when it is new."""
        text = scrub_text(text, self._secrets)
        name = digest(text)
        if name not in self._blobs:
            self._sink.append(dump(BLOB.line(Blob(name, text))), durable=False)
            self._blobs.add(name)
        return name

    def time(self, what: str, at: datetime) -> None:
        """Say when something happened; ``at`` must know its time zone."""
        if at.tzinfo is None:
            raise ValueError("a time without a time zone")
        stamp = at.astimezone(UTC).isoformat(timespec="milliseconds")
        self._sink.append(dump(TIME.line(Time(what, stamp))), durable=False)

    # -- the whole -----------------------------------------------------------------------------

    @property
    def digest(self) -> str:
        """The digest of the content lines so far (before the end line, once it is there)."""
        return self._hash.hexdigest()

    @property
    def data(self) -> bytes:
        """The bytes of a record in memory."""
        if not isinstance(self._sink, Memory):
            raise ValueError("the record is in a file")
        return bytes(self._sink.data)

    def close(self) -> None:
        """Close the file; nothing is left to be written."""
        self._sink.close()
        if self._journal:
            self._journal.close()

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _begun(path: Path, sync: bool, data: bytes) -> AppendFile:
    """A new file with its first line; where that cannot be written, no file stays."""
    file = AppendFile.create(path, sync)
    try:
        file.append(data)
    except NotWritten:
        file.discard()
        raise
    return file


def _one_step(moves: list[Move]) -> bool:
    """Whether these moves were taken between two asks: one cut-in, or the answers of one ask."""
    return len(moves) == 1 or all(isinstance(m, Decision) and m.ply == moves[0].ply for m in moves)
