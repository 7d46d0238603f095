"""A game that broke off, gone on with: ``llmwolf resume FILE``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from llmwolf.boards import Board, boards, profile
from llmwolf.record.errors import RecordError
from llmwolf.record.head import Head
from llmwolf.record.reader import Transcript, read
from llmwolf.record.resume import resume
from llmwolf.table.seating import Plan, seat_again, take_seats
from llmwolf.tui.session import Models, Session, Setup, start, table_of

OpenTable = Callable[[Setup, str], Session]


def continued(path: Path, base_url: str | None, model: str | None) -> tuple[Setup, OpenTable]:
    """The set-up of the game at ``path`` and what opens its table; a second table is a new game.

    Raises :class:`RecordError` if the file is no record, is damaged, or the game is over.
    """
    transcript = read(path)
    head = transcript.head
    if transcript.finished:
        raise RecordError("this game is over; there is nothing to go on with", where=str(path))
    person = next((sitter for sitter in head.seats if sitter.player == "human"), None)
    model_seats = [sitter for sitter in head.seats if sitter.player == "model"]
    levels = [sitter.level for sitter in head.seats if sitter.level]
    board, rules = board_of(head), head.spec().rules
    setup = Setup(
        board=board,
        rules=None if rules == board.rules else rules,
        seat=person.seat if person else 0,
        watch=person is None,
        level=levels[0] if levels else "normal",
        seed=head.seed,
        name=person.name if person else "",
        models=len(model_seats),
    )
    if base_url:
        setup = replace(setup, base_url=base_url)
    if named := model or next((sitter.model for sitter in model_seats), ""):
        setup = replace(setup, model=named)
    left = [path]

    def open_table(setup: Setup, lang: str) -> Session:
        return _reopen(left.pop(), transcript, setup, lang) if left else start(setup, lang)

    return setup, open_table


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
    models = Models(setup, model_seats, plan, None)
    for seat, player in models.players.items():
        player.recall(transcript, seat)
    game, writer = resume(path, secrets=models.keys)
    seated = take_seats(game, plan, models.players.__getitem__)
    names = {sitter.seat: sitter.name for sitter in head.seats}
    return table_of(setup, seated, setup.seat, names, writer, models)
