"""Who has won, told independently of the engine's own chapters: plain conditions on who is left (§8)."""

from __future__ import annotations

from llmwolf.rules.events import SideLost
from llmwolf.rules.game import Game


class Referee:
    """Reads a game between two chapters, when nobody is dying: at nightfall and at the end."""

    def __init__(self, game: Game) -> None:
        judge = game.judge
        self.rules = game.spec.rules
        self.hidden = judge.hidden
        self.seats = range(1, game.spec.seats + 1)
        self.cards = {seat: judge.hands[seat].role for seat in self.seats}
        self.roles = game.roles
        self.alive = {seat for seat in judge.facts.living if seat not in self.hidden.doomed}
        self.log = game.log
        self.thief = game.spec.spares > 0

    # -- sides ---------------------------------------------------------------------------------

    def camp(self, seat: int) -> str:
        """V, G, W or X, by the house rules of the table."""
        counted = self.rules.counted_as_villager
        card = self.cards[seat]
        if card in counted or (card == "elder" and self.thief and "elder_with_thief" in counted):
            return "V"
        return self.roles[card].camp

    def card_side(self, seat: int) -> str:
        """With whom the card wins."""
        return {"piper": "piper", "possessed": "wolves"}.get(
            self.cards[seat], "wolves" if self.roles[self.cards[seat]].camp == "W" else "good"
        )

    @property
    def pair(self) -> set[int]:
        """Lovers of two sides."""
        lovers = self.hidden.lovers
        sides = {self.card_side(seat) for seat in lovers}
        crossed = len(sides) == 2 and ("wolves" in sides or self.rules.judged == "one_by_one")
        return set(lovers) if crossed else set()

    @property
    def third(self) -> set[int]:
        """Lovers of two sides, and their cupid where the three win together."""
        return self.pair | {self.hidden.cupid} if self.pair and self._bundled else self.pair

    @property
    def _bundled(self) -> bool:
        return self.rules.lovers_win == "with_cupid"

    def side(self, seat: int) -> str:
        """With whom the seat wins in the end (W-5, W-6, W-10)."""
        if seat in self.third:
            return "lovers"
        lovers = self.hidden.lovers
        if seat == self.hidden.cupid and seat not in lovers and self.rules.cupid_sides == "lovers":
            return self.card_side(lovers[0])
        return "wolves" if seat == self.hidden.ally else self.card_side(seat)

    # -- conditions ----------------------------------------------------------------------------

    def won(self) -> set[str]:
        """Every side whose condition holds."""
        if self.rules.judged == "one_by_one":
            return self._one_by_one()
        tests = {
            "good": self._good, "wolves": self._wolves, "lovers": self._lovers, "piper": self._piper,
        }  # fmt: skip
        return {side for side, test in tests.items() if test()}

    def _good(self) -> bool:
        waits = self.rules.good_waits_for_lovers and bool(self.third & self.alive)
        return not waits and all(self.camp(seat) != "W" for seat in self.alive)

    def _wolves(self) -> bool:
        wolves = {seat for seat in self.alive if self.camp(seat) == "W"}
        if not wolves - self.third or (self.rules.wolves_wait_for_lovers and self.pair & self.alive):
            return False
        rule = self.rules.wolves_win
        if rule == "city":
            return self.alive == wolves
        fighting = len(wolves - self.third)
        by_parity = fighting >= len(self.alive) - fighting
        return (rule != "edge" and by_parity) or (rule != "parity" and self._wiped())

    def knife_came_first(self, nightfall: Referee) -> bool:
        """狼刀最大: the wolves' condition came true in the very night in which the last wolf fell (W-9)."""
        fought = any(nightfall.camp(seat) == "W" for seat in nightfall.alive - nightfall.third)
        by_edge = "edge" in self.rules.wolves_win and self._wiped()
        return fought and (by_edge or not self.alive)

    def _wiped(self) -> bool:
        """Whether a side that was dealt is out, or enough of the giants are."""
        for camp in "GV":
            dealt = {seat for seat in self.seats if self.camp(seat) == camp}
            if dealt and not dealt & self.alive:
                return True
            if camp == "G" and self.rules.giants and len(dealt - self.alive) >= self.rules.giants:
                return True
        return False

    def _lovers(self) -> bool:
        return bool(self.alive) and self.alive <= self.third and (self._bundled or self.alive == self.pair)

    def _piper(self) -> bool:
        pipers = {seat for seat in self.alive if self.cards[seat] == "piper"}
        return bool(pipers) and self.alive <= pipers | set(self.hidden.piped)

    def _one_by_one(self) -> set[str]:
        """The face-to-face way: half, all charmed, or the last faction not judged lost (W-4)."""
        factions = {seat: self._faction(seat) for seat in self.seats}
        lost = {event.side for event in self.log if isinstance(event, SideLost)}
        standing = set(factions.values()) - lost
        won = standing if len(standing) == 1 else set()
        wolves = [seat for seat in self.alive if factions[seat] == "wolves"]
        if "wolves" not in lost and wolves and 2 * len(wolves) >= len(self.alive):
            won.add("wolves")
        single = {s for s in self.alive if factions[s] in ("good", "wolves") and s not in self.hidden.lovers}
        if "piper" in {factions[seat] for seat in self.alive} - lost and single <= set(self.hidden.piped):
            won.add("piper")
        return won

    def _faction(self, seat: int) -> str:
        """What a seat counts for: its card alone, save for the pair and cupid; 狂人 is no wolf here."""
        if seat in self.pair or seat == self.hidden.cupid:
            return self.side(seat)
        if self.camp(seat) == "W":
            return "wolves"
        return "piper" if self.cards[seat] == "piper" else "good"
