"""The log as lines: every event a person heard becomes one line (a ballot: a small table).

An act on several seats is several events, and one line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from llmwolf.players.phrases import DeathsTold, half_votes, say_acts, say_event, stage_name
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event, Private, Secret
from llmwolf.rules.words import clean
from llmwolf.tui.model.cells import pad, tame
from llmwolf.tui.words import t

_NEWS: Final = (
    ev.Announced, ev.BadgePassed, ev.Died, ev.Dueled, ev.Elected, ev.EventDrawn, ev.Exiled, ev.Exploded,
    ev.GameEnded, ev.LotDrawn, ev.NoBadge, ev.NobodyExiled, ev.Revealed, ev.Roared, ev.Scapegoated, ev.Shot,
    ev.Skipped, ev.VotersNamed, ev.Withdrew,
)  # fmt: skip
_SEVERAL: Final = ("link", "pipe")
"""Acts on several seats at once."""
_MOST_NAMED: Final = 3
"""A sentence about more seats than this keeps their numbers alone."""
_SEAT: Final = {
    "zh": re.compile(r"(\d+)号(?P<more>[^，。、；（）：！？])?"),
    "en": re.compile(r"[Ss]eat (\d+)(?P<more>)"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the log.

    ``kind`` is phase, stage, judge, news, speech, table, private, pack or secret; ``head`` names who
    speaks; ``seat`` is the speaker (0: the judge); ``text`` may hold line breaks.
    """

    kind: str
    text: str
    head: str = ""
    seat: int = 0


class Scribe:
    """Turns events into lines, in the order in which they happened.

    ``names`` by seat are shown beside every number; ``me`` is the reader's seat (0: nobody).
    """

    def __init__(self, names: Mapping[int, str], me: int, lang: str, badge_weight: float) -> None:
        self._names = names
        self._me = me
        self._lang = lang
        self._weight = badge_weight
        self._sheriff = 0
        self._deaths = DeathsTold()

    def lines(self, events: Sequence[Event]) -> list[Line]:
        """The lines of ``events``, which follow each other."""
        lines: list[Line] = []
        for act, same in groupby(events, _act):
            found = list(same)
            acts = [event for event in found if isinstance(event, ev.Acted)]
            if act and len(acts) > 1:
                lines.append(self.private(self.named(say_acts(acts, self._lang))))
            else:
                lines += [self.line(event) for event in found if not self._deaths.again(event)]
        return lines

    def line(self, event: Event) -> Line:
        """The line of ``event``."""
        match event:
            case ev.Spoke():
                return self.speech(event.seat, event.text, event.stage, event.cut)
            case ev.Ballots():
                return Line("table", self._ballots(event))
            case ev.NightFell():
                return Line("phase", t("night_no", self._lang, day=event.day))
            case ev.DayBroke():
                return Line("phase", t("day_no", self._lang, day=event.day))
            case ev.StageBegan():
                return Line("stage", stage_name(event.stage, self._lang))
            case ev.Whispered():
                return self._whisper(event)
            case ev.Elected():
                self._sheriff = event.seat
            case ev.BadgePassed():
                self._sheriff = event.seat
        sentence = say_event(event, self._lang)
        if isinstance(event, Secret):
            return Line("secret", sentence)
        if isinstance(event, Private):
            if not isinstance(event, (ev.Dealt, ev.PackMet)):
                sentence = self.named(sentence)
            return self.private(sentence)
        kind = "news" if isinstance(event, _NEWS) else "judge"
        return Line(kind, self.named(sentence), t("judge", self._lang) + t("colon", self._lang))

    def speech(self, seat: int, text: str, stage: str = "", cut: str = "") -> Line:
        """A speech, whole or as far as it has been heard."""
        said = tame(clean(text)) or ("" if cut else t("said_nothing", self._lang))
        if cut:
            said += t("cut_in" if cut == "cut_in" else "too_long", self._lang)
        return Line("speech", said, self._speaker(seat, stage), seat)

    def running(self, seat: int, text: str, stage: str) -> Line:
        """A speech that is still being spoken, with the mark of a pen at its end."""
        return Line("speech", tame(clean(text)) + "▌", self._speaker(seat, stage), seat)

    def named(self, sentence: str) -> str:
        """A sentence of the judge's with the names put behind a few seat numbers."""
        pattern = _SEAT[self._lang]
        if len(pattern.findall(sentence)) > _MOST_NAMED:
            return sentence

        def with_name(match: re.Match[str]) -> str:
            more = match["more"] or ""
            name = self._names.get(int(match[1]), "")
            if not name:
                return match[0]
            number = match[0][: len(match[0]) - len(more)]
            return f"{number} {name}" + (f" {more}" if more else "")

        return pattern.sub(with_name, sentence)

    def private(self, sentence: str) -> Line:
        """What the reader alone is told."""
        return Line("private", sentence, t("private", self._lang) + t("colon", self._lang))

    def _speaker(self, seat: int, stage: str) -> str:
        key = "speaker_you" if seat == self._me else "speaker"
        words = t(key, self._lang, seat=seat, name=self._names.get(seat, ""))
        return words + (t("last_words", self._lang) if stage == "last_words" else "") + t("colon", self._lang)

    def _whisper(self, event: ev.Whispered) -> Line:
        name = self._names.get(event.seat, "")
        head = t("pack_talk", self._lang, seat=event.seat, name=name) + t("colon", self._lang)
        said = " ".join(tame(clean(event.text)).split("\n"))
        if event.target:
            said = f"{said} → {self.named(say_target(event.target, self._lang))}".strip()
        return Line("pack", said or t("said_nothing", self._lang), head, event.seat)

    def _ballots(self, event: ev.Ballots) -> str:
        """票型: who got how much from whom, and who abstained."""
        voters: dict[int, list[str]] = {}
        weighty = event.stage in ("ballot", "pk_ballot") and self._weight != 1
        for voter, target in event.ballots:
            mark = f"({self._weight:g})" if weighty and voter == self._sheriff else ""
            voters.setdefault(target, []).append(f"{voter}{mark}")
        for target, halves in event.extra:
            voters.setdefault(target, []).append(t("ballot_crow", self._lang, votes=half_votes(halves)))
        rows = [t("ballot_title", self._lang, stage=stage_name(event.stage, self._lang))]
        for target, halves in sorted(event.tally, key=lambda pair: (-pair[1], pair[0])):
            votes = pad(t("ballot_votes", self._lang, votes=half_votes(halves)), 6)
            name = pad(f"{target:>2} {self._names.get(target, '')}", 13)
            rows.append(f"{name} {votes} ← {' '.join(voters[target])}")
        if 0 in voters:
            rows.append(f"{pad(t('ballot_abstained', self._lang), 20)} ← {' '.join(voters[0])}")
        if len(rows) == 1:
            rows.append(t("ballot_none", self._lang))
        return "\n".join(rows)


def _act(event: Event) -> tuple[int, str, int] | None:
    """What the events of one act on several seats have in common."""
    if isinstance(event, ev.Acted) and event.verb in _SEVERAL and event.target:
        return event.seat, event.verb, event.when
    return None


def say_target(seat: int, lang: str) -> str:
    """A seat as the target of a wish."""
    return f"{seat}号" if lang == "zh" else f"Seat {seat}"
