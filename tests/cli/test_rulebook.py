"""``llmwolf boards`` and ``llmwolf rules``, and the page of the documentation made from the same data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from llmwolf.boards import boards, families, find_board, profile, profiles, tables
from llmwolf.boards.shares import Shares, write
from llmwolf.cli import main
from llmwolf.cli.rulepage import rule_page
from llmwolf.cli.switches import shown
from llmwolf.rules.ruleset import switches
from llmwolf.tui.help_words import EXPLAINED

DOCS = Path(__file__).parents[2] / "docs"


def output(*words: str) -> str:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    return done.output


def data(*words: str) -> Any:
    return json.loads(output(*words, "--json"))


# -- boards --------------------------------------------------------------------------------------------


def test_boards_lists_every_board_with_its_cards():
    rows = {row["id"]: row for row in data("boards")}
    assert set(rows) == set(boards())
    assert rows["official-12"]["cards"]["werewolf"] == 4
    assert rows["standard-9"]["sheriff"] is False
    assert rows["tv-s3-thief-12"]["seats"] == 12
    assert sum(rows["tv-s3-thief-12"]["cards"].values()) == 14
    assert "官方" not in output("boards", "--lang", "en")


def test_a_family_is_one_line_unless_all_are_asked_for():
    listed = output("boards").splitlines()
    for name in tables():
        assert any(line.split()[0] == name for line in listed)
    for family in families().values():
        assert sum(f"{family.id}-{family.seats[0]} …" in line for line in listed) == 1
        assert not any(f"{family.id}-{family.seats[1]}" in line for line in listed)
    assert [line.split()[0] for line in output("boards", "--all").splitlines()] == list(boards())


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("name", list(boards()))
def test_show_tells_everything_of_a_board(name: str, lang: str):
    page = output("boards", "show", name, "--lang", lang)
    for heading in ("Night", "What tables differ on") if lang == "en" else ("夜晚顺序", "各地打法的分歧"):
        assert f"\n{heading}\n" in page
    standard, rules = profile("official").rules, find_board(name).rules
    for info in switches():
        here, there = getattr(rules, info.name), getattr(standard, info.name)
        differs = f"  {info.name} = {shown(here)}   (official: {shown(there)})"
        assert (differs in page) is (here != there)


def test_show_tells_night_order_disputes_and_spare_cards():
    page = output("boards", "show", "tv-s3-thief-12")
    assert "首夜: 盗贼 → 丘比特 → 情侣 → 狼人 → 女巫 → 预言家 → 猎人 → 白痴" in page
    assert "以后: 狼人 → 女巫 → 预言家 → 猎人" in page
    assert "其中两张是盗贼的底牌" in page
    assert "shot_before_win_check（本板 true）" in page
    found = data("boards", "show", "guide-guard-beauty-12")
    assert found["night_1"] == [["hunter"], ["guard", "seer", "wolf_beauty"], ["werewolf"], ["witch"]]
    assert [d["switch"] for d in found["differs"]] == ["hunter_shown_nightly", "election_order"]
    assert "guard_and_antidote" in [d["switch"] for d in found["disputes"]]
    assert "同盟者" in output("boards", "show", "new-moon-8")


def test_show_tells_the_win_shares_with_their_interval(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "shares.json"
    monkeypatch.setattr("llmwolf.boards.shares.FILE", file)
    monkeypatch.setattr("llmwolf.boards.shares.shares_of.__defaults__", (file,))
    assert "没有测过" in output("boards", "show", "standard-9")
    assert data("boards", "show", "standard-9")["win_shares"] is None
    write(find_board("standard-9"), Shares(100, "normal", {"good": 50, "wolves": 50}), file)
    assert "好人 50.0% [40.4%, 59.6%]" in output("boards", "show", "standard-9")
    assert "之前" not in output("boards", "show", "standard-9")
    sides = data("boards", "show", "standard-9")["win_shares"]["sides"]
    assert sides["good"]["wins"] == 50
    file.write_text(file.read_text("utf-8").replace('"digest": "', '"digest": "0'), "utf-8")
    assert "before the last change" in output("boards", "show", "standard-9", "--lang", "en")


def test_bench_boards_writes_what_show_reads_and_does_not_play_twice(tmp_path: Path):
    file = tmp_path / "shares.json"
    words = ("bench", "boards", "standard-9", "--games", "3", "--level", "novice", "--out", str(file))
    first = output(*words)
    assert first.startswith("standard-9: ")
    entry = json.loads(file.read_text("utf-8"))["standard-9"]
    assert sum(entry["wins"].values()) == entry["games"] == 3
    assert output(*words) == ""


def test_a_board_with_chosen_cards(tmp_path: Path):
    assert data("boards", "show", "millers-12", "--cards", "女巫 小偷")["id"] == "millers-12:witch,thief"
    played = output("watch", "--board", "millers-8", "--cards", "猎人", "--seed", "1")
    assert "millers-8:hunter" in played.splitlines()[0]


def test_check_says_whether_a_file_can_be_played(tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_text('profile = "millers-hollow"\ncards = ["狼人", "小女孩", "预言家", "平民"]', "utf-8")
    assert output("boards", "check", str(path)).startswith("可以开局: mine ")
    assert data("boards", "check", str(path))["ok"] is True
    path.write_text('cards = ["平民", "小女孩", "预言家", "平民"]', "utf-8")
    refused = CliRunner().invoke(main, ["boards", "check", str(path)])
    assert refused.exit_code == 2
    assert refused.output.strip() == "Error: mine.toml: there is no wolf among the cards"


# -- rules ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(profiles()))
def test_rules_prints_every_switch_with_value_choices_name_why_and_source(name: str):
    rows = data("rules", "--profile", name)
    home = profile(name)
    assert [row["switch"] for row in rows] == [info.name for info in switches()]
    text, english = output("rules", "--profile", name), output("rules", "--profile", name, "--lang", "en")
    assert home.document[0] in text
    assert home.document[1] in english
    for row in rows:
        assert row["source"]["zh"] == home.document[0]
        assert f"{row['switch']} = {shown(row['value'])}" in text
        for part in (row["zh"], row["why_zh"], row["reason"]["zh"], row["rule"]):
            assert part in text
        for part in (row["why"], row["reason"]["en"]):
            assert part in english
        assert all(shown(choice) in english for choice in row["choices"])
        assert row["assumed"] is (row["basis"] == "assumed")
    assert ("推定" in text) is any(row["assumed"] for row in rows)


def test_diff_shows_only_what_differs():
    rows = data("rules", "--profile", "guide", "--diff", "official")
    assert {row["switch"]: (row["value"], row["other"]) for row in rows} == {
        "hunter_shown_nightly": (False, True),
        "election_order": ("ascending", "minute"),
    }
    assert "election_order = ascending   (official: minute)" in output(
        "rules", "--profile", "guide", "--diff", "official"
    )
    assert data("rules", "--diff", "official") == []
    assert "没有不同" in output("rules", "--diff", "official")


def test_the_rules_of_a_board_mark_what_the_board_sets():
    rows = {row["switch"]: row for row in data("rules", "--board", "standard-9")}
    assert (rows["sheriff"]["value"], rows["sheriff"]["basis"]) == (False, "board")
    assert rows["tie"]["basis"] == "stated"
    assert "板子所定" in output("rules", "--board", "standard-9")
    assert [row["switch"] for row in data("rules", "--board", "standard-9", "--diff", "official")] == [
        "sheriff"
    ]


# -- the documentation ---------------------------------------------------------------------------------


def test_the_page_of_house_rules_is_up_to_date():
    assert (DOCS / "rules.md").read_text("utf-8") == rule_page(), "run `make docs`"


def test_every_switch_is_explained_in_chinese():
    assert list(EXPLAINED) == [info.name for info in switches()]
    assert all(EXPLAINED.values())


def blocks(page: str) -> list[str]:
    return [part.split("```")[0] for part in (DOCS / page).read_text("utf-8").split("```toml\n")[1:]]


@pytest.mark.parametrize("block", blocks("boards.md"))
def test_the_board_files_of_the_documentation_are_played(tmp_path: Path, block: str):
    path = tmp_path / "my-board.toml"
    path.write_text(block, "utf-8")
    assert "可以开局" in output("boards", "check", str(path))
    assert output("watch", "--board", str(path), "--seed", "1").splitlines()[-1].startswith("游戏结束")


def test_the_documentation_names_every_key_and_every_family():
    page = (DOCS / "boards.md").read_text("utf-8")
    for key in ("id", "zh", "en", "profile", "cards", "events", "rules"):
        assert key in page
    for family in families().values():
        assert f"`{family.id}-{family.seats[0]}` … `{family.id}-{family.seats[-1]}`" in page
