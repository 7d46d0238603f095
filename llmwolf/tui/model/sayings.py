"""Sentences about what a seat knows, did, claimed and voted: from its own hand and from public facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from llmwolf.players.bots.reading import read
from llmwolf.players.phrases import role_name, say_claim, seat_name
from llmwolf.roles import registry
from llmwolf.rules.events import EXILE
from llmwolf.rules.facts import Facts, Hand
from llmwolf.rules.view import View
from llmwolf.tui.model.hand import tone_of
from llmwolf.tui.model.situation import Situation
from llmwolf.tui.words import t

_BALLOTS: Final = 4
"""So many ballots are accounted for, the last ones."""
_EXILED: Final = ("voted", "voted_not")
_BADGED: Final = ("badge_voted", "badge_not")
"""What was voted for, and that nothing was."""


class Check(NamedTuple):
    """``seat`` was found ``side`` (good or wolf) in ``night``, or is said to have been."""

    night: int
    seat: int
    side: str


@dataclass(frozen=True, slots=True)
class Sayings:
    """Words for the seat of ``view``; ``situation`` is what the table has heard and seen."""

    view: View
    situation: Situation
    lang: str

    @property
    def facts(self) -> Facts:
        """What everybody knows."""
        return self.view.facts

    @property
    def hand(self) -> Hand:
        """What the seat alone knows."""
        return self.view.hand

    @property
    def held(self) -> str:
        """The card that the seat claims now, so far as the table has heard; empty where it claims none."""
        return self.situation.held(self.view.seat)

    @property
    def others(self) -> tuple[int, ...]:
        """Who is in, but for the seat itself."""
        return tuple(seat for seat in self.facts.living if seat != self.view.seat)

    @property
    def lies(self) -> bool:
        """Whether the seat may have to tell a story: a wolf, or one who stands with them."""
        hand = self.hand
        ally = any(fact == "ally_wolf" for _, fact, _, _ in hand.told)
        return registry()[hand.role].camp in "WX" or bool(hand.pack) or ally

    @property
    def is_seer(self) -> bool:
        """Whether the seat is the seer, or tells the table so."""
        return "seer" in (self.hand.role, self.held)

    def seers(self) -> list[int]:
        """The others whose claim to be the seer stands."""
        me = self.view.seat
        return [story.seat for story in self.situation.standing("seer") if story.seat != me]

    def checkers(self, side: str) -> list[int]:
        """Who says to have found this seat ``side`` (good or wolf)."""
        said = self.situation.said_of().get(self.view.seat, [])
        return [by for what, by in said if what == side and by != self.view.seat]

    def rivals(self) -> tuple[int, ...]:
        """The others of the tie that is played off now."""
        rounds = self.situation.rounds
        tied: tuple[int, ...] = getattr(rounds[-1].outcome, "seats", ()) if rounds else ()
        return tuple(seat for seat in tied if seat != self.view.seat and seat in self.facts.living)

    def own_checks(self) -> list[Check]:
        """What the judge told the seat of its checks, in order."""
        told = [Check(n, s, tone_of(value)) for n, fact, s, value in self.hand.told if fact == "check"]
        return [check for check in told if check.seat]

    def claimed_checks(self) -> list[Check]:
        """What the seat has told the table of checks, true or not."""
        stories = [s for s in self.situation.stories if (s.seat, s.card) == (self.view.seat, "seer")]
        reports = [report for story in stories for report in story.reports]
        return [Check(r.night, r.target, r.what) for r in reports if r.what in ("good", "wolf")]

    def heard(self, text: str) -> str:
        """What the table would take ``text`` for, were the seat to say it."""
        facts = self.facts
        claims = read(text, self.view.seat, facts.seats, facts.day, self.held)
        if not claims:
            return t("phrases_heard_nothing", self.lang)
        acts = t("phrases_and", self.lang).join(say_claim(claim, self.lang) for claim in claims)
        return t("phrases_heard", self.lang, acts=acts)

    # -- sentences -----------------------------------------------------------------------------

    def say(self, name: str, **slots: object) -> str:
        """The sentence called ``name``; a seat is given as a number, under any name but ``n``."""
        words = {
            k: seat_name(v, self.lang) if isinstance(v, int) and k != "n" else v for k, v in slots.items()
        }
        return t(f"say_{name}", self.lang, **words)

    def join(self, *sentences: str) -> str:
        """A paragraph."""
        return (" " if self.lang == "en" else "").join(sentence for sentence in sentences if sentence)

    def card(self, card: str) -> str:
        """The claim to ``card``."""
        many = self.facts.cards.count(card) > 1
        name = role_name(card, self.lang)
        return self.say("card_of_many" if many else "card", card=name.lower() if self.lang == "en" else name)

    def checks(self, checks: list[Check]) -> str:
        """A report."""
        return self.join(*(self.say(f"check_{c.side}", n=c.night, t=c.seat) for c in checks))

    def flow(self, first: int, second: int) -> str:
        """警徽流, or the next checks where there is no badge; 0 is nobody, and nobody comes after that."""
        seats = list(dict.fromkeys(seat for seat in (first, second) if seat)) if first else []
        kind = "flow" if self.view.rules.sheriff else "plan"
        if not seats:
            return ""
        return self.say(f"{kind}{len(seats)}", **dict(zip("ab", seats, strict=False)))

    def own_story(self) -> str:
        """The seat's own card with everything that it did and learned by it."""
        role = self.hand.role
        told: dict[str, Callable[[], str]] = {
            "seer": lambda: self.checks(self.own_checks()),
            "witch": self._potions,
            "guard": self._nights,
            "gravekeeper": self._graves,
            "little_girl": self._seen,
            "hunter": lambda: self.say("gun"),
        }
        return self.join(self.card(role), told[role]() if role in told else "")

    def _potions(self) -> str:
        uses, me = self.hand.uses, self.view.seat
        saved = [(n, "saved_self" if s == me else "saved", s) for n, s in uses.get("save", ()) if s]
        poisoned = [(n, "poisoned", s) for n, s in uses.get("poison", ()) if s]
        if not saved and not poisoned:
            return self.say("both_left")
        return self.join(*(self.say(key, n=night, t=seat) for night, key, seat in saved + poisoned))

    def _nights(self) -> str:
        me = self.view.seat
        done = [(n, s) for n, s in self.hand.uses.get("guard", ()) if s]
        return self.join(*(self.say("guarded_self" if s == me else "guarded", n=n, t=s) for n, s in done))

    def _graves(self) -> str:
        told = [(n, s, value) for n, fact, s, value in self.hand.told if fact == "grave" and s]
        return self.join(*(self.say(f"grave_{tone_of(value)}", n=n, t=s) for n, s, value in told))

    def _seen(self) -> str:
        told = [(n, s) for n, fact, s, _ in self.hand.told if fact == "seen" and s]
        return self.join(*(self.say("seen", n=n, t=s) for n, s in told))

    def ballots(self) -> str:
        """What everybody could see of the seat: whether it ran, and for whom it voted."""
        facts, me = self.facts, self.view.seat
        sentences = [self.say("ran" if me in facts.ran else "ran_not")] if facts.ran else []
        for one in self.situation.rounds[-_BALLOTS:]:
            target = dict(one.ballots.ballots).get(me)
            if target is None:
                continue
            yes, no = _EXILED if one.ballots.stage in EXILE else _BADGED
            sentences.append(self.say(yes if target else no, n=one.day, t=target))
        return self.join(*sentences)
