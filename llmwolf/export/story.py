"""A game as a story: a head, the seats, and a chapter for each night and day, for any form to be made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from llmwolf.export.front import Row, fields, seat_rows
from llmwolf.export.recorded import JUDGE, PUBLIC, Recorded, heard
from llmwolf.export.words import w
from llmwolf.players.phrases import DeathsTold, half_votes, say_event, stage_name
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event, Private, Secret
from llmwolf.rules.words import clean


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody's words, which may hold line breaks; ``kind`` is speech, pack or thought."""

    kind: str
    who: str
    text: str


@dataclass(frozen=True, slots=True)
class Stated:
    """A sentence about the game; ``kind`` is public, private or secret."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Count:
    """A ballot as a table: (target, votes, voters) each."""

    title: str
    columns: tuple[str, str, str]
    rows: tuple[tuple[str, str, str], ...]
    kind: str = "count"


@dataclass(frozen=True, slots=True)
class Stage:
    """A round of the day begins."""

    text: str
    kind: str = "stage"


Part = Said | Stated | Count | Stage


@dataclass(slots=True)
class Chapter:
    """A night, a day, or what comes before and after them; ``key`` is a plain word for links."""

    key: str
    title: str
    parts: list[Part] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Story:
    """Everything that is told, in one language and with one pair of eyes."""

    lang: str
    title: str
    fields: tuple[tuple[str, str], ...]
    columns: tuple[str, ...]
    seats: tuple[Row, ...]
    chapters: tuple[Chapter, ...]


def story(game: Recorded, eyes: int, lang: str = "zh") -> Story:
    """``game`` as ``eyes`` saw it: nothing is in it that they did not know.

    Raises :class:`~llmwolf.players.told.ToldError` if it may not be seen so.
    """
    if (why := game.why_not(eyes)) is not None:
        raise why
    head = game.head
    columns = ("col_seat", "col_name", "col_player", "col_card", "col_out", "col_result")
    return Story(
        lang=lang,
        title=w("title", lang, board=(head.en if lang == "en" else head.zh) or head.board),
        fields=tuple(fields(game, eyes, eyes_name(game, eyes, lang), lang)),
        columns=tuple(w(name, lang) for name in columns),
        seats=tuple(seat_rows(game, eyes, lang)),
        chapters=tuple(_Teller(game, eyes, lang).chapters()),
    )


def eyes_name(game: Recorded, eyes: int, lang: str) -> str:
    """Whose eyes these are, in words."""
    if eyes in (JUDGE, PUBLIC):
        return w("judge" if eyes == JUDGE else "public", lang)
    return who(game, eyes, lang)


def who(game: Recorded, seat: int, lang: str) -> str:
    """A seat's number and name."""
    return w("seat_named", lang, seat=seat, name=game.names.get(seat, "")).rstrip()


class _Teller:
    """Goes through the events once."""

    def __init__(self, game: Recorded, eyes: int, lang: str) -> None:
        self._game = game
        self._eyes = eyes
        self._lang = lang
        self._weight = game.game.spec.rules.badge_weight
        self._sheriff = 0
        self._deaths = DeathsTold()

    def chapters(self) -> list[Chapter]:
        """The chapters in their order, those without a word left out."""
        chapters = [Chapter("start", w("setting", self._lang))]
        for number, event in enumerate(self._game.log):
            if self._eyes == JUDGE:
                chapters[-1].parts += self._thoughts(number)
            if not heard(event, self._eyes):
                continue
            match event:
                case ev.NightFell():
                    chapters.append(Chapter(f"n{event.day}", w("night", self._lang, day=event.day)))
                    continue
                case ev.DayBroke():
                    chapters.append(Chapter(f"d{event.day}", w("day", self._lang, day=event.day)))
                    continue
                case ev.GameEnded():
                    chapters.append(Chapter("end", w("end", self._lang)))
            chapters[-1].parts += self._parts(event)
        return [chapter for chapter in chapters if chapter.parts]

    def _parts(self, event: Event) -> Iterator[Part]:
        lang = self._lang
        match event:
            case ev.Spoke():
                yield self._speech(event)
                return
            case ev.Whispered():
                yield self._whisper(event)
                return
            case ev.Ballots():
                yield self._ballots(event)
                return
            case ev.StageBegan():
                yield Stage(stage_name(event.stage, lang))
                return
            case ev.Elected():
                self._sheriff = event.seat
            case ev.BadgePassed():
                self._sheriff = event.seat
        if self._deaths.again(event):
            return
        kind = (
            "secret" if isinstance(event, Secret) else "private" if isinstance(event, Private) else "public"
        )
        yield Stated(kind, say_event(event, lang))

    def _thoughts(self, number: int) -> Iterator[Part]:
        for thought in self._game.thoughts.get(number, ()):
            yield Said("thought", self._noted(thought.seat, "thought"), thought.text)

    def _noted(self, seat: int, note: str) -> str:
        return f"{who(self._game, seat, self._lang)} · {w(note, self._lang)}"

    def _speech(self, event: ev.Spoke) -> Said:
        last = event.stage == "last_words"
        name = self._noted(event.seat, "last_words") if last else who(self._game, event.seat, self._lang)
        text = clean(event.text) or ("" if event.cut else w("said_nothing", self._lang))
        return Said("speech", name, text + (w(event.cut, self._lang) if event.cut else ""))

    def _whisper(self, event: ev.Whispered) -> Said:
        wish = w("wish", self._lang, seat=event.target) if event.target else ""
        text = (clean(event.text) + wish).strip()
        return Said("pack", self._noted(event.seat, "pack"), text or w("said_nothing", self._lang))

    def _ballots(self, event: ev.Ballots) -> Count:
        """票型: who got how much from whom, and who abstained."""
        lang = self._lang
        voters: dict[int, list[str]] = {}
        weighty = event.stage in ev.EXILE and self._weight != 1
        for voter, target in event.ballots:
            mark = f"({self._weight:g})" if weighty and voter == self._sheriff else ""
            voters.setdefault(target, []).append(f"{voter}{mark}")
        for target, halves in event.extra:
            voters.setdefault(target, []).append(w("crow", lang, votes=half_votes(halves)))
        comma = w("comma", lang)
        rows = [
            (who(self._game, target, lang), half_votes(halves), comma.join(voters.get(target, ())))
            for target, halves in sorted(event.tally, key=lambda pair: (-pair[1], pair[0]))
        ]
        if 0 in voters:
            rows.append((w("abstained", lang), "—", comma.join(voters[0])))
        if not rows:
            rows.append((w("no_ballots", lang), "", ""))
        columns = (w("col_target", lang), w("col_votes", lang), w("col_voters", lang))
        return Count(w("ballots", lang, stage=stage_name(event.stage, lang)), columns, tuple(rows))
