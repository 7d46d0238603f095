"""How much the model seats of a game may spend together."""

from __future__ import annotations

from llmwolf.llm.failure import ModelFailure
from llmwolf.players.words.pairs import Pair


class Budget:
    """A ceiling in tokens, in US dollars or in both (0: none), shared by all seats.

    A call is announced with what it may come to, so that calls in flight at once do not overshoot together;
    when it is over, what it really came to takes the place of that. A spent budget ends no game: the
    stand-ins play on. ``tokens`` and ``cost`` are what was spent, ``refused`` how many calls were not made.
    """

    def __init__(self, max_tokens: int = 0, max_cost: float = 0.0) -> None:
        self.max_tokens = max_tokens
        self.max_cost = max_cost
        self.tokens = 0
        self.cost = 0.0
        self.refused = 0
        self._held_tokens = 0
        self._held_cost = 0.0

    @property
    def reached(self) -> bool:
        """Whether it has cost a seat its model: nothing is left, or too little for a call."""
        nothing_left = (self.max_tokens and self.tokens >= self.max_tokens) or (
            self.max_cost and self.cost >= self.max_cost
        )
        return bool(nothing_left or self.refused)

    def left(self) -> tuple[int, float]:
        """Tokens and dollars that are neither spent nor set aside; of what is not limited, 0."""
        tokens = max(0, self.max_tokens - self.tokens - self._held_tokens)
        return tokens, max(0.0, self.max_cost - self.cost - self._held_cost)

    def hold(self, tokens: int, cost: float) -> None:
        """Set ``tokens`` and ``cost`` aside for a call; raises :class:`ModelFailure` if they are not left."""
        over_tokens = self.max_tokens and self.tokens + self._held_tokens + tokens > self.max_tokens
        over_cost = self.max_cost and self.cost + self._held_cost + cost > self.max_cost
        if over_tokens or over_cost:
            self.refused += 1
            raise ModelFailure("budget", self.sentence())
        self._held_tokens += tokens
        self._held_cost += cost

    def short_of(self, prompt: int, reply: int, cost: float) -> Pair | None:
        """That it is too small for a single call, in words; ``None``: it is not.

        The call may come to so many tokens of ``prompt`` and ``reply``, and so much ``cost``.
        """
        if self.max_tokens and prompt + reply > self.max_tokens:
            zh = f"上限 {self.max_tokens} 词元（--max-tokens 或 [limits]）连一次调用都不够：提示词约 {prompt}"
            en = (
                f"the limit of {self.max_tokens} tokens (--max-tokens or [limits]) is too small for one call:"
            )
            return (
                f"{zh}，回答至多 {reply}；一局要几十万以上，见 docs/models.md",
                f"{en} about {prompt} of prompt and at most {reply} of reply; a game takes some hundred"
                " thousand and more, see docs/models.md",
            )
        if self.max_cost and cost > self.max_cost:
            zh = f"上限 ${self.max_cost:g}（--max-cost 或 [limits]）连一次调用都不够：一次至多要 ${cost:.4f}"
            en = f"the limit of ${self.max_cost:g} (--max-cost or [limits]) is too small for one call,"
            return (
                f"{zh}；价格见 `llmwolf models`",
                f"{en} which may come to ${cost:.4f}; `llmwolf models` lists prices",
            )
        return None

    def settle(self, held: tuple[int, float], tokens: int, cost: float) -> None:
        """The call that ``held`` was set aside for is over and came to ``tokens`` and ``cost``."""
        self._held_tokens -= held[0]
        self._held_cost -= held[1]
        self.tokens += tokens
        self.cost += cost

    def sentence(self, lang: str = "en") -> str:
        """That it is used up, and what was spent of what, in one line."""
        zh = lang == "zh"
        parts = []
        if self.max_tokens:
            word = "词元" if zh else " tokens"
            parts.append(f"{self.tokens}{'/' if zh else ' of '}{self.max_tokens}{word}")
        if self.max_cost:
            parts.append(f"${self.cost:.4f}{'/' if zh else ' of '}${self.max_cost:.4f}")
        if zh:
            return f"预算已用完（{'，'.join(parts)}），其余由替补电脑代打"
        return f"the budget is used up: {', '.join(parts)} spent; stand-ins play on"
