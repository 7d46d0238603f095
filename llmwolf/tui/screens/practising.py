"""The dialogs that lead to a practice game: from a moment of a replay, or from one's last decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from llmwolf.export.recorded import Recorded
from llmwolf.record.errors import RecordError
from llmwolf.record.reader import read
from llmwolf.roles import registry
from llmwolf.rules.game import Game
from llmwolf.tui.model.cells import notice, one_line
from llmwolf.tui.model.drafts import Draft
from llmwolf.tui.model.practice import Moment, before_last_move, moment_at, text_of_last_move
from llmwolf.tui.model.status import phase_words, who
from llmwolf.tui.practice import Branch
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.session import Session
from llmwolf.tui.widgets.picker import Picker
from llmwolf.tui.words import said, t


class Branched(Message):
    """The person wants to play on from ``branch``."""

    def __init__(self, branch: Branch) -> None:
        self.branch = branch
        super().__init__()


class SeatDialog(Dialog):
    """Tells at which of ``seats``, pairs of (seat, label), somebody wants to sit; the last button acts."""

    def __init__(
        self,
        title: str,
        body: str,
        buttons: Sequence[tuple[str, str]],
        then: Callable[[int], None],
        seats: Sequence[tuple[int, str]],
        seat: int,
        label: str,
    ) -> None:
        """``seat`` is chosen at first."""
        acts = buttons[-1][0]
        super().__init__(
            title, body, buttons, lambda value: then(self.seat) if value == acts else None, "branch", acts
        )
        self.seat = seat
        self._seats = [(str(number), name) for number, name in seats]
        self._label = label

    def between(self) -> ComposeResult:
        """The seat."""
        with Horizontal(classes="row"):
            yield Static(Content(self._label), classes="label")
            yield Picker(self._seats, str(self.seat), dom_id="seat")

    @on(Picker.Changed)
    def _turned(self, message: Picker.Changed) -> None:
        self.seat = int(message.picker.value)


def ask_branch(screen: Screen[Any], game: Recorded, events: int, wanted: int, lang: str) -> None:
    """Ask who wants to play on from where so many events of the finished ``game`` lie behind.

    ``wanted`` is the seat to begin with, where it is alive. ``screen`` posts :class:`Branched`, or tells
    why that cannot be.
    """
    if not game.finished:
        screen.notify(t("branch_unfinished", lang), severity="warning", markup=False)
        return
    moment = moment_at(game.game, events)
    seat = next((s for s in (wanted, game.me) if s in moment.seats), moment.seats[0])
    cards = game.moment(moment.events).hands
    titles = {s: _card(cards[s].role, lang) for s in moment.seats}
    seats = [(s, one_line(f"{who(s, game.names, lang)} · {titles[s]}")) for s in moment.seats]

    def chosen(seat: int) -> None:
        screen.post_message(Branched(Branch(game.path, game.head, game.game, moment.moves, seat)))

    body = t("branch_body", lang, phase=phase_words(game.moment(moment.events).facts, lang))
    buttons = [(choice, t(f"branch_{choice}", lang)) for choice in ("back", "start")]
    dialog = SeatDialog(t("branch_title", lang), body, buttons, chosen, seats, seat, t("branch_seat", lang))
    screen.app.push_screen(dialog)


def ask_take_back(screen: Screen[Any], session: Session, draft: Draft, lang: str) -> None:
    """Ask whether the person's last decision is to be taken back; ``screen`` posts :class:`Branched`.

    Or it is told why nothing can be taken back. ``draft`` is what is written and not sent: it goes along.
    """
    found = _last_decision(session, draft, lang)
    if isinstance(found, str):
        screen.notify(notice(one_line(found)), severity="warning", markup=False)
        return
    branch, phase = found

    def chosen(choice: str) -> None:
        if choice == "start":
            screen.post_message(Branched(branch))

    buttons = [(choice, t(f"undo_{choice}", lang)) for choice in ("back", "start")]
    body = t("undo_body", lang, phase=phase)
    # The game that is left can be gone on with, so that acting may lie under Enter.
    screen.app.push_screen(Dialog(t("undo_title", lang), body, buttons, chosen, "undo", "start"))


def _last_decision(session: Session, draft: Draft, lang: str) -> tuple[Branch, str] | str:
    """From where the last decision is made anew, and when that was; or why that cannot be."""
    if session.path is None:
        return t("undo_unsaved", lang)
    if session.calls() is not None:
        return t("undo_models", lang)
    moment = before_last_move(session.game, session.seat)
    if moment is None:
        return t("undo_none", lang)
    try:
        head = read(session.path).head
    except RecordError as error:
        return said(error, lang)
    said_then = text_of_last_move(session.game, session.seat)
    written = Draft(said_then.speech or draft.speech, said_then.whisper or draft.whisper)
    branch = Branch(session.path, head, session.game, moment.moves, session.seat, written)
    return branch, _phase(session, moment, lang)


def _phase(session: Session, moment: Moment, lang: str) -> str:
    again = Game(session.game.spec, session.game.roles).play(session.game.moves[: moment.moves])
    return phase_words(again.judge.facts, lang)


def _card(role: str, lang: str) -> str:
    card = registry()[role]
    return card.en if lang == "en" else card.zh
