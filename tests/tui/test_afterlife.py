"""Watching on after being out: why, whose eyes, and on to the end; nothing that the eyes may not know."""

import random
import re

import pytest
from textual.pilot import Pilot

from llmwolf.boards import boards, find_board
from llmwolf.players.base import Answer
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.facts import Facts, Hand
from llmwolf.rules.game import Game
from llmwolf.rules.view import View, fold
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.model.afterlife import released, why_out
from llmwolf.tui.model.sight import Sight, look
from llmwolf.tui.model.situation import Round, Situation
from llmwolf.tui.screens.cutting import RIGHT_KEY
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.end import EndScreen
from llmwolf.tui.screens.watching import OUT_KIND
from llmwolf.tui.session import Setup
from tests.record.table import decide, new_game

from .driver import Candidate, answer, app_of, asked, table, table_of, the_app, until, words_of
from .test_interrupts import shown_acts

SEED = 5
RULES = find_board("official-12").rules


# -- what may be known ---------------------------------------------------------------------------------


@pytest.mark.parametrize("board", sorted(boards()))
def test_who_is_released_is_never_asked_again(board: str):
    """So that nothing the judge's eyes show can be acted upon."""
    game = new_game(1, board)
    free: set[int] = set()
    while not game.over:
        out = set(game.judge.facts.gone) - free
        free |= {seat for seat in out if released(game.view(seat), game.spec.events)}
        assert not free & {request.seat for request in game.waiting}
        assert not free & {right.seat for right in (game.ask.rights if game.ask else ())}
        for request in list(game.waiting):
            game.submit(decide(game, request, 10))


@pytest.mark.parametrize(
    "board", ["official-12", "guide-cupid-12", "new-moon-14", "white-wolf-king-guard-12"]
)
def test_why_is_told_from_what_the_seat_heard(board: str):
    for seed in range(1, 6):
        game = played(seed, board)
        for seat, (_, _, how) in game.judge.facts.gone.items():
            heard = [event for event in game.log if event.to is None or seat in event.to]
            facts, hand = fold(seat, game.spec.seats, heard)
            alone = Sight(game.view(seat)._replace(facts=facts, hand=hand, log=heard), {}, heard)
            situation = Situation()
            situation.take(heard)
            for lang in ("zh", "en"):
                told = why_out(look(game, seat), situation, lang)
                assert told
                assert told == why_out(alone, situation, lang)
                assert lang == "zh" or not re.search("[\u4e00-\u9fff]", "".join(told))
                assert any(line.startswith(SECRET[lang]) for line in told) is (how == "night")


SECRET = {"zh": "法官不公布", "en": "The judge keeps"}


def played(seed: int, board: str) -> Game:
    game = new_game(seed, board)
    while not game.over:
        for request in list(game.waiting):
            game.submit(decide(game, request, 10))
    return game


def test_the_cause_is_told_through_the_judges_eyes_alone():
    game = played(3, "official-12")
    seat = next(s for s, (_, _, how) in game.judge.facts.gone.items() if how == "night")
    own = why_out(look(game, seat), Situation(), "zh")
    god = why_out(look(game, seat, god=True), Situation(), "zh")
    assert god == [*own, god[-1]]
    assert god[-1].startswith("法官：被")


def why(role: str, how: str, *told: tuple[int, str, int, str], **facts: object) -> list[str]:
    """Why seat 1 went out in night 2 or on day 2, as ``how`` says."""
    state = Facts(12, ("witch", "cupid", "werewolf"), tuple(range(2, 13)), 2, "day", "speech")
    state.gone = {1: ("night" if how == "night" else "day", 2, how)}
    for name, value in facts.items():
        setattr(state, name, value)
    hand = Hand(1, role, lover=4, told=list(told))
    ballots = ev.Ballots("ballot", ((3, 1), (4, 1), (5, 2)), ((1, 4), (2, 2)))
    log: list[Event] = [ev.Announced((1, 7))] if how == "night" else [ev.Died(1, how)]
    situation = Situation(rounds=[Round(2, ballots, 0)])
    return why_out(Sight(View(1, state, hand, log, RULES, None, (), ()), {}, log), situation, "zh")


def test_what_the_own_hand_adds():
    secret = "法官不公布夜里的死因；在这个板子上可能是：被刀、被毒、殉情"
    public = ["昨夜出局：1号、7号。", secret]
    assert why("villager", "night") == public
    assert why("witch", "night", (2, "victim", 1, "")) == [*public, "你知道自己当夜是刀口"]
    assert why("witch", "night", (1, "victim", 1, "")) == public  # of another night
    assert why("werewolf", "night", (2, "knife", 1, "")) == [*public, "你知道狼队当夜刀的是你"]
    assert why("hunter", "night", (2, "gun", 1, "no")) == [*public, "当夜法官告诉你不能开枪"]
    gone = {1: ("night", 2, "night"), 4: ("night", 2, "night")}
    assert why("villager", "night", gone=gone) == [*public, "你的情侣4号同一天出局"]
    assert why("villager", "exile") == ["1号被放逐出局。", "投你的：3号、4号"]


def test_the_judges_eyes_are_for_those_who_are_out():
    game = new_game(1, "official-12")
    with pytest.raises(ValueError, match="only what the seat may know"):
        look(game, 3, god=True)


# -- at the table --------------------------------------------------------------------------------------


def top(pilot: Pilot[None]) -> Dialog:
    screen = pilot.app.screen
    assert isinstance(screen, Dialog)
    assert screen.kind == OUT_KIND
    return screen


def step_by_step() -> LlmwolfApp:
    """At this pace a game waits for whoever watches."""
    return app_of(table_of("villager", seed=SEED, pace="step"), setup=Setup(pace="step"))


async def until_released(pilot: Pilot[None]) -> None:
    """Play on, step by step, until the person is out and may choose whose eyes to watch with."""
    rng = random.Random(2)
    await until(lambda: the_app(pilot).game_screen)
    host = table(pilot).session.host
    while not table(pilot).table.may_see_all:
        await until(lambda: asked(pilot) or host.paused)
        if asked(pilot):
            await answer(pilot, rng)
        else:
            host.pause(False)  # what the key does, without waiting for the screen to be drawn
    await until(lambda: host.paused)


def god(pilot: Pilot[None]) -> bool:
    """Whether the judge's eyes are looked through."""
    return table(pilot).table.god


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_eyes_are_chosen_and_marked_all_the_time(size: tuple[int, int]):
    app = step_by_step()
    async with app.run_test(size=size) as pilot:
        await until_released(pilot)
        screen, seat = table(pilot), table(pilot).session.seat
        await until(lambda: shown_acts(pilot) == "出局后")
        await until(lambda: "你已出局" in words_of(pilot, "#ask"))
        own = list(screen.log_view.lines)
        assert "上帝视角" not in words_of(pilot, "#status")
        await pilot.press(RIGHT_KEY, "enter")  # the first button changes nothing
        assert god(pilot) is False
        await pilot.press(RIGHT_KEY)
        box = top(pilot).query_one("#dialog")
        assert box.max_scroll_y == 0
        await pilot.press("right", "enter")
        await pilot.pause()
        assert god(pilot)
        assert "【上帝视角】" in words_of(pilot, "#status")
        assert len(screen.log_view.lines) > len(own)
        assert {line.kind for line in screen.log_view.lines} >= {"secret"}
        cards = {row.seat: [tag.word for tag in row.tags] for row in screen.table.rows()}
        assert any("狼人" in words for s, words in cards.items() if s != seat)
        assert "上帝视角：所有身份可见" in [note.text for note in screen.table.hand()[1]]
        await pilot.press("f5", "escape", RIGHT_KEY, "right", "enter")
        await pilot.pause()
        assert not god(pilot)
        assert "上帝视角" not in words_of(pilot, "#status")
        assert screen.log_view.lines[: len(own)] == own
        assert not any(line.kind == "secret" for line in screen.log_view.lines)


async def test_on_to_the_end():
    app = step_by_step()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until_released(pilot)
        await pilot.press(RIGHT_KEY, "right", "right", "enter")
        await until(lambda: isinstance(app.screen, EndScreen))
        assert table(pilot)._pacing.name == "instant"
        assert table(pilot).pace == "step"  # what is played next goes on at the pace that was chosen


async def test_before_all_is_said_only_the_own_eyes_are_offered():
    """Exiled, and asked for last words: the judge's eyes are not for somebody who still speaks."""
    app = app_of(table_of("villager", seed=SEED, others=Candidate))
    async with app.run_test(size=(80, 24)) as pilot:
        rng = random.Random(2)
        await until(lambda: the_app(pilot).game_screen)
        while not table(pilot).table.out:
            await until(lambda: asked(pilot) or table(pilot).table.out)
            if (model := asked(pilot)) is not None:
                await vote_for_myself(pilot, rng) if model.request.kind == "ballot" else await answer(
                    pilot, rng
                )
        await until(lambda: asked(pilot))
        await pilot.press(RIGHT_KEY)
        assert "out_god" not in top(pilot)._body
        assert [value for value, _ in top(pilot)._buttons] == ["stay", "skip"]
        assert "遗言、技能和警徽" in top(pilot)._body
        with pytest.raises(ValueError, match="only what the seat may know"):
            table(pilot).table.see(god=True)


async def test_an_open_dialog_offers_the_judges_eyes_as_soon_as_they_are_free():
    """It stays open while the game goes on below it: what it says must not be of yesterday."""
    app = step_by_step()
    async with app.run_test(size=(80, 24)) as pilot:
        rng = random.Random(2)
        await until(lambda: the_app(pilot).game_screen)
        host = table(pilot).session.host
        while not table(pilot).table.out:
            await until(lambda: asked(pilot) or host.paused)
            if asked(pilot):
                await answer(pilot, rng)
            else:
                host.pause(False)
        await pilot.press(RIGHT_KEY)
        assert "遗言、技能和警徽" in top(pilot)._body
        human = table(pilot).session.human
        assert human is not None
        while not table(pilot).table.may_see_all:
            await until(lambda: human.asked or host.paused)
            if human.asked:
                table(pilot).table.give(Answer())
            host.pause(False)
        await until(lambda: "god" in dict(top(pilot)._buttons))
        assert "遗言、技能和警徽" not in top(pilot)._body
        await pilot.press(RIGHT_KEY, "right", "enter")
        assert god(pilot)


async def vote_for_myself(pilot: Pilot[None], rng: random.Random) -> None:
    model = asked(pilot)
    await pilot.press(*str(table(pilot).session.seat), "enter", "enter")
    await until(lambda: asked(pilot) is not model)
