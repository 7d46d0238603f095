"""Cut-ins by live seats: standing orders, polls at salient moments, and that nobody sees who was polled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random

import pytest

from llmwolf.boards import find_board, spec_for
from llmwolf.players.base import Answer, Heard, LiveInterrupter, PlayerFailed
from llmwolf.roles import registry
from llmwolf.rules.asks import CutIn
from llmwolf.rules.claims import Claim
from llmwolf.rules.events import Died, Exploded, Spoke, TurnOrder, Withdrew
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table.host import AnyPlayer, Host, Limits
from llmwolf.table.moments import is_last, moment
from llmwolf.table.ports import Source
from tests.table.live import until
from tests.table.test_host import DEAL, Abstainer, Exploder, Watching, new_game, writer_for

SEER, WOLF, VILLAGER = 5, 1, 12
CHECK = Answer("say", text="我是预言家，昨晚验了1号，查杀。", claims=(Claim("check", (WOLF,), "wolf", 1),))
Cut = Callable[[View, Heard], Answer | None]


@dataclass
class Live:
    """A live seat that abstains, but for what a test wants of it.

    ``speeches`` is what it says by stage, ``orders`` its standing orders, ``says`` its answer to a poll,
    after ``delay`` turns of the loop (below 0: never).
    """

    speeches: dict[str, Answer] = field(default_factory=dict)
    orders: Cut = lambda view, heard: None
    says: object = None
    delay: int = 0
    runs: bool = False
    polls: int = 9
    polled_at: list[str] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    cancelled: int = 0

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        request = view.request
        assert request is not None
        if request.kind == "sign_up" and self.runs:
            return Answer("run")
        if request.kind == "speak":
            return self.speeches.get(view.facts.stage, Answer("say", text=f"{view.seat}号没有信息，过。"))
        return Abstainer().answer(view)

    def standing(self, view: View, heard: Heard) -> Answer | None:
        self.heard.append(heard)
        return self.orders(view, heard)

    async def polled(self, view: View, moment: str) -> Answer | None:
        self.polled_at.append(moment)
        try:
            for _ in range(self.delay):
                await asyncio.sleep(0)
            if self.delay < 0:
                await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if isinstance(self.says, BaseException):
            raise self.says
        return self.says  # type: ignore[return-value]  # a test may want a wrong one


def table(**seats: Live) -> dict[int, Live]:
    """Twelve live seats, those named ``s1`` … as given; the seer claims a check on seat 1."""
    players = {seat: Live() for seat in range(1, 13)}
    players[SEER].speeches["speech"] = CHECK
    return players | {int(name[1:]): live for name, live in seats.items()}


async def played(
    players: dict[int, Live], days: int = 1, limits: Limits | None = None, begun: Game | None = None
) -> tuple[Game, Host, Watching]:
    """The first ``days`` of a game of ``players``, from where it stands; seats 1 to 4 are wolves."""
    game, watching = begun or new_game(0, DEAL), Watching()
    seats: dict[int, AnyPlayer] = dict(players)
    host = Host(game, seats, spectators=[watching], limits=limits)
    run = asyncio.create_task(host.run())
    await until(lambda: run.done() or game.judge.facts.day > days)
    run.cancel()
    await asyncio.wait({run})
    assert run.cancelled() or run.exception() is None
    return game, host, watching


def explodes(view: View, heard: Heard) -> Answer | None:
    """Blows up when checked."""
    checked = any(claim.act == "check" and view.seat in claim.targets for claim in heard.claims)
    return Answer("explode") if checked else None


def day_order(game: Game) -> tuple[int, ...]:
    return next(event.seats for event in game.log if isinstance(event, TurnOrder))


def has_exploded(game: Game) -> bool:
    return any(isinstance(event, Exploded) for event in game.log)


def cut_ins(game: Game) -> list[tuple[int, str, str]]:
    return [(move.seat, move.verb, move.heard) for move in game.moves if isinstance(move, CutIn)]


# -- standing orders -----------------------------------------------------------------------------------


def test_a_live_seat_with_both_is_one_that_may_cut_in():
    assert isinstance(Live(), LiveInterrupter)


async def test_an_order_is_carried_out_when_the_speech_that_it_waits_for_is_over():
    game, host, _ = await played(table(s1=Live(orders=explodes)))
    assert cut_ins(game) == [(WOLF, "explode", CHECK.text)]
    spoke = [event.seat for event in game.log if isinstance(event, Spoke)]
    assert spoke[-1] == SEER
    assert host.tally.by["order"] == 1


async def test_orders_are_looked_at_as_a_speech_begins_and_when_it_is_over():
    wolf = Live()
    game, _, _ = await played(table(s1=wolf))
    order = day_order(game)
    assert [(heard.speaker, heard.over) for heard in wolf.heard] == [
        (seat, over) for seat in order for over in (False, True)
    ]
    assert [heard.speaker for heard in wolf.heard if heard.last] == [order[-1]] * 2
    assert [heard.claims for heard in wolf.heard if heard.speaker == SEER] == [(), CHECK.claims]


async def test_claims_are_read_out_of_words_that_come_without_any():
    players = table(s1=Live(orders=explodes))
    players[SEER].speeches["speech"] = CHECK._replace(claims=())
    game, _, _ = await played(players)
    assert [seat for seat, _, _ in cut_ins(game)] == [WOLF]


async def test_I_5_of_several_the_lower_seat_interrupts_whether_bot_or_model():
    for bot, live in ((2, 3), (3, 2)):
        game = new_game(0, DEAL)
        players: dict[int, AnyPlayer] = {seat: Abstainer() for seat in range(1, 13)}
        players[bot], players[live] = Exploder(), Live(orders=lambda view, heard: Answer("explode"))
        run = asyncio.create_task(Host(game, players).run())
        await until(partial(has_exploded, game))
        run.cancel()
        assert [event.seat for event in game.log if isinstance(event, Exploded)] == [2]


async def test_an_order_without_the_right_and_a_wrong_one_do_nothing():
    seats = {f"s{seat}": Live(orders=lambda view, heard: Answer("explode")) for seat in (11, VILLAGER)}
    wolf = Live(orders=lambda view, heard: Answer("duel", (5,)))
    odd = Live(orders=lambda view, heard: "自爆")  # type: ignore[arg-type,return-value]  # that is the fault
    game, host, _ = await played(table(s1=wolf, s2=odd, **seats))
    assert not cut_ins(game)
    assert host.tally.failures["player_error"] > 0


async def test_D_4_a_withdrawal_by_order_leaves_the_speech_going():
    def withdraws(view: View, heard: Heard) -> Answer | None:
        return Answer("withdraw") if heard.over and heard.last else None

    runs = {f"s{seat}": Live(runs=True) for seat in (3, 9)}
    game, _, _ = await played(table(s7=Live(runs=True, orders=withdraws), **runs))
    assert [event.seat for event in game.log if isinstance(event, Withdrew)] == [7]
    speeches = [e.seat for e in game.log if isinstance(e, Spoke) and e.stage == "election" and not e.cut]
    assert sorted(speeches) == [3, 7, 9]


# -- polls ---------------------------------------------------------------------------------------------


async def test_the_checked_wolf_and_its_mates_are_polled_as_the_next_speech_begins():
    players = table()
    game, _, _ = await played(players)
    order = day_order(game)
    speaker = order[order.index(SEER) + 1]
    assert speaker == 4  # who speaks itself is not asked
    polls = {seat: live.polled_at for seat, live in players.items() if live.polled_at}
    both = ["mate_checked", "ballot"]
    assert polls == {1: ["checked", "ballot"], 2: both, 3: both, 4: ["ballot"]}
    assert not cut_ins(game)


async def test_a_yes_is_ruled_on_when_the_speech_is_over_that_the_poll_ran_beside():
    game, host, _ = await played(table(s1=Live(says=Answer("explode", thought="轮次够了"))))
    order = day_order(game)
    after = order[order.index(SEER) + 1]
    assert cut_ins(game) == [(WOLF, "explode", f"{after}号没有信息，过。")]
    assert host.tally.by["poll"] == 1


async def test_the_game_does_not_depend_on_how_fast_polls_and_speeches_are():
    """S04: the same decisions in any order of arrival are the same bytes."""
    records = set()
    for seed in range(20):
        rng = Random(seed)
        game = new_game(0, DEAL)
        recorder = writer_for(game)
        players: dict[int, AnyPlayer] = dict(
            table(
                s1=Live(delay=rng.randrange(40)),
                s2=Live(delay=rng.randrange(40), says=Answer("explode")),
                s3=Live(delay=rng.randrange(40), says=Answer("explode")),
            )
        )
        await Host(game, players, recorder=recorder).run()
        lines = recorder.data.splitlines(keepends=True)
        records.add(b"".join(line for line in lines if not line.startswith(b'{"kind":"llm"')))
    assert len(records) == 1


@pytest.mark.parametrize(
    "says", [PlayerFailed("network"), ValueError("x"), asyncio.CancelledError(), "爆"], ids=repr
)
async def test_a_poll_that_fails_is_a_no(says: object):
    players = table(s1=Live(says=says))
    game, host, _ = await played(players)
    assert players[WOLF].polled_at
    assert not cut_ins(game)
    assert host.tally.failures.total() == len(players[WOLF].polled_at)


async def test_a_poll_that_hangs_is_given_up():
    """S01, A05."""
    players = table(s1=Live(delay=-1))
    game, _, _ = await played(players, limits=Limits(poll=0.001))
    assert players[WOLF].polled_at == ["checked", "ballot"]
    assert players[WOLF].cancelled == 2
    assert not cut_ins(game)


async def test_a_person_may_interrupt_while_a_poll_is_waited_for():
    players = table(s1=Live(delay=-1))
    game = new_game(0, DEAL)
    host = Host(game, dict[int, AnyPlayer](players))
    run = asyncio.create_task(host.run())
    await until(lambda: bool(players[WOLF].polled_at))
    for _ in range(20):
        await asyncio.sleep(0)
    await host.cut_in(4, Answer("explode"))
    for _ in range(20):
        await asyncio.sleep(0)
    assert [seat for seat, _, _ in cut_ins(game)] == [4]
    assert players[WOLF].cancelled == 1
    run.cancel()


async def test_nobody_sees_who_was_polled():
    """L24: not in the log, not in the record, not in what spectators are told."""

    class Plain:
        def __init__(self, live: Live) -> None:
            self.answer_live = live.answer_live

    class Everything(Watching):
        def __init__(self) -> None:
            super().__init__()
            self.all: list[object] = []

        def changed(self) -> None:
            self.all.append("changed")

        def spoken(self, seat: int, piece: str) -> None:
            self.all.append((seat, piece))

        def noticed(self, source: Source) -> None:
            self.all.append(source)

    told, records = [], []
    for polled in (True, False):
        game, watching = new_game(0, DEAL), Everything()
        recorder = writer_for(game)
        lives = table()
        players: dict[int, AnyPlayer] = {s: live if polled else Plain(live) for s, live in lives.items()}
        await Host(game, players, recorder=recorder, spectators=[watching]).run()
        assert polled == any(live.polled_at for live in lives.values())
        told.append(watching.all)
        records.append(recorder.data)
    assert told[0] == told[1]
    assert records[0] == records[1]


# -- the record ----------------------------------------------------------------------------------------


async def test_where_an_act_out_of_turn_came_from_is_recorded_and_its_thought_is_private():
    game, watching = new_game(0, DEAL), Watching()
    recorder = writer_for(game)
    players: dict[int, AnyPlayer] = dict(table(s1=Live(says=Answer("explode", thought="私"))))
    await Host(game, players, recorder=recorder, spectators=[watching]).run()
    cut = next(move for move in game.moves if isinstance(move, CutIn))
    line = f'{{"kind":"llm","ply":{cut.ply},"seat":1,"source":"poll","thought":"私"}}\n'
    assert line.encode() in recorder.data
    assert [(source.seat, source.thought) for source in watching.sources if source.by == "poll"] == [(1, "")]


# -- moments -------------------------------------------------------------------------------------------


def test_a_moment_is_for_those_who_hold_a_right_that_the_judge_does_not_ask_for():
    game = new_game(0, DEAL)
    while game.ask is not None and not game.ask.rights:
        for request in game.waiting:
            runs = request.kind == "sign_up" and request.seat in (3, 9)
            answer = Answer("run") if runs else Abstainer().answer(game.view(request.seat))
            game.submit(answer.decision(game.ply, request.seat))
    assert game.ask is not None
    assert {right.seat for right in game.ask.rights} == {1, 2, 3, 4, 9}
    news = [Spoke(5, "election", "", "", CHECK.claims)]
    found = {seat: moment(game.view(seat), news, "speech", Heard(5, last=True)) for seat in range(1, 13)}
    assert found == {1: "checked", **dict.fromkeys((2, 3, 4), "mate_checked")} | dict.fromkeys(
        range(5, 13), ""
    )


async def test_the_last_speaker_is_the_last_who_is_in():
    game, _, _ = await played(table())
    order = day_order(game)
    view = game.view(0)
    assert not is_last(view, "speech", order[-2])
    assert is_last(view, "speech", order[-1])
    assert not is_last(view, "last_words", order[-1])
    Died(order[-1], "duel").apply(view.facts)
    assert is_last(view, "speech", order[-2])
    view.facts.marks["silenced"] = (order[-2],)
    assert is_last(view, "speech", order[-3])


# -- a game that is gone on with -----------------------------------------------------------------------


async def test_a_game_that_is_gone_on_with_polls_whom_it_would_have_polled():
    """Killed while somebody thought over a poll: the speech is heard again, and so is the poll put again."""
    whole, _, _ = await played(players := table())
    assert players[WOLF].polled_at == ["checked", "ballot"]
    order = day_order(whole)
    after = {speaker: order[order.index(SEER) + 1 :].count(speaker) for speaker in order}
    for ply in range(whole.ply):
        game = whole.fork(upto=ply)
        if game.judge.facts.stage != "speech" or game.ask is None or game.judge.facts.day != 1:
            continue
        speaker = game.ask.requests[0].seat
        await played(again := table(), begun=game)
        checked = not after[speaker] or order[order.index(SEER) + 1] == speaker
        assert again[WOLF].polled_at == (["checked", "ballot"] if checked else ["ballot"]), speaker


@pytest.mark.parametrize("polls", [0, 1, 2])
async def test_polls_are_counted_out_also_in_a_game_that_is_gone_on_with(polls: int):
    whole, _, _ = await played(players := table(s1=Live(polls=polls)))
    assert players[WOLF].polled_at == ["checked", "ballot"][:polls]
    for ply in range(whole.ply):
        game = whole.fork(upto=ply)
        if game.judge.facts.day != 1:
            break
        put = sum(_beside(whole, why) < ply for why in ("checked", "ballot"))
        await played(again := table(s1=Live(polls=polls)), begun=game)
        assert again[WOLF].polled_at == ["checked", "ballot"][:polls][put:], ply


def _beside(game: Game, why: str) -> int:
    """The ply of the speech beside which the wolf is polled."""
    order = day_order(game)
    speaker = order[order.index(SEER) + 1] if why == "checked" else order[-1]
    return next(m.ply for m in game.moves if m.seat == speaker and m.verb == "say")


async def test_a_speech_that_is_cut_off_before_a_word_is_heard_uses_no_poll_up():
    """The knight's duel cuts it off; the poll that was due is put when the speaker goes on."""
    board = find_board("silencer-knight-12")
    dealt = tuple(sorted(board.cards, key=lambda card: (card != "werewolf", card)))
    knight, seer = dealt.index("knight") + 1, dealt.index("seer") + 1

    def duels(view: View, heard: Heard) -> Answer | None:
        """Meets the witch as soon as the seer has spoken."""
        spoke = [event.seat for event in view.log if isinstance(event, Spoke)]
        met = spoke[-1:] == [seer] and not heard.over
        return Answer("duel", (dealt.index("witch") + 1,)) if met else None

    def seats() -> dict[int, Live]:
        found = {seat: Live() for seat in range(1, 13)}
        found[seer].speeches["speech"] = CHECK
        found[knight].orders, found[WOLF].polls = duels, 1
        return found

    players = seats()
    whole, _, _ = await played(players, begun=Game(spec_for(board, 0, dealt=dealt), registry()))
    assert players[WOLF].polled_at == ["checked"]
    (duel,) = (move for move in whole.moves if isinstance(move, CutIn))
    assert not duel.heard
    await played(again := seats(), begun=whole.fork(upto=duel.ply + 1))
    assert again[WOLF].polled_at == ["checked"]
    await played(again := seats(), begun=whole.fork(upto=duel.ply + 2))
    assert again[WOLF].polled_at == []


async def test_a_speech_that_somebody_withdrew_in_is_still_to_come():
    """It broke off behind a 退水: its poll is put again, and counts once."""
    run = {f"s{seat}": Live(runs=True, speeches={"election": CHECK}) for seat in (6, 7, 8)}
    whole, _, _ = await played(players := table(s1=Live(polls=2), **run))
    put = players[WOLF].polled_at
    assert put[0] == "checked"
    begun = whole.fork(upto=[move.ply for move in whole.moves if move.verb == "say"][1])
    assert begun.ask is not None
    speaker = begun.ask.requests[0].seat
    leaves = next(
        right.seat for right in begun.ask.rights if right.choice.verb == "withdraw" and right.seat != speaker
    )
    begun.cut_in(CutIn(begun.ply, leaves, "withdraw", (), "我"))
    await played(again := table(s1=Live(polls=2)), begun=begun)
    assert again[WOLF].polled_at == put
