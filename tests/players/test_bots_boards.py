"""Bots on every shipped board: legal to the end, in any company, and never silly about what the board is."""

import re

import pytest

from llmwolf.boards import boards
from llmwolf.players.bots.reading import read
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.game import Game
from tests.players.bots_games import answers, seated
from tests.players.chatterbox import Chatterbox

SEER = re.compile("预言家|悍跳|金水|查杀|验人|警徽流|倒钩|冲票")
BADGE = re.compile("警徽|警上|警下|退水")
BOARDS = [name for name in boards() if not re.search(r"-(9|10|11|14|16|17)$", name) or "bomber" in name]
"""Every board, but of the families with a table for each number of seats only some."""
HIDDEN = ("piper", "possessed", "thief")
"""Cards that nobody lays open."""


@pytest.mark.parametrize("board", BOARDS)
def test_bots_stand_any_company(board: str):
    game, players = seated(board, 5)
    for seat in range(1, game.judge.facts.seats + 1, 2):
        players[seat] = Chatterbox(500 + seat)
    for _, request, answer in answers(game, players):
        assert game.why_not(answer.decision(game.ply, request.seat)) is None, (request, answer)
    assert game.over


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_among_themselves_they_are_legal_spare_their_own_and_say_what_fits(board: str, lang: str):
    game, players = seated(board, 4, lang=lang)
    for view, request, answer in answers(game, players):
        assert game.why_not(answer.decision(game.ply, request.seat)) is None, (request, answer)
        if request.kind in ("ballot", "pk_ballot", "knife", "widow") and len(request.choices[0].pool) > 2:
            assert not answer.targets or answer.targets != (view.hand.lover,)
        if request.kind == "knife":
            assert not set(answer.targets) & set(view.hand.pack), "a mate is knifed"
    assert game.over
    held: dict[int, str] = {}
    for event in game.log:
        if isinstance(event, ev.Spoke) and event.text:
            fits(game, event, held)
        if isinstance(event, ev.Whispered) and "seer" not in game.judge.spec.cards:
            assert not SEER.search(event.text)


def fits(game: Game, event: ev.Spoke, held: dict[int, str]) -> None:
    """A speech says what it claims, and nothing of what the table has not; ``held`` are the cards claimed."""
    assert "{" not in event.text
    assert event.cut != "limit"
    spec = game.judge.spec
    heard = read(event.text, event.seat, spec.seats, 1, held.get(event.seat, ""))
    found = {(c.act, c.targets, c.value) for c in heard}
    for claim in event.claims:
        if claim.act == "role":
            assert claim.value not in HIDDEN
            assert registry()[claim.value].camp != "W"
            assert claim in heard or held.get(event.seat) == claim.value, event.text
            held[event.seat] = claim.value
        elif claim.act in ("check", "save", "poison", "guard"):
            assert (claim.act, claim.targets, claim.value) in found, event.text
    if "seer" not in spec.cards:
        assert not SEER.search(event.text), event.text
    if not spec.rules.sheriff or spec.seats < spec.rules.sheriff_from:
        assert not BADGE.search(event.text), event.text
