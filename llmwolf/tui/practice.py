"""A practice game: a recorded game taken up again at one of its moments, in a record of its own."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from llmwolf.players.told import ToldError
from llmwolf.record.head import Head, Origin
from llmwolf.rules.game import Game
from llmwolf.table.seating import Plan, SeatPlan, seat_again, take_seats
from llmwolf.tui.continued import setup_of
from llmwolf.tui.model.drafts import Draft, Drafts
from llmwolf.tui.modelseats import Models
from llmwolf.tui.session import Session, Setup, new_record, table_of


@dataclass(frozen=True, slots=True)
class Branch:
    """The game of ``head``, recorded at ``path``, taken up again by ``seat`` after its first ``moves``."""

    path: Path
    head: Head
    game: Game
    moves: int
    seat: int
    draft: Draft = field(default_factory=Draft)
    """What stands in the composers at first."""

    def setup(self, pace: str) -> Setup:
        """What would have been chosen for such a game: bots everywhere else."""
        name = self.head.seats[self.seat - 1].nickname
        return replace(setup_of(self.head), seat=self.seat, watch=False, models=0, name=name, pace=pace)

    def open(self, setup: Setup, lang: str) -> Session:
        """The table, with everything that lies behind told already; nothing is changed in the old record.

        Raises :class:`~llmwolf.record.errors.RecordError` if the new one cannot be written.
        """
        seats = {}
        for sitter in self.head.seats:
            kind = "human" if sitter.seat == self.seat else "bot"
            again = seat_again(sitter, setup.level)
            seats[sitter.seat] = SeatPlan(kind, again.level, sitter.name, persona=again.persona)
        plan = Plan(setup.board, self.head.seed, level=setup.level, lang=lang, seats=seats)
        game = Game(self.game.spec, self.game.roles).play(self.game.moves[: self.moves])
        seated = take_seats(game, plan)
        origin = Origin(record=self.path.name, moves=self.moves)
        seated.head = seated.head.model_copy(update={"origin": origin})
        writer = new_record(seated.head)
        writer.take(game)
        drafts = Drafts(writer.path)
        drafts.put(self.draft)
        with suppress(ToldError):  # it is in the old record still
            drafts.flush()
        names = {sitter.seat: sitter.nickname for sitter in self.head.seats}
        return table_of(setup, seated, self.seat, names, writer, Models(setup, (), plan))
