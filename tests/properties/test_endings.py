"""Every game ends (X-4), and what its log says adds up."""

from random import Random

import pytest

from llmwolf.rules.audience import Event
from llmwolf.rules.events import (
    Acted,
    Announced,
    BadgePassed,
    Ballots,
    Died,
    Elected,
    Exiled,
    GameEnded,
    Marked,
    NightFell,
    NightResolved,
    Spoke,
    StageBegan,
    Withdrew,
)
from llmwolf.rules.game import Game
from tests.properties.drive import BOARDS, new_game, play, played, random_rules

GAMES = 500
CHUNKS = [(board, chunk) for board in BOARDS for chunk in range(5)]


@pytest.mark.parametrize(("board", "chunk"), CHUNKS)
def test_X_4_ten_thousand_random_games_end(board: str, chunk: int):
    """Half of them under the board's own rules, half under house rules drawn at random."""
    for seed in range(chunk * GAMES, (chunk + 1) * GAMES):
        rng = Random(f"{board}/{seed}")
        rules = random_rules(board, rng) if seed % 2 else None
        game = play(new_game(board, seed, rules), rng)
        facts = game.judge.facts
        assert facts.winner in ("good", "wolves", "draw")
        assert isinstance(game.log[-1], GameEnded)
        assert 1 <= facts.day <= game.spec.rules.max_days
        assert sorted((*facts.living, *facts.gone)) == list(range(1, facts.seats + 1))


class Ledger:
    """An independent account of a game, kept from its log by simpler means than the engine's."""

    def __init__(self, game: Game) -> None:
        self.rules = game.spec.rules
        self.living = set(range(1, len(game.spec.cards) + 1))
        self.sheriff = 0
        self.voteless: set[int] = set()
        self.doomed: tuple[int, ...] = ()
        self.spoke: list[int] = []
        self.drunk: list[str] = []
        self.guarded: dict[int, int] = {}
        self.tied: tuple[int, ...] = ()

    def enter(self, event: Event) -> None:
        """Check one event against the account and enter it."""
        match event:
            case NightFell():
                self.spoke = []
            case Acted(seat=seat, verb=verb, target=target, when=when):
                assert seat in self.living
                assert not target or target in self.living
                if verb in ("save", "poison"):
                    self.drunk.append(verb)
                if verb == "guard":
                    assert self.guarded.get(when - 1) != target
                    self.guarded[when] = target
            case NightResolved(deaths=deaths):
                self.doomed = tuple(seat for seat, _ in deaths)
            case Announced(seats=seats):
                assert set(seats) == set(self.doomed) & self.living
                assert list(seats) == sorted(seats)
                self.living -= set(seats)
            case Died(seat=seat):
                assert seat in self.living, "nobody dies twice"
                self.living.remove(seat)
            case Elected(seat=seat) | BadgePassed(seat=seat):
                assert not seat or seat in self.living
                self.sheriff = seat
            case Marked(seats=seats):
                self.voteless = set(seats)
            case Exiled(seat=seat):
                assert seat in self.living - self.voteless
            case Withdrew(seat=seat):
                assert seat in self.living
            case Spoke(seat=seat, stage=stage):
                assert (seat in self.living) is (stage != "last_words")
                if stage == "speech":
                    assert seat not in self.spoke, "one speech a day"
                    self.spoke.append(seat)
            case StageBegan(stage="ballot"):
                assert set(self.spoke) == self.living, "everybody has spoken"
            case Ballots():
                self.count(event)
            case _:
                pass

    def count(self, event: Ballots) -> None:
        """Σ tally + abstentions = voters, the sheriff's weight taken into account (V-6, D-5, trap D43)."""
        exile = not event.stage.startswith("badge")
        voters = [voter for voter, _ in event.ballots]
        weight = dict.fromkeys(voters, 2)
        if exile and self.sheriff in weight:
            weight[self.sheriff] = int(self.rules.badge_weight * 2)
        abstained = sum(weight[voter] for voter, target in event.ballots if not target)
        assert sum(votes for _, votes in event.tally) + abstained == sum(weight.values())
        for target, votes in event.tally:
            assert votes == sum(weight[voter] for voter, choice in event.ballots if choice == target)
            assert target in self.living - (self.voteless if exile else set())
        if event.stage == "ballot":
            assert set(voters) == self.living - self.voteless
            most = max((votes for _, votes in event.tally), default=0)
            self.tied = tuple(seat for seat, votes in event.tally if votes == most)
        if event.stage == "pk_ballot":
            assert set(voters) == self.living - self.voteless - set(self.tied)
            assert {target for target, _ in event.tally} <= set(self.tied)


@pytest.mark.parametrize("board", BOARDS)
def test_V_6_ballots_deaths_and_turns_add_up_in_every_log(board: str):
    for seed in range(150):
        game = played(board, seed)
        ledger = Ledger(game)
        for event in game.log:
            ledger.enter(event)
        assert ledger.living == set(game.judge.facts.living)
        assert len(ledger.drunk) == len(set(ledger.drunk)), "one antidote, one poison"
        assert [type(event) for event in game.log].count(GameEnded) == 1


@pytest.mark.parametrize("board", BOARDS)
def test_W_1_W_2_the_winner_is_right_and_the_game_did_not_go_on_for_too_long(board: str):
    for seed in range(150):
        game = played(board, seed)
        facts = game.judge.facts
        left = {game.roles[game.judge.hands[seat].role].camp for seat in facts.living}
        if facts.winner == "good":
            assert "W" not in left
        elif facts.winner == "wolves":
            assert "W" in left
            assert not {"G", "V"} <= left
        else:
            assert facts.day == game.spec.rules.max_days
            assert left == {"W", "G", "V"}
