"""The phrase book: what a seat may want to say now, with blanks, from what it may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from llmwolf.players.phrases import role_name, seat_name
from llmwolf.roles import registry
from llmwolf.rules.view import View
from llmwolf.tui.model.sayings import Check, Sayings
from llmwolf.tui.model.situation import Situation
from llmwolf.tui.words import t

Values = Mapping[str, str]
"""What the blanks are filled with, by name: a seat's number, a result, a card; empty is left out."""
_MOST_WOLVES: Final = 4
_TOLD: Final = ("witch", "guard", "gravekeeper", "little_girl")
"""Cards whose claim comes with a report."""
_FIRST: Final = {
    "election": ("seer", "check", "fake_seer", "fake_check", "stand", "withdraw"),
    "election_pk": ("seer", "fake_seer", "pk", "clear"),
    "pk": ("pk", "clear", "blame", "own", "seer"),
    "last_words": ("farewell", "seer", "own"),
}
"""What is wanted most in a round; the others follow in the order in which they are listed."""


@dataclass(frozen=True, slots=True)
class Blank:
    """Something to be chosen out of ``options``, pairs of (value, label); ``value`` at first."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]
    value: str = ""
    must: bool = False
    after: str = ""
    """The blank without which this one says nothing."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A template: its ``blanks``, and the text that they make."""

    id: str
    title: str
    text: Callable[[Values], str]
    blanks: tuple[Blank, ...] = ()
    names: str = ""
    """The blank whose seat is the target that goes with the text, if any."""

    def defaults(self) -> dict[str, str]:
        """The blanks as they are at first."""
        return {blank.name: blank.value for blank in self.blanks}

    def target(self, values: Values) -> int:
        """The seat that goes with the text (0: none)."""
        return int(values.get(self.names) or 0)

    def missing(self, values: Values) -> Blank | None:
        """The first blank that has to be filled still."""
        needed = {blank.after for blank in self.blanks if values[blank.name]}
        needed |= {blank.name for blank in self.blanks if blank.must}
        return next((blank for blank in self.blanks if blank.name in needed and not values[blank.name]), None)


def phrases(
    view: View, situation: Situation, stage: str, lang: str, suspects: Sequence[int] = ()
) -> list[Phrase]:
    """The templates for the seat of ``view``, those first that are wanted most in the round ``stage``.

    They are made of the seat's own hand, of public facts and of ``situation``, what was said and voted;
    ``suspects`` are the seats that the person has marked as wolves.
    """
    book = _Book(Sayings(view, situation, lang), suspects)
    first = _FIRST.get(stage, ())
    found = list(book.public(stage))
    return sorted(found, key=lambda phrase: first.index(phrase.id) if phrase.id in first else len(first))


def pack_phrases(view: View, situation: Situation, lang: str) -> list[Phrase]:
    """The templates of the night talk."""
    return list(_Book(Sayings(view, situation, lang)).secret())


class _Book:
    """Makes the templates of one seat."""

    def __init__(self, sayings: Sayings, suspects: Sequence[int] = ()) -> None:
        self._say = sayings
        self._suspects = suspects
        self._lang = sayings.lang

    def _title(self, name: str, **slots: object) -> str:
        return t(f"phrase_{name}", self._lang, **slots)

    def _phrase(self, name: str, text: Callable[[Values], str], *blanks: Blank) -> Phrase:
        return Phrase(name, self._title(name), text, blanks)

    # -- blanks --------------------------------------------------------------------------------

    def _seat(
        self, name: str, seats: Sequence[int], value: int = 0, must: bool = False, label: str = ""
    ) -> Blank:
        """One of ``seats``; where there is only one and one is needed, it is that."""
        value = seats[0] if must and len(seats) == 1 else value if value in seats else 0
        options = [("", t("blank_none", self._lang)), *((str(s), seat_name(s, self._lang)) for s in seats)]
        title = label or t(f"blank_{name}", self._lang)
        return Blank(name, title, tuple(options), str(value or ""), must)

    def _flow(self, checks: Sequence[Check]) -> tuple[Blank, Blank]:
        known = {check.seat for check in checks}
        seats = [seat for seat in self._say.others if seat not in known]
        return self._seat("flow1", seats), replace(self._seat("flow2", seats), after="flow1")

    def _night(self, night: int, known: Check | None, must: bool) -> tuple[Blank, Blank]:
        """A seat and a result; ``known`` was reported before."""
        seats = tuple(s for s in range(1, self._say.facts.seats + 1) if s != self._say.view.seat)
        label = t("blank_check", self._lang, n=night)
        results = tuple((side, t(f"result_{side}", self._lang)) for side in ("good", "wolf"))
        result = t("blank_result", self._lang, n=night)
        return (
            self._seat(f"check{night}", seats, known.seat if known else 0, must, label),
            Blank(f"result{night}", result, results, known.side if known else "good"),
        )

    # -- public --------------------------------------------------------------------------------

    def public(self, stage: str) -> Iterator[Phrase]:
        """Everything that may be said to the table."""
        say, facts = self._say, self._say.facts
        yield from self._seer()
        yield from self._answers()
        if seers := say.seers():
            yield self._side(seers)
        yield self._phrase("vote", self._vote, self._seat("vote", self._votable(stage), self._hit(), True))
        yield self._pit()
        yield self._phrase("clear", lambda values: say.join(say.say("good"), say.ballots()))
        yield from self._cards()
        if facts.election_open:
            yield self._phrase("stand", lambda values: say.say("stand"))
        if facts.election_open and say.view.seat in facts.ran:
            blank = self._seat("side", say.seers() or say.others)
            yield self._phrase(
                "withdraw", lambda values: say.join(say.say("withdraw"), self._sided(values)), blank
            )
        if stage in ("pk", "election_pk"):
            yield self._pk(stage)
        if stage == "last_words":
            yield self._farewell()

    def _seer(self) -> Iterator[Phrase]:
        say = self._say
        if say.hand.role == "seer":
            checks = say.own_checks()
            flow = self._flow(checks)
            yield self._phrase("seer", lambda values: self._report(checks, values, True), *flow)
            if say.held == "seer" and checks:
                yield self._phrase("check", lambda values: self._report(checks[-1:], values), *flow)
        elif say.lies:
            told = {check.night: check for check in say.claimed_checks()}
            nights = range(1, max(say.facts.day, *told, 1) + 1)
            flow = self._flow(list(told.values()))
            blanks = [blank for n in nights for blank in self._night(n, told.get(n), n == 1)]
            yield self._phrase("fake_seer", partial(self._story, nights, True), *blanks, *flow)
            if say.held == "seer":
                last = nights[-1]
                more = self._night(last, told.get(last), True)
                yield self._phrase("fake_check", partial(self._story, (last,), False), *more, *flow)

    def _report(self, checks: Sequence[Check], values: Values, opens: bool = False) -> str:
        say = self._say
        flow = say.flow(int(values["flow1"] or 0), int(values["flow2"] or 0))
        return say.join(say.card("seer") if opens else "", say.checks(list(checks)), flow)

    def _story(self, nights: Sequence[int], opens: bool, values: Values) -> str:
        told = [Check(n, int(values[f"check{n}"] or 0), values[f"result{n}"]) for n in nights]
        return self._report([check for check in told if check.seat], values, opens)

    def _answers(self) -> Iterator[Phrase]:
        """What a seat says to those who have checked it."""
        say = self._say
        if (by := say.checkers("good")) and not say.is_seer:
            blank = self._seat("side", by, must=True)
            yield self._phrase(
                "gold", lambda values: say.join(self._of("gold", values, "side"), self._sided(values)), blank
            )
        if by := say.checkers("wolf"):
            blank = self._seat("rival", by, must=True)
            yield self._phrase(
                "blame",
                lambda values: say.join(
                    say.say("good"), self._of("blame", values, "rival"), self._rival(values)
                ),
                blank,
            )

    def _side(self, seers: Sequence[int]) -> Phrase:
        """Whom to follow; who is the seer, or says so, follows nobody and names the other one."""
        say = self._say
        if say.is_seer:
            return self._phrase("rival", self._rival, self._seat("rival", seers, must=True))
        side = self._seat("side", seers, must=True)
        if any(str(seat) == side.value for seat in say.checkers("wolf")):
            side = replace(side, value="")
        blanks = [side] if len(seers) == 1 else [side, self._seat("rival", seers)]
        return self._phrase("side", self._sides, *blanks)

    def _sides(self, values: Values) -> str:
        rival = self._rival(values) if values.get("rival") != values["side"] else ""
        return self._say.join(self._sided(values), rival)

    def _votable(self, stage: str) -> tuple[int, ...]:
        return (self._say.rivals() if stage == "pk" else ()) or self._say.others

    def _hit(self) -> int:
        """A living seat that the reader itself has found a wolf."""
        found = [check.seat for check in self._say.own_checks() if check.side == "wolf"]
        return next((seat for seat in reversed(found) if seat in self._say.facts.living), 0)

    def _pit(self) -> Phrase:
        say, facts = self._say, self._say.facts
        wolves = sum(registry()[card].camp == "W" for card in facts.cards)
        seats = tuple(seat for seat in range(1, facts.seats + 1) if seat != say.view.seat)
        checked = [c.seat for c in say.own_checks() if c.side == "wolf"]
        known = list(dict.fromkeys((*checked, *self._suspects)))
        blanks = []
        for n in range(1, min(wolves, _MOST_WOLVES) + 1):
            value = known[n - 1] if n <= len(known) else 0
            label = t("blank_wolf", self._lang, n=n)
            blanks.append(self._seat(f"wolf{n}", seats, value, n == 1, label))
        return self._phrase("pit", self._pitted, *blanks)

    def _pitted(self, values: Values) -> str:
        seats = list(dict.fromkeys(v for k, v in values.items() if k.startswith("wolf") and v))
        listed = ("、" if self._lang == "zh" else ", ").join(seat_name(int(s), self._lang) for s in seats)
        return self._say.say("pit" if len(seats) > 1 else "pit1", seats=listed) if seats else ""

    def _cards(self) -> Iterator[Phrase]:
        say, facts = self._say, self._say.facts
        role = say.hand.role
        honest = registry()[role].camp in "GV"
        if role != "seer" and honest:
            known = role in _TOLD
            title = (
                self._title(f"own_{role}") if known else self._title("own", card=role_name(role, self._lang))
            )
            yield Phrase("own", title, lambda values: say.own_story())
        own = role if honest else ""
        cards = [c for c in dict.fromkeys(facts.cards) if registry()[c].camp != "W" and c != own]
        options = tuple((card, role_name(card, self._lang)) for card in cards)
        if options:
            none = ("", t("blank_none", self._lang))
            blank = Blank("card", t("blank_card", self._lang), (none, *options), must=True)
            yield self._phrase(
                "card", lambda values: say.card(values["card"]) if values["card"] else "", blank
            )
        if held := say.held:
            name = role_name(held, self._lang)
            card = name.lower() if self._lang == "en" else name
            yield self._phrase("retract", lambda values: say.say("retract", card=card))

    def _pk(self, stage: str) -> Phrase:
        say = self._say
        if stage == "election_pk":
            return self._phrase("pk", lambda values: say.say("pk"))
        blank = self._seat("vote", say.rivals() or say.others, must=True)
        return self._phrase(
            "pk", lambda values: say.join(say.say("good"), say.say("pk"), self._vote(values)), blank
        )

    def _farewell(self) -> Phrase:
        """The own story of who has one to tell, whom to vote, where the badge goes."""
        say = self._say
        honest = registry()[say.hand.role].camp in "GV"
        story = say.own_story() if honest else say.say("good")
        blanks = [self._seat("side", say.seers()), self._seat("vote", say.others, self._hit())]
        if say.facts.sheriff == say.view.seat:
            blanks.append(self._seat("badge", say.others))
        parts = (self._sided, self._vote, partial(self._of, "badge_to", blank="badge"))
        return self._phrase(
            "farewell",
            lambda values: say.join(story, *(part(values) for part in parts), say.say("farewell")),
            *(blank for blank in blanks if len(blank.options) > 1),
        )

    # -- sentences with a blank ----------------------------------------------------------------

    def _of(self, name: str, values: Values, blank: str) -> str:
        """The sentence ``name`` about the seat in ``blank``; empty where none is there."""
        seat = values.get(blank, "")
        return self._say.say(name, t=int(seat)) if seat else ""

    def _sided(self, values: Values) -> str:
        return self._of("side", values, "side")

    def _rival(self, values: Values) -> str:
        return self._of("rival", values, "rival")

    def _vote(self, values: Values) -> str:
        return self._of("vote", values, "vote")

    # -- the night talk ------------------------------------------------------------------------

    def secret(self) -> Iterator[Phrase]:
        """Everything that a wolf may say to the pack."""
        say, facts = self._say, self._say.facts
        prey = [seat for seat in facts.living if seat not in say.hand.pack] or list(facts.living)
        knife = self._phrase(
            "knife", lambda values: self._of("knife", values, "knife"), self._seat("knife", prey, must=True)
        )
        yield replace(knife, names="knife")
        check, result = self._night(facts.day, None, True)
        yield self._phrase("jump", partial(self._jump, check.name, result.name), check, result)
        yield self._phrase("hook", lambda values: say.say("hook"))

    def _jump(self, check: str, result: str, values: Values) -> str:
        return self._of(f"jump_{values[result]}", values, check)
