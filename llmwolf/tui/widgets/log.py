"""The log: every line ever said, a running speech at its end, and a view that never jumps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual.content import Content
from textual.events import Click, Resize
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from llmwolf.tui.model.cells import wrap
from llmwolf.tui.model.lines import Line
from llmwolf.tui.words import t

_INDENT = 2
"""Cells that the second and later rows of an entry are set in by."""
_KEPT = 100
"""Entries whose rows are kept; those of all others are wrapped again when they come into sight."""


class Row(NamedTuple):
    """One row: its beginning and the rest of it, each with the name of its style.

    Styles are looked up as rows are drawn: the theme may change, and most rows are never on the screen.
    """

    head: str
    head_style: str
    text: str
    style: str


class LogView(ScrollView, can_focus=True):
    """Shows :class:`Line` entries, wrapped by cells.

    While the end is in sight, it stays in sight; once the reader has scrolled up, nothing moves under his
    eyes, and the border says how much is new. A night or a day can be folded into its heading; what is new
    in it, or found in it, opens it again.
    """

    DEFAULT_CSS = "LogView > .log--found { text-style: reverse; }"

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "log--phase", "log--stage", "log--judge", "log--news", "log--speech", "log--table", "log--private",
        "log--pack", "log--secret", "log--head", "log--mine", "log--found",
    }  # fmt: skip

    def __init__(
        self, lang: str, me: int, resume_key: str, public: bool = False, dom_id: str | None = None
    ) -> None:
        """``me`` is the reader's seat (0: nobody); ``public``: no line is for fewer than all."""
        super().__init__(id=dom_id)
        self._title = t("log_public" if public else "log", lang)
        self._lang = lang
        self._me = me
        self._resume_key = resume_key
        self._lines: list[Line] = []
        self._starts: list[int] = []
        self._height = 0
        self._rows: dict[int, list[Row]] = {}
        self._sections: list[int] = []
        self._folded: set[int] = set()
        self._found = -1
        self._live: Line | None = None
        self._live_rows: list[Row] = []
        self._following = True
        self._unread = 0
        self._wrapped_at = 0
        self._told = ("", "")
        self._tell()

    # -- what is shown -------------------------------------------------------------------------

    @property
    def lines(self) -> list[Line]:
        """Every entry so far, the running speech not among them."""
        return self._lines

    @property
    def live(self) -> Line | None:
        """The running speech."""
        return self._live

    @property
    def following(self) -> bool:
        """Whether the newest entry is in sight and will stay so."""
        return self._following

    @property
    def unread(self) -> int:
        """Entries that came while the reader was reading back."""
        return self._unread

    def add(self, lines: Iterable[Line], live: Line | None) -> None:
        """Append entries, and put ``live`` in the place of the running speech."""
        news = list(lines)
        if news and self._sections and self._sections[-1] in self._folded:
            self._folded.discard(self._sections[-1])
            self._wrap_all()
        for line in news:
            self._lines.append(line)
            self._put(len(self._lines) - 1)
            self._unread += not self._following
        self._live = live
        self._live_rows = self._wrapped(live) if live else []
        self._settle()

    def _settle(self) -> None:
        """Take over a new height; keep the end in sight, or keep still."""
        following = self._following
        self.virtual_size = Size(self._text_width, self._height + len(self._live_rows))
        if following:
            self.scroll_to(y=self.max_scroll_y, animate=False, immediate=True)
            self._following = True
        self._tell()
        self.refresh()

    def resume(self) -> None:
        """Go to the newest entry and stay with it."""
        self._following = True
        self._unread, self._found = 0, -1
        self._settle()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Reaching the end by scrolling is to follow again; leaving it is to read back."""
        super().watch_scroll_y(old_value, new_value)
        self._following = new_value >= self.max_scroll_y
        if self._following:
            self._unread = 0
        self._tell()

    def _tell(self) -> None:
        hint = ""
        if self._unread:
            hint = t("new_lines", self._lang, n=self._unread, key=self._resume_key)
        elif not self._following:
            hint = t("reading_back", self._lang, key=self._resume_key)
        speaker = self._speaker_above()
        title = t("log_at", self._lang, log=self._title, who=speaker) if speaker else self._title
        if (title, hint) != self._told:
            self._told = title, hint
            self.border_title, self.border_subtitle = Content(title), Content(hint)

    def _speaker_above(self) -> str:
        """Who speaks in the first row, where the name itself is out of sight."""
        row = round(self.scroll_y)
        if row > self._height:
            line, start = self._live, self._height
        elif self._lines:
            top = self._entry_at(row)
            line, start = self._lines[top], self._starts[top]
        else:
            return ""
        return line.head.rstrip("： :") if line and line.seat and start < row else ""

    # -- going to an entry ----------------------------------------------------------------------

    @property
    def top(self) -> int:
        """The entry that was found last, or else the one in the first row."""
        return self._found if self._found >= 0 else self._entry_at(round(self.scroll_y))

    def reveal(self, entry: int) -> None:
        """Bring ``entry`` into the first row, as far as there is enough below it, and mark it."""
        self._found = entry
        section = self._section_of(entry)
        if section in self._folded:
            self._folded.discard(section)
            self._wrap_all()
        self._go_to(entry)

    def forget(self) -> None:
        """What was found is marked no more."""
        self._found = -1
        self.refresh()

    def _go_to(self, entry: int) -> None:
        self._following = False
        self._settle()
        self.scroll_to(y=self._starts[entry], animate=False, immediate=True)
        self._following = self.scroll_y >= self.max_scroll_y
        self._tell()

    # -- folding -------------------------------------------------------------------------------

    @property
    def folded(self) -> set[int]:
        """The headings of the nights and days that are folded, by their place among the entries."""
        return self._folded

    def fold(self, section: int | None = None) -> int | None:
        """Fold or open a night or a day: that of heading ``section``, or the one in the first row.

        Above the first heading it is the first one. Returns the heading's place; ``None``: there is none.
        """
        if section is None:
            here = self._section_of(self._entry_at(round(self.scroll_y)))
            section = here if here >= 0 else next(iter(self._sections), None)
        if section not in self._sections:
            return None
        self._folded ^= {section}
        self._wrap_all()
        self._go_to(section)
        return section

    def fold_all(self) -> None:
        """Open every night and day; where all are open, fold all but the last."""
        self._folded = set() if self._folded else set(self._sections[:-1])
        self._wrap_all()
        if self._following:
            self._settle()
        else:
            self._go_to(max(0, self._section_of(self.top)))

    def cut_back(self, length: int) -> None:
        """Take every entry after the first ``length`` away."""
        if length < len(self._lines):
            self._height = self._starts[length]
            del self._starts[length:], self._lines[length:]
            self._rows.clear()
            self._sections = [section for section in self._sections if section < length]
            self._folded.intersection_update(self._sections)
            self._found = -1
            if self._folded:  # a heading says how much it hides
                self._wrap_all()

    def on_click(self, event: Click) -> None:
        """A click on the heading of a night or a day folds or opens it."""
        offset = event.get_content_offset(self)
        row = -1 if offset is None else offset.y + round(self.scroll_y)
        entry = self._entry_at(row)
        if entry in self._sections and self._starts[entry] == row:
            self.fold(entry)

    def _section_of(self, entry: int) -> int:
        """The heading that ``entry`` stands under; -1 for what comes before the first night."""
        place = bisect_right(self._sections, entry)
        return self._sections[place - 1] if place else -1

    # -- wrapping ------------------------------------------------------------------------------

    @property
    def _text_width(self) -> int:
        width = self.scrollable_content_region.width
        if not width and self._wrapped_at:  # out of sight: it comes back as wide as it was, or is resized
            return self._wrapped_at
        return max(10, width)

    def on_resize(self, event: Resize) -> None:
        """Wrap anew for another width; the entry at the top stays at the top."""
        if self._text_width == self._wrapped_at:
            if self._following:
                self._settle()
            return
        top = self._entry_at(round(self.scroll_y))
        following = self._following
        self._wrapped_at = self._text_width
        self._wrap_all()
        self._live_rows = self._wrapped(self._live) if self._live else []
        self._following = following
        self._settle()
        if not following and top < len(self._starts):
            self.scroll_to(y=self._starts[top], animate=False, immediate=True)
            self._following = False

    def _wrap_all(self) -> None:
        self._height, self._starts, self._sections = 0, [], []
        self._rows.clear()
        for entry in range(len(self._lines)):
            self._put(entry)

    def _put(self, entry: int) -> None:
        """Give an entry its rows below those before it: none where it is folded away."""
        self._starts.append(self._height)
        if self._lines[entry].kind == "phase":
            self._sections.append(entry)
        self._height += len(self._rows_of(entry))

    def _rows_of(self, entry: int) -> list[Row]:
        """The rows of an entry."""
        rows = self._rows.get(entry)
        if rows is None:
            if len(self._rows) >= _KEPT:
                self._rows.clear()
            rows = self._rows[entry] = self._folded_or_wrapped(entry)
        return rows

    def _folded_or_wrapped(self, entry: int) -> list[Row]:
        line, section = self._lines[entry], self._section_of(entry)
        if section not in self._folded:
            return self._wrapped(line)
        if section != entry:
            return []
        after = (n for n in range(entry + 1, len(self._lines)) if self._lines[n].kind == "phase")
        hidden = next(after, len(self._lines)) - entry - 1
        return self._wrapped(replace(line, text=t("log_folded", self._lang, text=line.text, n=hidden)))

    def _entry_at(self, row: int) -> int:
        return max(0, bisect_right(self._starts, row) - 1)

    def _wrapped(self, line: Line) -> list[Row]:
        self._wrapped_at = self._wrapped_at or self._text_width
        width, style = self._wrapped_at, f"log--{line.kind}"
        if line.kind in ("phase", "stage"):
            return [Row("", style, _rule(line.text, width, "━" if line.kind == "phase" else "─"), style)]
        head_style = style
        if line.kind == "speech":
            head_style = "log--mine" if line.seat == self._me else "log--head"
        first, *others = wrap(line.text, width - _INDENT, max(0, cell_len(line.head) - _INDENT))
        return [
            Row(line.head, head_style, first, style),
            *(Row(" " * _INDENT, style, row, style) for row in others),
        ]

    def render_line(self, y: int) -> Strip:
        """Row ``y`` of the window."""
        index = y + round(self.scroll_y)
        width, base = self.size.width, self.rich_style
        live = index - self._height
        if live >= len(self._live_rows):
            return Strip.blank(width, base)
        if live < 0:
            entry = self._entry_at(index)
            row = self._rows_of(entry)[index - self._starts[entry]]
        else:
            row = self._live_rows[live]
        strip = Strip(
            [
                Segment(row.head, self.get_component_rich_style(row.head_style, partial=True)),
                Segment(row.text, self.get_component_rich_style(row.style, partial=True)),
            ]
        )
        if 0 <= self._found < len(self._starts) and index == self._starts[self._found]:
            strip = strip.apply_style(self.get_component_rich_style("log--found", partial=True))
        return strip.crop_extend(0, width, base).apply_style(base)


def _rule(text: str, width: int, dash: str) -> str:
    """A heading in the middle of a line."""
    room = max(0, width - cell_len(text) - 2)
    left = room // 2
    return f"{dash * left} {text} {dash * (room - left)}"
