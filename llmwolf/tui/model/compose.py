"""What is being written: the state of the composer, without its text area."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from llmwolf.tui.words import t

PASS_WORDS: Final = ("/过", "/pass")
"""What a person may send instead of pressing the key that passes."""
_STOPS: Final = "。！？!?…，,、；;：:.（(“「\n"
"""After one of these a sentence may begin."""


def joined(before: str, sentence: str, lang: str) -> str:
    """``sentence`` as it goes on from ``before``: with the stop that is missing, and the blank."""
    before = before.rstrip(" ")
    if not before or before.endswith("\n"):
        return sentence
    stop = "" if before[-1] in _STOPS else ". " if lang == "en" else "。"
    return (stop or (" " if lang == "en" else "")) + sentence


@dataclass(frozen=True, slots=True)
class Sending:
    """What pressing the send key comes to: the ``text`` to send, a pass, or a ``note`` why not (yet)."""

    text: str = ""
    passes: bool = False
    note: str = ""


class ComposeModel:
    """Decides what a key press in the composer means; the text itself stays where it is typed.

    ``limit`` 0 means that nothing is asked: what is typed is a draft.
    """

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self.limit = 0
        self.passing = ""
        self._warned = ""
        self._pass_armed = False

    def open(self, limit: int, passing: str) -> None:
        """A text of at most ``limit`` characters is asked for, or (0) not any more."""
        self.limit, self.passing = limit, passing
        self.edited()

    def edited(self) -> None:
        """The text changed: warnings given before do not count any more."""
        self._warned, self._pass_armed = "", False

    def send(self, text: str, bare: bool = False) -> Sending:
        """The send key. A text over the limit has to be sent twice, because its end will be cut off.

        ``bare``: an empty text says something too, because a seat was named with it.
        """
        said = text.strip()
        if not self.limit:
            return Sending(note=t("compose_not_now", self._lang))
        if said in PASS_WORDS:
            return Sending(passes=True)
        if not said and not bare:
            return Sending(note=t("compose_empty", self._lang))
        over = len(said) - self.limit
        if over > 0 and self._warned != said:
            self._warned = said
            return Sending(note=t("compose_over", self._lang, n=over, limit=self.limit))
        return Sending(text=said)

    def skip(self) -> Sending:
        """The key that passes; it has to be pressed twice."""
        if not self.limit:
            return Sending(note=t("compose_not_now", self._lang))
        if not self._pass_armed:
            self._pass_armed = True
            return Sending(note=t("compose_pass_again", self._lang, passing=self.passing))
        return Sending(passes=True)

    def count(self, text: str) -> str:
        """``12/400字``."""
        return t("compose_count", self._lang, n=len(text.strip()), limit=self.limit) if self.limit else ""
