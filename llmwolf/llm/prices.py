"""What tokens cost: a dated table of prices, which a user's configuration overrides (E08)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final

from llmwolf.llm.presets import service_at
from llmwolf.llm.usage import Usage

FILE: Final = Path(__file__).with_name("prices.toml")
_MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens; ``cached`` is for what of the prompt the service had read before.

    ``as_of`` is the day on which the price was looked up (``None``: the user's own), ``source`` where.
    """

    prompt: float
    cached: float
    completion: float
    as_of: date | None = None
    source: str = ""

    def of(self, usage: Usage) -> float:
        """What ``usage`` costs; reasoning is part of the completion."""
        fresh = max(0, usage.prompt - usage.cached)
        total = fresh * self.prompt + usage.cached * self.cached + usage.completion * self.completion
        return total / _MILLION


FREE: Final = Price(0.0, 0.0, 0.0)
"""What a server of one's own costs."""


@cache
def prices() -> Mapping[str, Price]:
    """The shipped prices by service and model, as ``--model`` takes them: ``deepseek:deepseek-flash``."""
    table = tomllib.loads(FILE.read_text("utf-8"))
    return {name: Price(**entry) for name, entry in table.items()}


def price_of(base_url: str, model: str) -> Price | None:
    """The shipped price of ``model`` where ``base_url`` is; ``None``: not known.

    The same model costs something else at another service. A local address is not free by itself: what
    listens there may pass calls on to a service that is paid.
    """
    return prices().get(f"{service_at(base_url)}:{model}")
