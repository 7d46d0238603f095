"""What a coach has to say of a recorded game, as items that each belong to an event."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from shlex import quote
from typing import Final

from llmwolf.coach.annotations import Annotation, Annotations, beside, put, read, write
from llmwolf.coach.claims.entries import Finding
from llmwolf.coach.odds import cache
from llmwolf.coach.odds.reference import PUBLIC, TRUE
from llmwolf.coach.odds.rollout import Setting
from llmwolf.coach.odds.study import Study as Odds
from llmwolf.coach.oddswords import bars, place, side_of
from llmwolf.coach.room import study
from llmwolf.coach.turning import known_well, settled
from llmwolf.export.recorded import JUDGE, Recorded, heard
from llmwolf.players.phrases import say_claim, say_event
from llmwolf.players.told import ToldError
from llmwolf.players.words import pick
from llmwolf.tui.model.cells import one_line
from llmwolf.tui.words import t

_SWINGS: Final = 5
_NOW: Final = "│"
"""Stands behind the bar of the moment at which the log is."""
_COMMAS: Final = re.compile("[,，、;；]")
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
        self.read_notes()
        self._odds = {who: self._kept(who) for who in ((PUBLIC, TRUE) if game.finished else (PUBLIC,))}

    def read_notes(self) -> None:
        """Take the notes as they are on the disk now."""
        try:
            self._notes = read(beside(self.game.path))
        except ToldError as error:
            self.problem = error

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
        found = settled(odds, sorted(odds.points))[:_SWINGS]
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
        plies = sorted(odds.points)
        shares = {ply: odds.points[ply].share("good") for ply in plies}
        title = t(
            "coach_odds", self.lang, whose=t("coach_true" if whose == TRUE else "coach_public", self.lang)
        )
        past = [ply for ply, share in shares.items() if share and marks[ply].event <= at]
        here = past[-1] if past else -1
        strip = ""
        moments = ((marks[ply].day, share.share if share else None) for ply, share in shares.items())
        for ply, (head, bar) in zip(plies, bars(moments), strict=True):
            strip += f"{head}{bar}{_NOW * (ply == here)}"
        now = shares[here] if past else None
        if now is None:
            return f"{title}\n{t('coach_before', self.lang)}\n{strip}"
        point = odds.points[here]
        told = t(
            "coach_now",
            self.lang,
            share=f"{now.share:.0%}",
            low=f"{now.low:.0%}",
            high=f"{now.high:.0%}",
            n=point.n,
        )
        sketch = "" if known_well(point) else f" · {t('coach_sketch', self.lang)}"
        return f"{title}\n{told}{sketch}\n{strip}"


class Notes:
    """The coach's notes on one recorded game, as they are on the disk."""

    def __init__(self, game: Recorded) -> None:
        self._game = game
        self._path = beside(game.path)

    def of(self, event: int) -> Annotation:
        """The note on ``event``, empty where there is none; raises :class:`ToldError`."""
        return read(self._path).get(event, Annotation(event))

    def put(self, event: int, tags: str, text: str) -> None:
        """Keep exactly ``tags``, divided by commas, and ``text``; both empty: none. Raises ToldError."""
        wanted = [tag for tag in _COMMAS.split(tags) if tag.strip()]
        notes = put(read(self._path), event, wanted, text)
        try:
            write(self._path, notes.values())
        except OSError as error:
            raise ToldError(
                (
                    f"{self._path}：写不了（{error.strerror}）",
                    f"{self._path}: it cannot be written ({error.strerror})",
                )
            ) from None

    def sentence(self, event: int, lang: str) -> str:
        """What happened, as one line."""
        return one_line(say_event(self._game.log[event - 1], lang))
