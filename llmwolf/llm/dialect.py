"""How one endpoint wants to be asked: learned from its complaints, remembered for the game."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

RUNGS: Final = ("json_schema", "json_object", "text")
"""The ladder of answer formats, the strictest first."""

_LIMIT: Final = re.compile(
    r"(?:at most|maximum(?: value)?(?: of| is)?|less than or equal to|<=)\D{0,12}(\d{2,6})"
)
_UNKNOWN: Final = ("unsupported", "not supported", "unknown", "unrecognized", "unexpected")


@dataclass(frozen=True, slots=True)
class Dialect:
    """The ``rung`` of the ladder, the token limit's name and cap, and which optional parameters are taken."""

    rung: int = 0
    token_word: str = "max_tokens"
    most_tokens: int = 0
    temperature: bool = True
    usage: bool = True

    @property
    def format(self) -> str:
        """The name of the rung."""
        return RUNGS[self.rung]

    def params(self, schema: dict[str, Any], max_tokens: int, temperature: float | None) -> dict[str, Any]:
        """The parameters of one request in this dialect."""
        limit = min(max_tokens, self.most_tokens) if self.most_tokens else max_tokens
        params: dict[str, Any] = {self.token_word: limit}
        if self.format == "json_schema":
            named = {"name": "answer", "strict": True, "schema": schema}
            params["response_format"] = {"type": "json_schema", "json_schema": named}
        elif self.format == "json_object":
            params["response_format"] = {"type": "json_object"}
        if self.temperature and temperature is not None:
            params["temperature"] = temperature
        if self.usage:
            params["stream_options"] = {"include_usage": True}
        return params

    def after(self, complaint: str) -> Dialect | None:
        """The dialect to try after the server refused this one with ``complaint``; ``None``: nothing is left.

        A parameter the complaint names is dropped or renamed; otherwise the next rung is tried.
        """
        text = complaint.lower()
        if "max_tokens" in text or "max_completion_tokens" in text:
            limit = _LIMIT.search(text)
            if limit and self.most_tokens != int(limit[1]):
                return replace(self, most_tokens=int(limit[1]))
            wanted = "max_completion_tokens" in text or any(word in text for word in _UNKNOWN)
            if self.token_word == "max_tokens" and wanted:
                return replace(self, token_word="max_completion_tokens")
        if "temperature" in text and self.temperature:
            return replace(self, temperature=False)
        if ("stream_options" in text or "include_usage" in text) and self.usage:
            return replace(self, usage=False)
        return replace(self, rung=self.rung + 1) if self.rung + 1 < len(RUNGS) else None

    def merged(self, other: Dialect) -> Dialect:
        """What both have learned: several calls may learn at once."""
        return Dialect(
            rung=max(self.rung, other.rung),
            token_word=max(self.token_word, other.token_word, key=lambda word: word != "max_tokens"),
            most_tokens=min(filter(None, (self.most_tokens, other.most_tokens)), default=0),
            temperature=self.temperature and other.temperature,
            usage=self.usage and other.usage,
        )
