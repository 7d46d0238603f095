"""A game of model seats that is broken off, at whatever moment, and gone on with is the undisturbed one."""

from __future__ import annotations

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest

from llmwolf.analysis.style.measure import Played, measured
from llmwolf.arena.outcome import outcome
from llmwolf.arena.purse import Guarded, Share, Spent
from llmwolf.arena.schedule import Fixture
from llmwolf.arena.unasked import Watched
from llmwolf.boards import find_board
from llmwolf.llm.budget import Budget
from llmwolf.llm.client import Prompted, RawReply, Sink
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.seat import ModelPlayer
from llmwolf.llm.settings import Settings
from llmwolf.record.journal import journal_path
from llmwolf.record.reader import read
from llmwolf.record.resume import resume
from llmwolf.record.sink import AppendFile
from llmwolf.record.writer import Writer
from llmwolf.rules.asks import PASS
from llmwolf.table.host import Host
from llmwolf.table.seating import Plan, Seated, SeatPlan, seat, take_seats
from tests.llm.api.asked import asked_of
from tests.llm.api.mind import answer_to
from tests.llm.oracle import Oracle, Said

_QUOTED: Final = re.compile(r"「([^」]{16,})」")


class Mind(Oracle):
    """A model that has one thing to say to each prompt, now and then a wrong one.

    The table is stopped as call ``stop`` begins, or when its reply is ``whole``.
    """

    def __init__(self, stop: int = 0, whole: bool = True) -> None:
        super().__init__(answers=_says)
        self.table: asyncio.Task[object] | None = None
        self._stop = stop
        self._whole = whole
        self._replies = 0

    async def ask(
        self, prompt: Prompted, sink: Sink, on_retry: Callable[[ModelFailure], None] = lambda failure: None
    ) -> RawReply:
        """The reply; the table may be stopped with it."""
        if not self._whole and len(self.asked) + 1 == self._stop:
            self._end()
        reply = await super().ask(prompt, sink, on_retry)
        self._replies += 1
        if self._whole and self._replies == self._stop:
            self._end()
        return reply

    def _end(self) -> None:
        assert self.table is not None
        self.table.cancel()

    def by_seat(self) -> dict[str, list[tuple[str, str]]]:
        """What each seat was asked, in order: the numbers of the calls, and the prompts."""
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for prompt in self.asked:
            text = "\n".join(str(message["content"]) for message in prompt.messages)
            found[prompt.key.partition("-")[0]].append((prompt.key, text))
        return found


def _says(prompt: Prompted) -> Said:
    """Always the same to the same prompt; at times a fault, of which some are mended by asking again."""
    body: dict[str, Any] = {"messages": list(prompt.messages)}
    mark = sha256(json.dumps(body, ensure_ascii=False).encode()).hexdigest()
    dice = int(mark[-4:], 16)
    if dice % 23 == 0:
        return ModelFailure("network", "no answer")
    if dice % 11 == 0:
        return "我再想想。"
    told = answer_to(body, 40)
    asked = asked_of(body)
    # Lengths differ, so that of those who are asked at once some are done before others.
    told |= {"thought": mark[:8], "plan": mark[8 : 8 + int(mark[0], 16)]}
    if "speech" in told:
        said = _QUOTED.findall(body["messages"][-1]["content"])
        told["speech"] = said[-1] if said and dice % 5 == 0 else told["speech"]
        acts = [{"act": "withdraw", "when": "ballot"}, {"act": "explode", "when": "mate_checked"}]
        told["order"] = acts if dice % 3 == 0 else told["order"]
    elif "explode" in asked.acts and dice % 4:
        told |= {"act": PASS, "targets": []}
    return json.dumps(told, ensure_ascii=False)


class Purse(Budget):
    """Money that is used up with call ``stop`` (0: never)."""

    def __init__(self, stop: int) -> None:
        super().__init__(max_tokens=1)
        self._stop = stop
        self._calls = 0

    def hold(self, tokens: int, cost: float) -> None:
        """As a budget does."""
        self._calls += 1
        if self._calls == self._stop:
            raise ModelFailure("budget", self.sentence())


@dataclass
class Games:
    """A game of model seats, in one sitting or several; records lie in ``home``.

    Of the undisturbed one: ``calm`` is what each seat was asked, ``line`` its line in an index; ``left`` are
    all the states in which a killed process may have left its files.
    """

    home: Path
    board: str
    seed: int
    polls: int = 2
    calls: int = 0
    calm: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    line: dict[str, Any] = field(default_factory=dict)
    left: list[tuple[bytes, bytes]] = field(default_factory=list)

    @property
    def record(self) -> Path:
        """That of the undisturbed one."""
        return self.home / f"{self.board}.jsonl"

    @property
    def fixture(self) -> Fixture:
        """Which game it is in a tournament."""
        return Fixture("key", self.board, self.seed, "cluster", "arm", ("m",) * find_board(self.board).seats)

    async def undisturbed(self, monkeypatch: pytest.MonkeyPatch) -> Games:
        """Play it in one sitting."""
        path = self.record

        def spy(name: str) -> None:
            does = getattr(AppendFile, name)

            def then(*args: Any, **more: Any) -> None:
                does(*args, **more)
                journal = journal_path(path)
                self.left.append((path.read_bytes(), journal.read_bytes() if journal.exists() else b""))

            context.setattr(AppendFile, name, then)

        with monkeypatch.context() as context:
            spy("append")
            spy("clear")
            self.calm = (await self.sit(path)).by_seat()
        self.calls = sum(map(len, self.calm.values()))
        self.line = self.outcome(path)
        return self

    async def sit(self, path: Path, mind: Mind | None = None, purse: Budget | None = None) -> Mind:
        """Play the game at ``path``, or go on with it, until the table is stopped or the money is used up."""
        mind, share = mind or Mind(), Share(purse or Budget())
        board = find_board(self.board)
        places = range(1, board.seats + 1)
        plan = Plan(board, self.seed, seats={place: SeatPlan("model") for place in places})
        players = {place: ModelPlayer(mind, Settings(polls=self.polls), budget=share) for place in places}
        seated, writer = _opened(path, plan, players)
        with writer:
            askers = dict.fromkeys(places, ("m", Watched(mind, set())))
            guarded = Guarded(writer, share, lambda: None, askers)
            for player in players.values():
                player._on_call = guarded.called
            table = mind.table = asyncio.create_task(
                Host(seated.game, seated.players, seated.stand_ins, guarded).run()
            )
            await asyncio.wait({table})
        if not table.cancelled() and (fault := table.exception()) is not None:
            assert isinstance(fault, Spent)
        return mind

    def outcome(self, path: Path) -> dict[str, Any]:
        """What is kept of the finished game in an index."""
        return outcome(self.fixture, read(path), {}, {}) | {"digest": read(path).digest}

    def same(self, path: Path, mind: Mind) -> None:
        """Demand that the game at ``path``, in whose last sitting ``mind`` played, is the undisturbed one."""
        for place, asked in mind.by_seat().items():
            assert asked == self.calm[place][len(self.calm[place]) - len(asked) :]
        line = self.outcome(path)
        made = [call for call in read(path).llm if "ask" in call]
        assert sum(told["calls"]["calls"] for told in line["seats"]) == len(made)
        tokens = sum(sum(call["tokens"][::2]) for call in made if "tokens" in call)
        assert sum(told["calls"]["tokens"] for told in line["seats"]) == tokens
        for told, calm in zip(line["seats"], self.line["seats"], strict=True):
            calls, undisturbed = told.pop("calls"), dict(calm["calls"])
            # What was broken off is paid for beside the rest.
            again = calls.pop("cut", 0) - undisturbed.pop("cut", 0)
            assert calls.pop("calls") - undisturbed.pop("calls") == again >= 0
            for name in ("tokens", "estimated", "unpriced"):
                paid = calls.pop(name, 0) - undisturbed.pop(name, 0)
                assert paid >= 0, name
                assert again or not paid, name
            assert calls == undisturbed
        assert line == {
            **self.line,
            "seats": [{n: s[n] for n in s if n != "calls"} for s in self.line["seats"]],
        }


def _opened(path: Path, plan: Plan, players: dict[int, ModelPlayer]) -> tuple[Seated, Writer]:
    """The table of a new game, or of the one at ``path``."""
    if not path.exists():
        seated = seat(plan, players.__getitem__)
        return seated, Writer(path, seated.head, sync=False)
    transcript = read(path)
    game, writer = resume(path, sync=False)
    for place, player in players.items():
        player.recall(transcript, place, game)
    return take_seats(game, plan, players.__getitem__), writer


@pytest.fixture
async def short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Games:
    """A short game, in which wolves would be polled more often than they may be."""
    return await Games(tmp_path, "standard-9", 3, polls=1).undisturbed(monkeypatch)


@pytest.fixture
async def eventful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Games:
    """A game with a 退水 by order behind the own speech, and a 自爆 by a poll's yes."""
    return await Games(tmp_path, "official-12", 7).undisturbed(monkeypatch)


def _polls(path: Path) -> int:
    return sum(line.get("ask") == "poll" for line in read(path).llm)


async def test_the_games_have_what_may_go_wrong_in_them(short: Games, eventful: Games):
    for games, some in ((short, {"model", "repair", "stand-in"}), (eventful, {"order", "poll"})):
        assert some <= {source for told in games.line["seats"] for source in told["sources"]}
        assert any(told["calls"].get("repairs") for told in games.line["seats"])
    asked = [key for place in short.calm.values() for key, _ in place]
    assert len(asked) == len(set(asked)) == short.calls
    more = Games(short.home, "standard-9", 3)
    await more.sit(short.home / "more.jsonl")
    assert _polls(short.home / "more.jsonl") > _polls(short.record) > 0


async def test_it_may_be_stopped_at_any_call(short: Games):
    """As the call begins, as its reply is whole, and where it may not be made for want of money."""
    for call in range(1, short.calls + 1):
        path, way = short.home / f"{call}.jsonl", call % 3
        await short.sit(path, Mind(call, whole=way == 1) if way else None, Purse(0 if way else call))
        # Of the last calls, which are made at once, the first may end the game.
        short.same(path, await short.sit(path) if not read(path).finished else Mind())


async def test_it_may_be_stopped_again_and_again(short: Games):
    path, stops = short.home / "stopped.jsonl", 0
    while not stops or not read(path).finished:
        mind = await short.sit(path, Mind(3 + stops))
        stops += 1
    assert stops > 3
    short.same(path, mind)
    assert _faults(path) == _faults(short.record)


def _faults(path: Path) -> list[dict[str, float]]:
    """What `llmwolf compare` measures of the calls of each seat, but for their time."""
    played = measured(path)
    assert isinstance(played, Played)
    return [{name: sat.values[name] for name in ("F34", "F39")} for sat in played.seats]


async def killed_in(games: Games, states: Iterable[tuple[bytes, bytes]]) -> None:
    """Go on from ``states`` in which a killed process may have left the files."""
    for number, (record, journal) in enumerate(states):
        path = games.home / f"{number}.jsonl"
        path.write_bytes(record)
        if journal:
            journal_path(path).write_bytes(journal)
        if not read(path).finished:
            games.same(path, await games.sit(path))


async def test_it_may_be_killed_between_any_two_writes(short: Games):
    """Between a call's note, where its answer came from, and the decision, sealed or saved."""
    await killed_in(short, short.left[::5])


async def test_it_may_be_killed_around_what_is_done_out_of_turn(eventful: Games):
    last = [record.rstrip().rpartition(b"\n")[2] for record, _ in eventful.left]
    noted = tuple(f'"source":"{source}"'.encode() for source in ("order", "poll"))
    acts = [at for at, line in enumerate(last) if any(source in line for source in noted)]
    around = {near for at in acts for near in (at - 1, at, at + 1)}
    assert len(around) >= 6
    await killed_in(eventful, [eventful.left[at] for at in sorted(around)])


def test_a_call_that_came_too_late_has_failed_also_where_it_was_made_again(short: Games):
    transcript = read(short.record)
    told = next(line for line in transcript.llm if line.get("reason", "").startswith("network"))
    at = transcript.llm.index(told)
    call = next(line for line in reversed(transcript.llm[:at]) if line.get("seat") == told["seat"])
    assert call["failed"] == "network"
    place, before = told["seat"] - 1, short.line["seats"][told["seat"] - 1]
    call["failed"], told["reason"] = "cancelled", "time_out: late"
    transcript.llm.insert(transcript.llm.index(call), dict(call))
    transcript.llm_after.insert(0, 0)
    line = outcome(short.fixture, transcript, {}, {})["seats"][place]
    assert line["failures"]["time_out"] == 1
    assert line["calls"]["failed"] == before["calls"]["failed"]
    assert line["calls"]["cut"] == 1
    assert line["calls"]["calls"] == before["calls"]["calls"] + 1
