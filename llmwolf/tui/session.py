"""What is chosen before a game, and the table that comes of it; the only place where one is put together."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from llmwolf.boards import Board, boards, spec_for
from llmwolf.players.human import HumanPlayer
from llmwolf.record.errors import NotWritten
from llmwolf.record.places import games_folder
from llmwolf.record.writer import Writer
from llmwolf.roles import registry
from llmwolf.rules.chance import pick, shuffled
from llmwolf.rules.chapters.setup import deal
from llmwolf.rules.errors import SetupError
from llmwolf.rules.game import Game
from llmwolf.rules.ruleset import Ruleset
from llmwolf.rules.series import Played, played
from llmwolf.table.host import Host, Limits
from llmwolf.table.pace import TABLE_PACES
from llmwolf.table.seating import Plan, Seated, SeatPlan
from llmwolf.table.seating import seat as seat_all
from llmwolf.tui.keeper import Keeper
from llmwolf.tui.modelseats import Models, Terms

if TYPE_CHECKING:
    from llmwolf.llm.config import ModelSpec
    from llmwolf.llm.usage import CallLog
    from llmwolf.record.head import Head, Origin

LEVELS: Final = ("novice", "normal", "expert")
LARGEST_DRAWN_SEED: Final = 999_999

NICKNAMES: Final[dict[str, tuple[str, ...]]] = {
    "zh": (
        "阿远", "小满", "老周", "青禾", "二月", "阿呆", "南风", "豆包", "十三", "木子", "云朵", "大饼",
        "夏至", "石头", "半夏", "七七", "林深", "可乐",
    ),
    "en": (
        "Ada", "Ben", "Cleo", "Dan", "Edda", "Finn", "Gwen", "Hugo", "Iris", "Jonas", "Kira", "Liam",
        "Mona", "Nils", "Olga", "Pete", "Rosa", "Sven",
    ),
}  # fmt: skip
"""Names for those who have none, enough for the largest table."""


def default_board() -> Board:
    """The board that is chosen at first."""
    return next(iter(boards().values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a person chose before a game.

    ``rules`` are the house rules of this one game (``None``: the board's), ``history`` the games that were
    played before it without getting up (M-1, M-2).
    ``seat`` 0 is any seat, ``role`` empty any card; with ``watch`` nobody at the screen plays, and
    ``god`` gives the judge's eyes. ``seed`` ``None`` is drawn. ``limit`` is the person's time for one
    answer in seconds (``None``: no limit). ``models`` seats are played by ``model`` at ``base_url``; where
    these are empty, the configuration and the environment say which, and a resumed game's record before them.
    ``local`` is the model that this sitting serves itself, if ``base_url`` leads there. Not ``saved``: the
    game is played although its record cannot be written.
    """

    board: Board = field(default_factory=default_board)
    rules: Ruleset | None = None
    seat: int = 0
    role: str = ""
    watch: bool = False
    god: bool = False
    level: str = "normal"
    pace: str = "reading"
    seed: int | None = None
    limit: float | None = None
    name: str = ""
    models: int = 0
    base_url: str = ""
    model: str = ""
    local: ModelSpec | None = None
    terms: Terms = field(default_factory=Terms)
    history: tuple[Played, ...] = ()
    saved: bool = True

    @property
    def house(self) -> Ruleset:
        """The house rules that this game is played under."""
        return self.rules or self.board.rules


async def _nothing() -> None:
    """Nothing is to be closed."""


@dataclass(slots=True)
class Session:
    """A table ready to be played, and what the screen has to know about it beside the game.

    ``seat`` is the person's (0: watching), ``path`` the transcript's place (``None``: not saved), ``keeper``
    what writes it,
    ``calls`` what the calls of the models came to (``None``: there are none), ``paid`` whether they cost
    something, ``lines`` the same in words,
    ``origin`` says what a practice game branched off (``None``: it is none),
    ``again`` are the options that ``llmwolf resume`` needs for its models, ``close`` ends the record and the
    connections.
    """

    game: Game
    host: Host
    human: HumanPlayer | None
    seat: int
    path: Path | None = None
    keeper: Keeper | None = None
    names: Mapping[int, str] = field(default_factory=dict)
    god: bool = False
    limit: float | None = None
    calls: Callable[[], CallLog | None] = lambda: None
    paid: bool = True
    lines: Callable[[str], list[str]] = lambda lang: []
    origin: Origin | None = None
    again: tuple[str, ...] = ()
    close: Callable[[], Awaitable[None]] = _nothing

    @property
    def unsaved(self) -> NotWritten | None:
        """Why what was decided last is not in the transcript; ``None``: it is, or there is none."""
        return self.keeper.problem if self.keeper else None


def start(setup: Setup, lang: str) -> Session:
    """The table that ``setup`` describes, its bots and models speaking ``lang``.

    Raises :class:`SetupError` if it cannot be played, :class:`~llmwolf.players.told.ToldError` if its models
    cannot be asked within the budget, :class:`~llmwolf.record.errors.RecordError` if it
    cannot be saved.
    """
    seed = secrets.randbelow(LARGEST_DRAWN_SEED + 1) if setup.seed is None else setup.seed
    seat = 0 if setup.watch else _seat(setup, seed)
    names = nicknames(setup.board.seats, seat, setup.name, lang)
    drawn = Plan(setup.board, seed, level=setup.level, lang=lang)
    models = Models(setup, _model_seats(setup, seat, seed), drawn)
    seats = {s: replace(plan, level=setup.level) for s, plan in models.plans.items()}
    if seat:
        seats[seat] = SeatPlan("human", setup.level)
    plan = Plan(
        setup.board,
        seed,
        rules=setup.rules,
        level=setup.level,
        lang=lang,
        seats=seats,
        history=setup.history,
    )
    if seat and setup.role:
        plan = replace(plan, role=setup.role, role_seat=seat)
    seated = seat_all(plan, models.players.__getitem__, names)
    models.afford(seated.game)
    return table_of(setup, seated, seat, names, new_record(seated.head, setup.saved, models.keys), models)


def new_record(head: Head, saved: bool = True, secrets: Iterable[str] = ()) -> Writer:
    """Begin the record of a game of today, in memory alone if it is not to be ``saved``.

    Raises :class:`NotWritten` if it cannot be.
    """
    if not saved:
        return Writer(None, head, secrets=secrets)
    return Writer.in_folder(games_folder(), datetime.now().astimezone().date(), head, secrets=secrets)


def table_of(
    setup: Setup, seated: Seated, seat: int, names: Mapping[int, str], writer: Writer, models: Models
) -> Session:
    """The session of a table at which everybody is seated; the head of ``seated`` is the record's."""
    labels = {sitter.seat: sitter.model for sitter in seated.head.seats if sitter.player == "model"}
    keeper = Keeper(writer)
    models.record_to(keeper.llm)
    limits = Limits(human=setup.limit)
    host = Host(
        seated.game, seated.players, seated.stand_ins, keeper, pace=TABLE_PACES[setup.pace], limits=limits
    )

    async def close() -> None:
        keeper.close()
        await models.close()

    return Session(
        game=seated.game,
        host=host,
        human=seated.human,
        seat=seat,
        path=writer.path,
        keeper=keeper,
        names=names,
        god=setup.god and not seat,
        limit=setup.limit,
        calls=models.total,
        paid=models.paid,
        lines=models.lines,
        origin=seated.head.origin,
        again=models.again(setup, labels),
        close=close,
    )


def once_more(setup: Setup, session: Session) -> Setup:
    """The next game of a series, after the finished one of ``session``: other cards, the same table."""
    seats = range(1, setup.board.seats + 1)
    names = [session.names.get(seat, "") for seat in seats]
    return replace(setup, seed=None, history=(*setup.history, played(session.game.judge, names)))


def nicknames(seats: int, seat: int, name: str, lang: str) -> dict[int, str]:
    """A name for each seat; the person's own is ``name``, unless it is empty."""
    names = dict(enumerate(NICKNAMES[lang][:seats], 1))
    if seat and name:
        names[seat] = name
    return names


def _seat(setup: Setup, seed: int) -> int:
    """The chosen seat, one that is dealt the chosen card, or one by the seed."""
    if setup.seat:
        return setup.seat
    spec = spec_for(setup.board, seed, rules=setup.rules)
    if setup.role and setup.role not in spec.cards:
        raise SetupError(f"there is no {setup.role!r} on the board {setup.board.id!r}")
    dealt = deal(spec, registry())[: spec.seats]
    fitting = [s for s, card in enumerate(dealt, 1) if not setup.role or card == setup.role]
    # A card that lies in the middle is exchanged into a seat: any will do.
    seats = fitting or range(1, spec.seats + 1)
    return seats[pick(seed, "person", 0, len(seats))]


def _model_seats(setup: Setup, seat: int, seed: int) -> tuple[int, ...]:
    others = [s for s in range(1, setup.board.seats + 1) if s != seat]
    return tuple(sorted(shuffled(seed, "models", others)[: setup.models]))
