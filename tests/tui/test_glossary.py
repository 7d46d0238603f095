"""The glossary: its words, what a search and a speech find of them, and its screen over every other."""

import re
from pathlib import Path

import pytest
from textual.widgets import Input

from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.model.glossary import Term, glossary, groups, search, terms_in
from llmwolf.tui.model.helping import glossary_entries, help_entries
from llmwolf.tui.model.lines import Line
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.glossary import GlossaryScreen
from llmwolf.tui.screens.help import HelpScreen
from llmwolf.tui.screens.library import LibraryScreen
from llmwolf.tui.session import Setup, default_board

from .driver import SPEECH, answered, app_of, paste, press, question, table, table_of, until, words_of
from .test_english import HAN, han, shown

SIZES = [(60, 20), (80, 24)]


def named(*terms: Term) -> list[str]:
    return [term.zh[0] for term in terms]


# -- the words -----------------------------------------------------------------------------------------


def test_every_word_is_whole_in_both_languages():
    assert len(glossary()) >= 171
    for term in glossary():
        assert all(term.zh)
        assert all(term.en)
        for pair in (term.means, term.says):
            assert all(pair), term.zh[0]
            assert not HAN.search(pair[1]), pair[1]
        assert not HAN.search(" ".join(term.en))
        assert len(term.meaning("zh")) <= 60, term.zh[0]
        assert len(term.meaning("en")) <= 150, term.en[0]
    assert {term.group for term in glossary()} == set(groups())


def test_no_form_means_two_things():
    for forms in ([f for term in glossary() for f in term.zh], [f for term in glossary() for f in term.en]):
        assert len(forms) == len(set(forms))


def test_every_example_uses_its_word():
    assert not [term.zh[0] for term in glossary() if term not in terms_in(term.example("zh"))]


@pytest.mark.parametrize(
    ("speech", "terms"),
    [
        ("3号：我跳预言家，验5是查杀，警徽流7、9", ["起跳", "验", "查杀", "警徽流"]),
        ("对跳的是7号，7号就是悍跳狼。", ["对跳", "悍跳"]),
        ("我站边7号，今天归票1号，出1号，过。", ["站边", "归票", "出局", "过"]),
        ("4号是我的金水，3号是银水", ["金水", "银水"]),
        ("先验7号，再验2号", ["先A后B"]),
        ("我认7号，保4号，踩10号", ["认牌", "保", "踩"]),
        ("过", ["过"]),
    ],
)
def test_the_words_of_a_speech_are_found_in_its_order(speech: str, terms: list[str]):
    assert named(*terms_in(speech)) == terms


@pytest.mark.parametrize(
    "everyday",
    [
        "我有一点过分，刚才说出来大家听听",
        "不过这里保证不了什么，算了",
        "我也不确认，太神奇了",
        "他提出了几点，我承认他说得对",
        "",
    ],
)
def test_everyday_words_are_no_terms(everyday: str):
    assert terms_in(everyday) == []


def test_english_speeches_have_words_too():
    said = "I am the seer, last night I checked seat 5: wolf. My badge flow is 7 first. I side with nobody."
    assert named(*terms_in(said)) == ["预言家", "验", "匪", "警徽流", "站边"]
    assert terms_in("the seersucker, wolfing, checkered") == []


def test_a_search_finds_names_before_meanings_in_both_languages():
    found = search("警徽流")
    assert named(found[0]) == ["警徽流"]
    assert len(found) > 1
    assert named(search("Badge Flow")[0]) == ["警徽流"]
    assert search("  ") == list(glossary())
    assert search("没有这个词") == []


def test_the_words_of_a_line_come_first_and_a_search_leaves_them_out():
    line = Line("speech", "我跳预言家，验5是查杀", "3号 老周：", 3)
    entries = glossary_entries("", line, "zh")
    assert [entry.term for entry in entries[:3]] == [
        "3号 老周 说到的词",
        "起跳（跳、跳身份、跳出来）",
        "验（验了、查验、盲验）",
    ]
    assert "例：" in entries[1].meaning
    assert len(entries) == 1 + 3 + len(groups()) + len(glossary())
    assert glossary_entries("屠边", line, "zh")[1].term == "屠边"
    assert [entry.term for entry in glossary_entries("xyz", None, "en")] == [
        "No such word; change or clear this"
    ]
    plain = glossary_entries("", Line("speech", "嗯", "3 Bob: ", 3), "en")
    assert plain[0].term == "No words of the glossary from 3 Bob"


def test_the_help_page_has_the_commonest_words_from_the_same_list():
    told = [entry.term for entry in help_entries(default_board(), "zh")]
    basic = [term for term in glossary() if term.basic]
    assert 20 <= len(basic) <= 40
    assert told[-len(basic) :] == [term.name("zh") for term in basic]
    keys = " ".join(told)
    assert all(key in keys for key in ("Ctrl+G", "Ctrl+L", "Ctrl+R", "F9"))


# -- the screen ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_the_box_filters_and_the_arrows_read_on(size: tuple[int, int], lang: str):
    app = LlmwolfApp(lang, Setup())
    async with app.run_test(size=size) as pilot:
        await pilot.press("ctrl+g")
        screen = app.screen
        assert isinstance(screen, GlossaryScreen)
        if lang == "en":
            assert not han(shown(pilot))
        scroll = screen.query_one("VerticalScroll")
        await pilot.press("down", "down")
        assert scroll.scroll_y == 2
        await pilot.press("pagedown")
        assert scroll.scroll_y > 5
        await paste(pilot, "查杀")
        await pilot.pause()
        words = words_of(pilot, "Entries")
        assert "查杀" in words if lang == "zh" else "wolfcheck" in words
        assert scroll.scroll_y == 0
        await pilot.press("escape")
        assert not isinstance(app.screen, GlossaryScreen)


async def test_markup_in_the_box_and_in_a_speech_is_text():
    app = app_of(table_of("villager"))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        log = table(pilot).log_view
        log.add([Line("speech", "[bold]查杀[/", "3号 [@click=app.quit]x：", 3)], None)
        await pilot.press("ctrl+g")
        await paste(pilot, "[/b")
        await pilot.pause()
        assert app.screen.query_one(Input).value == "[/b"
        app.screen.query_one(Input).value = ""
        await pilot.pause()
        assert "[@click=app.quit]x" in words_of(pilot, "Entries")


async def test_it_opens_over_every_screen_and_closes_by_its_own_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    app = LlmwolfApp("zh", Setup())
    async with app.run_test(size=(80, 24)) as pilot:
        for key, kind in (("f1", HelpScreen), ("f7", LibraryScreen)):
            await pilot.press(key)
            assert isinstance(app.screen, kind)
            await pilot.press("ctrl+g")
            assert isinstance(app.screen, GlossaryScreen)
            await pilot.press("ctrl+g")
            assert isinstance(app.screen, kind)
            await pilot.press("escape")
    app = app_of(table_of("villager"))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.press("ctrl+q")
        assert isinstance(app.screen, Dialog)
        await pilot.press("ctrl+g")
        assert isinstance(app.screen, GlossaryScreen)
        await pilot.press("escape")
        assert isinstance(app.screen, Dialog)


@pytest.mark.parametrize("size", SIZES)
async def test_at_the_table_the_latest_speech_is_explained_first(size: tuple[int, int]):
    app = app_of(table_of("villager"))
    async with app.run_test(size=size) as pilot:
        while (model := await question(pilot)).request.kind != "speak":
            press(pilot, "0", "enter", "enter")
            await answered(pilot, model)
        await until(lambda: any(line.kind == "speech" for line in table(pilot).log_view.lines))
        await paste(pilot, "我写到一半")
        await pilot.press("ctrl+g")
        words = words_of(pilot, "Entries")
        assert re.match(r"\d+号\S*说到的词", words)
        assert {"归票", "过"} <= set(named(*terms_in(SPEECH)))
        assert words.index("归票") < words.index("跳身份与验人")
        await pilot.press("escape")
        assert table(pilot).desk.speech.area.text == "我写到一半"


async def test_reading_back_it_is_the_speech_in_sight_and_a_letter_does():
    app = app_of(table_of("villager"))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        log = table(pilot).log_view
        lines = [
            Line("speech", "3号是我的金水", "1号 阿远：", 1),
            Line("judge", "9号 十三 退水" + "。" * 900, "法官："),
            Line("speech", "过", "2号 小满：", 2),
        ]
        log.add(lines, None)
        log.reveal(len(log.lines) - 3)
        await pilot.press("w")
        assert isinstance(app.screen, GlossaryScreen)
        assert words_of(pilot, "Entries").startswith("1号阿远说到的词金水")
        await pilot.press("escape")
        log.reveal(len(log.lines) - 2)
        await pilot.press("w")
        assert words_of(pilot, "Entries").startswith("法官说到的词退水")
        await pilot.press("escape")
        log.resume()
        await pilot.press("w")
        assert words_of(pilot, "Entries").startswith("2号小满说到的词过")


async def test_a_running_speech_is_explained_as_far_as_it_was_heard():
    app = app_of(table_of("villager"))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        screen = table(pilot)
        assert isinstance(screen, GameScreen)
        screen.log_view.add((), Line("speech", "我跳女巫，银水▌", "5号 二月：", 5))
        await pilot.press("ctrl+g")
        assert words_of(pilot, "Entries").startswith("5号二月说到的词起跳")
