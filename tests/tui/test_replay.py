"""The replay: at every moment exactly what was to be seen then, through any eyes, and nothing else."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from llmwolf.export.recorded import JUDGE, PUBLIC, Recorded, heard, recorded
from llmwolf.record.reader import parse
from llmwolf.rules import events as ev
from llmwolf.rules.game import Game
from llmwolf.rules.view import fold
from llmwolf.table.pace import PACES
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.model.hand import card_title, hand_notes
from llmwolf.tui.model.lines import Scribe
from llmwolf.tui.model.replaying import Replay
from llmwolf.tui.model.seats import seat_rows
from llmwolf.tui.model.sight import look
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.help import HelpScreen
from llmwolf.tui.screens.replay import ReplayLog, ReplayScreen
from llmwolf.tui.widgets.scrub import HERE, ScrubBar

from .driver import squeezed, the_app, until, words_of
from .shelf import THOUGHT, game_record
from .snapshots import check
from .test_layouts import inside
from .test_log import rows

SIZES = [(60, 20), (80, 24), (120, 40), (160, 50)]
BOARDS = ["official-12", "guide-cupid-12", "new-moon-14", "standard-9"]


def played(
    seed: int = 3,
    steps: int | None = None,
    board: str = "official-12",
    models: tuple[int, ...] = (),
    folder: Path | None = None,
) -> Recorded:
    data = game_record(seed, steps, board, models=models)
    return recorded((folder or Path()) / "game.jsonl", parse(data, "game.jsonl"))


# -- what is seen --------------------------------------------------------------------------------------


@pytest.mark.parametrize("eyes", [JUDGE, PUBLIC, 1, 2, 5, 9])
def test_the_state_after_k_events_is_the_fold_of_the_first_k(eyes: int):
    replay = Replay(played(), "zh")
    assert replay.look(eyes)
    for place in range(1, replay.places + 1):
        replay.go(place)
        log = [event for event in replay.game.log[: replay.at] if heard(event, eyes)]
        assert len(log) == place
        sight = replay.sight
        assert sight.log == log
        assert (sight.view.facts, sight.view.hand) == fold(max(eyes, 0), 12, log)
        assert (sight.hidden is not None) is (eyes == JUDGE)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("eyes", [JUDGE, PUBLIC, 1, 4])
def test_the_panels_and_the_log_are_those_of_the_table_then(board: str, eyes: int):
    """The live game is played beside it; whenever it waits, both look the same."""
    game = played(seed=7, board=board)
    live = Game(game.game.spec, game.game.roles)
    replay = Replay(game, "zh")
    replay.look(eyes)
    seat, god = max(eyes, 0), eyes == JUDGE
    for move in game.game.moves:
        live.play([move])
        replay.at = len(live.log)
        sight = look(live, seat, god)
        now = replay.sight
        assert (now.cards, now.log, now.hidden) == (sight.cards, sight.log, sight.hidden)
        assert replay.rows() == seat_rows(sight, game.names, replay.speaker, "zh")
        if seat == 0 or sight.view.hand.role:
            title = card_title(sight, "zh") if seat else replay.eyes_word
            assert replay.hand() == (title, hand_notes(sight, god, "zh"))
        scribe = Scribe(game.names, seat, "zh", live.spec.rules.badge_weight)
        assert replay.lines() == scribe.lines(sight.log)


@pytest.mark.parametrize("eyes", [JUDGE, PUBLIC, 1])
def test_before_the_cards_are_dealt_nobody_is_said_to_have_anything(eyes: int):
    replay = Replay(played(), "zh")
    replay.look(eyes)
    replay.go(1)
    assert not any("无票" in tag.word for row in replay.rows() for tag in row.tags)
    assert replay.hand()[0] == {JUDGE: "法官视角", PUBLIC: "公开视角"}.get(eyes, "（未发牌）")


async def test_only_a_seats_card_is_called_ones_own():
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = await shown(pilot, played())
        panel = screen.query_one("#hand")
        for keys, title in ((("j", "end"), "法官视角"), (("3", "e"), "3号的牌")):
            await pilot.press(*keys)
            assert str(panel.border_title).startswith(title)


def test_thoughts_are_the_judges_alone_and_only_when_the_game_is_over():
    replay = Replay(played(models=(1, 4)), "zh")
    replay.go(replay.places)
    thoughts = [line for line in replay.lines() if THOUGHT in line.text]
    assert len(thoughts) == sum(map(len, replay.game.thoughts.values())) > 10
    assert {line.seat for line in thoughts} == {1, 4}
    for eyes in (PUBLIC, 1, 4):
        replay.look(eyes)
        assert not [line for line in replay.lines() if THOUGHT in line.text]
    begun = Replay(played(steps=10, models=(1, 4)), "zh")
    begun.go(begun.places)
    assert not [line for line in begun.lines() if THOUGHT in line.text]


def test_a_thought_comes_right_before_the_speech_it_led_to():
    lines = (replay := Replay(played(models=tuple(range(1, 13))), "zh")).lines()
    replay.go(replay.places)
    lines = replay.lines()
    for before, line in zip(lines, lines[1:], strict=False):  # noqa: RUF007
        if line.kind == "speech":
            assert (THOUGHT in before.text, before.seat) == (True, line.seat)


def test_an_unfinished_game_is_seen_by_its_player_and_the_public_alone():
    replay = Replay(played(steps=12), "zh")
    assert replay.eyes == 2
    assert not replay.look(JUDGE)
    assert not replay.look(3)
    replay.next_eyes()
    assert replay.eyes == PUBLIC
    replay.next_eyes()
    assert replay.eyes == 2
    replay.go(replay.places)
    assert replay.places == sum(heard(event, 2) for event in replay.game.log)
    assert set(replay.sight.cards) == {2, *replay.sight.view.hand.pack}


# -- going about ---------------------------------------------------------------------------------------


def test_by_event_night_day_and_round():
    replay = Replay(played(), "zh")
    assert replay.place == 1
    replay.step(-1)
    assert replay.place == 1
    phases = []
    while not replay.over:
        replay.phase(1)
        phases.append(replay.status().phase)
    assert phases[:3] == ["第1夜", "第1天", "第2夜"]
    back = []
    while replay.place > 1:
        replay.phase(-1)
        back.append(replay.status().phase)
    assert back[-4:-1] == ["第2夜", "第1天", "第1夜"]
    replay.phase(1)
    replay.phase(1)
    replay.stage(1)
    assert replay.status().phase == "第1天 警长竞选"
    replay.step(3)
    replay.stage(-1)
    assert replay.status().phase == "第1天 警长竞选"
    replay.stage(-1)
    assert replay.status().phase == "第1天"


@pytest.mark.parametrize("seat", [0, 3, 11])
def test_to_the_speeches_of_a_seat(seat: int):
    replay = Replay(played(), "zh")
    wanted = [e for e in replay.game.log if isinstance(e, ev.Spoke) and seat in (0, e.seat)]
    heard_now = []
    while replay.speech(1, seat):
        assert replay.speaker == replay.game.log[replay.at - 1].seat  # type: ignore[attr-defined]
        heard_now.append(replay.game.log[replay.at - 1])
    assert heard_now == wanted
    replay.go(replay.places)
    back = []
    while replay.speech(-1, seat):
        back.append(replay.game.log[replay.at - 1])
    assert back[::-1] == wanted


def test_other_eyes_look_at_the_same_moment():
    replay = Replay(played(), "zh")
    for _ in range(3):
        replay.phase(1)
    at = replay.at
    for eyes in replay.game.eyes:
        assert replay.look(eyes)
        assert replay.at == at
        assert replay.status().phase == "第2夜"
    seen = []
    for _ in replay.game.eyes:
        seen.append(replay.eyes)
        replay.next_eyes()
    assert sorted(seen) == list(range(-1, 13))


def test_a_speech_stays_as_long_as_it_takes_to_be_read():
    replay = Replay(played(), "zh")
    replay.speech(1)
    slow, reading, instant = (replay.rest(PACES[name]) for name in ("slow", "reading", "instant"))
    assert slow > reading > instant > 0
    spoken = reading
    replay.go(1)
    assert replay.rest(PACES["reading"]) < spoken


# -- the screen ----------------------------------------------------------------------------------------


def screen_of(pilot: Pilot[None]) -> ReplayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


async def shown(pilot: Pilot[None], game: Recorded, lang: str = "zh") -> ReplayScreen:
    await pilot.app.push_screen(ReplayScreen(game, lang))
    await pilot.pause()
    return screen_of(pilot)


async def test_after_any_walk_the_screen_is_that_of_its_moment():
    rng = random.Random(5)
    keys = [
        "left",
        "right",
        "pageup",
        "pagedown",
        "left_square_bracket",
        "right_square_bracket",
        "n",
        "b",
        "e",
        "j",
    ]
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = await shown(pilot, played(models=(1, 4)))
        for _ in range(12):
            await pilot.press(*rng.choices(keys, k=6))
        await pilot.pause()
        log = screen.query_one("#log", ReplayLog)
        assert log.lines == screen.replay.lines()
        walked = rows(pilot.app)
        fresh = Replay(screen.replay.game, "zh")
        fresh.look(screen.replay.eyes)
        fresh.at = screen.replay.at
        assert log.lines == fresh.lines()
        before = log._rows
        log.show([])
        log.show(fresh.lines())
        await pilot.pause()
        assert log._rows == before
        assert rows(pilot.app) == walked


async def test_numbers_choose_a_seat_for_its_speeches_or_its_eyes():
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = await shown(pilot, played())
        await pilot.press("1", "1")
        assert "号码11" in words_of(pilot, "#status")
        await pilot.press("n")
        assert screen.replay.speaker == 11
        await pilot.press("3", "e")
        assert screen.replay.eyes == 3
        assert "3号视角" in words_of(pilot, "#status")
        await pilot.press("0", "E")
        assert screen.replay.eyes == PUBLIC
        await pilot.press("j")
        assert screen.replay.eyes == JUDGE
        await pilot.press("5", "escape", "e")
        assert screen.replay.eyes == PUBLIC
        await pilot.press("9", "9", "e")
        assert screen.replay.eyes == PUBLIC, "there is no such seat"
        await pilot.click("#seats", offset=(5, 4))
        assert screen.replay.eyes == 4


async def test_nobody_gets_eyes_that_an_unfinished_game_must_not_give():
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = await shown(pilot, played(steps=12))
        for keys in (("j",), ("3", "e"), ("e", "e")):
            await pilot.press("end", *keys)
            assert screen.replay.eyes == 2


async def test_it_goes_by_and_stops_at_the_end_or_at_a_key():
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = await shown(pilot, played())
        await pilot.press("plus", "plus", "plus")
        assert "暂停" in words_of(pilot, "#status")
        await pilot.press("space")
        await until(lambda: screen.replay.place > 4)
        assert "播放瞬间" in words_of(pilot, "#status")
        await pilot.press("space")
        assert not screen.runs
        await pilot.press("end", "left", "left", "space")
        await until(lambda: not screen.runs)
        assert screen.replay.over
        await pilot.press("minus", "minus", "minus", "space")
        assert screen.replay.place < 10, "from the beginning again"
        await pilot.press("escape")
        assert not screen.runs


async def test_a_click_on_the_line_goes_there():
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = await shown(pilot, played())
        width = screen.query_one(ScrubBar).content_size.width
        await pilot.click("#scrub", offset=(width, 1))
        assert screen.replay.over
        await pilot.click("#scrub", offset=(1, 0))
        assert screen.replay.place == 1
        await pilot.click("#scrub", offset=(width // 2, 1))
        assert abs(screen.replay.place - screen.replay.places / 2) < 5
        assert sum(line.count(HERE) for line in rows(pilot.app)[-2:-1]) == 1


async def test_it_is_exported_with_the_eyes_in_use(tmp_path: Path):
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        await shown(pilot, played(folder=tmp_path))
        await pilot.press("4", "e", "x")
        assert isinstance(pilot.app.screen, Dialog)
        text = squeezed("".join(rows(pilot.app)))
        assert "视角：4号" in text
        assert "棋谱" not in text
        await pilot.press("enter")
        await pilot.press("j", "x")
        assert "棋谱" in squeezed("".join(rows(pilot.app)))
        await pilot.press("escape")
    assert "4号" in (tmp_path / "game.html").read_text("utf-8")


async def test_help_tells_of_the_board_that_was_played():
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        await shown(pilot, played(board="new-moon-14", seed=9))
        await pilot.press("f1")
        screen = pilot.app.screen
        assert isinstance(screen, HelpScreen)
        assert screen._board.id == "new-moon-14"
        await pilot.press("f1")
        screen_of(pilot)


async def test_strangers_names_are_text():
    game = played()
    seats = [sitter.model_copy(update={"name": "[bold]x[/ [@click=app.quit]y"}) for sitter in game.head.seats]
    head = game.head.model_copy(update={"seats": tuple(seats), "zh": "[red]板子[/"})
    async with LlmwolfApp().run_test(size=(120, 40)) as pilot:
        await shown(pilot, replace(game, head=head))
        await pilot.press("end")
        await pilot.pause()
        text = "".join(rows(pilot.app))
        assert "[bold]x[/" in text
        assert "[red]板子[/" in text


# -- pictures ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_pictures(lang: str):
    async with LlmwolfApp(lang).run_test(size=SIZES[0]) as pilot:
        screen = await shown(pilot, played(models=(1, 4, 7)), lang)
        screen.replay.go(60)
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            await pilot.press("right", "left")
            await pilot.pause()
            assert {cell_len(line) for line in rows(pilot.app)} == {width}
            assert all(
                inside(pilot, part) for part in ("#status", "#seats", "#hand", "#log", "#scrub", "#keys")
            )
            await check(the_app(pilot), f"replay-{lang}-{width}x{height}")


@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_pictures_of_a_seats_eyes_in_an_unfinished_game(lang: str):
    async with LlmwolfApp(lang).run_test(size=SIZES[0]) as pilot:
        await shown(pilot, played(seed=5, steps=14), lang)
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            await pilot.press("end")
            await pilot.pause()
            assert {cell_len(line) for line in rows(pilot.app)} == {width}
            await check(the_app(pilot), f"replay-seat-{lang}-{width}x{height}")
