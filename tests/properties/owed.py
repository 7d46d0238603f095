"""What the rules owe an onlooker: all that may rightly tell two worlds apart (X-2).

Kept apart from what the engine says: the public outcomes, and for each card the answers that its power
is entitled to, read from who holds what. Whatever else differs in a view is a leak.
"""

from __future__ import annotations

from llmwolf.rules.audience import Event
from llmwolf.rules.events import (
    Acted,
    Called,
    DayBroke,
    Dueled,
    Marked,
    NightFell,
    Roared,
    Scapegoated,
    Told,
    Whispered,
)
from llmwolf.rules.game import Game

ANSWERS = {
    "seer": ("check",),
    "gravekeeper": ("grave",),
    "little_girl": ("seen",),
    "thief": ("spare",),
}
"""Card → the facts that the judge tells its holder without further conditions."""


class Owed:
    """What ``onlooker`` of ``game`` is owed; ``now`` is everything so far that depends on what is hidden."""

    def __init__(self, game: Game, onlooker: int) -> None:
        self.game = game
        self.seat = onlooker
        self._upto = 0
        self._half = 0
        self._outcomes: dict[str, list[object]] = {}
        self._marks: dict[str, tuple[int, ...]] = {}
        self._pack: list[Event] = []

    def now(self) -> object:
        """A value that two worlds share as long as nothing may tell them apart."""
        for event in self.game.log[self._upto :]:
            self._enter(event)
        self._upto = len(self.game.log)
        return repr(self._outcomes), self._public(), self._private() if self.seat else ()

    def _enter(self, event: Event) -> None:
        """Keep what was decided in public, kind by kind, and in which night or day; marks as they change."""
        match event:
            case NightFell() | DayBroke():
                self._half += 1
            case Roared() | Dueled() | Scapegoated():
                self._decided(type(event).__name__, event)
            case Called() if self.game.spec.rules.dead_calls == "skipped":
                self._decided("Called", event)  # which roles have no living holder (N-2)
            case Marked(mark=mark, seats=seats) if seats != self._marks.get(mark, ()):
                self._marks[mark] = seats
                if mark != "charmed" or self.game.spec.rules.piper == "face_to_face":  # announced (N-14)
                    self._decided(mark, event)
            case Whispered() | Acted() | Told(fact="knife" | "caught"):
                self._pack.append(event)
            case _:
                pass

    def _decided(self, what: str, event: Event) -> None:
        self._outcomes.setdefault(what, []).append((self._half, event))

    def _public(self) -> tuple[object, ...]:
        """Who is out, which cards lie open, who won; and what the house rules give away."""
        judge, rules = self.game.judge, self.game.spec.rules
        facts, causes = judge.facts, judge.hidden.causes
        found: list[object] = [
            tuple(facts.gone.items()),
            tuple(facts.shown.items()),
            (facts.winner, facts.winners, facts.reason),
        ]
        if rules.last_words == "quota":  # who may speak shows the cause, how many do the wolves (L-3)
            found.append([causes.get(seat) in ("knife", "exile") for seat in facts.gone])
            found.append(sum(judge.roles[hand.card].camp == "W" for hand in judge.hands[1:]))
        if rules.check_before_election:  # whether the deaths decide before the election (W-8)
            found.append(facts.stage)
        return tuple(found)

    def _private(self) -> tuple[object, ...]:
        """What the card of the seat entitles it to."""
        judge, rules, seat = self.game.judge, self.game.spec.rules, self.seat
        hand, hidden = judge.hands[seat], judge.hidden
        role = judge.roles[hand.role]
        facts = {fact for card in (hand.card, hand.role) for fact in ANSWERS.get(card, ())}
        if hand.role == "hunter" and rules.hunter_shown_nightly:
            facts.add("gun")
        found: list[object] = [[told for told in hand.told if told[1] in facts]]
        if hand.role == "witch":
            saved = [night for night, _ in hand.uses.get("save", ())]
            last = rules.max_days if rules.witch_told_after_use or not saved else saved[0]
            found.append([told for told in hand.told if told[1] == "victim" and told[0] <= last])
        if hand.role in ("hunter", "wolf_king") and seat in judge.facts.gone:  # whether he may shoot (C-1)
            found.append(hidden.causes.get(seat))
        if hand.role == "piper" and rules.piper == "face_to_face":  # announced by the next night
            found.append(hidden.piped)
        if (
            seat == next(iter(judge.facts.gone), 0) and "ally" in judge.facts.events
        ):  # whom he may name (N-19)
            found.append([s for s in judge.facts.living if judge.role(s).camp == "W"])
        if role.village_power:
            found.append(hidden.powerless)
        if role.camp == "W":
            found += self._of_the_pack()
        return (*found, *self._of_the_marked())

    def _of_the_pack(self) -> list[object]:
        """The wolves who are not hidden, the girl they caught, and what the pack says and does."""
        judge, seat = self.game.judge, self.seat
        held = [(s, judge.hands[s].role) for s in judge.facts.living]
        wolves = [(s, card) for s, card in held if judge.roles[card].camp == "W" and card != "hidden_wolf"]
        apart = bool(wolves) and judge.hands[seat].role == "hidden_wolf"  # until he is the pack
        if judge.rules.judged == "one_by_one":  # a wolf lover does not wake with the pack (W-4)
            wolves += [(s, "awake") for s in judge.pack()]
        if apart:
            return [wolves]
        others = [
            e
            for e in self._pack
            if e.to and seat in e.to and not (isinstance(e, Acted) and (e.seat == seat or e.verb != "knife"))
        ]
        return [wolves, others]

    def _of_the_marked(self) -> list[object]:
        """What lovers, the charmed and the ally know of each other."""
        judge, rules, seat = self.game.judge, self.game.spec.rules, self.seat
        hidden = judge.hidden
        found: list[object] = []
        if seat in hidden.lovers:
            found.append(hidden.lovers)
            if rules.lovers_see == "card":
                found.append([judge.hands[lover].card for lover in hidden.lovers])
            if rules.judged == "one_by_one":  # the wolf lover's own knife, once the wolves have lost (W-5)
                found.append("wolves" in hidden.lost)
        if seat in hidden.piped and rules.piper == "new_moon":
            found.append(hidden.piped)
        if seat == hidden.ally:
            found.append([told for told in judge.hands[seat].told if told[1] == "ally_wolf"])
        return found
