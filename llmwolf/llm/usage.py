"""What the calls of a seat cost and how they went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Usage:
    """The tokens of one reply as the server counts them; ``known`` is false where it does not say."""

    prompt: int = 0
    cached: int = 0
    completion: int = 0
    reasoning: int = 0
    known: bool = False


def usage_of(given: object) -> Usage:
    """The usage block of a reply or a chunk, whatever parts of it the server fills in."""

    def number(holder: object, name: str) -> int:
        value = holder.get(name) if isinstance(holder, dict) else getattr(holder, name, None)
        return value if isinstance(value, int) and value > 0 else 0

    def part(name: str) -> object:
        return given.get(name) if isinstance(given, dict) else getattr(given, name, None)

    return Usage(
        prompt=number(given, "prompt_tokens"),
        cached=number(part("prompt_tokens_details"), "cached_tokens"),
        completion=number(given, "completion_tokens"),
        reasoning=number(part("completion_tokens_details"), "reasoning_tokens"),
        known=given is not None,
    )


@dataclass(slots=True)
class CallLog:
    """The counters of one seat, or of several added up.

    A *call* is one question put to the model, its repeats after a fault are *retries*; a *repair* is the
    second question after an unusable reply; *failures* count by reason what ended without an answer,
    and *faults* what was overcome by a retry or a repair.
    """

    calls: int = 0
    retries: int = 0
    repairs: int = 0
    answers: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    reasoning_tokens: int = 0
    unmetered: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def spent(self, usage: Usage | None, seconds: float) -> None:
        """Add one call with its time and, where a reply came, its tokens."""
        self.calls += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        if usage is None:
            return
        self.prompt_tokens += usage.prompt
        self.cached_tokens += usage.cached
        self.completion_tokens += usage.completion
        self.reasoning_tokens += usage.reasoning
        self.unmetered += not usage.known

    def as_dict(self) -> dict[str, Any]:
        """Every counter, for the record and for ``--json``."""
        numbers = {name: getattr(self, name) for name in _NUMBERS}
        return {
            **numbers,
            "seconds": round(self.seconds, 3),
            "longest": round(self.longest, 3),
            "failures": dict(sorted(self.failures.items())),
            "faults": dict(sorted(self.faults.items())),
        }

    def line(self) -> str:
        """The counters in one line for people."""
        mean = self.seconds / self.calls if self.calls else 0.0
        return (
            f"{self.calls} calls, {self.answers} answers, {self.repairs} repairs, {self.retries} retries, "
            f"overcome: {_counted(self.faults)}, failed: {_counted(self.failures)}; "
            f"tokens {self.prompt_tokens} in ({self.cached_tokens} cached), "
            f"{self.completion_tokens} out; {mean:.2f} s a call, longest {self.longest:.2f} s"
        )


_NUMBERS = (
    "calls", "retries", "repairs", "answers", "prompt_tokens", "cached_tokens", "completion_tokens",
    "reasoning_tokens", "unmetered",
)  # fmt: skip


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{reason} {count}" for reason, count in sorted(counter.items())) or "none"


def total(logs: Iterable[CallLog]) -> CallLog:
    """The counters of several seats added up."""
    summed = CallLog()
    for log in logs:
        for name in (*_NUMBERS, "seconds"):
            setattr(summed, name, getattr(summed, name) + getattr(log, name))
        summed.longest = max(summed.longest, log.longest)
        summed.failures += log.failures
        summed.faults += log.faults
    return summed
