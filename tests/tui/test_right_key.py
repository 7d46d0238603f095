"""One key for what may be done right now: on every board, for every card, from wherever the person is."""

import re
from dataclasses import replace

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from llmwolf.boards import boards, find_board
from llmwolf.rules.asks import Choice
from llmwolf.rules.events import Dueled, Exploded, Withdrew
from llmwolf.rules.facts import Facts, Hand
from llmwolf.rules.view import View
from llmwolf.tui.model.rights import affected, verbs_here, why_no_right
from llmwolf.tui.model.sight import Sight, look
from llmwolf.tui.screens import targets
from llmwolf.tui.screens.cutting import KIND, RIGHT_KEY
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.help import HelpScreen
from llmwolf.tui.screens.marking import MarkScreen
from llmwolf.tui.screens.phrases import PhraseScreen
from llmwolf.tui.screens.seeking import SeekScreen
from llmwolf.tui.screens.situation import SituationScreen
from llmwolf.tui.screens.targets import TargetDialog
from tests.record.table import decide, new_game

from .driver import OpenTable, Streamer, app_of, paste, table, table_of, until, words_of
from .test_cut_in_targets import knight_table, until_right, wolf_table
from .test_interrupts import shown_acts, until_another_speaks

OVERLAYS: dict[str, type[Screen[None]]] = {
    "f1": HelpScreen, "f5": SituationScreen, "f10": SituationScreen, "f12": MarkScreen, "f6": PhraseScreen,
    "ctrl+f": SeekScreen, "ctrl+q": Dialog,
}  # fmt: skip


def wolves() -> OpenTable:
    return table_of("werewolf", seed=5, others=lambda seat: Streamer(0.02))


# -- what is told --------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", sorted(boards()))
def test_every_right_of_every_card_is_explained(board: str):
    """Until the second day of a game of random decisions, at every moment, for every seat."""
    game = new_game(7, board)
    met: set[str] = set()
    while not game.over and game.judge.facts.day < 3:
        for seat in game.judge.facts.living:
            sight = look(game, seat)
            rights = {choice.verb: choice for choice in sight.view.rights}
            met |= set(rights)
            assert set(rights) <= set(verbs_here(sight))
            for lang in ("zh", "en"):
                for choice in rights.values():
                    told = affected(choice, sight, lang)
                    assert len(told) > 10
                    assert lang == "zh" or not re.search("[\u4e00-\u9fff]", told)
                for verb in set(verbs_here(sight)) - set(rights):
                    assert why_no_right(verb, sight, 0, lang)
        for request in list(game.waiting):
            game.submit(decide(game, request, 20))
    sight = look(game, 0)
    assert {"explode", "withdraw"} & met <= set(verbs_here(sight))
    cards = game.spec.cards
    assert ("duel" in verbs_here(sight)) is ("knight" in cards)


# -- the key -------------------------------------------------------------------------------------------


async def test_with_two_rights_it_lists_both_and_enter_alone_does_nothing():
    app = app_of(wolves())
    async with app.run_test(size=(80, 24)) as pilot:
        await until_another_speaks(pilot, run=True)
        await until(lambda: shown_acts(pilot) == "自爆/退水")
        await pilot.press(RIGHT_KEY)
        assert top(pilot).kind == KIND
        assert "自爆：立刻出局，直接天黑" in top(pilot)._body
        assert "退水：退出警长竞选" in top(pilot)._body
        assert [words_of(pilot, f"#choose-{one}") for one in ("no", "explode")] == ["►取消Esc", "自爆"]
        await pilot.press(RIGHT_KEY, "enter")  # the first button is the harmless one
        assert isinstance(app.screen, GameScreen)
        seat, log = table(pilot).session.seat, table(pilot).session.game.log
        await pilot.press(RIGHT_KEY, "right", "right", "enter")
        assert top(pilot).kind == "withdraw"
        await pilot.press("right", "enter")
        await until(lambda: Withdrew(seat) in log)
        await until(lambda: shown_acts(pilot) == "自爆")
        await pilot.press(RIGHT_KEY, "enter")  # nor does an Enter that was meant for something else
        assert isinstance(app.screen, GameScreen)
        await pilot.press(RIGHT_KEY, "right")
        assert words_of(pilot, "#choose-yes") == "►自爆→Enter"
        await pilot.press("enter")
        await until(lambda: any(isinstance(event, Exploded) for event in log))


def on_top(pilot: Pilot[None], kind: type[Screen[None]]) -> bool:
    """Whether a screen of that kind lies over all others."""
    return isinstance(pilot.app.screen, kind)


def top(pilot: Pilot[None]) -> Dialog:
    screen = pilot.app.screen
    assert isinstance(screen, Dialog)
    return screen


async def test_it_works_over_everything_while_a_speech_streams():
    app = app_of(wolves())
    async with app.run_test(size=(80, 24)) as pilot:
        await until_another_speaks(pilot)
        for key, screen in OVERLAYS.items():
            await pilot.press(key)
            assert on_top(pilot, screen)
            await pilot.press(RIGHT_KEY)
            assert top(pilot).kind == "explode", key
            await pilot.press("escape")
            assert on_top(pilot, screen)
            await pilot.press("escape", *["escape"] * (key == "f6"))  # the phrase book opened a draft
            assert app.screen is table(pilot)
            assert table(pilot).table.alive
        await pilot.press("ctrl+f", RIGHT_KEY, "right", "enter")
        log = table(pilot).session.game.log
        await until(lambda: any(isinstance(event, Exploded) for event in log))


async def test_a_duel_is_fought_from_the_composer_and_the_draft_is_kept(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(targets, "SETTLED", 0)
    app = app_of(knight_table())
    async with app.run_test(size=(60, 20)) as pilot:
        await until_right(pilot, "duel")
        await pilot.press("f4")
        await paste(pilot, "我怀疑")
        game = table(pilot).session.game
        foe = next(s for s in game.judge.facts.living if s != table(pilot).session.seat)
        await pilot.press(RIGHT_KEY)
        assert isinstance(app.screen, TargetDialog)
        assert "决斗" in app.screen._title
        await pilot.press(*str(foe), "enter")
        await until(lambda: any(isinstance(event, Dueled) for event in game.log))
        assert table(pilot).desk.speech.area.text == "我怀疑"


async def test_the_white_wolf_king_takes_one_along_from_the_composer(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(targets, "SETTLED", 0)
    app = app_of(wolf_table())
    async with app.run_test(size=(60, 20)) as pilot:
        await until_right(pilot, "explode")
        await pilot.press("f4")
        await paste(pilot, "3号")
        await pilot.press(RIGHT_KEY, "3", "enter")
        seat, log = table(pilot).session.seat, table(pilot).session.game.log
        await until(lambda: Exploded(seat, "election", 3) in log)


@pytest.mark.parametrize(
    ("needed", "blasts", "told"), [(1, 0, "警徽会流失"), (2, 0, "竞选改到明天"), (2, 1, "警徽会流失")]
)
def test_what_happens_to_the_badge_is_told_by_the_house_rules(needed: int, blasts: int, told: str):
    board = find_board("official-12")
    facts = Facts(12, board.cards, tuple(range(1, 13)), 1, "day", "election", blasts=blasts)
    rules = replace(board.rules, explosions_to_lose_badge=needed)
    view = View(1, facts, Hand(1, "werewolf", lover=4), [], rules, None, (), ())
    said = affected(Choice("explode"), Sight(view, {}, []), "zh")
    assert told in said
    assert "你的情侣4号会随你出局" in said
    assert "你没有遗言" in said


@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_the_dialogs_fit(lang: str):
    app = app_of(wolves(), lang)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(RIGHT_KEY)  # by night: why not
        await fits(pilot)
        await pilot.press("escape")
        await until_another_speaks(pilot, run=True)
        await pilot.press("f1", RIGHT_KEY)  # what there is
        await fits(pilot)
        await pilot.press("right", "enter")  # the confirmation
        await fits(pilot)


async def fits(pilot: Pilot[None]) -> None:
    """The dialog on top fits at both sizes."""
    for size in ((60, 20), (80, 24)):
        await pilot.resize_terminal(*size)
        await pilot.pause()
        box = top(pilot).query_one("#dialog")
        assert pilot.app.screen.region.contains_region(box.region)
        assert box.max_scroll_y == 0
