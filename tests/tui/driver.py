"""Plays a game at the terminal as a person would: by what the screen shows, with keys."""

import asyncio
import random
from collections.abc import Callable

from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot

from llmwolf.boards import find_board, spec_for
from llmwolf.players.base import Answer, LivePlayer, Player
from llmwolf.players.human import HumanPlayer
from llmwolf.players.scripted import RandomPlayer
from llmwolf.roles import registry
from llmwolf.rules.chapters.setup import deal
from llmwolf.rules.game import Game
from llmwolf.rules.ruleset import Ruleset
from llmwolf.rules.view import View
from llmwolf.table.host import Host, Limits
from llmwolf.table.pace import TABLE_PACES
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.model.ask import DONE_KEY, AskModel
from llmwolf.tui.screens.end import EndScreen
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.session import Session, Setup, nicknames

OpenTable = Callable[[Setup, str], Session]
SPEECH = "我是好人，先听后置位发言，归票5号。过"


class Talker(RandomPlayer):
    """Says one sentence, and otherwise anything legal."""

    words = SPEECH

    def answer(self, view: View) -> Answer:
        if view.request is not None and view.request.kind == "speak":
            return Answer("say", text=self.words)
        return super().answer(view)


class Candidate(Talker):
    """Runs for sheriff and never withdraws; abstains from everything else that can be passed."""

    def answer(self, view: View) -> Answer:
        request = view.request
        assert request is not None
        if request.kind == "sign_up":
            return Answer("run")
        if request.kind == "speak" or not request.may_pass:
            return super().answer(view)
        return Answer()


class Streamer:
    """A candidate that speaks piece by piece, by default until it is stopped."""

    def __init__(self, gap: float = 0.005, pieces: int = 100_000, piece: str = "嗯。") -> None:
        self.gap = gap
        self.pieces = pieces
        self.piece = piece
        self.said = 0
        self.stopped = False

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        request = view.request
        assert request is not None
        if request.kind != "speak":
            return Candidate(view.seat).answer(view)
        try:
            for _ in range(self.pieces):
                say(self.piece)
                self.said += 1
                await asyncio.sleep(self.gap)
            return Answer("say", text=self.piece * self.pieces)
        finally:
            self.stopped = True


def table_of(
    role: str,
    seed: int = 1,
    board: str = "official-12",
    others: Callable[[int], Player | LivePlayer] = Talker,
    pace: str = "instant",
    limit: float | None = None,
    names: dict[int, str] | None = None,
    rules: Ruleset | None = None,
) -> OpenTable:
    """What opens a table at which the person holds ``role`` (empty: watches); nothing is saved.

    ``rules`` are house rules other than the board's.
    """
    plan = find_board(board)

    def open_table(setup: Setup, lang: str) -> Session:
        cards = list(deal(spec_for(plan, seed, rules=rules), registry()))
        seat = cards.index(role) + 1 if role else 0
        if seat > plan.seats:  # the card lies in the middle
            cards[0], cards[seat - 1], seat = cards[seat - 1], cards[0], 1
        game = Game(spec_for(plan, seed, dealt=tuple(cards), rules=rules), registry())
        human = HumanPlayer() if seat else None
        players: dict[int, Player | LivePlayer] = {s: others(s) for s in range(1, plan.seats + 1)}
        if human is not None:
            players[seat] = human
        bots = {s: Talker(s) for s in range(1, plan.seats + 1)}
        host = Host(game, players, bots, pace=TABLE_PACES[pace], limits=Limits(human=limit))
        called = {**nicknames(plan.seats, seat, "我", lang), **(names or {})}
        return Session(game, host, human, seat, names=called, god=setup.god, limit=limit)

    return open_table


def app_of(open_table: OpenTable, lang: str = "zh", setup: Setup | None = None) -> LlmwolfApp:
    """The application, at the table at once."""
    return LlmwolfApp(lang, setup or Setup(pace="instant"), play_now=True, open_table=open_table)


async def until(true: Callable[[], object], seconds: float = 20) -> None:
    """Wait until something is true."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not true():
        assert loop.time() < end, "this never came true"
        await asyncio.sleep(0.002)


def words_of(pilot: Pilot[None], selector: str) -> str:
    """The text of a part of the screen, without blanks: a line that is broken there loses one."""
    return squeezed(str(pilot.app.screen.query_one(selector).render()))


def squeezed(text: str) -> str:
    """``text`` without blanks."""
    return "".join(text.split())


def the_app(pilot: Pilot[None]) -> LlmwolfApp:
    """The application under test."""
    assert isinstance(pilot.app, LlmwolfApp)
    return pilot.app


def table(pilot: Pilot[None]) -> GameScreen:
    """The table's screen, with everything on it in place."""
    screen = the_app(pilot).game_screen
    assert screen is not None
    return screen


def asked(pilot: Pilot[None]) -> AskModel | None:
    """The question that is open on the screen, if any."""
    app = the_app(pilot)
    screen = app.screen
    if not isinstance(screen, GameScreen) or not screen.is_mounted:
        return None
    human = screen.session.human
    if human is None or not human.asked or not screen.query("#ask"):
        return None
    return screen.desk.ask.model


async def question(pilot: Pilot[None]) -> AskModel:
    """Wait for a question."""
    await until(lambda: asked(pilot))
    model = asked(pilot)
    assert model is not None
    return model


async def answered(pilot: Pilot[None], model: AskModel) -> None:
    """Wait until the question of ``model`` is open no more."""
    await until(lambda: table(pilot).desk.ask.model is not model)


async def paste(pilot: Pilot[None], text: str) -> None:
    """Text as an input method or a paste delivers it; the pilot itself drops Chinese punctuation."""
    pilot.app.post_message(events.Paste(text))
    await pilot.pause()


def press(pilot: Pilot[None], *keys: str) -> None:
    """Key presses through the application's own door, without the pilot's rest after each."""
    for key in keys:
        character = key if len(key) == 1 else None
        event = events.Key(_character_to_key(key) if character else key, character)
        event.set_sender(pilot.app)
        pilot.app.post_message(event)


async def answer(pilot: Pilot[None], rng: random.Random, said: str = SPEECH) -> str:
    """Answer the open question by its visible keys; returns what kind it was."""
    model = await question(pilot)
    if model.several is not None and (not model.request.may_pass or rng.random() < 0.8):
        choice = model.several
        count = rng.randint(choice.least, min(choice.most, len(choice.pool)))
        seats = rng.sample(choice.pool, count)
        if choice.some and not set(choice.some) & set(seats):
            seats[0] = rng.choice(choice.some)
        for seat in seats:
            press(pilot, *str(seat), "enter")
        press(pilot, DONE_KEY, "enter", "enter")
    elif not model.wants_text:
        keys = [option.key for option in model.options if option.answer is not None]
        press(pilot, *rng.choice(keys), "enter", "enter")
    elif rng.random() < 0.2:
        press(pilot, "f3", "f3")
    else:
        pilot.app.post_message(events.Paste(said))
        press(pilot, "ctrl+s")
    await until(lambda: asked(pilot) is not model)
    return model.request.kind


async def play_through(pilot: Pilot[None], seed: int = 0, seconds: float = 20) -> list[str]:
    """Play to the end screen; returns the kinds of everything that was asked.

    ``seconds`` is how long the others may take until the person is asked something again.
    """
    rng = random.Random(seed)
    kinds: list[str] = []
    while True:
        await until(lambda: asked(pilot) or isinstance(the_app(pilot).screen, EndScreen), seconds)
        if isinstance(the_app(pilot).screen, EndScreen):
            return kinds
        kinds.append(await answer(pilot, rng))
