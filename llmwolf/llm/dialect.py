"""How one endpoint wants to be asked: learned from its complaints, one quirk a rule, and remembered."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from llmwolf.llm.client import Prompted

RUNGS: Final = ("json_schema", "json_object", "text")
"""The ladder of answer formats, the strictest first."""
TOKEN_WORDS: Final = ("max_tokens", "max_completion_tokens")
_FEWEST: Final = 16

_FORMAT: Final = re.compile(r"response_format|json_schema|json_object|json mode|structured output|grammar")
_SCHEMA: Final = re.compile(r"schema|grammar")
_STREAM: Final = re.compile(r"\bstream(?:ing|ed)?\b")
_TOKENS: Final = re.compile(r"max_(?:completion_|new_|output_)?tokens|(?:completion|output) tokens")
_REFUSED: Final = re.compile(
    r"unsupported|not (?:be )?(?:support|allowed|available|permitted|implemented|enabled)|n't support|unknown"
    r"|unrecognized|unexpected|unavailable|disabled|must be (?:false|verified)|invalid|failed to parse"
    r"|extra inputs|不支持"
)
_NUMBER: Final = r"[`'\"]?(\d+(?:\.\d+)?)"
_MOST: Final = re.compile(
    rf"(?:at most|<=|≤|less than or equal to|up to|no more than|not exceed"
    rf"|maximum(?: allowed)?(?: value)?(?: of| is)?)[^\d\[(]{{0,12}}{_NUMBER}"
    rf"|[\[(（]\s*[\d.]+\s*[,，]\s*{_NUMBER}"  # a range: [1, 8192]
    rf"|between\s+[\d.]+\s+and\s+{_NUMBER}"
    rf"|\d>\s*{_NUMBER}|\d\s+>\s+{_NUMBER}"  # max_tokens: 20000 > 8192
)
_WINDOW: Final = re.compile(r"context (?:length|window|size)(?: of this model)?(?: is| of)?\D{0,4}(\d{3,7})")
_PROMPT: Final = re.compile(r"(\d+)(?: tokens)?(?: input tokens| in (?:the|your) (?:messages|prompt|input))")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How to ask.

    ``rung`` of the ladder of formats; ``grammar``: the schema of the very question is sent, with its legal
    targets, otherwise the game's constant one; the token limit's name and cap; whether a ``temperature`` is
    taken and the ``hottest`` (0: any); whether a stream may be asked for, and its ``usage``; ``other_door``:
    the address answers with ``/v1`` where none was given, or the other way round.
    """

    rung: int = 0
    grammar: bool = False
    token_word: str = TOKEN_WORDS[0]
    most_tokens: int = 0
    temperature: bool = True
    hottest: float = 0.0
    stream: bool = True
    usage: bool = True
    other_door: bool = False

    @property
    def format(self) -> str:
        """The name of the rung."""
        return RUNGS[self.rung]

    def params(self, prompt: Prompted, room: int = 0) -> dict[str, Any]:
        """The parameters of one request; ``room`` is the most tokens that it has place for (0: enough)."""
        limits = (prompt.max_tokens, self.most_tokens, room)
        params: dict[str, Any] = {self.token_word: min(filter(None, limits))}
        if self.format == "json_schema":
            schema = prompt.exact if self.grammar else prompt.constant
            named = {"name": "answer", "strict": True, "schema": schema}
            params["response_format"] = {"type": "json_schema", "json_schema": named}
        elif self.format == "json_object":
            params["response_format"] = {"type": "json_object"}
        if self.temperature and prompt.temperature is not None:
            hottest = self.hottest or prompt.temperature
            params["temperature"] = min(prompt.temperature, hottest)
        params["stream"] = self.stream
        if self.stream and self.usage:
            params["stream_options"] = {"include_usage": True}
        return params

    def after(self, complaint: str) -> Dialect | None:
        """The dialect to try after the server refused this one with ``complaint``; ``None``: nothing is left.

        A parameter the complaint names is dropped, renamed or lowered; otherwise the next rung is tried.
        """
        return self.named(complaint) or self._lower()

    def named(self, complaint: str) -> Dialect | None:
        """The dialect that mends what ``complaint`` names; ``None`` where it names nothing of ours."""
        text = complaint.lower()
        if self.stream and self.usage and ("stream_options" in text or "include_usage" in text):
            return replace(self, usage=False)
        if self.stream and _STREAM.search(text) and _REFUSED.search(text):
            return replace(self, stream=False)
        if _TOKENS.search(text) and (mended := self._tokens(text)):
            return mended
        if self.temperature and "temperature" in text:
            return self._temperature(text[text.index("temperature") :])
        if self.grammar and self.format == "json_schema" and _SCHEMA.search(text):
            return replace(self, grammar=False)
        return None

    def after_fault(self, complaint: str) -> Dialect | None:
        """The same after a status that is no refusal (404, 500…): only a format that it names is mended."""
        text = complaint.lower()
        if _FORMAT.search(text) and _REFUSED.search(text):
            return self.after(complaint)
        return None

    def _tokens(self, text: str) -> Dialect | None:
        most = int(_most(text))
        if most >= _FEWEST and (not self.most_tokens or most < self.most_tokens):
            return replace(self, most_tokens=most)
        other = TOKEN_WORDS[1]
        if self.token_word != other and (other in text or _REFUSED.search(text)):
            return replace(self, token_word=other)
        return None

    def _temperature(self, text: str) -> Dialect:
        most = 0.0 if "only" in text or "default" in text else _most(text)
        if most and (not self.hottest or most < self.hottest):
            return replace(self, hottest=most)
        return replace(self, temperature=False)

    def _lower(self) -> Dialect | None:
        return replace(self, rung=self.rung + 1) if self.rung + 1 < len(RUNGS) else None

    def merged(self, other: Dialect) -> Dialect:
        """What both have learned: several calls may learn at once."""
        return Dialect(
            rung=max(self.rung, other.rung),
            grammar=self.grammar and other.grammar,
            token_word=max(self.token_word, other.token_word, key=TOKEN_WORDS.index),
            most_tokens=min(filter(None, (self.most_tokens, other.most_tokens)), default=0),
            temperature=self.temperature and other.temperature,
            hottest=min(filter(None, (self.hottest, other.hottest)), default=0.0),
            stream=self.stream and other.stream,
            usage=self.usage and other.usage,
            other_door=self.other_door or other.other_door,
        )


def room_left(complaint: str) -> int | None:
    """The tokens that the window still has beside the prompt, where a server tells both sizes."""
    text = complaint.lower()
    window, prompt = _WINDOW.search(text), _PROMPT.search(text)
    return max(0, int(window[1]) - int(prompt[1])) if window and prompt else None


def _most(text: str) -> float:
    found = _MOST.search(text)
    return float(next(filter(None, found.groups()))) if found else 0.0
