"""Games for reports: of bots, of models on our own server, typed by people, and one full of hostile text."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

from llmwolf.boards import find_board, spec_for
from llmwolf.coach.annotations import Annotation
from llmwolf.coach.known import knowable
from llmwolf.coach.odds.point import Point
from llmwolf.coach.odds.reference import PUBLIC, TRUE
from llmwolf.coach.odds.rollout import Setting
from llmwolf.coach.odds.study import Study as Odds
from llmwolf.coach.report.build import report
from llmwolf.coach.report.page import page
from llmwolf.coach.report.source import Chances, Source
from llmwolf.coach.room import study
from llmwolf.coach.turning import settled
from llmwolf.imports.formats import load
from llmwolf.llm.config import ModelSpec
from llmwolf.llm.crew import Crew, CrewPlan
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.settings import Settings
from llmwolf.players.bots import make_bot
from llmwolf.players.personas import persona_text
from llmwolf.record.head import Head, Sitter
from llmwolf.record.reader import read
from llmwolf.record.verify import refold
from llmwolf.record.writer import Writer
from llmwolf.roles import registry
from llmwolf.rules.game import Game
from llmwolf.table.host import Host
from llmwolf.table.quick import play
from llmwolf.table.seating import Plan, SeatPlan, seat, voices_of
from tests.llm.fake_server import FakeServer

DATA = Path(__file__).parents[2] / "imports" / "data"


def bots(path: Path, board: str = "standard-9", seed: int = 3) -> Path:
    """A game of bots in the new file ``path``."""
    spec = spec_for(find_board(board), seed)
    game = Game(spec, registry())
    players = {s: make_bot(s, "normal", seed) for s in range(1, spec.seats + 1)}
    sitters = [Sitter(seat=s, name=f"{s}号", player="bot", level="normal") for s in players]
    with Writer(path, Head.of(spec, sitters), sync=False) as writer:
        writer.take(play(game, players))
    return path


def typed(path: Path, *changes: tuple[str, str]) -> Path:
    """The typed game of people in the new file ``path``, with ``changes`` (old, new) in what they typed."""
    text = (DATA / "chat-9.txt").read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    chat = path.with_suffix(".txt")
    chat.write_text(text, "utf-8")
    path.write_bytes(load(chat).data)
    return path


async def models(path: Path, seats: tuple[int, ...] = (1, 4, 7)) -> Path:
    """A game of bots and models that sit at ``seats``, answered by our own server."""
    board = find_board("standard-9")
    plan = Plan(board, 5, seats={s: SeatPlan("model", model="test-model") for s in seats})
    voices = voices_of(plan, board.seats)
    async with FakeServer() as server:
        spec = ModelSpec("test-model", Endpoint(server.base_url, "test-model"), Settings())
        texts = {s: persona_text(voices[s], plan.lang) for s in seats}
        crew = Crew(CrewPlan(dict.fromkeys(seats, spec), plan.lang, 5, texts))
        seated = seat(plan, crew.players.__getitem__)
        writer = Writer(path, seated.head, sync=False)
        crew.on_call = writer.llm
        await Host(seated.game, seated.players, seated.stand_ins, writer).run()
        writer.close()
        await crew.close()
    return path


def source(path: Path, seat: int = 0, lang: str = "zh", notes: dict[int, Annotation] | None = None) -> Source:
    """What a report on the game in ``path`` is made from; the odds are made up, alike for everybody."""
    transcript = read(path)
    game, difference = refold(transcript)
    assert difference is None
    return Source(
        transcript.head, game, study(game, seat), lang, seat,
        chances(path, seat or PUBLIC), chances(path, TRUE) if game.over else None,
        knowable(game, seat), notes or {},
    )  # fmt: skip


def chances(path: Path, observer: int) -> Chances:
    """Odds of which every moment says something else, one says nothing, and the last but one was sketched."""
    odds = Odds(path, Setting(observer), keep=False)
    plies = odds.turns()
    for place, ply in enumerate(plies):
        odds.points[ply] = Point(("g" * (5 + place % 11) + "w" * (15 - place % 11)) * 5)
    odds.points[plies[2]] = Point("." * 240)
    odds.points[plies[-2]] = Point("gggwwwwwwwww")
    return Chances(odds, plies, settled(odds, plies)[:3])


def made(path: Path, seat: int = 0, lang: str = "zh", notes: dict[int, Annotation] | None = None) -> str:
    """The page on the game in ``path``."""
    found = source(path, seat, lang, notes)
    return page(report(found), found)


class Page(HTMLParser):
    """What stands in a page: tags, anchors, links, attributes, the text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.hrefs: list[str] = []
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in ("meta", "br", "line"):
            self.open.append(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.append(value or "")
            elif name == "href":
                self.hrefs.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
