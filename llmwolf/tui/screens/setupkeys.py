"""The keys of the set-up, for its key bar."""

from __future__ import annotations

from llmwolf.tui.words import t

Key = tuple[str, str, str]


def setup_keys(goes_on: bool, lang: str) -> list[Key]:
    """What can be pressed, the most wanted first; a game that is gone on with has its board and rules."""
    if goes_on:
        own = [("Esc", t("key_back", lang), "screen.back")]
    else:
        own = [("F3", t("key_board", lang), "screen.boards"), ("F4", t("key_rules", lang), "screen.rules")]
    return [
        ("F1", t("key_help", lang), "app.help"),
        ("F2", t("key_go_on" if goes_on else "key_start", lang), "screen.start"),
        ("Ctrl+Q", t("key_exit", lang), "app.leave"),
        *own,
        ("F7", t("key_library", lang), "app.library"),
        ("F5", t("key_lang", lang), "app.other_language"),
        *([] if goes_on else [("F9", t("key_tutorial", lang), "screen.tutorial")]),
        ("F6", t("key_local", lang), "screen.local"),
        ("F8", t("key_look", lang), "app.other_look"),
        ("↑↓←→", t("key_choose", lang), "app.focus_next"),
    ]
