"""What the person is in the middle of writing, kept in a file beside the record until it is sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final

from llmwolf.players.told import ToldError
from llmwolf.rules.audience import Event
from llmwolf.rules.events import Spoke
from llmwolf.rules.private import Whispered
from llmwolf.rules.words import clean
from llmwolf.tui.model.beside import put_aside, read_json, write_json
from llmwolf.tui.model.cells import one_line

_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in the two composers."""

    speech: str = ""
    whisper: str = ""


def draft_path(record: Path) -> Path:
    """Where the draft of ``record`` is."""
    return record.with_name(record.name + ".draft.json")


class Drafts:
    """The draft of one game; without a record it is not kept, and an empty one has no file."""

    def __init__(self, record: Path | None) -> None:
        self._path = draft_path(record) if record else None
        self._lock = Lock()
        self._kept = self._wanted = Draft()

    def load(self) -> Draft:
        """The draft that was kept; raises :class:`ToldError` if it cannot be read, and puts it aside."""
        if self._path is None:
            return Draft()
        try:
            self._kept = self._wanted = _parse(read_json(self._path))
        except FileNotFoundError:
            return Draft()
        except OSError as error:
            raise _unread(self._path, error.strerror or str(error)) from error
        except ValueError as error:
            raise _unread(self._path, put_aside(self._path).name) from error
        return self._kept

    def put(self, draft: Draft) -> None:
        """What :meth:`flush` is to keep."""
        self._wanted = draft

    def flush(self) -> None:
        """Keep what was put last, from any thread; raises :class:`ToldError` if the disk does not take it."""
        if self._path is None:
            return
        with self._lock:
            wanted = self._wanted
            if wanted == self._kept:
                return
            try:
                if wanted == Draft():
                    self._path.unlink(missing_ok=True)
                else:
                    kept = {"speech": wanted.speech, "whisper": wanted.whisper}
                    write_json(self._path, {"schema_version": _VERSION, **kept})
            except OSError as error:
                why = error.strerror or str(error)
                raise ToldError(
                    (
                        f"草稿没有存上（{why}）：离开以前先发出去，或者抄下来",
                        f"the draft is not saved ({why}): send it or copy it before you leave",
                    )
                ) from error
            self._kept = wanted


def unsent(draft: Draft, log: Iterable[Event], seat: int) -> Draft:
    """``draft`` without what ``seat`` has said last: the file outlives the sending by a moment."""
    spoken = whispered = ""
    for event in log:
        if isinstance(event, Spoke) and event.seat == seat:
            spoken = event.text
        elif isinstance(event, Whispered) and event.seat == seat:
            whispered = event.text
    return Draft(
        "" if clean(draft.speech) == spoken else draft.speech,
        "" if clean(draft.whisper) == whispered else draft.whisper,
    )


def _unread(path: Path, why: str) -> ToldError:
    name = one_line(path.name)
    return ToldError((f"读不出草稿 {name}：{why}", f"the draft in {name} cannot be read: {why}"))


def _parse(data: object) -> Draft:
    """The draft in ``data``; raises :class:`ValueError` if there is anything else in it."""
    if not isinstance(data, dict) or data.get("schema_version") != _VERSION:
        raise ValueError("no draft")
    speech, whisper = data.get("speech"), data.get("whisper")
    if not (isinstance(speech, str) and isinstance(whisper, str)):
        raise ValueError("no draft")
    return Draft(speech, whisper)
