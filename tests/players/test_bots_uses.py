"""What cards are used for is counted from the events, and what nobody ever used is named."""

from collections import Counter

import pytest

from llmwolf.bench.bots import Match, count
from llmwolf.bench.shares import by_card
from llmwolf.boards import boards, find_board
from llmwolf.boards.shares import Shares
from llmwolf.players.bots.uses import abilities, uses
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event

POWERLESS = ("villager", "possessed", "rogue")
"""Cards without anything to do on every board (a rogue has where there is a beauty)."""


def dealt(*held: str) -> list[Event]:
    """Cards by seat."""
    return [ev.Dealt((seat,), seat, role) for seat, role in enumerate(held, 1)]


@pytest.mark.parametrize(
    ("cards", "events", "found"),
    [
        (("seer",), [ev.Acted((1,), 1, "check", 4, 1)], {("seer", "check"): 1}),
        (("seer",), [ev.Acted((1,), 1, "check", 0, 1)], {}),
        (("werewolf",), [ev.Acted((1,), 1, "knife", 4, 1)], {("werewolf", "knife"): 1}),
        (
            ("white_wolf_king",),
            [ev.Exploded(1, "speech", 5)],
            {("white_wolf_king", "explode"): 1, ("white_wolf_king", "taken"): 1},
        ),
        (("hunter", "wolf_king"), [ev.Shot(2, 1)], {("wolf_king", "shoot"): 1}),
        (
            ("wild_child",),
            [ev.Became((1,), 1, "werewolf"), ev.Acted((1,), 1, "knife", 4, 3)],
            {("wild_child", "turned"): 1, ("werewolf", "knife"): 1},
        ),
        (("thief",), [ev.Became((1,), 1, "seer", True)], {("thief", "took"): 1}),
        (
            ("wolf_beauty", "rogue"),
            [ev.Charmed(1, 2), ev.Cause(1, "exile")],
            {("rogue", "not charmed"): 1},
        ),
        (("wolf_beauty", "rogue"), [ev.Charmed(1, 2), ev.Cause(1, "explode")], {}),
        (
            ("cupid",),
            [ev.NightResolved(((4, "knife"), (5, "lover"))), ev.Cause(6, "charm")],
            {("cupid", "followed"): 1, ("wolf_beauty", "followed"): 1},
        ),
        (("knight",), [ev.Dueled(1, 2, True)], {("knight", "hit"): 1}),
        (("knight",), [ev.Dueled(1, 2, False)], {("knight", "missed"): 1}),
        (("elder",), [ev.LifeSpent(1)], {("elder", "survived"): 1}),
        (("elder",), [ev.PowersEnded(1)], {("elder", "powers ended"): 1}),
        (("bomber",), [ev.Died(2, "bomb")], {("bomber", "bomb"): 1}),
        (("little_girl",), [ev.Acted((1,), 1, "peek", 0, 1), ev.Told((1,), "seen", 4, "", 1)],
         {("little_girl", "peek"): 1, ("little_girl", "seen"): 1}),
        (("idiot",), [ev.Marked("voteless", (1,)), ev.Marked("silenced", ())], {("idiot", "turned"): 1}),
        ((), [ev.AllyMade(0), ev.AllyMade(4)], {("ally", "named"): 1}),
    ],
)  # fmt: skip
def test_uses_are_counted(cards: tuple[str, ...], events: list[Event], found: dict[tuple[str, str], int]):
    assert {use: n for use, n in uses([*dealt(*cards), *events]).items() if n} == found


def test_every_card_of_every_board_can_be_used_for_something():
    for board in boards().values():
        able = {card for card, _ in abilities(board)}
        assert set(board.cards) - able <= set(POWERLESS), board.id


def test_abilities_depend_on_the_house_rules():
    face, official = (dict.fromkeys(abilities(find_board(name))) for name in ("face-16", "official-12"))
    assert ("werewolf", "widow") in face
    assert ("werewolf", "explode") not in face
    assert ("guard", "muffle") in face
    assert ("werewolf", "widow") not in official
    assert ("werewolf", "explode") in official


def test_a_card_without_a_list_of_its_own_is_used_by_what_it_aims_at():
    board = find_board("crow-12")
    assert registry()["crow"].aims
    assert ("crow", "curse") in abilities(board)


def test_what_was_never_used_is_named():
    board = find_board("bomber-10")
    counted = by_card(board, Counter({("bomber", "bomb"): 0, ("seer", "check"): 7}))
    shares = Shares(1, "normal", {"good": 1}, uses=counted)
    assert counted["seer"] == {"check": 7}
    assert "bomber: bomb" in shares.inert()
    assert "seer: check" not in shares.inert()


def test_bots_leave_no_card_of_a_board_inert():
    board = find_board("bomber-10")
    figures = count(Match(board, "normal", "normal"), range(30)).play
    unused = Shares(30, "normal", {}, uses=by_card(board, figures.uses)).inert()
    assert set(unused) <= {"werewolf: explode"}
