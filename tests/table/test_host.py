"""The async host: order of arrival, stand-ins, time-outs, interruptions, the record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from llmwolf.boards import find_board, spec_for
from llmwolf.players.base import Answer, Player, PlayerFailed
from llmwolf.players.human import HumanPlayer
from llmwolf.players.scripted import RandomPlayer, random_answer
from llmwolf.record.head import Head, Sitter
from llmwolf.record.writer import Writer
from llmwolf.roles import registry
from llmwolf.rules.claims import Claim
from llmwolf.rules.errors import RuleError, Stale
from llmwolf.rules.events import Exploded, Spoke, Withdrew
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table.host import AnyPlayer, Host, Limits
from llmwolf.table.pace import PACES, Pace
from llmwolf.table.ports import Source
from llmwolf.table.quick import play
from llmwolf.table.seating import Plan, spec_of

WOLF = 1
DEAL = ("werewolf",) * 4 + ("seer", "witch", "hunter", "idiot") + ("villager",) * 4


def new_game(seed: int = 5, dealt: tuple[str, ...] = ()) -> Game:
    return Game(spec_for(find_board("official-12"), seed, dealt=dealt), registry())


def random_seats(seed: int = 0) -> dict[int, AnyPlayer]:
    return {seat: RandomPlayer(seed * 100 + seat) for seat in range(1, 13)}


class Slow:
    """A live seat that answers like a random one, after a number of turns of the loop."""

    def __init__(self, seed: int, turns: Callable[[], int] = lambda: 0) -> None:
        self._rng = Random(seed)
        self._turns = turns

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        assert view.request is not None
        answer = random_answer(view.request, self._rng)
        for _ in range(self._turns()):
            await asyncio.sleep(0)
        return answer


class Failing:
    """A live seat that never answers."""

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        raise PlayerFailed("network", "nothing listens there")


class Wrong:
    """A live seat that always names a seat that is not there."""

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        return Answer("vote", (99,))


class Mute:
    """A live seat that says three pieces and then nothing more."""

    def __init__(self) -> None:
        self.cancelled = False

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        for piece in ("大家好，", "我是", "好人"):
            say(piece)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        raise AssertionError("unreachable")


class Watching:
    """Remembers what a spectator is told."""

    def __init__(self) -> None:
        self.pieces: list[tuple[int, str]] = []
        self.sources: list[Source] = []
        self.on_piece: Callable[[], None] = lambda: None

    def changed(self) -> None: ...

    def spoken(self, seat: int, piece: str) -> None:
        self.pieces.append((seat, piece))
        self.on_piece()

    def noticed(self, source: Source) -> None:
        self.sources.append(source)


def writer_for(game: Game) -> Writer:
    return Writer(
        None, Head.of(game.spec, [Sitter(seat=s, name=f"{s}号", player="random") for s in range(1, 13)])
    )


async def test_the_host_and_the_quick_loop_see_the_same_game():
    for seed in range(5):
        quick: dict[int, Player] = {seat: RandomPlayer(seat) for seat in range(1, 13)}
        expected = play(new_game(seed), quick)
        slow: dict[int, AnyPlayer] = {seat: RandomPlayer(seat) for seat in range(1, 13)}
        assert (await Host(new_game(seed), slow, pace=Pace(1, 0, 0)).run()).log == expected.log


async def test_S04_any_order_of_arrival_gives_the_same_bytes():
    records = set()
    for shuffle in range(20):
        rng = Random(shuffle)
        game = new_game(3)
        recorder = writer_for(game)
        players: dict[int, AnyPlayer] = {s: Slow(s, partial(rng.randrange, 6)) for s in range(1, 13)}
        await Host(game, players, recorder=recorder).run()
        lines = recorder.data.splitlines(keepends=True)
        records.add(b"".join(line for line in lines if not line.startswith(b'{"kind":"llm"')))
    assert len(records) == 1


@pytest.mark.parametrize(("seat", "reason"), [(Failing(), "network"), (Wrong(), "verb")])
async def test_S03_A05_a_failing_seat_is_played_by_its_stand_in_and_counted(seat, reason):
    players = random_seats()
    players[4] = seat
    host = Host(new_game(), players, stand_ins={4: RandomPlayer(4)})
    game = await host.run()
    assert game.over
    assert host.tally.by["stand-in"] == host.tally.failures.total() > 0
    assert set(host.tally.failures) <= {reason, "target"}


class Odd:
    """A live seat that does what no player may: raises, or answers with something that is no answer."""

    def __init__(self, what: object) -> None:
        self._what = what

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        if isinstance(self._what, BaseException):
            raise self._what
        return self._what  # type: ignore[return-value]  # that is the fault


@pytest.mark.parametrize("what", [ValueError("bad"), asyncio.CancelledError(), None, "投3号"], ids=repr)
async def test_a_players_own_fault_never_ends_the_table(what: object):
    players = random_seats()
    players[4] = Odd(what)
    watching = Watching()
    host = Host(new_game(), players, stand_ins={4: RandomPlayer(4)}, spectators=[watching])
    assert (await host.run()).over
    assert host.tally.failures["player_error"] == host.tally.by["stand-in"] > 0
    assert all(source.detail for source in watching.sources if source.by == "stand-in")


async def test_what_the_table_heard_is_what_is_recorded():
    class Fickle(Abstainer):
        async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
            assert view.request is not None
            if view.request.kind != "speak":
                return self.answer(view)
            say("我是预言家，3号查杀")
            return Answer("say", text="我是平民", claims=(Claim("role", value="villager"),))

    players: dict[int, AnyPlayer] = {seat: Abstainer() for seat in range(1, 13)}
    players[9] = Fickle()
    game = await Host(new_game(0, DEAL), players).run()
    said = {(e.text, e.claims) for e in game.log if isinstance(e, Spoke) and e.seat == 9}
    assert said == {("我是预言家，3号查杀", ())}


async def test_no_spectator_gets_a_thought_and_live_seats_are_stopped_before_the_table_ends():
    class Thinking:
        stopped = False

        async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
            try:
                await asyncio.Event().wait()
            finally:
                self.stopped = True
            raise AssertionError("unreachable")

    thinking, watching = Thinking(), Watching()
    players = random_seats()
    players[4] = thinking
    players[5] = Thoughtful()
    task = asyncio.create_task(Host(new_game(2), players, spectators=[watching]).run())
    for _ in range(50):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert thinking.stopped
    assert {source.thought for source in watching.sources} == {""}


class Thoughtful:
    """Answers with a private thought."""

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        assert view.request is not None
        return random_answer(view.request, Random(view.seat))._replace(thought="我是狼")


async def test_without_a_stand_in_the_default_is_recorded():
    players = random_seats()
    players[4] = Failing()
    host = Host(new_game(), players)
    assert (await host.run()).over
    assert host.tally.by["default"] > 0


async def test_U16_a_person_who_is_late_is_recorded_as_a_time_out():
    players = random_seats()
    players[4] = HumanPlayer()
    watching = Watching()
    host = Host(new_game(), players, spectators=[watching], limits=Limits(human=0))
    assert (await host.run()).over
    assert {source.by for source in watching.sources if source.seat == 4} == {"time-out"}


async def test_S01_a_stream_that_falls_silent_keeps_what_was_said():
    players = random_seats()
    mute = Mute()
    players[4] = mute
    host = Host(new_game(), players, stand_ins={4: RandomPlayer(4)}, limits=Limits(model=0.001))
    game = await host.run()
    said = [event.text for event in game.log if isinstance(event, Spoke) and event.seat == 4]
    assert said
    assert set(said) == {"大家好，我是好人"}


async def table_at_a_speech(stage: str) -> tuple[Host, Mute, Watching, asyncio.Task[Game]]:
    """A table at which seat 9 speaks in ``stage`` and will not stop; seats 1 to 4 are wolves."""
    game = new_game(0, DEAL)
    mute, watching = Mute(), Watching()
    players: dict[int, AnyPlayer] = {
        seat: AllRun() if seat in (WOLF, 9) else Abstainer() for seat in range(1, 13)
    }
    players[9] = Speaker(mute, stage)
    host = Host(game, players, spectators=[watching])
    spoken = asyncio.Event()
    watching.on_piece = lambda: spoken.set() if len(watching.pieces) == 3 else None
    task = asyncio.create_task(host.run())
    await spoken.wait()
    return host, mute, watching, task


class Abstainer:
    """Passes, or takes the first legal answer where a pass is not one."""

    interrupts = False

    def answer(self, view: View) -> Answer:
        request = view.request
        assert request is not None
        return Answer() if request.may_pass else Answer(request.choices[0].verb)

    def cut_in(self, view: View, heard: str) -> Answer | None:
        return None


class AllRun(Abstainer):
    """Runs for sheriff and is silent otherwise."""

    def answer(self, view: View) -> Answer:
        assert view.request is not None
        return Answer("run") if view.request.kind == "sign_up" else super().answer(view)


class Speaker:
    """Runs for sheriff, passes everything, and hands its speech in one stage to another player."""

    def __init__(self, other: Mute, stage: str) -> None:
        self._other = other
        self._stage = stage
        self._quiet = AllRun()

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        assert view.request is not None
        if view.request.kind == "speak" and view.facts.stage == self._stage:
            return await self._other.answer_live(view, say)
        return self._quiet.answer(view)


async def test_I_1_a_cut_in_stops_the_stream_and_the_night_falls():
    host, mute, _, task = await table_at_a_speech("speech")
    await host.cut_in(WOLF, Answer("explode"))
    game = host.game
    for _ in range(20):
        await asyncio.sleep(0)
    assert mute.cancelled
    cut = [event for event in game.log if isinstance(event, Spoke) and event.cut]
    assert [(event.seat, event.text, event.cut) for event in cut] == [(9, "大家好，我是好人", "cut_in")]
    where = game.log.index(cut[0])
    assert isinstance(game.log[where + 1], Exploded)
    assert "NightFell" in [type(event).__name__ for event in game.log[where : where + 6]]
    task.cancel()


async def test_D_4_a_withdrawal_leaves_the_speech_running():
    host, mute, _, task = await table_at_a_speech("election")
    await host.cut_in(WOLF, Answer("withdraw"))
    await asyncio.sleep(0)
    assert not mute.cancelled
    assert host.on_the_floor == (9, "大家好，我是好人")
    assert any(isinstance(event, Withdrew) and event.seat == WOLF for event in host.game.log)
    task.cancel()


async def test_I_5_two_interruptions_at_once_the_lower_seat_wins():
    host, _, _, task = await table_at_a_speech("speech")
    third, first = host.cut_in(3, Answer("explode")), host.cut_in(1, Answer("explode"))
    await first
    with pytest.raises(Stale, match="interrupted first"):
        await third
    assert [event.seat for event in host.game.log if isinstance(event, Exploded)] == [1]
    task.cancel()


class Exploder(Abstainer):
    """A wolf that blows itself up at the first chance it is offered."""

    interrupts = True

    def cut_in(self, view: View, heard: str) -> Answer | None:
        return Answer("explode") if any(choice.verb == "explode" for choice in view.rights) else None


async def test_a_wish_that_comes_too_late_is_refused_and_never_fires_later():
    game = new_game(0, DEAL)
    players: dict[int, AnyPlayer] = {seat: Abstainer() for seat in range(1, 13)}
    players[2] = Exploder()
    wishes: list[asyncio.Future[None]] = []

    class Late(Watching):
        def changed(self) -> None:
            if host.on_the_floor[0] and not wishes:
                wishes.append(host.cut_in(3, Answer("explode")))

    host = Host(game, players, spectators=[Late()])
    await host.run()
    with pytest.raises(Stale, match="over already"):
        await wishes[0]
    assert [event.seat for event in game.log if isinstance(event, Exploded)] == [2]
    assert host.on_the_floor == (0, "")


async def test_a_seat_without_the_right_is_refused_and_nothing_stops():
    host, mute, _, task = await table_at_a_speech("speech")
    with pytest.raises(RuleError, match="may not"):
        await host.cut_in(12, Answer("explode"))
    assert not mute.cancelled
    task.cancel()


async def test_cancelling_the_table_leaves_a_record_up_to_the_last_decision():
    game = new_game(0, DEAL)
    recorder = writer_for(game)
    players = random_seats()
    asked = asyncio.Event()
    players[9] = HumanPlayer(on_asked=lambda view: asked.set())
    task = asyncio.create_task(Host(game, players, recorder=recorder).run())
    await asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert recorder.data.count(b'"kind":"ev"') == len(game.log)


def test_every_pace_shows_the_whole_speech():
    for pace in PACES.values():
        assert "".join(pace.pieces("我是预言家，5号查杀。")) == "我是预言家，5号查杀。"


@pytest.mark.parametrize("seed", range(12))
def test_N_15_a_card_asked_for_brings_no_second_wolf_into_the_middle(seed: int):
    board = find_board("tv-s3-thief-12")
    for role in ("seer", "thief", "werewolf", "villager"):
        dealt = spec_of(Plan(board, seed, role=role, role_seat=3)).dealt
        assert dealt[2] == role
        assert sorted(dealt) == sorted(board.cards)
        assert dealt[12:].count("werewolf") < 2
        Game(spec_of(Plan(board, seed, role=role, role_seat=3)), registry())
