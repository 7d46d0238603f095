"""What a coach has to say of a recorded game, as items that each belong to an event."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from shlex import quote
from typing import Final

from llmwolf.coach.annotations import Annotations, beside, read
from llmwolf.coach.claims.entries import Finding
from llmwolf.coach.odds import cache
from llmwolf.coach.odds.reference import PUBLIC, TRUE
from llmwolf.coach.odds.rollout import Setting
from llmwolf.coach.odds.study import Study as Odds
from llmwolf.coach.oddswords import blocks, place, side_of
from llmwolf.coach.room import study
from llmwolf.export.recorded import JUDGE, Recorded, heard
from llmwolf.players.phrases import say_claim, say_event
from llmwolf.players.told import ToldError
from llmwolf.players.words import pick
from llmwolf.tui.model.cells import one_line
from llmwolf.tui.words import t

_SWINGS: Final = 5
_FACTS: Final = ("role", "retract", "check", "save", "poison", "guard", "flow")


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to go to: its ``event`` (numbers count from 1), a line, and more to read about it."""

    kind: str
    event: int
    text: str
    more: str = ""

    @property
    def key(self) -> str:
        """A name among all items."""
        return f"{self.kind}/{self.event}/{self.text}"


class Coached:
    """Claims, findings, notes and, where they were reckoned before, odds of one game."""

    def __init__(self, game: Recorded, lang: str) -> None:
        """It takes a moment: every speech is read. ``problem`` says why notes could not be read, if so."""
        self.game = game
        self.lang = lang
        self.problem: ToldError | None = None
        self._study = study(game.game)
        self._notes: Annotations = {}
        try:
            self._notes = read(beside(game.path))
        except ToldError as error:
            self.problem = error
        self._odds = {who: self._kept(who) for who in ((PUBLIC, TRUE) if game.finished else (PUBLIC,))}

    def items(self, eyes: int) -> list[Item]:
        """Everything that ``eyes`` may see of it, by kind, in the order of events."""
        found = [*self._claims, *self._found("findings", self._study.findings)]
        if eyes == JUDGE and self._study.after is not None:
            found += self._found("after", self._study.after.findings)
        return [*found, *self._swings(eyes), *self._noted(eyes)]

    @cached_property
    def _claims(self) -> list[Item]:
        return [
            self._item(
                "claims",
                e.number,
                f"{self._seat(e.seat)} {say_claim(e.claim, self.lang)}",
                f"“{e.quote.text}”",
            )
            for e in self._study.ledger
            if e.claim.act in _FACTS
        ]

    def _found(self, kind: str, findings: tuple[Finding, ...]) -> list[Item]:
        items = []
        for one in findings:
            record = t(
                "coach_against",
                self.lang,
                event=self._number(one.against),
                record=pick(one.record, self.lang),
            )
            what = f"{self._seat(one.seat)} {pick(one.what, self.lang)}"
            items.append(self._item(kind, one.number, what, f"“{one.quote.text}” {record}"))
        return items

    def _noted(self, eyes: int) -> list[Item]:
        items = []
        for note in self._notes.values():
            if note.event > len(self.game.log) or not heard(self.game.log[note.event - 1], eyes):
                continue
            tags = f"[{pick(('、', ', '), self.lang).join(note.tags)}] " if note.tags else ""
            what = say_event(self.game.log[note.event - 1], self.lang)
            items.append(self._item("notes", note.event, tags + note.text, what))
        return items

    def _item(self, kind: str, event: int, text: str, more: str) -> Item:
        return Item(kind, event, f"{self._number(event)}{one_line(text)}", one_line(more))

    def _number(self, event: int) -> str:
        """An event's number; none while the game is unfinished, for it counts what must not be known yet."""
        return f"#{event} " if self.game.finished else ""

    def _seat(self, seat: int) -> str:
        return pick((f"{seat}号", f"seat {seat}"), self.lang)

    # -- odds ----------------------------------------------------------------------------------

    def _kept(self, observer: int) -> Odds | None:
        """The odds that were reckoned before and kept beside the record."""
        if not cache.beside(self.game.path).exists():
            return None
        odds = Odds(self.game.path, Setting(observer))
        return odds if odds.points else None

    def _whose(self, eyes: int) -> int:
        """The judge looks at those with the cards, where there are any."""
        return TRUE if eyes == JUDGE and self._odds.get(TRUE) else PUBLIC

    def _swings(self, eyes: int) -> list[Item]:
        odds = self._odds[self._whose(eyes)]
        if odds is None:
            return []
        marks = odds.ref.marks
        found = odds.swings(sorted(odds.points), _SWINGS)
        return [
            self._item(
                "swings",
                max(marks[s.start].event, 1),
                f"{place(marks[s.start], self.lang, odds.setting.observer)} {side_of(s.side, self.lang)} "
                f"{s.before:.0%} → {s.after:.0%} ({s.change:+.0%} ±{s.half:.0%})",
                "",
            )
            for s in sorted(found, key=lambda s: s.start)
        ]

    def curve(self, eyes: int, at: int) -> str:
        """The odds so far reckoned as blocks, and those of the moment after the first ``at`` events."""
        whose = self._whose(eyes)
        odds = self._odds[whose]
        if odds is None:
            return t("coach_no_odds", self.lang, file=one_line(quote(str(self.game.path))))
        marks = odds.ref.marks
        shares = {ply: odds.points[ply].share("good") for ply in sorted(odds.points)}
        title = t(
            "coach_odds", self.lang, whose=t("coach_true" if whose == TRUE else "coach_public", self.lang)
        )
        bars = blocks((marks[ply].day, share.share if share else None) for ply, share in shares.items())
        past = [share for ply, share in shares.items() if share and marks[ply].event <= at]
        if not past:
            return f"{title}\n{bars}"
        now = past[-1]
        told = t(
            "coach_now", self.lang, share=f"{now.share:.0%}", low=f"{now.low:.0%}", high=f"{now.high:.0%}"
        )
        return f"{title} {told}\n{bars}"
