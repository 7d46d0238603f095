"""Claims held against what the same speaker claimed before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from llmwolf.coach.claims.entries import Entry, Finding
from llmwolf.coach.claims.finding import finding, words_of
from llmwolf.coach.claims.public import night_of
from llmwolf.coach.minutes import Minutes, Speech
from llmwolf.coach.signs import CHANGES
from llmwolf.players.phrases import answer_name, role_name, seat_list
from llmwolf.players.words import Pair
from llmwolf.roles import registry, role_id
from llmwolf.rules.errors import SetupError

_Odds = tuple[str, Entry, Pair]
"""A kind of contradiction, the earlier claim, and how they differ."""


@dataclass(slots=True)
class _Said:
    """What one seat has claimed so far."""

    card: Entry | None = None
    side: Entry | None = None
    flow: Entry | None = None
    checks: list[Entry] = field(default_factory=list)
    deeds: list[Entry] = field(default_factory=list)
    withdrawn: bool = False
    """Whether the last word on the card was that it is not held."""

    def keep(self, entry: Entry) -> None:
        """Take in one more claim."""
        match entry.claim.act:
            case "role":
                self.card, self.withdrawn = entry, False
            case "retract":
                self.card, self.withdrawn = None, True
                self.checks.clear()
                self.deeds.clear()
            case "side":
                self.side = entry
            case "flow":
                self.flow = entry
            case "check":
                self.checks.append(entry)
            case "save" | "poison" | "guard":
                self.deeds.append(entry)


def inconsistent(book: Minutes, entries: Sequence[Entry]) -> Iterator[Finding]:
    """The claims of ``entries`` that are at odds with earlier ones of the same seat, in order.

    Whoever says in the same speech that he has changed his mind, or his claim, contradicts nothing.
    """
    speeches = {speech.number: speech for speech in book.speeches}
    said: dict[int, _Said] = defaultdict(_Said)
    for entry in entries:
        mine, speech = said[entry.seat], speeches[entry.number]
        for kind, before, what in _odds(book, entry, mine, speech):
            if kind != "side_switched" or not _forced(book, speech, before, said):
                words = words_of(entry.seat, before.quote)
                yield finding(kind, what, speech, entry.quote, before.number, words)
        mine.keep(entry)


def _forced(book: Minutes, speech: Speech, before: Entry, said: dict[int, _Said]) -> bool:
    """Whether the side taken ``before`` has fallen, or the other is proved, for everybody to see."""
    left = before.claim.targets[0]
    shown = {seat: card for seat, (at, card) in book.shown.items() if at < speech.number}
    blown = book.blasts.get(left, speech.number) < speech.number
    card = said[left].card
    unseated = said[left].withdrawn or (card is not None and card_of(card.claim.value) != "seer")
    return blown or left in shown or "seer" in shown.values() or unseated


def card_of(name: str) -> str:
    """The id of the card called ``name``; the name itself where no card is called so."""
    if name in registry():
        return name
    try:
        return role_id(name)
    except SetupError:
        return name


def _odds(book: Minutes, entry: Entry, said: _Said, speech: Speech) -> Iterator[_Odds]:
    claim = entry.claim
    noticed = CHANGES.search(speech.text) is not None
    match claim.act:
        case "role" if said.card is not None and not noticed:
            one, other = card_of(said.card.claim.value), card_of(claim.value)
            if one != other:
                zh = f"之前报的是{role_name(one)}"
                yield "role_changed", said.card, (zh, f"claimed {role_name(one, 'en')} before")
        case "side" if said.side is not None and said.side.number != entry.number and not noticed:
            old = said.side.claim.targets
            if old != claim.targets:
                what = f"之前站边{seat_list(old)}", f"sided with {seat_list(old, 'en')} before"
                yield "side_switched", said.side, what
        case "check" if not noticed:
            yield from _checks(book, entry, said)
        case "save" | "poison" | "guard" if not noticed:
            yield from _deeds(book, entry, said)


def _checks(book: Minutes, entry: Entry, said: _Said) -> Iterator[_Odds]:
    """A check against earlier ones: its result, its night, and the flow announced for it."""
    claim, night = entry.claim, night_of(book, entry)
    for before in said.checks:
        then = night_of(book, before)
        same = set(before.claim.targets) & set(claim.targets)
        if same and before.claim.value != claim.value and (night == then or 0 in (night, then)):
            was = before.claim.value
            zh = f"之前报{seat_list(same)}是{answer_name(was)}"
            yield (
                "check_changed",
                before,
                (zh, f"reported {seat_list(same, 'en')} as {answer_name(was, 'en')}"),
            )
            return
        if night and night == then and not same and _is_seer(said):
            what = (
                f"第{night}夜已经报过{seat_list(before.claim.targets)}",
                (f"reported {seat_list(before.claim.targets, 'en')} for night {night} before"),
            )
            yield "two_checks", before, what
            return
    yield from _flow(book, entry, said, night or entry.claim.night)


def _is_seer(said: _Said) -> bool:
    """Gravekeepers and little girls may see several."""
    return said.card is None or card_of(said.card.claim.value) == "seer"


def _flow(book: Minutes, entry: Entry, said: _Said, night: int) -> Iterator[_Odds]:
    """A new check of the night after a flow was announced, on none of its seats that were in then."""
    flow = said.flow
    if flow is None or night != flow.day + 1 or entry.claim.targets[0] in flow.claim.targets:
        return
    if any(entry.claim.targets == before.claim.targets for before in said.checks):
        return
    told = {target for before in said.checks for target in before.claim.targets}
    left = [
        target
        for target in flow.claim.targets
        if target not in told and not ((out := book.exits.get(target)) and out.day < night)
    ]
    if left:
        zh, en = seat_list(flow.claim.targets), seat_list(flow.claim.targets, "en")
        yield "flow_broken", flow, (f"警徽流留的是{zh}", f"the flow was {en}")


def _deeds(book: Minutes, entry: Entry, said: _Said) -> Iterator[_Odds]:
    """A potion is there once; a guard stands before one seat a night."""
    claim, night = entry.claim, night_of(book, entry)
    for before in said.deeds:
        if before.claim.act != claim.act or set(before.claim.targets) & set(claim.targets):
            continue
        seats = before.claim.targets
        if claim.act != "guard":
            zh, en = ("救", "saved") if claim.act == "save" else ("毒", "poisoned")
            yield (
                "two_potions",
                before,
                (f"之前说{zh}的是{seat_list(seats)}", f"{en} {seat_list(seats, 'en')} before"),
            )
            return
        if night and night == night_of(book, before):
            what = f"第{night}夜说守的是{seat_list(seats)}", f"guarded {seat_list(seats, 'en')} that night"
            yield "two_guards", before, what
            return
