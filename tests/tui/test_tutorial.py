"""The tutorial: a real game whose lessons come with what happens in public, saved as any other."""

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from textual.pilot import Pilot

from llmwolf.cli import main
from llmwolf.players.base import Answer, Player
from llmwolf.players.scripted import RandomPlayer
from llmwolf.record.reader import read
from llmwolf.record.verify import verify
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table.quick import play
from llmwolf.table.seating import Plan
from llmwolf.table.seating import seat as seat_all
from llmwolf.tui import choices
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.continued import Continued
from llmwolf.tui.model.lessons import Course, lessons
from llmwolf.tui.model.situation import Situation
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.end import EndScreen
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.setup import SetupScreen
from llmwolf.tui.session import Setup
from llmwolf.tui.tutorial import SEAT, SEED, teaches, tutorial
from llmwolf.tui.widgets.advice import AdvicePanel
from llmwolf.tui.widgets.bars import KeyBar

from .driver import answer, answered, paste, play_through, press, question, table, the_app, until, words_of
from .test_english import HAN

SIZES = [(60, 20), (80, 24)]
SHOWN = (
    "begin", "night", "election", "candidates", "claim", "flow", "counter", "badge_votes", "sheriff",
    "deaths", "last_words", "speech", "votes", "exiled", "second_night", "badge", "end",
)  # fmt: skip
"""What the game was chosen for."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the games are kept; no choice of hints is remembered."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(choices, "hints_path", lambda: tmp_path / "hints.toml")
    (tmp_path / "transcripts").mkdir()
    return tmp_path / "transcripts"


def record_in(folder: Path) -> Path:
    """The one record that there is."""
    (path,) = folder.glob("*.jsonl")
    return path


# -- the course ----------------------------------------------------------------------------------------


class Silent(RandomPlayer):
    """Passes wherever that is possible."""

    def answer(self, view: View) -> Answer:
        assert view.request is not None
        return Answer() if view.request.may_pass else super().answer(view)


def the_game(lang: str, learner: Player | None) -> Game:
    """The tutorial game with ``learner`` in the person's seat (``None``: a bot)."""
    setup = tutorial()
    assert setup.seed is not None
    seated = seat_all(Plan(setup.board, setup.seed, level=setup.level, lang=lang), None, {})
    players = dict(seated.stand_ins)
    if learner is not None:
        players[SEAT] = learner
    return play(seated.game, players)


def course_of(events: list[Event]) -> Course:
    course, situation = Course(SEAT), Situation()
    for event in events:
        situation.take((event,))
        course.take(event, situation)
    return course


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("learner", [None, Silent(1), RandomPlayer(2)])
def test_the_game_shows_what_it_is_for_whatever_the_learner_does(lang: str, learner: Player | None):
    game = the_game(lang, learner)
    course = course_of(game.view(SEAT).log)
    assert set(SHOWN) <= set(course.told)
    assert course.told[0] == "begin"
    assert course.told[-1] == "end"
    assert len(course.told) == len(set(course.told))
    assert game.judge.hands[SEAT].card == "villager"


def test_the_lessons_come_in_the_order_of_the_game_and_are_numbered():
    course = course_of(the_game("zh", None).view(SEAT).log)
    order = [
        course.told.index(name)
        for name in ("night", "election", "claim", "counter", "sheriff", "votes", "end")
    ]
    assert order == sorted(order)
    terms = [entry.term for entry in course.entries("zh")]
    assert terms[0] == "第1课 开局"
    assert [int(re.findall(r"\d+", term)[0]) for term in terms] == list(range(1, len(terms) + 1))


def test_an_event_tells_one_lesson_at_most_and_what_waits_is_not_lost():
    course, situation = Course(SEAT), Situation()
    before = 0
    for event in the_game("zh", None).view(SEAT).log:
        situation.take((event,))
        course.take(event, situation)
        assert len(course.told) - before <= 1
        assert course.news or len(course.told) == before
        before = len(course.told)


def test_what_is_not_public_teaches_nothing():
    course, situation = Course(SEAT), Situation()
    for event in the_game("zh", None).log:
        if event.to is not None:
            course.take(event, situation)
    assert course.told == []


@pytest.mark.parametrize(
    ("events", "name"),
    [
        ([ev.Withdrew(3)], "withdraw"),
        ([ev.NoBadge("tied")], "no_badge"),
        ([ev.Announced(())], "peace"),
        ([ev.Announced((1, SEAT))], "out"),
        ([ev.Died(SEAT, "exile")], "out"),
        ([ev.Tied("ballot", (1, 2))], "pk"),
        ([ev.NobodyExiled("tied")], "nobody"),
        ([ev.Shot(1, 2)], "shot"),
        ([ev.Revealed(1, "idiot")], "revealed"),
        ([ev.Exploded(1, "speech")], "explode"),
    ],
)
def test_every_other_lesson_has_its_occasion(events: list[Event], name: str):
    assert name in course_of([*events, ev.NightFell(3), ev.NightFell(4)]).told
    assert name in lessons()


def test_every_lesson_is_whole_and_short_in_both_languages():
    for name, texts in lessons().items():
        assert set(texts) == {"zh", "en"}
        (title, text), (title_en, text_en) = texts["zh"], texts["en"]
        assert title
        assert len(text) <= 80, name
        assert title_en
        assert len(text_en) <= 200, name
        assert not HAN.search(title_en + text_en), name


# -- at the table --------------------------------------------------------------------------------------


def panel(pilot: Pilot[None]) -> AdvicePanel:
    return table(pilot).query_one(AdvicePanel)


async def begin(pilot: Pilot[None], key: str = "f9") -> str:
    """Start the tutorial from the form; returns the words of the welcome, which is closed."""
    await pilot.press(key)
    await until(lambda: isinstance(the_app(pilot).screen, Dialog))
    await pilot.pause()
    words = words_of(pilot, "Prose")
    await pilot.press("enter")
    await question(pilot)
    await until(lambda: panel(pilot).display)
    await pilot.pause()
    return words


async def test_the_night_waits_for_the_welcome():
    async with LlmwolfApp("zh", Setup(pace="instant")).run_test(size=(80, 24)) as pilot:
        await pilot.press("f9")
        await until(lambda: isinstance(the_app(pilot).screen, Dialog))
        for _ in range(20):
            await pilot.pause()
        game = table(pilot).session.game
        assert game.judge.facts.phase == "night"
        assert len(game.moves) < 6  # the pack's talk at most
        await pilot.press("escape")
        await question(pilot)
        assert not table(pilot).session.host.paused


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("size", SIZES)
async def test_the_strip_explains_beside_the_question_and_never_blocks_typing(
    size: tuple[int, int], lang: str
):
    app = LlmwolfApp(lang, Setup(pace="instant"))
    async with app.run_test(size=size) as pilot:
        welcome = await begin(pilot)
        assert "Ctrl+L" in welcome
        assert lang == "zh" or not HAN.search(welcome)
        words = words_of(pilot, "#advice Entries")
        assert ("第3课警长竞选" if lang == "zh" else "3.Theelection") in words
        assert lang == "zh" or not HAN.search(words)
        assert panel(pilot).scroll_y > 0  # the newest lesson stands in the first row
        while True:
            model = await question(pilot)
            await until(lambda: table(pilot).desk.region.bottom <= size[1] - 1)
            await until(lambda: table(pilot).log_view.size.height >= 3)
            if model.wants_text:
                break
            press(pilot, "0", "enter", "enter")
            await answered(pilot, model)
        await paste(pilot, "我是好人，1号是悍跳狼。")
        await pilot.press("ctrl+l")
        assert not panel(pilot).display
        await pilot.press("a", "ctrl+l")
        await pilot.pause()
        assert panel(pilot).display
        assert table(pilot).desk.speech.area.text == "我是好人，1号是悍跳狼。a"
        press(pilot, "ctrl+s")
        await answered(pilot, model)


async def test_it_is_played_to_its_end_with_any_choices_and_its_record_verifies(folder: Path):
    app = LlmwolfApp("zh", Setup(pace="instant"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        kinds = await play_through(pilot, seed=4)
        assert {"sign_up", "speak", "ballot"} <= set(kinds)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, GameScreen))
        await pilot.pause()
        assert "结束" in words_of(pilot, "#advice Entries")
    path = record_in(folder)
    record = read(path)
    assert (record.head.seed, record.finished) == (SEED, True)
    assert verify(path).ok


async def test_it_is_left_and_gone_on_with_as_any_other_game(folder: Path):
    app = LlmwolfApp("zh", Setup(pace="instant"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await answer(pilot, random.Random(1))
        await question(pilot)
        await pilot.pause()
        before = words_of(pilot, "#advice Entries")
        app.exit()
    path = record_in(folder)
    game = Continued(path)
    setup = game.setup
    app = LlmwolfApp("zh", setup, play_now=True, open_table=game.open, resumed=game)
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)  # no welcome a second time
        await until(lambda: panel(pilot).display)
        await pilot.pause()
        assert teaches(table(pilot).session)
        assert words_of(pilot, "#advice Entries") == before


async def test_whoever_turned_its_box_off_does_not_find_it_open_again(folder: Path):
    app = LlmwolfApp("zh", Setup(pace="instant"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await answer(pilot, random.Random(1))
        await question(pilot)
        await pilot.press("ctrl+l")
        app.exit()
    game = Continued(record_in(folder))
    app = LlmwolfApp("zh", game.setup, play_now=True, open_table=game.open, resumed=game)
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.pause()
        assert not panel(pilot).display
        await pilot.press("ctrl+l")
        assert panel(pilot).display


async def test_the_form_keeps_its_choices_and_another_game_has_no_lessons():
    app = LlmwolfApp("zh", Setup(pace="instant", name="小云", seed=7))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click("#tutorial")
        await until(lambda: isinstance(app.screen, Dialog))
        assert table(pilot).session.names[SEAT] == "小云"
        await pilot.press("enter")
        await question(pilot)
        await pilot.press("ctrl+q")
        await pilot.click("#choose-setup")
        await until(lambda: isinstance(app.screen, SetupScreen))
        form = app.screen
        assert isinstance(form, SetupScreen)
        assert form.values()["seed"] == "7"
        await pilot.press("f2")
        await question(pilot)
        assert not teaches(table(pilot).session)
        assert not panel(pilot).display


async def test_whoever_asks_for_it_on_the_command_line_is_in_it_at_once():
    app = LlmwolfApp("en", Setup(pace="instant"))
    app.learns = True
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, Dialog))
        await pilot.press("enter")
        await question(pilot)
        assert teaches(table(pilot).session)
        assert not isinstance(app.screen, EndScreen)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--tutorial"], "教学要在终端里打开"),
        (["--tutorial", "--seed", "7"], "去掉 --seed"),
        (["--tutorial", "--model", "x"], "去掉 --model"),
        (["--tutorial", "watch"], "去掉后面的命令"),
    ],
)
def test_what_does_not_go_with_it_is_said(words: list[str], says: str):
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2
    assert says in done.output
    assert "Traceback" not in done.output
    english = CliRunner().invoke(main, ["--lang", "en", *words])
    assert english.exit_code == 2
    assert not any("\u4e00" <= letter <= "\u9fff" for letter in english.output)


# -- the key bar ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_the_key_bar_tells_the_new_keys_where_there_is_room(lang: str):
    app = LlmwolfApp(lang, Setup(pace="instant"))
    async with app.run_test(size=(160, 50)) as pilot:
        await begin(pilot)
        bar = str(table(pilot).query_one(KeyBar).render())
        assert all(f" {key} " in bar for key in ("F1", "W", "Ctrl+L", "Ctrl+R"))
    narrow = {"zh": 80, "en": 90}[lang]
    async with LlmwolfApp(lang, Setup(pace="instant")).run_test(size=(narrow, 24)) as pilot:
        await begin(pilot)
        assert " W " in str(table(pilot).query_one(KeyBar).render())


async def test_a_key_that_does_not_fit_leaves_room_for_shorter_ones_and_clicks_hit_what_is_shown():
    app = LlmwolfApp("zh", Setup(pace="instant"))
    async with app.run_test(size=(60, 20)) as pilot:
        await begin(pilot)
        bar = table(pilot).query_one(KeyBar)
        long = ("Ctrl+Alt+F1", "一个很长很长很长很长很长很长很长很长很长很长很长的词", "app.bell")
        bar.show([("F1", "帮助", "app.help"), long, ("W", "词典", "app.glossary")])
        assert str(bar.render()) == " F1 帮助  W 词典 "
        await pilot.click("#keys", offset=(12, 0))
        await pilot.pause()
        assert type(app.screen).__name__ == "GlossaryScreen"
