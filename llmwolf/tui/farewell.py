"""What is said on the terminal when the application has been left: where the game is, and how to go on."""

from __future__ import annotations

from pathlib import Path
from shlex import join

from llmwolf.record.errors import NotWritten
from llmwolf.tui.model.cells import one_line
from llmwolf.tui.words import said, t


def what_is_saved(path: Path | None, unsaved: NotWritten | None, lang: str) -> str:
    """What whoever leaves a running game finds again; ``unsaved`` is why the end of it is not at ``path``."""
    if path is None:
        return t("leave_unsaved", lang)
    if unsaved is not None:
        return t("leave_behind", lang, why=one_line(said(unsaved, lang)), path=path)
    return t("leave_saved", lang, path=path)


def farewell(path: Path, over: bool, again: tuple[str, ...], local: bool, lang: str) -> str:
    """Where a game that is ``over`` was saved, or the command that goes on with it, to be pasted as it is.

    ``again`` are the options that its models need; ``local``: a model of this machine played, which has ended
    with the application.
    """
    if over:
        return t("end_saved", lang, path=path)
    command = join(["llmwolf", "resume", str(path), *again, *(["--lang", "en"] if lang == "en" else [])])
    return t("left_local" if local else "left_saved", lang, command=command)
