"""The coach's panel of the replay: items beside the log, and from one to the other."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from llmwolf.coach.annotations import Annotation, added, beside, read, write
from llmwolf.coach.odds.point import Point
from llmwolf.coach.odds.reference import PUBLIC
from llmwolf.coach.odds.rollout import Setting
from llmwolf.coach.odds.study import Study as Odds
from llmwolf.export.recorded import JUDGE, Recorded, open_record
from llmwolf.imports.formats import load
from llmwolf.rules import events as ev
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.model.coached import Coached
from llmwolf.tui.screens.noting import NoteScreen
from llmwolf.tui.screens.replay import ReplayScreen
from llmwolf.tui.widgets.coach import CoachPanel
from tests.coach.report.games import typed

from .driver import the_app, until, words_of
from .snapshots import check

LIES = ("9号: 我觉得1号是狼", "9号: 1号昨天投了8号，5号还活着，[/]\x1b[2J")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = typed(tmp_path / "game.jsonl", LIES)
    log = open_record(path).log
    secret = next(n for n, e in enumerate(log, 1) if isinstance(e, ev.NightResolved))
    spoken = next(n for n, e in enumerate(log, 1) if isinstance(e, ev.Spoke) and e.seat == 7)
    write(beside(path), added(added({}, secret, ["刀法"], ""), spoken, ["归票"], "说得好").values())
    return path


def kept_odds(path: Path) -> Odds:
    """Odds beside the record, as if they had been reckoned."""
    odds = Odds(path, Setting(PUBLIC))
    for place, ply in enumerate(odds.turns()):
        odds.points[ply] = Point(("g" * (5 + place) + "w" * (15 - place)) * 5)
    odds.roll([], 0)
    odds._cache.save()
    return odds


async def opened(pilot: Pilot[None], game: Recorded, lang: str = "zh") -> tuple[ReplayScreen, CoachPanel]:
    screen = ReplayScreen(game, lang)
    await pilot.app.push_screen(screen)
    await pilot.press("c")
    panel = screen.query_one(CoachPanel)
    await until(lambda: panel.display)
    await pilot.pause()
    return screen, panel


def shown(panel: CoachPanel) -> bool:
    """Whether the panel is in sight now."""
    return bool(panel.display)


def kind_of(panel: CoachPanel) -> str:
    """The kind of the item under the cursor."""
    return panel.at.kind if panel.at else ""


def test_items_are_what_the_eyes_may_see(record: Path):
    coached = Coached(open_record(record), "zh")
    kinds = {item.kind for item in coached.items(JUDGE)}
    assert {"claims", "findings", "notes"} <= kinds
    assert [item.text.split()[1] for item in coached.items(PUBLIC) if item.kind == "notes"] == ["[归票]"]
    assert [item.text.split()[1] for item in coached.items(JUDGE) if item.kind == "notes"] == [
        "[刀法]",
        "[归票]",
    ]
    assert not any(item.kind == "after" for item in coached.items(PUBLIC))


def test_odds_are_shown_only_where_they_were_reckoned(record: Path):
    game = open_record(record)
    assert f"llmwolf odds {record}" in Coached(game, "zh").curve(PUBLIC, len(game.log))
    odds = kept_odds(record)
    coached = Coached(game, "zh")
    assert "▅" in coached.curve(PUBLIC, 1)
    assert "现在" not in coached.curve(PUBLIC, 1)
    last = odds.points[odds.turns()[-1]].share("good")
    assert last is not None
    assert f"现在 {last.share:.0%}" in coached.curve(PUBLIC, len(game.log))
    assert f"{last.high:.0%}，100 局" in coached.curve(PUBLIC, len(game.log))
    assert coached.curve(PUBLIC, len(game.log)).endswith("│")


def test_swings_are_of_moments_that_are_known_well(record: Path):
    odds = kept_odds(record)
    plies = odds.turns()
    odds.points[plies[1]] = Point("g" * 12)  # a sketch, far above its neighbours
    odds.points[plies[3]] = Point("g" * 90 + "w" * 10)
    odds._cache.save()
    game = open_record(record)
    coached = Coached(game, "zh")
    swings = [item.text for item in coached.items(PUBLIC) if item.kind == "swings"]
    assert swings
    assert not any("100%" in text and "95%" not in text for text in swings[:1])
    events = {odds.ref.marks[ply].event for ply in (plies[0], plies[1])}
    assert not events & {item.event for item in coached.items(PUBLIC) if item.kind == "swings"}
    assert "只粗看过" in coached.curve(PUBLIC, odds.ref.marks[plies[1]].event)
    assert "只粗看过" not in coached.curve(PUBLIC, odds.ref.marks[plies[3]].event)


def test_an_unfinished_game_tells_no_numbers_of_events(tmp_path: Path, record: Path):
    text = record.with_suffix(".txt").read_text("utf-8").partition("第2天")[0]
    log = tmp_path / "cut.txt"
    log.write_text(text, "utf-8")

    path = tmp_path / "cut.jsonl"
    path.write_bytes(load(log).data)
    items = Coached(open_record(path), "zh").items(PUBLIC)
    assert items
    assert not any("#" in item.text + item.more for item in items)


async def test_an_item_leads_to_its_event_and_the_log_back_to_its_item(record: Path):
    async with LlmwolfApp().run_test(size=(140, 40)) as pilot:
        screen, panel = await opened(pilot, open_record(record))
        assert screen.focused is panel.menu
        assert screen.query_one("#right").display
        assert screen._coaching.coached is not None
        finding = next(item for item in screen._coaching.coached.items(JUDGE) if item.kind == "findings")
        while panel.at != finding:
            was = panel.at
            await pilot.press("down")
            assert panel.at != was
        assert "1号投的是6号" in words_of(pilot, "#coach-more").replace("\n", "")
        await pilot.press("enter")
        assert screen.replay.at == finding.event
        assert "5号还活着" in screen.log_view.lines[-1].text
        await pilot.press("home")
        assert screen.replay.place == 1
        assert kind_of(panel) == "findings"
        await pilot.press("end")
        assert kind_of(panel) == "findings"
        assert panel.at is not None
        assert panel.at.event <= screen.replay.at
        await pilot.press("escape")
        assert not panel.display
        assert screen.is_current
        assert screen.log_view.has_focus


async def test_on_a_small_screen_the_panel_stands_in_the_place_of_the_log(record: Path):
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen, panel = await opened(pilot, open_record(record))
        assert not screen.query_one("#right").display
        assert panel.at is not None
        event = panel.at.event
        await pilot.press("enter")
        assert screen.query_one("#right").display
        assert not shown(panel)
        assert screen.replay.at == event
        here = panel.at
        await pilot.press("tab")
        assert shown(panel)
        assert panel.at == here
        assert screen.focused is panel.menu
        await pilot.press("tab")
        assert not shown(panel)
        assert screen.log_view.has_focus
        await pilot.press("c", "c")
        assert not shown(panel)


async def test_tab_goes_between_the_panel_and_the_log(record: Path):
    async with LlmwolfApp().run_test(size=(120, 40)) as pilot:
        screen = ReplayScreen(open_record(record), "zh")
        await pilot.app.push_screen(screen)
        panel = screen.query_one(CoachPanel)
        await pilot.press("tab")
        assert not shown(panel)
        await pilot.press("c")
        await until(lambda: panel.display)
        assert screen.focused is panel.menu
        await pilot.press("enter", "tab")
        assert shown(panel)
        assert screen.log_view.has_focus
        assert "Tab复盘" in words_of(pilot, "#keys")
        await pilot.press("tab")
        assert screen.focused is panel.menu
        assert "Tab记录" in words_of(pilot, "#keys")
        kinds = [kind_of(panel)]
        for _ in range(2):
            await pilot.press("t")
            kinds.append(kind_of(panel))
        assert len(set(kinds)) == 3
        await pilot.press("T")
        assert kind_of(panel) == kinds[1]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
async def test_the_key_of_the_panel_is_on_the_bar(record: Path, size: tuple[int, int]):
    async with LlmwolfApp().run_test(size=size) as pilot:
        await pilot.app.push_screen(ReplayScreen(open_record(record), "zh"))
        await pilot.pause()
        assert "C复盘" in words_of(pilot, "#keys")


@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_pictures_of_the_panel(record: Path, lang: str):
    kept_odds(record)
    for width, height in ((80, 24), (120, 40), (160, 50)):
        async with LlmwolfApp().run_test(size=(width, height)) as pilot:
            screen, _ = await opened(pilot, open_record(record), lang)
            screen.replay.go_to_event(40)
            screen._moved()
            await pilot.pause()
            await check(the_app(pilot), f"replay-coach-{lang}-{width}x{height}")


async def write_note(pilot: Pilot[None], text: str, tags: str) -> NoteScreen:
    """Open the note on what is in sight and fill it in."""
    await pilot.press("a")
    screen = pilot.app.screen
    assert isinstance(screen, NoteScreen)
    screen.query_one("#note-text", Input).value = text
    screen.query_one("#note-tags", Input).value = tags
    return screen


async def test_a_note_is_written_changed_and_taken_away(record: Path):
    beside(record).unlink()
    async with LlmwolfApp().run_test(size=(120, 40)) as pilot:
        screen, panel = await opened(pilot, open_record(record))
        first = panel.at
        assert first is not None
        await write_note(pilot, "[/]早了\x1b", "归票，轮次")
        await pilot.press("enter")
        assert pilot.app.screen is screen
        assert screen.replay.at == first.event
        assert read(beside(record))[first.event] == Annotation(first.event, ("归票", "轮次"), "[/]早了")
        assert screen._coaching.coached is not None
        noted = [item for item in screen._coaching.coached.items(JUDGE) if item.kind == "notes"]
        assert [item.event for item in noted] == [first.event]
        await pilot.press("a")
        assert isinstance(pilot.app.screen, NoteScreen)
        assert pilot.app.screen.query_one("#note-tags", Input).value == "归票，轮次"
        await pilot.press("escape")
        assert pilot.app.screen is screen
        await write_note(pilot, "", "")
        await pilot.press("enter")
        assert not beside(record).exists()


async def test_a_note_stands_on_the_event_in_the_log(record: Path):
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = ReplayScreen(open_record(record), "en")
        await pilot.app.push_screen(screen)
        await pilot.press("n")
        event = screen.replay.at
        dialog = await write_note(pilot, "", "x" * 40)
        await pilot.press("enter")
        assert pilot.app.screen is dialog
        assert "atmost24" in words_of(pilot, "#note-keys")
        dialog.query_one("#note-tags", Input).value = "a,b"
        await pilot.press("enter")
        assert read(beside(record))[event].tags == ("a", "b")


async def test_notes_that_cannot_be_read_are_not_written_over(record: Path, monkeypatch: pytest.MonkeyPatch):
    told: list[str] = []
    monkeypatch.setattr(ReplayScreen, "notify", lambda self, message, **_: told.append(message))
    beside(record).write_text("[[note]]\nevent = 0", "utf-8")
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = ReplayScreen(open_record(record), "zh")
        await pilot.app.push_screen(screen)
        await pilot.press("a")
        assert pilot.app.screen is screen
    assert "game.notes.toml" in "".join(told).replace("\n", "")
    assert beside(record).read_text("utf-8") == "[[note]]\nevent = 0"


async def test_a_log_that_went_on_out_of_sight_is_as_wide_as_it_was(record: Path):
    async with LlmwolfApp().run_test(size=(60, 20)) as pilot:
        screen, panel = await opened(pilot, open_record(record))
        assert screen.replay.place == 1
        last = (
            max(screen._coaching.coached.items(JUDGE), key=lambda item: item.event)
            if screen._coaching.coached
            else None
        )
        assert last is not None
        panel.post_message(CoachPanel.Sought(last.event))
        await until(lambda: screen.query_one("#right").display)
        await pilot.pause()
        view = screen.log_view
        shown = [view._rows_of(entry) for entry in range(len(view.lines))]
        assert sum(map(len, shown)) == view.virtual_size.height > 5
        view._wrap_all()
        assert [view._rows_of(entry) for entry in range(len(view.lines))] == shown


async def test_notes_that_cannot_be_read_are_said(record: Path, monkeypatch: pytest.MonkeyPatch):
    told: list[str] = []
    monkeypatch.setattr(ReplayScreen, "notify", lambda self, message, **_: told.append(message))
    beside(record).write_text("[[note]]\nevent = 0", "utf-8")
    async with LlmwolfApp().run_test(size=(120, 40)) as pilot:
        await opened(pilot, open_record(record))
    assert "game.notes.toml" in "".join(told).replace("\n", "")
