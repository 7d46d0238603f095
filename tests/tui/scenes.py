"""Moments of games by table: played there by the engine at once, then shown at a real table."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from llmwolf.boards import find_board, spec_for
from llmwolf.players.base import Answer, LivePlayer, Player
from llmwolf.players.human import HumanPlayer
from llmwolf.players.scripted import random_answer
from llmwolf.roles import registry
from llmwolf.rules.asks import Request
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table.host import Host
from llmwolf.table.pace import PACES
from llmwolf.tui.session import Session, Setup, nicknames

from .driver import OpenTable

NAMES: Final = {2: "🐺狼来了", 3: "一个特别长的名字呀", 7: "[bold]x[/", 9: "Bob"}
SAID: Final = (
    "我是好人，先听后置位发言。5号刚才那句话有点着急，我先打个问号，归票的话听警长的。过",
    "我是预言家，昨晚验了3号，查杀。警徽流先5号后8号。",
    "站边先不站，12号的视角我看不懂：他说“昨晚平安夜”就一定是女巫开药了吗？守卫也可能守中。",
    "表水：我一张平民牌，没什么信息。[/] 过",
    "听完一圈，前置位全员划水，后置位全员踩我，那我只能说：要么我是狼，要么你们里面开了两只狼在冲锋。"
    "我建议今天出7号，理由有三：第一，他上警不竞选；第二，他给6号的金水给得太快；第三，他从头到尾没有回头看"
    "我的发言。出错了明天出我。",
    "OK，I am a villager，不会聊，跟预言家走🐺",
)
"""What is said at every table here; who says what goes round with the days."""
BEGINNING: Final = "我是预言家，昨晚验了3号，查杀。警徽流先5号后8号。[/] 今天大家跟我"


class Actor:
    """Speaks in turn of :data:`SAID`; does anything legal otherwise, runs for sheriff at every third seat."""

    interrupts = False

    def __init__(self, seat: int) -> None:
        self._rng = Random(seat)

    def answer(self, view: View) -> Answer:
        """One answer."""
        request = view.request
        assert request is not None
        match request.kind:
            case "sign_up":
                return Answer("run") if request.seat % 3 == 0 else Answer()
            case "withdraw":
                return Answer()
            case "speak":
                return Answer("say", text=SAID[(request.seat + view.facts.day) % len(SAID)])
            case "whisper":
                return Answer("whisper", text=f"刀{request.choices[0].pool[0]}号，他像预言家")
        return random_answer(request, self._rng)

    def cut_in(self, view: View, heard: str) -> Answer | None:
        """Never."""
        return None


class Paused:
    """Says the beginning of a speech, and then nothing more."""

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        """Never an answer."""
        say(BEGINNING)
        await asyncio.Event().wait()
        raise AssertionError


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment: ``board``, ``seed``, the person's ``seat``, and what happens.

    ``moment`` is what the person is asked (``check``), with its stage where that says more (``speak/pk``);
    ``hears/speech``: another seat is speaking in that round; ``over``: the game is. ``after`` of them
    lie before it, ``out`` whether the person who listens is out by then. ``keys`` are pressed first.
    """

    name: str
    board: str
    seed: int
    seat: int
    moment: str
    after: int = 0
    keys: tuple[str, ...] = ()
    out: bool = False

    def _fits(self, game: Game, request: Request) -> bool:
        """Whether this is it."""
        what, _, stage = self.moment.partition("/")
        assert game.ask is not None
        if stage not in ("", game.ask.stage):
            return False
        if what != "hears":
            return request.seat == self.seat and request.kind == what
        in_time = (self.seat in game.judge.facts.living) != self.out
        return in_time and request.kind == "speak" and request.seat != self.seat

    def game(self) -> Game:
        """The game at that moment."""
        plan = find_board(self.board)
        game = Game(spec_for(plan, self.seed), registry())
        players = {seat: Actor(seat) for seat in range(1, plan.seats + 1)}
        left = self.after
        while game.ask is not None:
            if any(self._fits(game, request) for request in game.waiting):
                if not left:
                    return game
                left -= 1
            ply = game.ply
            for request in game.waiting:
                answer = players[request.seat].answer(game.view(request.seat))
                game.submit(answer.decision(ply, request.seat))
        if self.moment != "over":
            raise LookupError(f"{self.name} does not come up")
        return game

    @property
    def hears(self) -> bool:
        """Whether somebody else is speaking."""
        return self.moment.startswith("hears")

    def table(self) -> OpenTable:
        """What opens the table at that moment."""

        def open_table(setup: Setup, lang: str) -> Session:
            game = self.game()
            seats = range(1, game.spec.seats + 1)
            human = HumanPlayer()
            players: dict[int, Player | LivePlayer] = {seat: Actor(seat) for seat in seats}
            players[self.seat] = human
            if self.hears:
                players[game.waiting[0].seat] = Paused()
            host = Host(game, players, {seat: Actor(seat) for seat in seats}, pace=PACES["instant"])
            names = {**nicknames(len(seats), self.seat, "我", lang), **NAMES, self.seat: "我"}
            return Session(game, host, human, self.seat, names=names, god=setup.god)

        return open_table
