"""What became of every fault: each that the server sent, and how the client counted it."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

import orjson

from llmwolf.llm.client import Asker, Message, Prompted, RawReply, Sink
from llmwolf.llm.failure import ModelFailure

FATES: Final = {
    "read": "the answer was got out of it as it was",
    "retried": "the request was made again",
    "repaired": "the model was told what was wrong, and asked again",
    "kept": "the table had heard the speech, or it stood in for the second try",
    "stand-in": "the stand-in bot answered",
    "let be": "it was a poll, and no answer is a no",
    "cut off": "nobody waited for it any more",
}
"""What can become of a faulty reply."""


def place(model: str, messages: Sequence[Message]) -> str:
    """What tells one question from all others, on both sides of the wire."""
    return f"{model}/{sha256(orjson.dumps(list(messages))).hexdigest()}"


@dataclass(slots=True)
class Ledger:
    """``sent`` holds what each question was sent, oldest first ("": a good reply), until it is accounted for.

    ``fates`` is what came of each fault, ``words`` are the client's own words for it.
    """

    sent: dict[str, deque[str]] = field(default_factory=lambda: defaultdict(deque))
    fates: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    words: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def note(self, fault: str, fate: str, word: str = "") -> None:
        """A reply with ``fault`` came to ``fate``, which the client calls ``word``."""
        if fault:
            self.fates[fault][fate] += 1
            self.words[fault][word or fate] += 1

    def close(self) -> None:
        """What is left was sent to somebody who had gone."""
        for names in self.sent.values():
            for fault in names:
                self.note(fault, "cut off")
            names.clear()

    def lines(self) -> list[str]:
        """A table: a row for each fault, a column for each fate, then the client's words."""
        rows = [f"{'fault':<16}{'sent':>6}" + "".join(f"{fate:>10}" for fate in FATES) + "  counted as"]
        for fault, fates in sorted(self.fates.items()):
            words = ", ".join(f"{word} {count}" for word, count in self.words[fault].most_common())
            cells = "".join(f"{fates[fate] or '':>10}" for fate in FATES)
            rows.append(f"{fault:<16}{fates.total():>6}{cells}  {words}")
        return rows


class Trace:
    """One game's calls, matched with what the server sent; tells the ``ledger`` when a turn is decided."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._places: dict[str, str] = {}
        self._open: dict[int, list[dict[str, Any]]] = {}

    def wrap(self, client: Asker) -> Asker:
        """``client``, whose questions are noted."""
        return _Traced(client, self._places)

    def called(self, call: dict[str, Any]) -> None:
        """A call is over, and told as the record keeps it."""
        seat = call["seat"]
        if call["ask"] == "poll":
            self._settle([call], "poll")
            return
        if not call["repair"]:
            self._settle(self._open.pop(seat, []), "")
        self._open.setdefault(seat, []).append(call)

    def decided(self, seat: int, source: str) -> None:
        """The open turn of ``seat`` was decided by ``source``."""
        if source not in ("order", "poll"):
            self._settle(self._open.pop(seat, []), source)

    def close(self) -> None:
        """The game is over; what is open was cut off."""
        for calls in self._open.values():
            self._settle(calls, "")
        self._open.clear()

    def _settle(self, calls: list[dict[str, Any]], source: str) -> None:
        for number, call in enumerate(calls):
            sent = self._ledger.sent[self._places[call["key"]]]
            for reason in call["retries"]:
                self._ledger.note(sent.popleft() if sent else "", "retried", reason)
            again = number + 1 < len(calls)
            self._ledger.note(sent.popleft() if sent else "", *_fate(call, again, source))


def _fate(call: dict[str, Any], again: bool, source: str) -> tuple[str, str]:
    """What became of the last reply to ``call``, and the client's word for it."""
    word = call["failed"] or call.get("fault", "")
    if again:
        return "repaired", word or "copy"
    if not word:
        return "read", ""
    if source == "poll":
        return "let be", word
    if not source:
        return "cut off", word
    return ("stand-in" if source == "stand-in" else "kept"), word


class _Traced:
    def __init__(self, client: Asker, places: dict[str, str]) -> None:
        self._client = client
        self._places = places
        self.endpoint = client.endpoint
        self.patience = client.patience

    async def ask(
        self, prompt: Prompted, sink: Sink, on_retry: Callable[[ModelFailure], None] = lambda failure: None
    ) -> RawReply:
        self._places[prompt.key] = place(self.endpoint.model, prompt.messages)
        return await self._client.ask(prompt, sink, on_retry)

    async def close(self) -> None:
        await self._client.close()
