"""A reply put together from what a server sends: one place for every shape that replies come in.

Text and hidden thinking are kept apart, whatever field or mark the thinking hides behind (L10, L12).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from llmwolf.llm.failure import Complaint, ModelFailure, complaint_in
from llmwolf.llm.hidden import OPENING, hidden_end
from llmwolf.llm.usage import Usage, usage_of

LONGEST_TEXT: Final = 150_000
_LONGEST_REASONING: Final = 400_000
_LONGEST_MARK: Final = 48
_FILTERED: Final = (
    "content_filter", "content-filter", "safety", "sensitive", "blocklist", "prohibited_content", "spii",
    "recitation",
)  # fmt: skip
_LONG: Final = ("length", "max_tokens", "max_output_tokens", "model_length")
_BROKEN: Final = ("error", "network_error", "insufficient_system_resource", "abort")
_TOKEN: Final = re.compile(r"^<\|(?!channel)[a-z_]{1,20}\|>(?:assistant\b)?", re.IGNORECASE)
_REASONING: Final = ("reasoning_content", "reasoning", "thinking")


class Reported(Exception):
    """The server tells of an error where a piece of the reply should be."""

    def __init__(self, complaint: Complaint) -> None:
        self.complaint = complaint
        super().__init__(complaint.said)


def decoded(data: bytes) -> Any:
    """The JSON in ``data``. Raises :class:`ValueError` or :class:`RecursionError`."""
    try:
        return orjson.loads(data)
    except ValueError:
        return json.loads(data)  # which takes half a surrogate pair, as gateways cut them


class _Lead:
    """Takes hidden-thought blocks off the beginning of a text that arrives in pieces."""

    def __init__(self) -> None:
        self._held = ""
        self.over = False
        self._inside = False

    def feed(self, piece: str, think: Callable[[str], None]) -> str:
        """The text in ``piece``; what is hidden goes to ``think``."""
        if self.over:
            return piece
        self._held += piece
        while True:
            if self._inside:
                end = hidden_end(self._held, 0)
                if end < 0:
                    # The mark may be cut in two; all before its longest form is thinking for certain.
                    think(self._held[:-_LONGEST_MARK])
                    self._held = self._held[-_LONGEST_MARK:]
                    return ""
                think(self._held[:end])
                self._held, self._inside = self._held[end:], False
            text = _TOKEN.sub("", self._held.lstrip()).lstrip()
            if opening := OPENING.match(text):
                think(opening[0])
                self._held, self._inside = text[opening.end() :], True
                continue
            if not text or (text.startswith("<") and len(text) < _LONGEST_MARK and "\n" not in text):
                return ""
            self.over, self._held = True, ""
            return text

    def finish(self, think: Callable[[str], None]) -> str:
        """The end: what is held is text, unless it is within a block that was never closed."""
        held, self._held = self._held, ""
        self.over = True
        if self._inside:
            think(held)
            return ""
        return held


@dataclass(slots=True)
class Heard:
    """A reply while it arrives."""

    alive: bool = False
    done: bool = False
    finish: str = ""
    refusal: str = ""
    usage: Usage = field(default_factory=Usage)
    size: int = 0
    moved: bool = False
    _pieces: list[str] = field(default_factory=list)
    _thoughts: list[str] = field(default_factory=list)
    _thought_size: int = 0
    _lead: _Lead = field(default_factory=_Lead)
    _half: str = ""
    _plain: bool = False

    @property
    def text(self) -> str:
        """What the model says."""
        return "".join(self._pieces)

    @property
    def reasoning(self) -> str:
        """What it thinks."""
        return "".join(self._thoughts)

    def take(self, data: bytes) -> str:
        """Add an event; returns the text that it brings. Any part of it may be missing or of another shape.

        Raises :class:`Reported` for an error in the place of a piece, :class:`ValueError` or
        :class:`RecursionError` for what is no JSON.
        """
        if data == b"[DONE]":
            self.done = True
            return self.flush()
        return self.take_body(decoded(data))

    def take_body(self, body: object) -> str:
        """Add a decoded event, or the whole body of a server that does not stream."""
        if not isinstance(body, dict):
            return ""
        if body.get("error"):
            raise Reported(complaint_in(body))
        if body.get("usage") is not None:
            self.usage = usage_of(body["usage"])
        choices = body.get("choices")
        if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
            return ""
        self.alive = True
        choice = choices[0]
        part = choice.get("delta") or choice.get("message")
        finish = choice.get("finish_reason")
        if self._plain and not finish and isinstance(part, dict) and len(part) == 1:
            content = part.get("content")
            if isinstance(content, str) and content.isprintable():  # nine events of ten
                return self._keep(content)
        if choice.get("usage") is not None:  # Moonshot
            self.usage = usage_of(choice["usage"])
        piece = self._part(part) if isinstance(part, dict) else ""
        if isinstance(finish, str) and finish:
            self.finish = finish
            piece += self.flush()
        return piece

    def _part(self, part: dict[str, Any]) -> str:
        content = part.get("content")
        if len(part) > 1 or content is None:
            self._beside(part)
        if isinstance(content, list):  # Mistral: a list of typed parts
            content = "".join(self._typed(item) for item in content)
        if not isinstance(content, str) or not content:
            return ""
        if "extra_content" in part and _is_thought(part):
            self._think(content)
            return ""
        return self._say(self._lead.feed(content, self._think))

    def _beside(self, part: dict[str, Any]) -> None:
        """What may stand beside the content."""
        for name in _REASONING:
            if isinstance(thought := part.get(name), str) and thought:
                self._think(thought)
                break  # some send the same under two names
        if isinstance(refusal := part.get("refusal"), str):
            self.refusal += refusal

    def _typed(self, item: object) -> str:
        """The text of one typed part; thinking is put aside."""
        if not isinstance(item, dict):
            return ""
        if isinstance(text := item.get("text"), str):
            return text
        thinking = item.get("thinking")
        for inner in thinking if isinstance(thinking, list) else [{"text": thinking}]:
            if isinstance(inner, dict) and isinstance(text := inner.get("text"), str):
                self._think(text)
        return ""

    def _think(self, thought: str) -> None:
        self.moved = True
        if self._thought_size < _LONGEST_REASONING:
            self._thoughts.append(thought)
            self._thought_size += len(thought)

    def _say(self, piece: str) -> str:
        """``piece`` as text; the first half of a surrogate pair waits for the other."""
        if not piece:
            return ""
        if self._half or not piece.isprintable():
            piece, self._half = _whole_pairs(self._half + piece)
        self._plain = self._lead.over and not self._half
        return self._keep(piece)

    def _keep(self, piece: str) -> str:
        self.moved = True
        self._pieces.append(piece)
        self.size += len(piece)
        return piece

    def flush(self) -> str:
        """What was held back at the beginning and is text after all."""
        return self._say(self._lead.finish(self._think))

    def split_at_closing_mark(self) -> bool:
        """A closing mark without its opening one: all before it was thinking. Returns whether there was one.

        Only in a reply that is no object from its beginning: within one it is the speech's affair.
        """
        text = self.text
        if text.lstrip()[:1] in ("{", "`", "[", ""):
            return False
        at = 0
        while (end := hidden_end(text, at)) >= 0:
            at = end
        if at:
            self._think(text[:at])
            self._pieces = [text[at:]]
        return at > 0

    def check(self) -> None:
        """Raises :class:`ModelFailure` where the reply is over and is none."""
        finish = self.finish.lower()
        if finish in _FILTERED:  # L15
            raise ModelFailure("filtered", f"the reply was stopped by a filter ({self.finish[:40]})")
        if finish in _BROKEN:
            raise ModelFailure("server", f"the server ended the reply with {finish}", retry=True)
        if self.refusal:
            raise ModelFailure("refused")
        self.finish = "length" if finish in _LONG else finish
        if self.finish != "length" and not self.text.strip():
            raise ModelFailure("empty", retry=True)

    def whole_object(self) -> bool:
        """Whether the text is a complete JSON object."""
        text = self.text.strip()
        if not (text.startswith("{") and text.endswith("}")):
            return False
        try:
            orjson.loads(text)
        except ValueError:
            return False
        return True


def _is_thought(part: dict[str, Any]) -> bool:
    """Gemini marks a piece of thinking beside its content."""
    extra = part.get("extra_content")
    google = extra.get("google") if isinstance(extra, dict) else None
    return isinstance(google, dict) and google.get("thought") is True


def _whole_pairs(text: str) -> tuple[str, str]:
    """``text`` with its surrogates joined to characters or dropped, and the half pair at its end."""
    half = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
    text = text[: len(text) - len(half)]
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore"), half
