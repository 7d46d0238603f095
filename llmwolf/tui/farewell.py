"""What is said on the terminal when the application has been left: where the game is, and how to go on."""

from __future__ import annotations

from pathlib import Path
from shlex import join

from llmwolf.tui.words import t


def farewell(path: Path, over: bool, again: tuple[str, ...], local: bool, lang: str) -> str:
    """Where a game that is ``over`` was saved, or the command that goes on with it, to be pasted as it is.

    ``again`` are the options that its models need; ``local``: a model of this machine played, which has ended
    with the application.
    """
    if over:
        return t("end_saved", lang, path=path)
    command = join(["llmwolf", "resume", str(path), *again, *(["--lang", "en"] if lang == "en" else [])])
    return t("left_local" if local else "left_saved", lang, command=command)
