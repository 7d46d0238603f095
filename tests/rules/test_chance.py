"""Keyed chance: a draw depends on its seed and label alone (X-1)."""

from collections import Counter

from llmwolf.rules.chance import number, pick, shuffled
from tests.rules.table import Table


def test_X_1_draws_are_the_same_on_every_machine():
    assert number(1, "deal", 2) == 2907939550511164777
    assert "".join(shuffled(1, "deal", "abcdefgh")) == "fbcaehgd"
    assert [pick(7, "tie", day, 12) for day in range(6)] == [1, 3, 1, 9, 0, 5]


def test_X_1_a_draw_does_not_depend_on_other_draws_or_decisions():
    """The side drawn on day 2 is the same whatever was drawn and decided on day 1."""
    busy = Table("standard-9", seed=5, tie="random").vote({1: 8, 2: 7, 3: 3, 4: 2}).day()
    quiet = Table("standard-9", seed=5, tie="random").vote({1: busy.dead[0]}).day()
    assert busy.night().to("speech").order("speech") == quiet.night().to("speech").order("speech")


def test_every_outcome_of_a_draw_comes_up_about_equally():
    counts = Counter(pick(seed, "tie", 1, 3) for seed in range(3000))
    assert set(counts) == {0, 1, 2}
    assert all(900 < count < 1100 for count in counts.values())


def test_shuffled_loses_and_adds_nothing():
    cards = ["werewolf"] * 4 + ["villager"] * 4 + ["seer"]
    for seed in range(50):
        assert sorted(shuffled(seed, "deal", cards)) == sorted(cards)


def test_every_card_comes_to_every_seat():
    seats = {shuffled(seed, "deal", "预民民民民民民民民民民民").index("预") for seed in range(300)}
    assert seats == set(range(12))
