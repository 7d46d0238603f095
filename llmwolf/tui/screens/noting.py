"""A note on one event: a text and tags, over the replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from llmwolf.coach.annotations import Annotation
from llmwolf.players.told import ToldError
from llmwolf.players.words import pick
from llmwolf.tui.widgets.prose import Prose
from llmwolf.tui.words import said, t

_LONGEST = 400


class NoteScreen(ModalScreen[None]):
    """Enter keeps what was written, Esc leaves it as it was; with both lines empty the note is taken away."""

    AUTO_FOCUS = "#note-text"
    DEFAULT_CSS = """
    NoteScreen Horizontal { height: 1; }
    NoteScreen Horizontal Static { width: 8; color: $dim; }
    NoteScreen Input { width: 1fr; }
    NoteScreen #note-said { max-height: 6; color: $dim; margin-bottom: 1; }
    NoteScreen #note-keys { color: $dim; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "save", show=False, priority=True),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("escape", "dismiss", show=False, priority=True),
    ]

    def __init__(
        self, number: str, sentence: str, old: Annotation, save: Callable[[str, str], None], lang: str
    ) -> None:
        """``number`` and ``sentence`` tell the event; ``save`` takes tags and text or raises ToldError."""
        super().__init__()
        self._number = number
        self._sentence = sentence
        self._old = old
        self._save = save
        self._lang = lang

    def compose(self) -> ComposeResult:
        """What happened, the text, the tags, the keys."""
        lang = self._lang
        with Vertical(id="dialog") as box:
            box.border_title = Content(f"{self._number}{t('annotate_title', lang)}")
            yield Prose(self._sentence, dom_id="note-said")
            for name, value in (
                ("text", self._old.text.replace("\n", " ")),
                ("tags", pick(("，", ", "), lang).join(self._old.tags)),
            ):
                with Horizontal():
                    yield Static(Content(t(f"annotate_{name}", lang)), markup=False)
                    yield Input(value, id=f"note-{name}", compact=True, max_length=_LONGEST)
            yield Prose(t("annotate_keys", lang), dom_id="note-keys")

    def action_save(self) -> None:
        """Keep it and close; what cannot be kept is said, and may be mended."""
        text, tags = (self.query_one(f"#note-{name}", Input).value for name in ("text", "tags"))
        try:
            self._save(tags, text)
        except ToldError as error:
            self.query_one("#note-keys", Prose).tell(said(error, self._lang))
            return
        self.dismiss()
