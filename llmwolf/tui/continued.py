"""A game that broke off, gone on with: ``llmwolf resume FILE``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from llmwolf.boards import Board, boards, profile
from llmwolf.record.errors import RecordError
from llmwolf.record.head import Head
from llmwolf.record.reader import Transcript, read
from llmwolf.record.resume import resume
from llmwolf.table.seating import Plan, seat_again, take_seats
from llmwolf.tui.modelseats import Models
from llmwolf.tui.session import Session, Setup, start, table_of

OpenTable = Callable[[Setup, str], Session]


def continued(path: Path, base_url: str | None, model: str | None) -> tuple[Setup, OpenTable]:
    """The set-up of the game at ``path`` and what opens its table, once; a table for another set-up, and a
    second one, is a new game. ``model`` is for all its model seats (``None``: each the recorded one).

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
    # Where they had several models, the seats keep theirs; the form has room for one.
    setup = replace(setup, base_url=base_url or "", model=model or _only(s.model for s in model_seats))
    left = [path]

    def open_table(chosen: Setup, lang: str) -> Session:
        if not left or _game_of(chosen) != _game_of(setup):
            return start(chosen, lang)
        session = _reopen(path, transcript, chosen, lang)
        left.clear()
        return session

    return setup, open_table


def _only(labels: Iterable[str]) -> str:
    """The name of the one model that all ``labels`` are of; empty where there are others, or none."""
    from llmwolf.llm.config import name_in

    names = {name_in(label) for label in labels}
    return names.pop() if len(names) == 1 else ""


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
    for seat, player in models.players.items():
        player.recall(transcript, seat)
    game, writer = resume(path, secrets=models.keys)
    seated = take_seats(game, plan, models.players.__getitem__)
    names = {sitter.seat: sitter.name for sitter in head.seats}
    return table_of(setup, seated, setup.seat, names, writer, models)
