"""The policy of roll-outs: beliefs close to the bots' own, the same decisions in fewer steps, every board."""

from statistics import fmean

import pytest

from llmwolf.boards import boards, find_board, spec_for
from llmwolf.coach.odds.lean.beliefs import believe, readings
from llmwolf.coach.odds.lean.bot import LeanBot, table
from llmwolf.coach.odds.lean.mind import LeanMind
from llmwolf.coach.odds.lean.plays import LeanTown, LeanWolf, lean_play_of
from llmwolf.players.bots import LEVELS, make_bot
from llmwolf.players.bots.beliefs import Belief, Knowledge
from llmwolf.players.bots.beliefs import believe as exactly
from llmwolf.players.bots.evidence import Evidence, Story
from llmwolf.players.bots.ledger import Ledger
from llmwolf.players.bots.strategy import PLAYS
from llmwolf.players.bots.strategy.possessed import PossessedPlay
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.players.bots.strategy.witch import WitchPlay
from llmwolf.players.bots.strategy.wolf import WolfPlay
from llmwolf.roles import registry
from llmwolf.rules.facts import Hand
from llmwolf.rules.game import Game
from llmwolf.table.quick import play

NOTHING = Knowledge()
FLAT = tuple((1.0,) * 13 for _ in range(13))


def evidence(factors: dict[int, float], ties: dict[tuple[int, int], float] | None = None) -> Evidence:
    rows = [list(row) for row in FLAT]
    for (a, b), tie in (ties or {}).items():
        rows[a][b] = rows[b][a] = tie
    story = Story(0, 1.0, (1.0,) * 13, 0, 0)
    weights = tuple(factors.get(seat, 1.0) for seat in range(13))
    return Evidence(weights, tuple(map(tuple, rows)), 0, 0, (story,), 1)


def lean_belief(found: Evidence, known: Knowledge = NOTHING, gone: int = 0) -> Belief:
    return believe(readings(found, 12, 4, gone), 12, 4, known)


def test_beliefs_are_close_to_those_of_the_bots(monkeypatch: pytest.MonkeyPatch):
    far: list[float] = []

    def both(seats: int, wolves: int, found: Evidence, known: Knowledge, gone: int) -> Belief:
        belief = exactly(seats, wolves, found, known, gone)
        if not known.plain:
            lean = believe(readings(found, seats, wolves, gone), seats, wolves, known)
            far.extend(abs(a - b) for a, b in zip(belief.wolf, lean.wolf, strict=True))
        return belief

    monkeypatch.setattr("llmwolf.players.bots.mind.believe", both)
    for seed in range(6):
        spec, book = spec_for(find_board("official-12"), seed), Ledger()
        bots = {s: make_bot(s, "normal", seed, words=False, book=book) for s in range(1, 13)}
        play(Game(spec, registry()), bots)
    assert len(far) > 1000
    assert fmean(far) < 0.01
    assert sorted(far)[int(0.99 * len(far))] < 0.06


def test_there_are_as_many_wolves_as_the_board_has():
    found = evidence({1: 3.0, 2: 0.2, 5: 0.5}, {(1, 3): 0.5, (4, 5): 1.4})
    for known in (Knowledge(), Knowledge(good=1 << 7), Knowledge(good=1 << 1, evil=1 << 2)):
        belief = lean_belief(found, known)
        assert sum(belief.wolf) == pytest.approx(4, abs=0.05)
        for seat in range(1, 13):
            if known.good >> seat & 1:
                assert belief.wolf[seat] == 0
            if known.evil >> seat & 1:
                assert belief.wolf[seat] == 1


def test_who_votes_for_a_likely_wolf_looks_better_than_who_votes_for_a_good_player():
    found = evidence({1: 9.0, 2: 0.1}, {(1, 3): 0.5, (2, 4): 0.5})
    belief = lean_belief(found)
    assert belief.wolf[3] < belief.wolf[4] < belief.wolf[1]


def test_not_every_wolf_is_out():
    belief = lean_belief(evidence({}), Knowledge(), sum(1 << seat for seat in (1, 2, 3, 4)))
    assert belief.wolf[1] < belief.wolf[5]


def test_where_no_world_is_left_knowledge_alone_counts():
    found = evidence({})
    shown = Evidence(found.factors, found.ties, 0, 1 << 3, found.stories, found.claims)
    assert lean_belief(shown, Knowledge(good=1 << 3)).wolf[3] == 0


def test_decisions_are_those_of_the_plays_they_stand_for(monkeypatch):
    """Asked with the same beliefs, the plays of the table and those of roll-outs answer alike."""
    asked = dict.fromkeys(("vote", "suspects", "trusts"), 0)
    own = {LeanTown: TownPlay(), LeanWolf: WolfPlay()}
    for kind in (LeanTown, LeanWolf):
        for name in ("vote", "suspects", "trusts"):
            lean = getattr(kind, name)

            def checked(self, m, *rest, lean=lean, kind=kind, name=name):
                answer = lean(self, m, *rest)
                if type(self) is kind:
                    asked[name] += 1
                    assert answer == getattr(own[kind], name)(m, *rest)
                return answer

            monkeypatch.setattr(kind, name, checked)
    for seed in range(3):
        play(Game(spec_for(find_board("official-12"), seed), registry()), table("normal", 12, seed))
    assert all(asked.values())


def test_cards_keep_what_is_their_own():
    assert isinstance(lean_play_of(Hand(1, role="werewolf", pack={1: "werewolf"})), LeanWolf)
    witch = lean_play_of(Hand(1, role="witch"))
    assert isinstance(witch, WitchPlay)
    assert isinstance(witch, LeanTown)
    assert type(lean_play_of(Hand(1, role="possessed"))) is PossessedPlay
    assert all(isinstance(lean_play_of(Hand(1, role=card)), type(own)) for card, own in PLAYS.items())


@pytest.mark.parametrize("board", sorted(boards())[::3])
def test_every_board_is_played_to_its_end(board):
    spec = spec_for(find_board(board), 1)
    games = [Game(spec, registry()) for _ in range(2)]
    for game in games:
        play(game, table("expert", spec.seats, 1))
    assert games[0].judge.facts.winner
    assert games[0].log == games[1].log


def test_lean_bots_think_with_lean_minds():
    bot = table("novice", 9, 3)[4]
    assert isinstance(bot, LeanBot)
    assert (bot.mind, bot.level) == (LeanMind, LEVELS["novice"])
