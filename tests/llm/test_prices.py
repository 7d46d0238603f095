"""What tokens cost, and where that is not known."""

from datetime import date

import pytest

from llmwolf.llm.config import Config
from llmwolf.llm.presets import presets, service_at
from llmwolf.llm.prices import FREE, Price, price_of, prices
from llmwolf.llm.usage import Usage


def test_the_cached_part_of_a_prompt_is_paid_apart_and_reasoning_with_the_completion() -> None:
    price = Price(2.0, 0.5, 8.0)
    assert price.of(Usage(1_000_000, 400_000, 250_000, 200_000)) == pytest.approx(0.6 * 2 + 0.4 * 0.5 + 2)
    assert price.of(Usage()) == 0
    assert price.of(Usage(prompt=10, cached=1_000_000)) == pytest.approx(0.5), "never less than nothing"


@pytest.mark.parametrize("name", prices())
def test_every_shipped_price_has_a_service_a_date_and_a_source_E08(name: str) -> None:
    price = prices()[name]
    service, _, model = name.partition(":")
    assert service in presets()
    assert model
    assert price.as_of is not None
    assert date(2025, 1, 1) < price.as_of < date(2027, 1, 1)
    assert price.source
    assert 0 < price.cached < price.prompt < price.completion
    assert price.completion < 100, "a price ten times too high is as wrong as one too low (E08)"


def test_a_price_holds_for_the_exact_name_at_one_service() -> None:
    known = price_of("https://api.openai.com/v1", "gpt-4.1")
    assert known is prices()["openai:gpt-4.1"]
    assert price_of("https://api.openai.com/v1", "gpt-4.1-2026") is None
    assert price_of("https://openrouter.ai/api/v1", "gpt-4.1") is None
    assert price_of("https://gateway.example/v1", "gpt-4.1") is None


def test_an_address_belongs_to_a_service_whatever_its_path() -> None:
    assert service_at("https://api.deepseek.com") == service_at("https://api.deepseek.com/beta") == "deepseek"
    assert service_at("https://api.deepseek.com.example/v1") == ""
    assert service_at("http://127.0.0.1:11434/v1") == ""


def test_a_server_of_ones_own_is_free_and_an_unknown_one_is_not() -> None:
    assert Config({}).model("ollama:qwen3:8b").price is FREE
    assert Config({}).model("m", "http://127.0.0.1:11434/v1").price is None
