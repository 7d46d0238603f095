"""The keys of the table, for its key bar."""

from __future__ import annotations

from llmwolf.tui.model.table import Table
from llmwolf.tui.screens.cutting import RIGHT_KEY
from llmwolf.tui.words import t

Key = tuple[str, str, str]


def table_keys(table: Table, over: bool, reading: list[Key]) -> list[Key]:
    """What can be pressed at ``table`` now, the most wanted first; ``reading`` are the keys of the log."""
    lang, session = table.lang, table.session
    keys = [("F1", t("key_help", lang), "app.help")]
    if acts := table.acts:
        keys.append((RIGHT_KEY.upper(), acts, "app.at_table('rights')"))
    if over:
        keys.append(("Enter", t("key_result", lang), "screen.enter"))
    elif table.alive:
        keys.append(("F4", t("key_draft", lang), "screen.draft"))
        keys.append(("F6", t("key_phrases", lang), "screen.phrases"))
    keys += [
        ("Ctrl+Q", t("key_quit", lang), "app.leave"),
        *reading,
        *([("F8", t("key_extend", lang), "app.at_table('extend')")] if session.limit else []),
        ("F7", t("key_pace", lang), "screen.pace(-1, True)"),
        ("Ctrl+P", t("key_pause", lang), "app.at_table('pause')"),
    ]
    if session.seat:
        keys.append(("Ctrl+L", t("key_hints", lang), "app.at_table('hints')"))
    if session.seat and session.path is not None and session.calls() is None:
        keys.append(("Ctrl+R", t("key_take_back", lang), "app.take_back"))
    keys.append(("PgUp/PgDn", t("key_log", lang), "screen.scroll_log('page_up')"))
    return keys
