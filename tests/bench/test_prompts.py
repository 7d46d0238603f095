"""What the prompts of a game cost: the layout is held by figures."""

import pytest

from llmwolf.bench.prompts import PARTS, PromptFigures, common, measure, usual_seed
from llmwolf.boards import find_board
from llmwolf.llm.settings import Settings


@pytest.fixture(scope="module")
def figures() -> PromptFigures:
    pytest.importorskip("bpe_openai")
    board = find_board("official-12")
    return measure(board, usual_seed(board, "zh"), Settings(), lambda done: None)


def test_the_prompts_of_a_game_stay_within_their_budget(figures: PromptFigures) -> None:
    assert figures.exact
    assert 130 <= figures.calls <= 142
    assert figures.tokens.total() <= 550_000
    assert figures.new.total() <= 64_000
    assert figures.shared >= 0.90


def test_what_the_table_shares_is_paid_for_once(figures: PromptFigures) -> None:
    """But for the last block of each prompt, which is seldom whole."""
    once = (figures.tokens["rules"] + figures.tokens["schema"]) // figures.calls
    assert figures.new["rules"] + figures.new["schema"] < 2 * once
    assert figures.new["public"] < figures.tokens["public"] // 10
    assert set(figures.tokens) == set(PARTS)


def test_what_can_be_asked_at_once_is(figures: PromptFigures) -> None:
    assert figures.chained <= 0.52


@pytest.mark.parametrize(
    ("one", "other", "many"), [("", "a", 0), ("abc", "abd", 2), ("abc", "abc", 3), ("ab", "abc", 2)]
)
def test_what_two_texts_begin_with_in_common(one: str, other: str, many: int) -> None:
    assert common(one, other) == many
