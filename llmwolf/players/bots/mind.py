"""What a bot has in its head while it answers: its view, its memory of the table, its belief, its luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final

from llmwolf.players.bots.beliefs import Belief, Knowledge, believe
from llmwolf.players.bots.draft import Doubts, doubtful_check
from llmwolf.players.bots.entries import SeerStory
from llmwolf.players.bots.evidence import Evidence, gather
from llmwolf.players.bots.kept import Kept
from llmwolf.players.bots.ledger import Ledger
from llmwolf.players.bots.levels import Level
from llmwolf.players.bots.likelihoods import beside
from llmwolf.players.bots.luck import drawn, errors
from llmwolf.players.bots.orders import orders_in
from llmwolf.players.bots.stories import passed_over
from llmwolf.players.personas import Persona
from llmwolf.roles import registry
from llmwolf.rules.chance import number
from llmwolf.rules.events import Whispered
from llmwolf.rules.view import View

_LATE: Final = 3
"""From this day on a wild child is counted among the wolves to be found."""
_SURE_ENEMY: Final = 0.7
"""How much one must think the lover of the other side to play for the pair."""
FEW: Final = 5
"""With so few alive one voice for somebody's exile is danger enough."""
_EARLY: Final = 0.3
"""What a call is worth that was made before its seat had said a word."""
_SIGHTS: Final = ("check", "grave", "seen")
"""What a card may be shown of a seat's side."""


def good_or_wolf(value: str) -> str:
    """What a check's answer says of the side, whether it names the side, the faction or the card (R-3)."""
    card = registry().get(value)
    if card is not None:
        return "wolf" if card.camp == "W" else "good"
    return "good" if value in ("good", "village") else "wolf"


@lru_cache(maxsize=64)
def _wolves_among(cards: tuple[str, ...]) -> int:
    return sum(registry()[card].camp == "W" for card in cards)


class Mind:
    """One seat at one moment. Everything here follows from the view, the seed and the settings.

    ``memo`` keeps beliefs for as long as the table's memory has not changed.
    """

    def __init__(
        self,
        view: View,
        book: Ledger,
        level: Level,
        seed: int,
        persona: Persona,
        lang: str,
        memo: dict[object, Belief],
        talk: Sequence[tuple[int, Whispered]] = (),
    ) -> None:
        self.view = view
        self.book = book
        self.level = level
        self.seed = seed
        self.persona = persona
        self.lang = lang
        self.facts = view.facts
        self.hand = view.hand
        self.rules = view.rules
        self.me = view.seat
        self._memo = memo
        self.talk = talk
        """What the pack has said at night, with the night."""

    # -- luck ----------------------------------------------------------------------------------

    def draw(self, label: str, n: int, *keys: int) -> int:
        """A draw from ``range(n)`` that is this seat's own and the same whenever asked."""
        return drawn(self.seed, f"bot/{label}", self.me, *keys) % n

    def chance(self, label: str, percent: int, *keys: int) -> bool:
        """Whether something that happens ``percent`` times in a hundred happens now."""
        return percent > 0 and self.draw(label, 100, *keys) < percent

    def slips(self, mistake: str) -> bool:
        """Whether the level makes this mistake today."""
        return self.chance(mistake, self.level.mistakes.get(mistake, 0), self.facts.day)

    def best(self, seats: Iterable[int], score: Callable[[int], float], label: str) -> int:
        """The seat with the highest score, a tie drawn; 0 where there is none."""
        return next(iter(self.ranked(seats, score, label)), 0)

    def ranked(self, seats: Iterable[int], score: Callable[[int], float], label: str) -> list[int]:
        """``seats`` by falling score, ties in a drawn order."""
        scores = {seat: -round(score(seat), 4) for seat in seats}
        if len(set(scores.values())) == len(scores):
            return sorted(scores, key=scores.__getitem__)
        day = self.facts.day
        return sorted(scores, key=lambda s: (scores[s], number(self.seed, f"bot/{label}", self.me, day, s)))

    # -- the table -----------------------------------------------------------------------------

    @Kept
    def others(self) -> tuple[int, ...]:
        """The living but oneself."""
        return tuple(s for s in self.facts.living if s != self.me)

    @Kept
    def wolves(self) -> int:
        """How many wolves are to be found: those of the board, later a wild child who may have turned."""
        late = "wild_child" in self.facts.cards and self.facts.day >= _LATE
        return _wolves_among(self.facts.cards) + late

    # -- company -------------------------------------------------------------------------------

    @Kept
    def mates(self) -> frozenset[int]:
        """The wolves whose side this seat plays: its pack, or those shown to their ally (N-19)."""
        shown = (seat for _, fact, seat, _ in self.hand.told if fact == "ally_wolf")
        return frozenset((*self.hand.pack, *shown))

    @Kept
    def told_part(self) -> str:
        """The part that a mate asked this wolf by number to play, the latest; empty where nobody did."""
        asked = ((w.seat, *told) for _, w in reversed(self.talk) for told in orders_in(w.text).parts)
        return next((part for by, seat, part in asked if seat == self.me != by), "")

    @Kept
    def dear(self) -> frozenset[int]:
        """One's lover, or for cupid the two he linked: nobody to harm."""
        linked = {target for _, target in self.hand.uses.get("link", ())}
        return frozenset((linked | {self.hand.lover}) - {0, self.me})

    @Kept
    def third(self) -> bool:
        """Whether this seat plays for a pair of two sides, as far as it can tell (W-5).

        A wolf knows whether the lover is of the pack; anybody else by a card shown or by belief.
        """
        lover = self.hand.lover
        if not lover:
            return len(self.dear) == 2 and self.rules.lovers_win != "last_two" and self._at_odds()
        if self.hand.role == "piper" and self.rules.judged == "one_by_one":
            return True
        if registry()[self.hand.role].camp == "W":
            return lover not in self.mates
        card = next((value for _, fact, _, value in self.hand.told if fact == "lover_card"), "")
        return good_or_wolf(card) == "wolf" if card else self.belief.wolf[lover] >= _SURE_ENEMY

    def _at_odds(self) -> bool:
        """Whether cupid thinks that he linked a wolf and a good player."""
        one, other = sorted(self.dear)
        p, q = self.belief.wolf[one], self.belief.wolf[other]
        return p * (1 - q) + q * (1 - p) >= _SURE_ENEMY

    @Kept
    def charmed(self) -> frozenset[int]:
        """Whom this seat knows to be charmed by the piper: announced, or shown to the charmed (N-14)."""
        shown = (seat for _, fact, seat, _ in self.hand.told if fact == "charmed")
        return frozenset((*self.facts.marks.get("charmed", ()), *shown))

    @Kept
    def powerless(self) -> bool:
        """Whether this seat was told that its power is lost (C-5)."""
        return any(fact == "powers" for _, fact, _, _ in self.hand.told)

    @property
    def votable(self) -> tuple[int, ...]:
        """The living others who may be voted out."""
        out = self.facts.marks.get("voteless", ())
        return tuple(s for s in self.others if s not in out and s not in self.dear)

    @Kept
    def claims(self) -> list[SeerStory]:
        """The seer claims that stand, in the order in which they were made."""
        return self.book.claimants()

    @property
    def my_story(self) -> SeerStory | None:
        """What this seat itself has said as the seer."""
        story = self.book.stories.get(self.me)
        return story if story and not story.retracted else None

    @property
    def exposed(self) -> bool:
        """Whether this seat claims seer although somebody else's card was turned as the only one."""
        turned = any(card == "seer" for seat, card in self.facts.shown.items() if seat != self.me)
        return turned and self.my_story is not None and self.facts.cards.count("seer") == 1

    @Kept
    def unheard(self) -> frozenset[int]:
        """The living others who have not said a word in this game and may still do so today."""
        if self.facts.day > 1:
            return frozenset()
        mute = self.facts.marks.get("silenced", ())
        return frozenset(self.others).difference((s.seat for s in self.book.speeches), mute)

    @Kept
    def voices(self) -> dict[int, float]:
        """Seat → the others who called for its exile today, by how good they look; the sheriff twice.

        Who called for somebody whom nobody had heard yet counts little: he knew no more than anybody.
        """
        found: dict[int, float] = {}
        day, sheriff = self.facts.day, self.facts.sheriff
        for (called_on, speaker), target in self.book.calls.items():
            if called_on == day and speaker != self.me:
                voice = (1 - self.belief.wolf[speaker]) * (2 if speaker == sheriff else 1)
                voice *= _EARLY if (day, speaker) in self.book.early else 1
                found[target] = found.get(target, 0.0) + voice
        return self._beyond_chance(found) if day == 1 else found

    def _beyond_chance(self, found: dict[int, float]) -> dict[int, float]:
        """``found`` on day 1 less what each seat gets by its place alone.

        Nobody calls for a seat that he has not heard yet, so that most calls fall on the first to speak.
        """
        said = self.book.speeches
        calls = [(at, s.seat) for at, s in enumerate(said) if s.day == 1 and s.stage == "speech"]
        first = {s.seat: at for at, s in reversed(list(enumerate(said)))}
        heard = {s: sum(at > since and by != s for at, by in calls) for s, since in first.items()}
        each = sum(found.values()) / max(1, len(calls) * (len(self.facts.living) - 1))
        return {s: found.get(s, 0.0) - each * heard.get(s, 0) for s in self.others}

    def accusers(self) -> list[int]:
        """The living who called for this seat's exile today."""
        day = self.facts.day
        return [s for (d, s), target in self.book.calls.items() if d == day and target == self.me]

    def called_wolf_by(self, seat: int) -> list[SeerStory]:
        """The standing seer claims, this seat's own apart, that say ``seat`` is a wolf."""
        return [s for s in self.claims if s.seat != self.me and s.value_of(seat) == "wolf"]

    @Kept
    def usurpers(self) -> tuple[int, ...]:
        """Who else claims the only card of its kind that this seat holds (a wolf: has shown): liars."""
        card = registry().get(self.hand.role)
        held = self.hand.role if card is not None and card.camp != "W" else self.book.roles.get(self.me, "")
        if held == "seer" or self.facts.cards.count(held) != 1:
            return ()
        return tuple(s for s in self.book.holders(held) if s != self.me and s not in self.dear)

    def dropped(self, seat: int) -> bool:
        """Whether this seat has voted for the exile of ``seat`` since it last said that it follows it."""
        since = self.book.sides.get(self.me, (0, 0, 0))[1]
        if any(one.seat == self.me and one.claim.act == "side" for one in self.book.opinions):
            since = self.facts.day
        return any(
            b.day >= since and b.votes.get(self.me) == seat and not b.stage.startswith("badge")
            for b in self.book.ballots
        )

    def in_danger(self) -> bool:
        """Whether this seat is about to be voted out: in the PK, checked as a wolf, or widely called."""
        if self.view.facts.stage == "pk" or self.called_wolf_by(self.me):
            return True
        left = len(self.facts.living)
        return len(self.accusers()) >= (1 if left <= FEW else max(2, left // 4))

    # -- belief --------------------------------------------------------------------------------

    @Kept
    def known(self) -> Knowledge:
        """What this seat takes as given: its own card and who else claims it, its checks, its silver water.

        A wolf takes what a good player in its place would: that it is good itself, and its own false checks.
        """
        good, evil = 1 << self.me, 0
        only, never = -1, 0
        leans: list[tuple[int, float]] = []
        weigh = self.level.weights
        if self.hand.role == "seer" or (self.mates and self.my_story):
            only = self.me if self.my_story else 0
        else:
            never = 1 << self.me
            # Who is good knows that of two claims the one whose badge went past him lies.
            for story in self.claims if len(self.claims) > 1 else ():
                if passed_over(self.book, self.facts, story) == self.me:
                    never |= 1 << story.seat
        if not self.hand.pack:
            for _, fact, seat, value in self.hand.told:
                if fact not in _SIGHTS:
                    continue
                seen = "wolf" if fact == "seen" else good_or_wolf(value)
                if fact == "check" and self.doubts.of(seen):
                    leans.append((seat, doubtful_check(weigh, seen)))
                elif seen == "good":
                    good |= 1 << seat
                else:
                    evil |= 1 << seat
        if self.hand.role == "witch":
            victims = {seat for _, fact, seat, _ in self.hand.told if fact == "victim" and seat}
            leans += [(seat, weigh["silver_water"] * 0.5) for seat in sorted(victims - {self.me})]
        if self.usurpers:
            lie = weigh["claims_falsely"] / weigh["only_claim_to_a_card"]
            leans += [(seat, lie) for seat in self.usurpers]
        if self.hand.role == "bear_tamer":
            leans += [(seat, weigh["beside_silent_bear"] ** 2) for seat in self._beside_silence()]
        return Knowledge(good, evil, only, never, tuple(leans))

    def _beside_silence(self) -> list[int]:
        """A tamer's neighbours on mornings without a roar."""
        if self.me not in self.facts.living:
            return []
        quiet = [day for day in self.book.nights if day not in self.book.roars]
        return sorted({seat for day in quiet for seat in beside(self.facts, self.me, day)})

    @Kept
    def doubts(self) -> Doubts:
        """Which answers of a seer's check may be wrong about wolves on this table (R-3)."""
        cards, sees = self.facts.cards, self.rules.seer_sees
        good = "wild_child" in cards or (sees == "side" and "hidden_wolf" in cards)
        return Doubts(good, sees == "faction" and ("piper" in cards or "cupid" in cards))

    @Kept
    def evidence(self) -> Evidence:
        """What the public knows."""
        return gather(self.book, self.facts, self.level, self.doubts)

    @Kept
    def belief(self) -> Belief:
        """Who the wolves are, as this seat would say it in public."""
        key = (self.book.version, self.known)
        kept = self._memo.get(key)
        if kept is None:
            self._memo.clear()
            kept = self._memo[key] = self._believing(self.known)
        return kept

    @Kept
    def public(self) -> Belief:
        """Who the wolves are for somebody who holds no card: how the table sees this seat itself."""
        return self._believing(Knowledge())

    def _believing(self, known: Knowledge) -> Belief:
        gone = sum(1 << seat for seat in self.facts.gone)
        return believe(self.facts.seats, self.wolves, self.evidence, known, gone)

    def suspicion(self, seat: int) -> float:
        """How much ``seat`` looks like a wolf, with the level's error."""
        return self.belief.wolf[seat] + self._errors[seat]

    @Kept
    def _errors(self) -> tuple[float, ...]:
        """One keyed error a seat and day."""
        return errors(self.seed, self.me, self.facts.day, self.facts.seats, self.level.noise)
