"""The texts of a prompt's blocks, kept once each, and how two of them differ."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final

from llmwolf.llm.client import Prompted
from llmwolf.rules.words import clean

FOLDER: Final = "blocks"
_MOST_LINES: Final = 8
_WIDEST: Final = 100


def texts_of(prompt: Prompted) -> dict[str, str]:
    """The text of each block of ``prompt`` by its digest, as far as its messages hold them as whole lines.

    A prompt carries only the digests of its blocks: its messages are what is sent. So the texts are looked
    for in these, in their order, each from where the last one ended to the line where the digest fits.
    """
    found: dict[str, str] = {}
    wanted = list(dict.fromkeys(prompt.blocks.values()))
    for message in prompt.messages:
        lines, start = message["content"].split("\n"), 0
        while wanted and (end := _end(lines, start, wanted[0])):
            found[wanted.pop(0)] = "\n".join(lines[start:end])
            start = end + (end < len(lines) and not lines[end])
    return found


def _end(lines: list[str], start: int, digest: str) -> int:
    """After which line the block that begins at ``start`` ends; 0: it does not begin there."""
    hashed = sha256()
    for number, line in enumerate(lines[start:], start):
        hashed.update(line.encode() if number == start else b"\n" + line.encode())
        if hashed.hexdigest().startswith(digest):
            return number + 1
    return 0


class BlockTexts:
    """The texts beside a cassette in ``folder``: one file for each, named by its digest."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER
        self._kept: set[str] = set()

    def keep(self, digest: str, text: str) -> None:
        """Write ``text`` down, unless it is there already."""
        if digest not in self._kept:
            self._kept.add(digest)
            self._folder.mkdir(exist_ok=True)
            (self._folder / f"{digest}.txt").write_text(text, "utf-8", newline="")

    def text(self, digest: str) -> str | None:
        """The text with that digest; ``None`` where it was not kept."""
        path = self._folder / f"{digest}.txt"
        return path.read_text("utf-8") if digest.isalnum() and path.is_file() else None


def differences(old: str, new: str) -> list[str]:
    """The first few lines by which ``new`` differs from ``old``, marked ``-`` and ``+``, cut to a width."""
    changed = list(islice(_changed(old, new), _MOST_LINES + 1))
    return [*changed[:_MOST_LINES], *(["…"] if len(changed) > _MOST_LINES else [])]


def _changed(old: str, new: str) -> Iterator[str]:
    compared = unified_diff(old.split("\n"), new.split("\n"), n=0, lineterm="")
    for line in islice(compared, 2, None):  # the first two name the files
        if not line.startswith("@@"):
            shown = clean(line[1:]).strip()
            yield f"{line[0]} {shown if len(shown) <= _WIDEST else shown[:_WIDEST] + '…'}"
