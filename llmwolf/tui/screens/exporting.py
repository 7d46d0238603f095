"""Exporting from the terminal: which form, and where the file went."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from llmwolf.export.forms import FORMS, export, free_path, save
from llmwolf.export.recorded import JUDGE, Recorded
from llmwolf.export.story import eyes_name
from llmwolf.players.told import ToldError
from llmwolf.tui.model.cells import notice, one_line
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.words import said, t


def ask_form(screen: Screen[Any], game: Recorded, eyes: int, lang: str) -> None:
    """Ask in which form ``game`` is to be written beside its record, as ``eyes`` saw it; and write it."""
    forms = ["html", "md", "text", *(["notation"] if game.finished and eyes == JUDGE else [])]
    buttons = [(choice, t(f"export_{choice}", lang)) for choice in ("back", *forms)]
    body = t("export_body", lang, eyes=one_line(eyes_name(game, eyes, lang)))

    def chosen(form: str) -> None:
        if form in FORMS:
            _write(screen, game, form, eyes, lang)

    screen.app.push_screen(Dialog(t("export_title", lang), body, buttons, chosen, focus_on="html"))


def _write(screen: Screen[Any], game: Recorded, form: str, eyes: int, lang: str) -> None:
    try:
        path = free_path(game.path, form)
        save(path, export(game, form, eyes, lang))
    except ToldError as error:
        screen.notify(notice(one_line(said(error, lang))), severity="warning", markup=False)
        return
    screen.notify(notice(t("exported", lang, path=one_line(path.name))), markup=False)
