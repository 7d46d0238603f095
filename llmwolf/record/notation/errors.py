"""What can be wrong with a typed record."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from llmwolf.record.errors import RecordError
from llmwolf.record.notation.sentences import Sentence, say, shortened


class NotationError(RecordError):
    """A typed record cannot be read or is against the rules.

    ``line`` is the line of the file, ``item`` what was typed there, ``why`` says in both languages why it
    cannot stand (``sentence`` in English), and ``options`` lists what could stand instead, in the notation's
    own words.
    """

    def __init__(self, why: Sentence, line: int = 0, item: str = "", options: Sequence[str] = ()) -> None:
        self.why = why
        self.item = item
        self.options = tuple(options)
        super().__init__(why.en, line)

    def at(self, where: str) -> NotationError:
        """The same, with the name of the file."""
        self.where = where
        return self

    def told(self, lang: str) -> str:
        """The whole message in ``lang``: where, what, why, and what would be legal."""
        english = lang == "en"
        line = (f"line {self.line}" if english else f"第{self.line}行") if self.line else ""
        place = (", " if english else "，").join(filter(None, (self.where, line, shortened(self.item))))
        legal = " | ".join(self.options)
        if legal:
            legal = f"; legal here: {legal}" if english else f"；此处可写：{legal}"
        return f"{place}{(': ' if english else '：') if place else ''}{self.why.of(lang)}{legal}"

    def __str__(self) -> str:
        return self.told("en")


class Malformed(NotationError):
    """The record is not written as records are."""


class Illegal(NotationError):
    """The record is well written, but the rules forbid what it says."""


def nearest(word: str, known: Sequence[str]) -> Sentence:
    """A hint for ``word``, which is none of ``known``: the nearest of them, or all in its script."""
    near = get_close_matches(word, known, 1, cutoff=0.5)
    if near:
        return say("hint_near", near=near[0])
    alike = [name for name in known if name.isascii() == word.isascii()]
    return say("hint_known", known=", ".join(alike or known))
