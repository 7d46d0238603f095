"""The seat panel: one row for each seat, told by number, name, glyph and word, never by colour alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from llmwolf.players.phrases import answer_name, role_name
from llmwolf.rules.facts import NIGHT, Facts, Hand, Hidden
from llmwolf.tui.model.hand import tone_of
from llmwolf.tui.model.sight import Sight
from llmwolf.tui.words import t

IN, OUT, SPEAKS, STOOD_IN, RUNS = "▪", "✗", "►", "!", "^"
"""Signs of one cell in every font: those that Chinese fonts draw two cells wide are avoided."""

_OUT_WORDS: Final = {
    "night": "out_night", "exile": "out_exile", "shot": "out_shot", "explode": "out_explode",
    "taken": "out_taken",
    "duel": "out_duel", "bomb": "out_bomb", "scapegoat": "out_scapegoat", "follow": "out_follow",
    "elder": "out_follow",
}  # fmt: skip
_BY_NIGHT: Final = ("out_shot", "out_follow")
"""Words that have another form where it happened at dawn."""
_MARKS: Final = ("silenced", "charmed", "voteless")
"""The public marks, those that matter most first."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A word about a seat; ``tone`` says how it is meant: state, self, wolf, good, office, plain, or idle
    for a seat of which there is nothing else to tell. ``sign`` stands for the word where it has no room."""

    word: str
    tone: str
    sign: str = ""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat of the panel."""

    seat: int
    name: str
    alive: bool
    speaking: bool
    mine: bool
    tags: tuple[Tag, ...]
    stood_in: bool = False

    @property
    def glyph(self) -> str:
        """Whether the seat is in, and whether a bot stands in for its model, as a sign."""
        if not self.alive:
            return OUT
        return STOOD_IN if self.stood_in else IN


def seat_rows(
    sight: Sight,
    names: Mapping[int, str],
    speaker: int,
    lang: str,
    stood_in: Collection[int] = (),
    marks: Mapping[int, Tag] | None = None,
) -> list[SeatRow]:
    """Every seat in order; ``speaker`` has the floor (0: nobody), bots answer for the seats ``stood_in``.

    ``marks`` are the reader's own words about seats.
    """
    facts = sight.view.facts
    return [
        SeatRow(
            seat=seat,
            name=names.get(seat, ""),
            alive=seat in facts.living,
            speaking=seat == speaker,
            mine=seat == sight.view.seat,
            tags=tuple(_tags(sight, seat, speaker, lang, seat in stood_in, (marks or {}).get(seat))),
            stood_in=seat in stood_in,
        )
        for seat in range(1, facts.seats + 1)
    ]


def _tags(sight: Sight, seat: int, speaker: int, lang: str, stood_in: bool, mark: Tag | None) -> list[Tag]:
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
    if mark is not None:
        tags.append(mark)
    if facts.election_open and seat in facts.ran:
        left = seat in facts.withdrawn
        runs = Tag(t("tag_runs", lang), "office", RUNS)
        tags.append(Tag(t("tag_withdrew", lang), "plain") if left else runs)
    tags += [Tag(t(f"tag_{mark}", lang), "plain") for mark in _MARKS if seat in facts.marks.get(mark, ())]
    if _struck_off(facts, seat):
        tags.append(Tag(t("tag_voteless", lang), "plain"))
    if seat == speaker:
        tags.append(Tag(t("tag_speaks", lang), "office"))
    if stood_in and seat in facts.living:
        tags.append(Tag(t("tag_standin", lang), "office"))
    return tags or [Tag(t("tag_in", lang), "idle")]


def _known(sight: Sight, hand: Hand, seat: int, lang: str) -> list[Tag]:
    """What the reader's own hand and the turned cards say about a seat."""
    tags: list[Tag] = []
    role = sight.cards.get(seat, "")
    if role and seat != sight.view.seat:
        if seat in hand.pack and seat not in sight.view.facts.shown:
            tags.append(Tag(t("tag_pack", lang), "wolf"))
        else:
            tags.append(Tag(role_name(role, lang), "plain"))
    if seat == hand.lover or _did(hand, "link", seat):
        tags.append(Tag(t("tag_lover", lang), "self"))
    tags += _told(hand, seat, lang)
    if _did(hand, "save", seat):
        tags.append(Tag(t("tag_saved", lang), "good"))
    if _did(hand, "model", seat):
        tags.append(Tag(t("tag_model", lang), "self"))
    if seat == hand.last("charm", sight.view.facts.day):
        tags.append(Tag(t("tag_beauty", lang), "office"))
    charmed = sight.view.facts.marks.get("charmed", ())
    if sight.view.rules.piper == "new_moon" and seat not in charmed and _piped(sight, seat):
        tags.append(Tag(t("tag_charmed", lang), "office"))
    return tags + _secret(sight.hidden, seat, lang)


def _told(hand: Hand, seat: int, lang: str) -> list[Tag]:
    """What the judge told the reader of a seat, the last word of each kind."""
    found: dict[str, Tag] = {}
    for _, fact, target, value in hand.told:
        if target != seat:
            continue
        match fact:
            case "check" if value in ("good", "wolf"):
                found[fact] = Tag(t(f"tag_{value}", lang), value)
            case "check":
                found[fact] = Tag(answer_name(value, lang), tone_of(value))
            case "grave":
                found[fact] = Tag(t(f"tag_is_{value}", lang), value)
            case "seen" | "ally_wolf":
                found["seen"] = Tag(t("tag_is_wolf", lang), "wolf")
            case "caught":
                found[fact] = Tag(t("tag_girl", lang), "good")
    return list(found.values())


def _did(hand: Hand, verb: str, seat: int) -> bool:
    return any(target == seat for _, target in hand.uses.get(verb, ()))


def _piped(sight: Sight, seat: int) -> bool:
    """Whether the reader knows that the pipe has charmed a seat."""
    hand = sight.view.hand
    return _did(hand, "pipe", seat) or any(f == "charmed" and s == seat for _, f, s, _ in hand.told)


def _struck_off(facts: Facts, seat: int) -> bool:
    """Whether the scapegoat's list leaves a living seat without a vote today."""
    day, named = facts.voters
    voteless = facts.marks.get("voteless", ())
    return 0 < day == facts.day and seat in facts.living and seat not in named and seat not in voteless


def _secret(hidden: Hidden | None, seat: int, lang: str) -> list[Tag]:
    """What the judge knows of a seat beside its card."""
    if hidden is None:
        return []
    marks = {
        "tag_lover": hidden.lovers,
        "tag_beauty": tuple(hidden.charms.values()),
        "tag_charmed": hidden.piped,
    }
    return [Tag(t(word, lang), "office") for word, seats in marks.items() if seat in seats]


def _out(facts: Facts, seat: int, lang: str) -> str:
    phase, day, how = facts.gone[seat]
    key = _OUT_WORDS.get(how, "out_other")
    return t(f"{key}_night" if key in _BY_NIGHT and phase == NIGHT else key, lang, day=day)
