"""Two games that differ only in what a seat may not know show it the same bytes (X-2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from llmwolf.boards import spec_for
from llmwolf.roles import registry
from llmwolf.rules.chapters.setup import deal
from llmwolf.rules.spec import Spec
from tests.properties.drive import BOARDS, board_of, crowds, random_rules
from tests.properties.worlds import Pair
from tests.rules.table import cards

RUNS = 16
MARKED = {
    "lover": ("link", "cupid"),
    "charmed": ("charm", "wolf_beauty"),
    "piped": ("pipe", "piper"),
    "ally": ("ally", "ally"),
}
"""Onlookers who are something beside their card: the act that makes them so, and the card whose act it is."""
ONLOOKERS = ("public", *registry(), *MARKED)
APART = {
    ("check", "guard", "muffle", "peek", "whisper", "model"): "",
    ("knife", "potion", "widow"): "",
    ("link",): "cupid",
    ("thief",): "thief",
    ("charm",): "wolf_beauty",
    ("pipe",): "piper",
    ("ally",): "ally",
}
"""Hidden acts that are others in the other world, a few at a time, and the card that they need."""
ONCE = ("link", "thief")
"""Acts of night 1 only; others may part the worlds later."""


@cache
def boards_with(card: str) -> tuple[str, ...]:
    """The boards on which ``card`` is played, be it a role or an event."""
    return tuple(board for board in BOARDS if card in (*board_of(board).cards, *board_of(board).events))


def apart(spec: Spec, rng: Random) -> tuple[str, ...]:
    """Acts that may be others in a game of ``spec``."""
    return rng.choice([acts for acts, card in APART.items() if card in ("", *spec.cards, *spec.events)])


def spec_of(board: str, seed: int) -> Spec:
    """A game with its cards dealt; every other one under house rules drawn at random."""
    rules = random_rules(board, Random(f"{board}/{seed}")) if seed % 2 else None
    spec = spec_for(board_of(board), seed, rules=rules)
    return replace(spec, dealt=deal(spec, registry()))


def swap(spec: Spec, onlooker: int, rng: Random) -> tuple[Spec, tuple[int, ...]] | None:
    """Two cards change places, one of them perhaps in the middle, that the onlooker's own cannot tell apart.

    Rare cards are as likely as common ones. Returns the other world and the seats that may act otherwise
    in it.
    """
    dealt = spec.dealt
    roles = registry()
    known = {"thief"} if onlooker and dealt[onlooker - 1] == "thief" else set()
    if onlooker and roles[dealt[onlooker - 1]].camp == "W":
        known |= {card for card in dealt if roles[card].camp == "W" and card != "hidden_wolf"}
    top = spec.seats if "thief" in known else len(dealt)
    places = [n for n in range(1, top + 1) if n != onlooker and dealt[n - 1] not in known]
    pairs = [(a, b) for a in places for b in places if a < b and a <= spec.seats]
    wanted = rng.choice(sorted(set(dealt)))
    pairs = sorted(rng.sample(pairs, len(pairs)), key=lambda pair: wanted not in (dealt[n - 1] for n in pair))
    for a, b in pairs:
        other = list(dealt)
        other[a - 1], other[b - 1] = dealt[b - 1], dealt[a - 1]
        spares = other[spec.seats :]
        if dealt[a - 1] == dealt[b - 1] or all(roles[card].camp == "W" for card in spares or ("villager",)):
            continue  # the same world, or a deal that is not to be
        thieves = [cards.index("thief") + 1 for cards in (list(dealt), other) if b > spec.seats]
        seats = {a, b, *thieves} & set(range(1, spec.seats + 1))
        return replace(spec, dealt=tuple(other)), tuple(sorted(seats))
    return None


def fixed(who: str, spec: Spec, onlooker: int, rng: Random) -> dict[str, tuple[int, ...]]:
    """The act that makes the onlooker ``who``, with one more seat where it takes two."""
    if who not in MARKED:
        return {}
    other = rng.choice([seat for seat in range(1, spec.seats + 1) if seat != onlooker])
    return {MARKED[who][0]: (onlooker, other)}


def games(who: str) -> Iterator[tuple[Spec, int, Random]]:
    """Games with ``who`` looking on (0: the public), each with dice of its own."""
    act, card = MARKED.get(who, ("", who))
    known = BOARDS if who == "public" else boards_with(card)
    crowded = [board for board in known if board in crowds()]
    others = [board for board in known if board not in crowds()]
    for n in range(RUNS):
        among = (crowded, others)[n % 2] or known
        spec = spec_of(among[n // 2 % len(among)], n // 2)
        rng = Random(f"{who}/{n}")
        holder = spec.dealt.index(card) + 1 if card in spec.dealt else 0
        if act:
            yield spec, rng.choice([seat for seat in range(1, spec.seats + 1) if seat != holder]), rng
        elif holder <= spec.seats:
            yield spec, holder, rng


class Tally:
    """For how long the pairs were compared."""

    def __init__(self) -> None:
        self.pairs = self.moments = self.late = 0

    def add(self, pair: Pair) -> None:
        compared = pair.compare()
        self.pairs += 1
        self.moments += compared.moments
        self.late += compared.day > 1

    def check(self) -> None:
        """The worlds stayed together for long, so that there was something to compare."""
        assert self.pairs > RUNS // 2
        assert self.moments > 20 * self.pairs
        assert self.late > self.pairs // 2


@pytest.mark.parametrize("who", ONLOOKERS)
def test_X_2_swapped_cards_show_a_seat_the_same_bytes(who: str):
    tally = Tally()
    for spec, onlooker, rng in games(who):
        swapped = swap(spec, onlooker, rng)
        if swapped is not None:
            other, seats = swapped
            tally.add(Pair((spec, other), onlooker, seats, fixed=fixed(who, spec, onlooker, rng)))
    tally.check()


@pytest.mark.parametrize("who", ONLOOKERS)
def test_X_2_other_hidden_acts_show_a_seat_the_same_bytes(who: str):
    tally = Tally()
    for spec, onlooker, rng in games(who):
        acts = apart(spec, rng)
        since = 1 if acts[0] in ONCE else rng.randint(1, 3)
        both = fixed(who, spec, onlooker, rng)
        tally.add(Pair((spec, spec), onlooker, apart=acts, since=since, fixed=both))
    tally.check()


def test_X_2_the_dawn_is_told_in_one_order_wherever_the_cards_sit():
    """The bear at 3 roars beside the wolf; the piper, at 1 or at 4, has his charmed announced."""
    dealt, other = cards("笛狼熊民狼禁老守民民"), cards("民狼熊笛狼禁老守民民")
    for seed in range(12):
        spec = spec_for(board_of("crowd-at-dawn"), seed, dealt=dealt)
        Pair((spec, replace(spec, dealt=other)), 0, (1, 4)).compare()


@pytest.mark.parametrize("board", BOARDS)
def test_X_2_the_worlds_do_differ_for_somebody(board: str):
    spec = spec_of(board, 2)
    swapped = swap(spec, 0, Random(board))
    assert swapped is not None
    other, seats = swapped
    pair = Pair((spec, other), 0, seats)
    views = [[repr(world.game.view(seat)) for seat in range(1, spec.seats + 1)] for world in pair.worlds]
    assert views[0] != views[1]
