"""A recorded game at any of its moments, through any eyes that may see it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from llmwolf.export.recorded import JUDGE, PUBLIC, Recorded, heard
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.view import View
from llmwolf.table.pace import Pace
from llmwolf.tui.model.cells import tame
from llmwolf.tui.model.hand import Note, card_title, hand_notes
from llmwolf.tui.model.lines import Line, Scribe
from llmwolf.tui.model.marks import Marks
from llmwolf.tui.model.seats import SeatRow, seat_rows
from llmwolf.tui.model.sight import Sight
from llmwolf.tui.model.situation import Situation
from llmwolf.tui.model.situationwords import Boards, boards_of
from llmwolf.tui.model.status import Status, status, who
from llmwolf.tui.words import t

_SHORTEST = 0.05
"""Seconds that even at instant pace an event stays, so that a game can be seen to go by."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a night or a day begins: the ``place`` among what the eyes see, and a short ``label``."""

    place: int
    label: str


class Replay:
    """``at`` is how many events lie behind; all else follows from it and from whose ``eyes`` these are."""

    def __init__(self, game: Recorded, lang: str) -> None:
        """It begins at the beginning, with the eyes that the game is usually seen with."""
        self.game = game
        self.lang = lang
        self.own_marks = Marks(game.path)
        self.eyes = JUDGE if game.finished else game.me or PUBLIC
        self._stops: list[int] = []
        self.at = 0
        self.look(self.eyes)
        self.at = self._stops[0] if self._stops else 0

    # -- whose eyes ----------------------------------------------------------------------------

    def look(self, eyes: int) -> bool:
        """Look through other ``eyes`` at the same moment; whether they may be used."""
        if eyes not in self.game.eyes:
            return False
        self.eyes = eyes
        self._stops = [n for n, event in enumerate(self.game.log, 1) if heard(event, eyes)]
        return True

    def next_eyes(self) -> None:
        """The next of those that may be used, round and round."""
        known = self.game.eyes
        self.look(known[(known.index(self.eyes) + 1) % len(known)])

    @property
    def eyes_word(self) -> str:
        """Whose eyes these are."""
        match self.eyes:
            case eye if eye == JUDGE:
                return t("eyes_judge", self.lang)
            case eye if eye == PUBLIC:
                return t("eyes_public", self.lang)
            case seat:
                return t("eyes_seat", self.lang, seat=seat)

    # -- where ---------------------------------------------------------------------------------

    @property
    def place(self) -> int:
        """How many events these eyes have seen; the others are not counted, nobody may know of them."""
        return bisect_right(self._stops, self.at)

    @property
    def places(self) -> int:
        """How many they see in all."""
        return len(self._stops)

    @property
    def over(self) -> bool:
        """Whether nothing more comes."""
        return self.place >= self.places

    def go(self, place: int) -> None:
        """To the moment at which these eyes have seen so many events, at least one."""
        place = min(max(place, 1), self.places)
        self.at = self._stops[place - 1] if self._stops else 0

    def go_to_event(self, number: int) -> None:
        """To the event of that number, or the last one before it that these eyes see."""
        self.go(bisect_right(self._stops, number))

    def step(self, by: int) -> None:
        """So many events on, or back."""
        self.go(self.place + by)

    def phase(self, by: int) -> None:
        """To the next night or day (1), or to where this one began, or the one before (-1)."""
        self._to(by, (ev.NightFell, ev.DayBroke, ev.GameEnded))

    def stage(self, by: int) -> None:
        """The same with the rounds of a day among them."""
        self._to(by, (ev.NightFell, ev.DayBroke, ev.StageBegan, ev.GameEnded))

    def speech(self, by: int, seat: int = 0) -> bool:
        """To the next (1) or the last (-1) speech of ``seat`` (0: of anybody); whether there is one."""
        places = [
            place
            for place, event in enumerate(self._seen(), 1)
            if isinstance(event, ev.Spoke) and seat in (0, event.seat)
        ]
        found = [place for place in places if (place - self.place) * by > 0]
        if found:
            self.go(found[0] if by > 0 else found[-1])
        return bool(found)

    def _to(self, by: int, kinds: tuple[type[Event], ...]) -> None:
        places = [place for place, event in enumerate(self._seen(), 1) if isinstance(event, kinds)]
        if by > 0:
            index = bisect_right(places, self.place)
            self.go(places[index] if index < len(places) else self.places)
        else:
            index = bisect_left(places, self.place) - 1
            self.go(places[index] if index >= 0 else 1)

    def _seen(self) -> list[Event]:
        """Every event that these eyes see in the whole game."""
        log = self.game.log
        return [log[stop - 1] for stop in self._stops]

    def marks(self) -> list[Mark]:
        """Where the nights and days begin."""
        found = []
        for place, event in enumerate(self._seen(), 1):
            match event:
                case ev.NightFell():
                    found.append(Mark(place, t("scrub_night", self.lang, day=event.day)))
                case ev.DayBroke():
                    found.append(Mark(place, t("scrub_day", self.lang, day=event.day)))
        return found

    # -- what is seen --------------------------------------------------------------------------

    @property
    def sight(self) -> Sight:
        """What these eyes know now: the fold of the first ``at`` events, and nothing of what comes later."""
        moment = self.game.moment(self.at)
        seat = max(self.eyes, 0)
        log = [event for event in self.game.log[: self.at] if heard(event, self.eyes)]
        view = View(seat, moment.facts, moment.hands[seat], log, self.game.game.spec.rules, None, (), ())
        hidden = moment.hidden if self.eyes == JUDGE else None
        return Sight(view, moment.cards(self.eyes), log, hidden)

    @property
    def speaker(self) -> int:
        """Who has just spoken."""
        event = self.game.log[self.at - 1] if self.at else None
        return event.seat if isinstance(event, ev.Spoke) else 0

    def lines(self) -> list[Line]:
        """The log so far; in the judge's eyes with the thoughts, each before what came of it."""
        scribe = Scribe(self.game.names, max(self.eyes, 0), self.lang, self.game.game.spec.rules.badge_weight)
        lines: list[Line] = []
        run: list[Event] = []
        for number, event in enumerate(self.game.log[: self.at]):
            thoughts = self.game.thoughts.get(number, ()) if self.eyes == JUDGE else ()
            if thoughts:
                lines += scribe.lines(run)
                run = []
            for thought in thoughts:
                name = self.game.names.get(thought.seat, "")
                head = t("thought_of", self.lang, seat=thought.seat, name=name) + t("colon", self.lang)
                lines.append(Line("secret", tame(thought.text), head, thought.seat))
            if heard(event, self.eyes):
                run.append(event)
        return [*lines, *scribe.lines(run)]

    def rows(self) -> list[SeatRow]:
        """The seat panel."""
        marks = self.own_marks.tags(self.lang)
        return seat_rows(self.sight, self.game.names, self.speaker, self.lang, marks=marks)

    def boards(self) -> Boards:
        """局势板 and 票型 at this moment, the person's ballots marked; the same through all eyes."""
        situation = Situation()
        situation.take(self.game.log[: self.at])
        facts, weight = self.game.moment(self.at).facts, self.game.game.spec.rules.badge_weight
        return boards_of(situation, facts, self.game.names, weight, self.lang, self.game.me)

    @property
    def whose(self) -> str:
        """Whose card is shown: that of the seat whose eyes these are; empty: nobody's."""
        return t("seat_card", self.lang, seat=self.eyes) if self.eyes > 0 else ""

    def hand(self) -> tuple[str, list[Note]]:
        """The card's name, and what these eyes know."""
        sight = self.sight
        if self.eyes > 0 and not sight.view.hand.role:
            return t("not_dealt", self.lang), []
        title = card_title(sight, self.lang) if self.eyes > 0 else self.eyes_word
        return title, hand_notes(sight, self.eyes == JUDGE, self.lang)

    def status(self) -> Status:
        """The head of the screen."""
        return status(self.sight.view, self.game.names, self.speaker, False, self.lang)

    def called(self, seat: int) -> str:
        """A seat in a message; 0 is anybody."""
        return who(seat, self.game.names, self.lang) if seat else t("anybody", self.lang)

    def rest(self, pace: Pace) -> float:
        """Seconds until the next event, at ``pace``: a speech stays as long as it takes to be read."""
        event = self.game.log[self.at - 1] if self.at else None
        text = event.text if isinstance(event, (ev.Spoke, ev.Whispered)) else ""
        reading = len(text) / pace.size * pace.gap if pace.size else 0.0
        return max(_SHORTEST, reading + pace.rest)
