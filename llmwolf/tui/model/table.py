"""One table as one person sees it: the log as it grows, the running speech, the panels, the rights."""

from __future__ import annotations

from llmwolf.players.base import Answer, LivePlayer
from llmwolf.rules.asks import Choice
from llmwolf.rules.errors import RuleError
from llmwolf.rules.events import Spoke
from llmwolf.tui.model.afterlife import released, why_out
from llmwolf.tui.model.hand import Note, card_title, hand_notes
from llmwolf.tui.model.lines import Line, Scribe
from llmwolf.tui.model.marks import Marks
from llmwolf.tui.model.phrasebook import Phrase, pack_phrases, phrases
from llmwolf.tui.model.rights import why_no_right
from llmwolf.tui.model.sayings import Sayings
from llmwolf.tui.model.seats import SeatRow, seat_rows
from llmwolf.tui.model.sight import Sight, look
from llmwolf.tui.model.situation import Situation
from llmwolf.tui.model.situationwords import Boards, boards_of
from llmwolf.tui.model.standins import StandIns
from llmwolf.tui.model.status import Status, status
from llmwolf.tui.session import Session
from llmwolf.tui.words import t


class Table:
    """Reads one session through the eyes of its person; never more than that."""

    def __init__(self, session: Session, lang: str) -> None:
        self.session = session
        self.lang = lang
        players = session.host.players.items()
        live = [seat for seat, player in players if isinstance(player, LivePlayer) and seat != session.seat]
        self.stand_ins = StandIns(live, session.god)
        self.own_marks = Marks(session.path)
        self.god = session.god
        """Whether the judge's eyes are looked through."""
        self._released = False
        self._speaker = 0
        self._heard = ""
        self._begin()

    def _begin(self) -> None:
        """Nothing has been told yet."""
        session = self.session
        self._situation = Situation()
        self._scribe = Scribe(session.names, session.seat, self.lang, session.game.spec.rules.badge_weight)
        self._told = 0

    @property
    def sight(self) -> Sight:
        """What the person sees now."""
        return look(self.session.game, self.session.seat, self.god)

    @property
    def out(self) -> bool:
        """Whether the person plays and is known to be out."""
        return self.session.seat in self.sight.view.facts.gone

    @property
    def may_see_all(self) -> bool:
        """Whether the person may choose the judge's eyes: out, and nothing will be asked any more."""
        session = self.session
        if session.seat and not self._released:
            self._released = released(session.game.view(session.seat), session.game.spec.events)
        return self._released

    def see(self, god: bool) -> None:
        """Look through the judge's eyes, or one's own again; the log begins anew.

        Raises :class:`ValueError` where the person may not see all.
        """
        if not self.may_see_all:
            raise ValueError("a player at the table sees only what the seat may know")
        self.god = god
        self._begin()

    def why_out(self) -> list[str]:
        """How the person, who is out, went out, as far as these eyes may know."""
        return why_out(self.sight, self._situation, self.lang)

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

    def noted(self, words: str) -> Line:
        """A line for the person alone, of what happened to them."""
        return self._scribe.private(words)

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
        session = self.session
        facts = self.sight.view.facts
        return boards_of(self._situation, facts, session.names, weight, self.lang, session.seat)

    def phrases(self, secret: bool) -> list[Phrase]:
        """The templates for what the person may want to say now, to the table or (``secret``) to the pack."""
        view = self.sight.view
        if secret:
            return pack_phrases(view, self._situation, self.lang)
        suspects = [seat for seat in sorted(self.session.names) if self.own_marks.of(seat).guess == "wolf"]
        return phrases(view, self._situation, view.facts.stage, self.lang, suspects)

    def heard_as(self, text: str) -> str:
        """What the table would take ``text`` for, were the person to say it."""
        return Sayings(self.sight.view, self._situation, self.lang).heard(text)

    def hand(self) -> tuple[str, list[Note]]:
        """The card's name, and what the person knows."""
        sight = self.sight
        notes = hand_notes(sight, self.god, self.lang)
        if self.god and self.session.seat:
            notes.insert(0, Note(t("hand_god", self.lang), "gone"))
        return card_title(sight, self.lang), notes

    def status(self) -> Status:
        """The head of the screen."""
        human = self.session.human
        asked_me = human is not None and human.asked
        return status(self.sight.view, self.session.names, self.speaker, asked_me, self.lang)

    # -- the person's acts ---------------------------------------------------------------------

    @property
    def rights(self) -> tuple[Choice, ...]:
        """What the person may do out of turn now: 自爆, 决斗, 退水."""
        return self.sight.view.rights if self.session.seat else ()

    @property
    def acts(self) -> str:
        """What the key of such acts does now, in a word or two; empty where it only says why nothing is."""
        if self.sight.view.facts.winner:
            return ""
        names = [f"key_{choice.verb}" for choice in self.rights] or (["key_out"] if self.out else [])
        return "/".join(t(name, self.lang) for name in names)

    def right(self, verb: str) -> Choice | None:
        """What the person may do out of turn now by ``verb``; ``None``: nothing."""
        return next((choice for choice in self.rights if choice.verb == verb), None)

    def why_no_right(self, verb: str) -> str:
        """Why there is no such right now, and when there is."""
        return why_no_right(verb, self.sight, self.speaker, self.lang)

    def give(self, answer: Answer) -> RuleError | None:
        """The person's answer; returns why it is refused, and then nothing has happened."""
        human = self.session.human
        error = self.session.host.why_not(self.session.seat, answer)
        if error is None and human is not None and human.asked:
            self.session.host.seal(self.session.seat, answer)
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
