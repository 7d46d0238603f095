"""The seat panel: one row for each seat, told by number, name, glyph and word, never by colour alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from llmwolf.players.phrases import role_name
from llmwolf.rules.facts import NIGHT, Facts, Hand
from llmwolf.tui.model.sight import Sight
from llmwolf.tui.words import t

IN, OUT, SPEAKS = "▪", "✗", "►"
"""Signs of one cell in every font: those that Chinese fonts draw two cells wide are avoided."""

_OUT_WORDS: Final = {"night": "out_night", "exile": "out_exile", "shot": "out_shot", "explode": "out_explode"}


@dataclass(frozen=True, slots=True)
class Tag:
    """A word about a seat; ``tone`` says how it is meant: state, self, wolf, good, office or plain."""

    word: str
    tone: str


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat of the panel."""

    seat: int
    name: str
    alive: bool
    speaking: bool
    mine: bool
    tags: tuple[Tag, ...]

    @property
    def glyph(self) -> str:
        """Whether the seat is in, as a sign."""
        return IN if self.alive else OUT


def seat_rows(sight: Sight, names: Mapping[int, str], speaker: int, lang: str) -> list[SeatRow]:
    """Every seat in order; ``speaker`` has the floor (0: nobody)."""
    facts = sight.view.facts
    return [
        SeatRow(
            seat=seat,
            name=names.get(seat, ""),
            alive=seat in facts.living,
            speaking=seat == speaker,
            mine=seat == sight.view.seat,
            tags=tuple(_tags(sight, seat, speaker, lang)),
        )
        for seat in range(1, facts.seats + 1)
    ]


def _tags(sight: Sight, seat: int, speaker: int, lang: str) -> list[Tag]:
    """The words about a seat, the most important first: what does not fit is cut off at the end."""
    facts, hand = sight.view.facts, sight.view.hand
    tags: list[Tag] = []
    if seat in facts.gone:
        tags.append(Tag(_out(facts, seat, lang), "state"))
    if seat == sight.view.seat:
        tags.append(Tag(t("tag_you", lang), "self"))
    if facts.sheriff == seat:
        tags.append(Tag(t("tag_badge", lang), "office"))
    tags += _known(sight, hand, seat, lang)
    if facts.election_open and seat in facts.ran:
        left = seat in facts.withdrawn
        tags.append(Tag(t("tag_withdrew" if left else "tag_runs", lang), "plain" if left else "office"))
    if seat in facts.marks.get("voteless", ()):
        tags.append(Tag(t("tag_voteless", lang), "plain"))
    if seat == speaker:
        tags.append(Tag(t("tag_speaks", lang), "office"))
    return tags or [Tag(t("tag_in", lang), "plain")]


def _known(sight: Sight, hand: Hand, seat: int, lang: str) -> list[Tag]:
    """What the reader's own hand and the turned cards say about a seat."""
    tags: list[Tag] = []
    role = sight.cards.get(seat, "")
    if role and seat != sight.view.seat:
        if seat in hand.pack and seat not in sight.view.facts.shown:
            tags.append(Tag(t("tag_pack", lang), "wolf"))
        else:
            tags.append(Tag(role_name(role, lang), "plain"))
    for _, fact, target, value in hand.told:
        if fact == "check" and target == seat:
            tags.append(Tag(t("tag_wolf" if value == "wolf" else "tag_good", lang), value))
            break
    if any(target == seat for _, target in hand.uses.get("save", ())):
        tags.append(Tag(t("tag_saved", lang), "good"))
    return tags


def _out(facts: Facts, seat: int, lang: str) -> str:
    phase, day, how = facts.gone[seat]
    key = _OUT_WORDS.get(how, "out_other")
    return t("out_shot_night" if key == "out_shot" and phase == NIGHT else key, lang, day=day)
