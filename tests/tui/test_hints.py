"""The hints for beginners: one for every kind of ask, from the seat's own view, in a panel of their own."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

import llmwolf
from llmwolf.boards import find_board, spec_for
from llmwolf.players.base import Answer
from llmwolf.players.scripted import RandomPlayer
from llmwolf.players.words import ASK_TITLES
from llmwolf.roles import declared, registry
from llmwolf.rules import events as ev
from llmwolf.rules.asks import Choice, Request, one_of
from llmwolf.rules.facts import Facts, Hand
from llmwolf.rules.game import Game
from llmwolf.rules.ruleset import Ruleset, switches
from llmwolf.rules.view import View, fold
from llmwolf.table.quick import play
from llmwolf.tui import choices
from llmwolf.tui.model.hints import Hint, hint_for, hints, notes
from llmwolf.tui.model.situation import Situation
from llmwolf.tui.session import Setup
from llmwolf.tui.widgets.advice import AdvicePanel

from .driver import answered, app_of, paste, press, question, table, table_of, until, words_of
from .test_english import HAN

SIZES = [(60, 20), (80, 24)]
BOARDS = ("official-12", "guide-cupid-12", "new-moon-14", "standard-9")


@pytest.fixture(autouse=True)
def remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the choice is kept."""
    path = tmp_path / "config" / "hints.toml"
    monkeypatch.setattr(choices, "hints_path", lambda: path)
    return path


# -- every kind of ask ---------------------------------------------------------------------------------


def kinds_in_the_rules() -> Iterator[str]:
    """The kinds of requests that are written in the rules and on the cards, by name."""
    for room in ("rules", "roles"):
        for path in (Path(llmwolf.__file__).parent / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Request", "ask_for"):
                    kind = node.args[1]
                    if isinstance(kind, ast.Constant):
                        yield str(kind.value)


def test_every_kind_of_ask_has_a_hint():
    kinds = {*ASK_TITLES, *declared(), *kinds_in_the_rules()}
    assert len(kinds) > 25
    assert not kinds - set(hints())
    assert not {name.partition(".")[0] for name in hints()} - kinds


@pytest.mark.parametrize("name", list(hints()))
def test_a_hint_is_three_short_sentences_in_both_languages(name: str):
    texts = hints()[name]
    assert set(texts) == {"zh", "en"}
    for lang, sentences in texts.items():
        assert set(sentences) == {"asked", "usual", "why"}
        assert all(sentences.values())
        assert sum(map(cell_len, sentences.values())) <= 300
        assert lang == "zh" or not HAN.search(" ".join(sentences.values()))


def test_a_note_for_every_value_of_the_rules_that_it_is_about():
    values = {info.name: info.choices for info in switches()}
    wanted = {f"milk.{value}" for value in values["guard_and_antidote"]}
    wanted |= {f"wolves.{value}" for value in values["wolves_win"]}
    assert wanted | {"weight", "blocked", "again"} == set(notes())
    assert all(texts["zh"] and not HAN.search(texts["en"]) for texts in notes().values())


# -- from the seat's own view --------------------------------------------------------------------------


class Asking(RandomPlayer):
    """Plays anything legal, and keeps the hint that it got for each question and what it should be."""

    def __init__(self, seat: int, told: list[tuple[str, Hint | None, Hint | None]]) -> None:
        super().__init__(seat)
        self._told = told

    def answer(self, view: View) -> Answer:
        assert view.request is not None
        situation = Situation()
        situation.take(event for event in view.log if event.to is None)
        facts, hand = fold(view.seat, view.facts.seats, view.log)
        again = view._replace(facts=facts, hand=hand)
        self._told.append(
            (view.request.kind, hint_for(view, situation, "zh"), hint_for(again, situation, "zh"))
        )
        return super().answer(view)


@pytest.mark.parametrize("board", BOARDS)
def test_a_hint_depends_on_nothing_but_what_the_seat_heard(board: str):
    told: list[tuple[str, Hint | None, Hint | None]] = []
    for seed in (1, 2):
        game = Game(spec_for(find_board(board), seed), registry())
        play(game, {seat: Asking(seat, told) for seat in range(1, game.spec.seats + 1)})
    assert len({kind for kind, _, _ in told}) > 5
    for kind, hint, again in told:
        assert hint is not None, kind
        assert hint == again


def asked(
    kind: str,
    role: str,
    stage: str = "",
    day: int = 1,
    cards: tuple[str, ...] = (),
    rules: Ruleset | None = None,
    choices: tuple[Choice, ...] = (),
    victim: int = 0,
) -> View:
    """A seat 5 that holds ``role`` and is asked this."""
    facts = Facts(seats=12, cards=cards, living=tuple(range(1, 13)), day=day, stage=stage)
    request = Request(5, kind, choices, hint=victim)
    return View(5, facts, Hand(5, role, role), [], rules or Ruleset(), request, (), ())


def usual(view: View, situation: Situation | None = None) -> str:
    hint = hint_for(view, situation or Situation(), "zh")
    assert hint is not None
    return hint.usual


def why(view: View) -> str:
    hint = hint_for(view, Situation(), "zh")
    assert hint is not None
    return hint.why


SAVE = (one_of("save", (3,)), one_of("poison", (1, 2)))


def test_the_witch_is_told_what_fits_her_night():
    assert "首夜通常救" in usual(asked("potion", "witch", choices=SAVE, victim=3))
    assert "真预言家或金水就救" in usual(asked("potion", "witch", choices=SAVE, victim=3, day=2))
    assert "自救" in usual(asked("potion", "witch", choices=SAVE, victim=5))
    only_poison = asked("potion", "witch", choices=SAVE[1:], day=3)
    assert "不毒" in usual(only_poison)
    guarded = ("witch", "guard", "hunter")
    assert "奶穿" in why(asked("potion", "witch", choices=SAVE, cards=guarded))
    assert "奶穿" not in why(asked("potion", "witch", choices=SAVE, cards=("witch", "hunter")))
    assert "仍然活着" in why(
        asked("potion", "witch", choices=SAVE, cards=guarded, rules=Ruleset(guard_and_antidote="lives"))
    )
    assert "被毒的猎人" in why(asked("potion", "witch", choices=SAVE, cards=guarded))
    assert "被毒的猎人" not in why(
        asked("potion", "witch", choices=SAVE, cards=guarded, rules=Ruleset(hunter_blocked_by=()))
    )


def test_a_card_and_a_round_have_their_own_advice():
    assert "报验人" in usual(asked("speak", "seer", "election"))
    assert "悍跳" in usual(asked("speak", "werewolf", "election"))
    assert "不要假跳" in usual(asked("speak", "villager", "election"))
    assert "藏身份" in usual(asked("speak", "witch", "speech"))
    assert "站边" in usual(asked("speak", "villager", "speech"))
    assert "全报一遍" in usual(asked("speak", "seer", "last_words"))
    assert "上警" in usual(asked("sign_up", "seer"))
    assert "1.5票" in why(asked("sign_up", "villager"))
    assert "票" in why(asked("ballot", "wolf_king"))
    assert "屠城" in why(asked("knife", "werewolf", rules=Ruleset(wolves_win="city")))
    assert hint_for(asked("speak", "seer")._replace(request=None), Situation(), "zh") is None


def test_a_seat_that_is_reported_as_a_wolf_is_told_how_to_answer():
    situation = Situation()
    situation.take([ev.GameBegan(12, ("seer",), True), ev.NightFell(1)])
    situation.take([ev.Spoke(2, "speech", "我是预言家，昨晚验了5号，5号查杀。过")])
    assert "悍跳狼" in usual(asked("speak", "villager", "speech"), situation)
    wolf = asked("speak", "werewolf", "speech")
    assert usual(wolf, situation) == usual(wolf)
    gone = asked("speak", "villager", "speech")
    gone.facts.leave(2, "exile", "day")
    assert usual(gone, situation) == usual(gone)


# -- the panel -----------------------------------------------------------------------------------------


def panel(pilot: Pilot[None]) -> AdvicePanel:
    return table(pilot).query_one(AdvicePanel)


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("size", SIZES)
async def test_at_the_lowest_level_every_question_has_its_hint(size: tuple[int, int], lang: str):
    app = app_of(table_of("witch"), lang, Setup(level="novice", pace="instant"))
    async with app.run_test(size=size) as pilot:
        for _ in range(4):
            model = await question(pilot)
            await until(lambda: panel(pilot).display)
            await pilot.pause()
            hint = hint_for(table(pilot).session.game.view(table(pilot).session.seat), Situation(), lang)
            assert hint is not None
            words = words_of(pilot, "#advice Entries")
            assert "".join(hint.usual.split()) in words
            await until(lambda: table(pilot).desk.region.bottom <= size[1] - 1)  # the question is never cut
            await until(lambda: table(pilot).log_view.size.height >= 3)
            assert lang == "zh" or not HAN.search(words + str(panel(pilot).border_title))
            if model.wants_text:
                press(pilot, "f3", "f3")
            else:
                press(pilot, "0", "enter", "enter")
            await answered(pilot, model)


async def test_at_another_level_there_is_none_until_it_is_wanted():
    app = app_of(table_of("seer"))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        assert not panel(pilot).display
        await pilot.press("ctrl+l")
        await pilot.pause()
        assert panel(pilot).display
        assert choices.hints_wanted(False)
        assert "Ctrl+L" in str(panel(pilot).border_title)
    app = app_of(table_of("seer"))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await until(lambda: panel(pilot).display)
        await pilot.press("ctrl+l")
        assert not panel(pilot).display
    app = app_of(table_of("seer"), setup=Setup(level="novice", pace="instant"))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.pause()
        assert not panel(pilot).display  # what was chosen counts for more than the level


async def test_the_hint_goes_with_its_question_and_never_takes_a_key():
    app = app_of(table_of("villager"), setup=Setup(level="novice", pace="instant"))
    async with app.run_test(size=(60, 20)) as pilot:
        while not (model := await question(pilot)).wants_text:
            press(pilot, "0", "enter", "enter")
            await answered(pilot, model)
        await until(lambda: panel(pilot).display)
        await paste(pilot, "我是好人")
        await pilot.press("ctrl+l")
        assert not panel(pilot).display
        await pilot.press("ctrl+l", "a", "backspace")
        assert table(pilot).desk.speech.area.text == "我是好人"
        assert table(pilot).desk.speech.area.has_focus
        press(pilot, "ctrl+s")
        await answered(pilot, model)


async def test_a_choice_that_cannot_be_kept_is_said(remembered: Path, monkeypatch: pytest.MonkeyPatch):
    remembered.parent.write_text("a file in the place of the folder", "utf-8")
    told: list[str] = []
    app = app_of(table_of("seer"))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        monkeypatch.setattr(app, "notify", lambda message, **_: told.append(message))
        await pilot.press("ctrl+l")
        await pilot.pause()
        assert panel(pilot).display
        assert "没能记住" in told[0]


@pytest.mark.parametrize("text", ["hints = 3\n", "hints", "\x00", 'theme = "dark"\n'])
def test_a_damaged_file_is_no_choice(remembered: Path, text: str):
    remembered.parent.mkdir()
    remembered.write_text(text, "utf-8")
    assert choices.hints_wanted(True)
    assert not choices.hints_wanted(False)


async def test_somebody_who_watches_is_asked_nothing_and_told_nothing():
    app = app_of(table_of(""), setup=Setup(level="novice", watch=True, pace="instant"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: len(table(pilot).log_view.lines) > 15)
        assert not panel(pilot).display
