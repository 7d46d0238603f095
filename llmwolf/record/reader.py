"""Loads a record: tolerant of a torn end, strict about everything else."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from hashlib import blake2b
from pathlib import Path
from typing import Final

from llmwolf.record.codec import Decoder
from llmwolf.record.errors import BadLine, RecordError
from llmwolf.record.head import Head
from llmwolf.record.lines import BESIDE, BLOB, END, NOTE, TIME, Blob, End, Note, Time
from llmwolf.record.shapes import Line, digest, hasher, load, shown
from llmwolf.rules.audience import Event
from llmwolf.rules.game import Move

KINDS: Final = ("head", "dec", "ev", "note", "end", "llm", "blob", "time")


@dataclass(slots=True)
class Transcript:
    """A record as it lies in its file.

    ``llm`` holds the lines on how answers came about (source, thought, usage …) as plain objects.
    ``llm_after[i]`` is how many moves lie before line ``i`` of these, ``said_before[i]`` how many events
    before move ``i``; ``move_lines`` and ``event_lines`` are line numbers. ``hash`` has taken in the content
    lines (before the end line, if there is one). ``size`` is where in the file the last good line stops,
    ``closed`` whether its line break is there, ``read`` how long the file was.
    """

    where: str
    head: Head
    moves: list[Move] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    llm: list[Line] = field(default_factory=list)
    llm_after: list[int] = field(default_factory=list)
    blobs: dict[str, str] = field(default_factory=dict)
    times: list[Time] = field(default_factory=list)
    end: End | None = None
    warnings: list[str] = field(default_factory=list)
    said_before: list[int] = field(default_factory=list)
    move_lines: list[int] = field(default_factory=list)
    event_lines: list[int] = field(default_factory=list)
    end_line: int = 0
    hash: blake2b = field(default_factory=hasher)
    size: int = 0
    read: int = 0
    closed: bool = True

    @property
    def finished(self) -> bool:
        """Whether the record has its end line."""
        return self.end is not None

    @property
    def digest(self) -> str:
        """The digest of the content lines before the end line."""
        return self.hash.hexdigest()


def read(path: Path) -> Transcript:
    """The record in the file ``path``.

    A torn last line is left out with a warning that names it. Raises :class:`RecordError` if the file
    cannot be read, is damaged before its last line, or holds anything that this version does not know.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"the file cannot be read ({error.strerror})", where=str(path)) from None
    return parse(data, str(path))


def parse(data: bytes, where: str = "") -> Transcript:
    """The record in ``data``; like :func:`read`, with ``where`` as the name in messages."""
    body = data.rstrip(b"\0\r\n\t ")
    if not body:
        raise RecordError("the file is empty: nothing of a game is in it", where=where)
    rest = data[len(body) :]
    newline = next((mark for mark in (b"\n", b"\r\n") if rest.startswith(mark)), b"")
    lines = body.split(b"\n")
    number = 1
    try:
        reading = _Reading(where, lines[0])
        transcript = reading.transcript
        if b"\0" in rest:
            transcript.warnings.append(f"the zero bytes after line {len(lines)} were left out")
        for number, raw in enumerate(lines[1:], 2):
            try:
                line = load(raw)
            except BadLine:
                if number < len(lines) or newline:
                    raise
                transcript.warnings.append(f"line {number}, the last one, is torn and was left out")
                body = body[: -len(raw)]
                break
            reading.take(line, raw, number)
    except BadLine as error:
        raise RecordError(str(error), number, where) from None
    transcript.size, transcript.read = len(body) + len(newline), len(data)
    transcript.closed = bool(newline) or body.endswith(b"\n")
    return transcript


class _Reading:
    """Takes the lines of one record in their order."""

    def __init__(self, where: str, first: bytes) -> None:
        self.transcript = Transcript(where, Head.read(first))
        self._decoder = Decoder()
        self._count(first)

    def take(self, line: Line, raw: bytes, number: int) -> None:
        """Take line ``number``; raises :class:`BadLine`."""
        t = self.transcript
        kind = str(line.get("kind"))
        if t.end is None and kind not in BESIDE and kind != "end":
            self._count(raw)
        match kind:
            case "ev" | "dec" | "end" if t.end is not None:
                raise BadLine(f"a line of kind {kind!r} after the end of the game (line {t.end_line})")
            case "ev":
                t.events.append(self._decoder.event(line))
                t.event_lines.append(number)
            case "dec":
                t.moves.append(self._decoder.move(line))
                t.move_lines.append(number)
                t.said_before.append(len(t.events))
            case "llm":
                t.llm.append(line)
                t.llm_after.append(len(t.moves))
            case "blob":
                self._blob(BLOB.build(line))
            case "note":
                t.notes.append(NOTE.build(line))
            case "time":
                t.times.append(TIME.build(line))
            case "end":
                t.end = END.build(line)
                t.end_line = number
            case "head":
                raise BadLine("a second head: there are two games in this file")
            case _:
                near = get_close_matches(kind, KINDS, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(KINDS)}"
                raise BadLine(f"unknown kind {shown(kind)}; {hint}")

    def _blob(self, blob: Blob) -> None:
        if blob.id != digest(blob.text):
            raise BadLine(f"the text of blob {shown(blob.id)} is not the one it was")
        self.transcript.blobs[blob.id] = blob.text

    def _count(self, raw: bytes) -> None:
        self.transcript.hash.update(raw.rstrip(b"\r") + b"\n")
