"""The rules of a table in words: made from what the engine plays by, and nothing that could be said aloud."""

import re

import pytest

from llmwolf.boards import find_board
from llmwolf.llm.prompt.rulebook import rulebook, standing_acts
from llmwolf.llm.prompt.sets import LANGS
from llmwolf.llm.prompt.switches import rule_lines, switch_texts
from llmwolf.llm.prompt.variables import FILES
from llmwolf.llm.saying import SHORTEST_COPY
from llmwolf.llm.settings import SMALL, Settings
from llmwolf.resources import data_dir
from llmwolf.roles import registry
from llmwolf.rules.ruleset import Ruleset, resolve, switches

QUOTED = re.compile("“.*?”|「.*?」|\".*?\"|'.*?'")


def test_every_value_of_every_switch_has_its_words() -> None:
    """D22: the text is made from the values that the engine plays by."""
    assert set(switch_texts()) == {info.name for info in switches()}
    cards = tuple(registry())
    for info in switches():
        texts = switch_texts()[info.name]
        if info.many:
            assert set(info.choices) <= set(texts)
            values: list[object] = [list(info.choices), []]
        else:
            values = list(info.choices) or [7]
        for value in values:
            rules = resolve({info.name: value})
            for lang in LANGS:
                assert "$" not in "".join(rule_lines(cards, rules, lang))
        words = {str(choice).lower() for choice in info.choices}
        assert set(texts) <= {"needs", "text", "none", *words, *(f"{word}_needs" for word in words)}


def test_a_rule_that_concerns_nobody_is_not_told() -> None:
    board = find_board("standard-9")
    lines = "".join(rule_lines(board.cards, board.rules, "zh"))
    assert "没有警长" in lines
    for nobody in ("警上", "守卫", "殉情"):
        assert nobody not in lines
    assert "女巫不能自救" in lines


def test_a_changed_rule_changes_the_text() -> None:
    cards = find_board("official-12").cards
    plain, changed = (
        rule_lines(cards, rules, "zh")
        for rules in (Ruleset(), resolve({"wolves_win": "city", "badge_weight": 2}))
    )
    assert "警长放逐票算1.5票" in plain
    assert "警长放逐票算2票" in changed
    assert not any("屠边" in line for line in changed)


@pytest.mark.parametrize("lang", LANGS)
def test_only_what_is_asked_for_is_explained(lang: str) -> None:
    """A small model is not told of fields that it need not fill."""
    board = find_board("official-12")
    large = rulebook(board.cards, board.rules, Settings(lang=lang))
    small = rulebook(
        board.cards, board.rules, Settings(lang=lang, thought_chars=0, plan_chars=0, claims=False)
    )
    assert all(
        f"\n- {name}" in large for name in ("thought", "plan", "speech", "act", "targets", "claims", "order")
    )
    assert not any(f"\n- {name}" in small for name in ("thought", "plan", "claims"))
    assert "- order" not in rulebook(board.cards, board.rules, SMALL)


def test_only_acts_that_can_be_are_offered_for_standing_orders() -> None:
    for name, acts in (
        ("official-12", ["explode", "withdraw"]),
        ("standard-9", ["explode"]),
        ("silencer-knight-12", ["explode", "withdraw", "duel"]),
    ):
        board = find_board(name)
        assert standing_acts(board.cards, board.rules) == acts
    silent = resolve({"explode_phases": [], "sheriff": False})
    assert standing_acts(find_board("standard-9").cards, silent) == []


@pytest.mark.parametrize("lang", LANGS)
def test_L28_no_sentence_of_the_prompt_files_could_be_a_speech(lang: str) -> None:
    """An example would be said by everybody: nothing is quoted at length, and nobody says I."""
    for file in FILES:
        text = (data_dir("prompts") / "standard" / lang / f"{file}.md").read_text("utf-8")
        text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", text)
        assert all(len(quoted) < SHORTEST_COPY for quoted in QUOTED.findall(text)), file
        assert not re.search(r"我|\bI\b|\bmy\b|\b[Ww]e\b", QUOTED.sub("", text)), file
    texts = [str(text) for switch in switch_texts().values() for text in switch.values()]
    assert not any("我" in text or "「" in text for text in texts)
