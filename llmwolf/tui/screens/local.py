"""The dialog that starts a model on this machine: a list of the files there are, or a path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input
from textual.worker import Worker

from llmwolf.llm.endpoint import Endpoint, EndpointError
from llmwolf.tui.localmodel import LocalModel, model_files, model_folders
from llmwolf.tui.model.cells import one_line
from llmwolf.tui.widgets.menu import Menu, MenuRow
from llmwolf.tui.widgets.prose import Prose
from llmwolf.tui.words import t

_TICK = 1.0
"""Seconds between two looks at how long a start has taken."""


class LocalScreen(ModalScreen[None]):
    """Typing names a file, the arrows go through those that were found; Enter starts, Esc goes back.

    While a model starts, Esc gives that up.
    """

    AUTO_FOCUS = "#path"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("enter,f2", "take", show=False, priority=True),
        Binding("escape", "back", show=False, priority=True),
    ]

    def __init__(self, local: LocalModel, then: Callable[[Endpoint], None], lang: str) -> None:
        """``then`` hears where the model is once it has started."""
        super().__init__()
        self._local = local
        self._then = then
        self._lang = lang
        self._files = {str(file.path): file for file in model_files()}
        self._start: Worker[None] | None = None
        self._loading = ""
        self._seconds = 0

    def compose(self) -> ComposeResult:
        """The files, the path, and what became of the last start."""
        lang = self._lang
        with Vertical(id="local") as box:
            box.border_title = Content(t("local_title", lang))
            box.border_subtitle = Content(t("local_keys", lang))
            yield Prose(t("local_about", lang))
            if self._files:
                yield Menu(lambda width: (width - 9, 0), dom_id="files")
            else:
                folders = " · ".join(map(str, model_folders()))
                yield Prose(one_line(t("local_none", lang, folders=folders)), dom_id="none")
            yield Input(placeholder=t("local_path", lang), compact=True, id="path")
            yield Prose(dom_id="state")

    def on_mount(self) -> None:
        """List the files."""
        rows = [
            MenuRow(key, one_line("/".join(file.path.parts[-2:])), note=f"{file.size / 1e6:,.0f} MB")
            for key, file in self._files.items()
        ]
        for menu in self.query(Menu):
            menu.styles.height = min(len(rows), 8)
            menu.show(rows)
        self.set_interval(_TICK, self._tick)

    @property
    def starting(self) -> bool:
        """Whether a model is being started."""
        return self._start is not None and not self._start.is_finished

    def action_move(self, by: int) -> None:
        """The next or the previous file."""
        for menu in self.query(Menu):
            menu.action_move(by)

    def action_back(self) -> None:
        """Give up the start that is under way, or close."""
        if self._start is not None and self.starting:
            self._start.cancel()
            self._tell("")
        else:
            self.dismiss()

    def action_take(self) -> None:
        """Start the file whose path is typed, or the one under the cursor."""
        if typed := self.query_one("#path", Input).value.strip():
            self._take(Path(typed).expanduser())
        else:
            self._take_listed()

    @on(Menu.Chosen)
    def _take_listed(self) -> None:
        for menu in self.query(Menu):
            self._take(self._files[menu.key].path)

    def _take(self, gguf: Path) -> None:
        if not self.starting:
            self._start = self.run_worker(self._serve(gguf), name="local model")

    async def _serve(self, gguf: Path) -> None:
        self._loading, self._seconds = gguf.name, 0
        self._tick()
        try:
            endpoint = await self._local.start(gguf)
        except (EndpointError, OSError) as error:
            why = f"{gguf}: {error.strerror}" if isinstance(error, OSError) else str(error)
            self._tell(one_line(t("local_failed", self._lang, why=why)))
            return
        self.dismiss()
        self._then(endpoint)

    def _tick(self) -> None:
        if self.starting:
            self._tell(one_line(t("local_loading", self._lang, name=self._loading, n=self._seconds)))
            self._seconds += 1

    def _tell(self, words: str) -> None:
        self.query_one("#state", Prose).tell(words)
