"""One table as one person sees it: the log as it grows, the running speech, the panels, the rights."""

from __future__ import annotations

from llmwolf.players.base import Answer, LivePlayer
from llmwolf.rules.asks import Choice
from llmwolf.rules.errors import RuleError
from llmwolf.rules.events import Spoke
from llmwolf.tui.model.hand import Note, card_title, hand_notes
from llmwolf.tui.model.lines import Line, Scribe
from llmwolf.tui.model.marks import Marks
from llmwolf.tui.model.rights import why_no_right
from llmwolf.tui.model.seats import SeatRow, seat_rows
from llmwolf.tui.model.sight import Sight, look
from llmwolf.tui.model.situation import Situation
from llmwolf.tui.model.situationwords import Boards, boards_of
from llmwolf.tui.model.standins import StandIns
from llmwolf.tui.model.status import Status, status
from llmwolf.tui.session import Session


class Table:
    """Reads one session through the eyes of its person; never more than that."""

    def __init__(self, session: Session, lang: str) -> None:
        self.session = session
        self.lang = lang
        players = session.host.players.items()
        live = [seat for seat, player in players if isinstance(player, LivePlayer) and seat != session.seat]
        self.stand_ins = StandIns(live, session.god)
        self.own_marks = Marks(session.path)
        self._situation = Situation()
        self._scribe = Scribe(session.names, session.seat, lang, session.game.spec.rules.badge_weight)
        self._told = 0
        self._speaker = 0
        self._heard = ""

    @property
    def sight(self) -> Sight:
        """What the person sees now."""
        return look(self.session.game, self.session.seat, self.session.god)

    # -- the log -------------------------------------------------------------------------------

    def news(self) -> list[Line]:
        """The lines of the events since the last call; no event is ever left out or told twice."""
        log = self.sight.log
        fresh = log[self._told :]
        self._told = len(log)
        if any(isinstance(event, Spoke) for event in fresh):
            self._speaker, self._heard = 0, ""
        self._situation.take(fresh)
        return self._scribe.lines(fresh)

    def hear(self, seat: int, piece: str) -> None:
        """A piece of the running speech."""
        if seat != self._speaker:
            self._speaker, self._heard = seat, ""
        self._heard += piece

    @property
    def live(self) -> Line | None:
        """The running speech as far as it has been heard."""
        if not self._speaker:
            return None
        return self._scribe.running(self._speaker, self._heard, self.sight.view.facts.stage)

    @property
    def stage(self) -> str:
        """The round that the open ask belongs to."""
        ask = self.session.game.ask
        return ask.stage if ask else ""

    # -- the panels ----------------------------------------------------------------------------

    @property
    def speaker(self) -> int:
        """Who has the floor (0: nobody)."""
        return self.session.host.on_the_floor[0]

    def note_ask(self) -> None:
        """Take note of the ask that is open."""
        if (ask := self.session.game.ask) is not None:
            self.stand_ins.asked(self.session.game.ply, ask.public)

    def stand_in_news(self) -> tuple[list[str], list[str]]:
        """Whose models fail now, and whose answer again, since the last call."""
        return self.stand_ins.news(self.session.names, self.sight.view.facts.living, self.lang)

    def rows(self) -> list[SeatRow]:
        """The seat panel."""
        failing, marks = self.stand_ins.failing, self.own_marks.tags(self.lang)
        return seat_rows(self.sight, self.session.names, self.speaker, self.lang, failing, marks)

    def boards(self) -> Boards:
        """局势板 and 票型, of what :meth:`news` has told."""
        weight = self.session.game.spec.rules.badge_weight
        return boards_of(self._situation, self.sight.view.facts, self.session.names, weight, self.lang)

    def hand(self) -> tuple[str, list[Note]]:
        """The card's name, and what the person knows."""
        sight = self.sight
        return card_title(sight, self.lang), hand_notes(sight, self.session.god, self.lang)

    def status(self) -> Status:
        """The head of the screen."""
        human = self.session.human
        asked_me = human is not None and human.asked
        return status(self.sight.view, self.session.names, self.speaker, asked_me, self.lang)

    # -- the person's acts ---------------------------------------------------------------------

    def right(self, verb: str) -> Choice | None:
        """What the person may do out of turn now by ``verb`` (自爆, 决斗, 退水); ``None``: nothing."""
        if not self.session.seat:
            return None
        return next((choice for choice in self.sight.view.rights if choice.verb == verb), None)

    def why_no_right(self, verb: str) -> str:
        """Why there is no such right now, and when there is."""
        return why_no_right(verb, self.sight, self.speaker, self.lang)

    def give(self, answer: Answer) -> RuleError | None:
        """The person's answer; returns why it is refused, and then nothing has happened."""
        human = self.session.human
        error = self.session.host.why_not(self.session.seat, answer)
        if error is None and human is not None:
            human.give(answer)
        return error

    @property
    def waits_with_others(self) -> bool:
        """Whether the person has answered a question that others are still answering."""
        view = self.sight.view
        return self.session.seat in view.asked and view.request is None and len(view.asked) > 1

    @property
    def alive(self) -> bool:
        """Whether the person plays and is not known to be out."""
        return self.session.seat in self.sight.view.facts.living
