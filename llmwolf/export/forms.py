"""The forms that a game is exported in, and the files they are put into."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from llmwolf.export.recorded import JUDGE, PUBLIC, Recorded
from llmwolf.export.story import story
from llmwolf.players.told import ToldError
from llmwolf.record.notation.write import write
from llmwolf.record.places import SUFFIX

FORMS: Final = {"md": ".md", "html": ".html", "text": ".txt", "notation": ".toml"}
"""Each form with how its files end."""


def form_of(path: Path) -> str:
    """The form that a file's name asks for; ``md`` where it asks for none."""
    return next((form for form, suffix in FORMS.items() if path.suffix.lower() == suffix), "md")


def usual_eyes(game: Recorded) -> int:
    """Whose eyes a game is exported with where nobody chose: the judge's once it is over."""
    return JUDGE if game.finished else game.me or PUBLIC


def export(game: Recorded, form: str, eyes: int, lang: str = "zh") -> str:
    """``game`` in a form of :data:`FORMS`, as ``eyes`` saw it.

    The notation holds every card, and so only the judge of a finished game can have it. Raises
    :class:`ToldError` where the game may not be seen so.
    """
    if form == "notation":
        if not game.finished:
            raise ToldError(
                (
                    "棋谱写着所有身份牌，这一局打完以后才能导出；现在可以用 md、html 或 text",
                    "the notation tells every card, so the game must be over; md, html and text will do",
                )
            )
        if eyes != JUDGE:
            raise ToldError(
                (
                    "棋谱写着所有身份牌，只有法官视角；换 md、html 或 text，或去掉 --seat、--public",
                    "the notation tells every card and is the judge's; take md, html or text, or drop --seat",
                )
            )
        return write(game.game, [game.names[seat] for seat in sorted(game.names)])
    told = story(game, eyes, lang)
    if form == "html":
        from llmwolf.export.page import page

        return page(told)
    if form == "text":
        from llmwolf.export.text import text

        return text(told)
    from llmwolf.export.markdown import markdown

    return markdown(told)


def may_write(path: Path, force: bool = False) -> None:
    """Raise :class:`ToldError` where nothing may be written to ``path``.

    That is: there is such a file and not ``force``, or in any case one that is a record, or no folder for it.
    """
    if not path.parent.is_dir():
        raise ToldError(
            (f"没有文件夹 {path.parent}；请先建好", f"there is no folder {path.parent}; please make it first")
        )
    if path.exists() and (path.suffix == SUFFIX or path.is_dir()):
        raise ToldError(
            (
                f"{path} 是对局记录或文件夹，不会覆盖；请换个名字",
                f"{path} is a record or a folder; choose another name",
            )
        )
    if path.exists() and not force:
        raise ToldError(
            (
                f"{path} 已经存在；换个名字，或加 --force 覆盖",
                f"{path} exists already; choose another name, or overwrite it with --force",
            )
        )


def save(path: Path, text: str, force: bool = False) -> None:
    """Put ``text`` into the file ``path``: all of it or nothing.

    Raises :class:`ToldError` if that cannot be, or :func:`may_write` has a reason why not.
    """
    may_write(path, force)
    # What is overwritten stays whole until the new file is.
    target = path.with_name(f".{path.name}.{os.getpid()}.new") if force else path
    try:
        with target.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        if force:
            target.replace(path)
    except FileExistsError:
        raise ToldError((f"{target} 已经存在", f"{target} exists already")) from None
    except OSError as error:
        target.unlink(missing_ok=True)
        raise ToldError(
            (f"写不进 {path}（{error.strerror}）", f"{path} cannot be written ({error.strerror})")
        ) from None


def free_path(record: Path, form: str) -> Path:
    """A file beside ``record`` that there is not yet, for its export in ``form``."""
    suffix = FORMS[form]
    path, number = record.with_suffix(suffix), 1
    while path.exists():
        number += 1
        path = record.with_name(f"{record.stem}-{number}{suffix}")
    return path
