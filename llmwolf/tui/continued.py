"""A game that broke off, gone on with: ``llmwolf resume FILE``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from llmwolf.boards import Board, boards, profile
from llmwolf.record.errors import RecordError
from llmwolf.record.head import Head
from llmwolf.record.lock import refuse_held
from llmwolf.record.reader import Transcript, read
from llmwolf.record.resume import resume
from llmwolf.record.sources import sources_of
from llmwolf.rules.asks import Decision
from llmwolf.rules.game import Game
from llmwolf.table.ports import Source, Tally
from llmwolf.table.seating import Plan, seat_again, take_seats
from llmwolf.tui.choices import limit_of, pace_of
from llmwolf.tui.modelseats import Models
from llmwolf.tui.session import Session, Setup, start, table_of


class Continued:
    """The game at ``path``, to be gone on with once: its ``setup`` for the form, its table, its models.

    ``models`` is seat → the recorded name of its model.
    """

    def __init__(self, path: Path, base_url: str | None = None, model: str | None = None) -> None:
        """``model`` is for all model seats (``None``: each the recorded one), as is ``base_url``.

        Raises :class:`RecordError` if the file is no record, is damaged, is being written by another process,
        or the game is over.
        """
        self.path = path
        refuse_held(path)
        self._transcript = read(path)
        if self._transcript.finished:
            raise RecordError("this game is over; there is nothing to go on with", where=str(path))
        self.models = _models_of(self._transcript.head)
        setup = setup_of(self._transcript.head)
        setup = replace(setup, pace=pace_of(path) or setup.pace, limit=limit_of(path))
        # Where they had several models, the seats keep theirs; the form has room for one.
        self.setup = replace(setup, base_url=base_url or "", model=model or _only(self.models.values()))
        self.left = True
        """Whether it has not been opened yet."""

    def goes_on(self, chosen: Setup) -> bool:
        """Whether :meth:`open` goes on with the recorded game, as set-ups for another one do not."""
        return self.left and _game_of(chosen) == _game_of(self.setup)

    def open(self, chosen: Setup, lang: str) -> Session:
        """The table of the recorded game, once; for another set-up, and a second time, that of a new game.

        Raises what :func:`~llmwolf.tui.session.start` raises; the game may be tried again then.
        """
        if not self.goes_on(chosen):
            return start(chosen, lang)
        refuse_held(self.path)  # before any model is asked for
        session = _reopen(self.path, self._transcript, chosen, lang)
        self.left = False
        return session


def setup_of(head: Head) -> Setup:
    """What had been chosen for the game of ``head``, as far as the record tells it."""
    person = next((sitter for sitter in head.seats if sitter.player == "human"), None)
    levels = [sitter.level for sitter in head.seats if sitter.level]
    board, rules = board_of(head), head.spec().rules
    return Setup(
        board=board,
        rules=None if rules == board.rules else rules,
        seat=person.seat if person else 0,
        watch=person is None,
        level=levels[0] if levels else "normal",
        seed=head.seed,
        name=person.name if person else "",
        models=sum(sitter.player == "model" for sitter in head.seats),
    )


def _models_of(head: Head) -> dict[int, str]:
    from llmwolf.llm.config import name_in

    return {sitter.seat: name_in(sitter.model) for sitter in head.seats if sitter.player == "model"}


def _only(names: Iterable[str]) -> str:
    """The one name that there is; empty where there are others, or none."""
    found = set(names)
    return found.pop() if len(found) == 1 else ""


def _game_of(setup: Setup) -> tuple[object, ...]:
    """What makes a set-up that of another game; where its models are, and how fast it goes, does not."""
    return setup.board, setup.rules, setup.seed, setup.seat, setup.watch, setup.models, setup.history


def board_of(head: Head) -> Board:
    """The board that a record was played on; one that is not shipped has the record's own house rules."""
    kin = boards().get(head.board.partition(":")[0])
    if kin and (kin.id, kin.cards, kin.events) == (head.board, head.cards, head.events):
        return kin
    home = kin.profile if kin else profile("official")
    return Board(head.board, head.zh, head.en, home, head.cards, head.spec().rules, head.events)


def _reopen(path: Path, transcript: Transcript, setup: Setup, lang: str) -> Session:
    head = transcript.head
    model_seats = [sitter.seat for sitter in head.seats if sitter.player == "model"]
    seats = {sitter.seat: seat_again(sitter, setup.level) for sitter in head.seats}
    plan = Plan(setup.board, head.seed, level=setup.level, lang=lang, seats=seats)
    models = Models(setup, model_seats, plan)
    game, writer = resume(path, secrets=models.keys, save=setup.saved)
    for seat, player in models.players.items():
        player.recall(transcript, seat, game)
    seated = take_seats(game, plan, models.players.__getitem__)
    names = {sitter.seat: sitter.nickname for sitter in head.seats}
    session = table_of(setup, seated, setup.seat, names, writer, models)
    session.origin = head.origin
    session.host.tally = tally_so_far(transcript, game)
    return session


def tally_so_far(transcript: Transcript, game: Game) -> Tally:
    """Where the decisions of ``game``, that of ``transcript``, came from; bots' are not noted there."""
    moves = [*game.moves, *game.sealed]
    players = {sitter.seat: sitter.player for sitter in transcript.head.seats}
    tally = Tally()
    for move, line in zip(moves, sources_of(transcript.llm, moves), strict=True):
        by = str(line.get("source", players[move.seat]))
        if isinstance(move, Decision) or by != "bot":
            reason = str(line.get("reason", "")).partition(":")[0]
            tally.count(Source(move.ply, move.seat, by, reason))
    return tally
