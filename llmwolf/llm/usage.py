"""What the calls of a seat cost and how they went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Usage:
    """The tokens of one reply as the server counts them.

    Where it does not say, ``known`` is false, and what stands here is an estimate or nothing. ``reasoning``
    is part of ``completion``, ``cached`` of ``prompt``.
    """

    prompt: int = 0
    cached: int = 0
    completion: int = 0
    reasoning: int = 0
    known: bool = False

    def __add__(self, other: Usage) -> Usage:
        """Both together; it is an estimate if either is."""
        return Usage(
            prompt=self.prompt + other.prompt,
            cached=self.cached + other.cached,
            completion=self.completion + other.completion,
            reasoning=self.reasoning + other.reasoning,
            known=self.known and other.known,
        )


def usage_of(given: object) -> Usage:
    """The usage block of a reply or a chunk, whatever parts of it the server fills in.

    Services differ in where they tell what was cached, and some count the reasoning beside the completion
    instead of in it: it is paid as a part of it, so the total decides. Nothing but zeros is no count.
    """
    block = given if isinstance(given, dict) else {}
    prompt = _number(block, "prompt_tokens")
    completion = _number(block, "completion_tokens")
    reasoning = _number(block.get("completion_tokens_details"), "reasoning_tokens")
    cached = (
        _number(block.get("prompt_tokens_details"), "cached_tokens")
        or _number(block, "prompt_cache_hit_tokens")  # DeepSeek
        or _number(block, "cached_tokens")  # Moonshot
    )
    if _number(block, "total_tokens") == prompt + completion + reasoning:  # xAI, Gemini
        completion += reasoning
    return Usage(
        prompt=prompt,
        cached=min(cached, prompt),
        completion=completion,
        reasoning=min(reasoning, completion),
        known=prompt + completion > 0,
    )


def _number(holder: object, name: str) -> int:
    value = holder.get(name) if isinstance(holder, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


@dataclass(slots=True)
class CallLog:
    """The counters of one seat, or of several added up.

    A *call* is one question put to the model, its repeats after a fault are *retries*; a *repair* is the
    second question after an unusable reply; *failures* count by reason what ended without an answer (a
    stand-in gave it), and *faults* what was overcome by a retry or a repair. ``estimated`` calls are those
    whose tokens the server did not count, ``unpriced`` those whose price is not known; ``cost`` is what the
    others cost in US dollars.
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
    estimated: int = 0
    unpriced: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    longest: float = 0.0

    @property
    def tokens(self) -> int:
        """All tokens so far."""
        return self.prompt_tokens + self.completion_tokens

    @property
    def stand_ins(self) -> int:
        """How many answers a stand-in had to give."""
        return self.failures.total()

    @property
    def mean(self) -> float:
        """Seconds for a call, on the average."""
        return self.seconds / self.calls if self.calls else 0.0

    def spent(self, usage: Usage | None, seconds: float, cost: float | None = None) -> None:
        """Add one call with its time and, where a reply came, its tokens and what they cost."""
        self.calls += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        if usage is None:
            return
        self.prompt_tokens += usage.prompt
        self.cached_tokens += usage.cached
        self.completion_tokens += usage.completion
        self.reasoning_tokens += usage.reasoning
        self.estimated += not usage.known
        self.unpriced += cost is None
        self.cost += cost or 0.0

    def as_dict(self) -> dict[str, Any]:
        """Every counter, for the record and for ``--json``."""
        numbers = {name: getattr(self, name) for name in _NUMBERS}
        return {
            **numbers,
            "cost": round(self.cost, 6),
            "seconds": round(self.seconds, 3),
            "longest": round(self.longest, 3),
            "failures": dict(sorted(self.failures.items())),
            "faults": dict(sorted(self.faults.items())),
        }

    @property
    def about(self) -> str:
        """``~`` where tokens are estimated."""
        return "~" if self.estimated else ""

    @property
    def price(self) -> str:
        """What it cost so far, as text, with a question mark where a price is not known (E08)."""
        if self.unpriced and not self.cost:
            return "$?"
        return f"{self.about}${self.cost:.4f}{'+?' if self.unpriced else ''}"

    def line(self, lang: str = "en", paid: bool = True) -> str:
        """The counters in one line for people; what they cost only where they were ``paid`` for."""
        if lang == "zh":
            cost = f"费用{self.price}；" if paid else ""
            return (
                f"调用{self.calls}次，作答{self.answers}，修复{self.repairs}，重试{self.retries}；"
                f"已克服：{_counted(self.faults, '无')}；替补上场：{_counted(self.failures, '无')}；"
                f"词元 {self.about}输入{self.prompt_tokens}（缓存{self.cached_tokens}）"
                f"输出{self.completion_tokens}（推理{self.reasoning_tokens}）；{cost}"
                f"平均{self.mean:.2f}秒，最长{self.longest:.2f}秒"
            )
        cost = f"{self.price}; " if paid else ""
        return (
            f"{self.calls} calls, {self.answers} answers, {self.repairs} repairs, {self.retries} retries, "
            f"overcome: {_counted(self.faults)}, failed: {_counted(self.failures)}; "
            f"tokens {self.about}{self.prompt_tokens} in ({self.cached_tokens} cached), "
            f"{self.completion_tokens} out ({self.reasoning_tokens} reasoning); {cost}"
            f"{self.mean:.2f} s a call, longest {self.longest:.2f} s"
        )

    def row(self) -> tuple[str, ...]:
        """The counters as the cells of a table under :func:`headings`."""
        counts = (self.calls, self.answers, self.repairs, self.retries, self.stand_ins)
        tokens = (self.prompt_tokens, self.cached_tokens, self.completion_tokens, self.reasoning_tokens)
        times = (f"{self.mean:.2f}", f"{self.longest:.2f}")
        return (*map(str, counts), *(f"{self.about}{count}" for count in tokens), *times, self.price)


_HEADINGS: Final = (
    ("调用", "calls"), ("作答", "answers"), ("修复", "repairs"), ("重试", "retries"), ("替补", "stood in"),
    ("输入", "in"), ("缓存", "cached"), ("输出", "out"), ("推理", "reasoning"),
    ("平均秒", "mean s"), ("最长秒", "longest s"), ("费用", "cost"),
)  # fmt: skip


def headings(lang: str) -> tuple[str, ...]:
    """What stands above the cells of :meth:`CallLog.row`."""
    return tuple(en if lang == "en" else zh for zh, en in _HEADINGS)


_NUMBERS: Final = (
    "calls", "retries", "repairs", "answers", "prompt_tokens", "cached_tokens", "completion_tokens",
    "reasoning_tokens", "estimated", "unpriced",
)  # fmt: skip


def _counted(counter: Counter[str], nothing: str = "none") -> str:
    return ", ".join(f"{reason} {count}" for reason, count in sorted(counter.items())) or nothing


def total(logs: Iterable[CallLog]) -> CallLog:
    """The counters of several seats added up."""
    summed = CallLog()
    for log in logs:
        for name in (*_NUMBERS, "seconds", "cost"):
            setattr(summed, name, getattr(summed, name) + getattr(log, name))
        summed.longest = max(summed.longest, log.longest)
        summed.failures += log.failures
        summed.faults += log.faults
    return summed
