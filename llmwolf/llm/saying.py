"""A speech on its way from a raw reply to the table; one that copies another is held back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import Final

from llmwolf.llm.keyguard import KeyGuard
from llmwolf.llm.speech import SpeechFilter
from llmwolf.llm.stream import FieldTap
from llmwolf.rules.asks import Request
from llmwolf.rules.events import Spoke
from llmwolf.rules.view import View

SHORTEST_COPY: Final = 16
"""Shorter speeches may be alike by chance (过, 我是好人)."""
_ALIKE: Final = 0.9
_BLANKS: Final = re.compile(r"[\W_]+")


def others_words(view: View) -> tuple[str, ...]:
    """What the others have said so far that is long enough to be copied (L46)."""
    spoken = (e.text for e in view.log if isinstance(e, Spoke) and e.seat != view.seat)
    return tuple(text for text in dict.fromkeys(spoken) if len(text) >= SHORTEST_COPY)


def is_copy(text: str, others: Sequence[str]) -> bool:
    """Whether ``text`` repeats one of ``others``, word for word or almost (L46)."""
    said = _BLANKS.sub("", text)
    if len(said) < SHORTEST_COPY:
        return False
    matcher = SequenceMatcher(None, autojunk=False)
    matcher.set_seq2(said)
    for other in others:
        matcher.set_seq1(_BLANKS.sub("", other))
        if matcher.real_quick_ratio() >= _ALIKE <= matcher.quick_ratio() and matcher.ratio() >= _ALIKE:
            return True
    return False


class SpeechSink:
    """Gives the speech within a reply to ``say`` as it arrives, as far as the table may hear it.

    Only a ``speak`` request is said aloud, and no more than its limit. As long as the speech begins word
    for word like one of ``others`` it is held back, and so is one that turns out to be a copy: what the table
    has not heard can be asked for again.
    """

    def __init__(
        self, request: Request, say: Callable[[str], None], key: str = "", others: Sequence[str] = ()
    ) -> None:
        """``key`` is struck out of what is said. ``asked``: an attempt is under way, which costs."""
        self._request = request
        self._say = say
        self._key = key
        self._others = others
        self.begin()
        self.asked = False

    @property
    def committed(self) -> bool:
        """Whether the table has heard something."""
        return bool(self.heard)

    @property
    def complete(self) -> bool:
        """Whether the table has heard the speech to its end."""
        return self._ended and self.committed

    @property
    def raw(self) -> str:
        """All that has arrived of the reply."""
        return "".join(self._pieces)

    def begin(self) -> None:
        """A reply begins."""
        self.asked = True
        self._tap = FieldTap("speech")
        self._guard = KeyGuard(self._key)
        self._words = SpeechFilter(self._request.seat)
        self._ended = False
        self._pieces: list[str] = []
        self._held = ""
        self.heard = ""

    def feed(self, text: str) -> None:
        """The next piece of the raw reply."""
        self._pieces.append(text)
        if self._request.kind != "speak" or self._ended:
            return
        piece = self._words.feed(self._guard.feed(self._tap.feed(text)))
        if self._tap.closed:
            self._ended = True
            piece += self._words.feed(self._guard.finish()) + self._words.finish()
        self._held += piece
        if not self._looks_copied():
            said = self._held[: self._request.text_limit - len(self.heard)]
            self._held = ""
            if said:
                self.heard += said
                self._say(said)

    def _looks_copied(self) -> bool:
        if self.heard or not self._others:
            return False
        if self._ended:
            return is_copy(self._held, self._others)
        return any(other.startswith(self._held) for other in self._others)
