"""Every game ends (X-4), with the right winners, and what its log says adds up."""

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
    Skipped,
    Spoke,
    StageBegan,
    VotersNamed,
    Withdrew,
)
from llmwolf.rules.facts import NIGHT
from llmwolf.rules.game import Game
from tests.properties.drive import BOARDS, new_game, play, played, random_rules
from tests.properties.referee import Referee

GAMES = 10_000 // len(BOARDS) + 1


class Watch:
    """The referee's look at the table at every nightfall."""

    def __init__(self) -> None:
        self.night = 0
        self.nightfall: Referee | None = None

    def __call__(self, game: Game) -> None:
        facts = game.judge.facts
        if facts.phase == NIGHT and facts.day > self.night:
            self.night = facts.day
            self.nightfall = Referee(game)
            if self.night > 1:
                assert not self.nightfall.won(), "the game had been won before the night"


@pytest.mark.parametrize("board", BOARDS)
def test_X_4_ten_thousand_random_games_end(board: str):
    """Half of them under the board's own rules, half under house rules drawn at random."""
    for seed in range(GAMES):
        rng = Random(f"{board}/{seed}")
        watch = Watch()
        game = play(new_game(board, seed, random_rules(board, rng) if seed % 2 else None), rng, 0.03, watch)
        facts = game.judge.facts
        assert isinstance(game.log[-1], GameEnded)
        assert [type(event) for event in game.log].count(GameEnded) == 1
        assert 1 <= facts.day <= game.spec.rules.max_days
        assert sorted((*facts.living, *facts.gone)) == list(range(1, facts.seats + 1))
        check_winners(game, watch)


def check_winners(game: Game, watch: Watch) -> None:
    """The side that won had its condition, and the winners are all of its seats (W-1 … W-10)."""
    facts, referee = game.judge.facts, Referee(game)
    assert facts.winners == tuple(seat for seat in referee.seats if referee.side(seat) == facts.winner)
    match facts.reason:
        case "max_days":
            assert facts.day == game.spec.rules.max_days
        case "quiet_draw" | "nobody_left":
            assert facts.winner == "draw"
        case "badge_decides":
            assert referee.side(facts.sheriff) == facts.winner
            assert len(facts.living) == 2
        case "knife_decides":
            assert facts.winner == "wolves"
            assert len(facts.living) == 1
        case _:
            assert facts.winner in _sides_that_may_have_won(game, referee, watch)


def _sides_that_may_have_won(game: Game, referee: Referee, watch: Watch) -> set[str]:
    """Those whose condition holds; the wolves alone where at dawn the knife came first (W-9)."""
    won = referee.won()
    at_dawn = [event for event in game.log if isinstance(event, StageBegan)][-1].stage == "dawn"
    rules = game.spec.rules
    if at_dawn and rules.both_met == "knife_at_night" and rules.judged == "together":
        assert watch.nightfall is not None
        if referee.knife_came_first(watch.nightfall):
            return won - {"good"} | {"wolves"}
    return won


class Ledger:
    """An independent account of a game, kept from its log by simpler means than the engine's."""

    def __init__(self, game: Game) -> None:
        self.rules = game.spec.rules
        self.living = set(range(1, game.spec.seats + 1))
        self.sheriff = 0
        self.marks: dict[str, set[int]] = {}
        self.doomed: tuple[int, ...] = ()
        self.spoke: list[int] = []
        self.drunk: list[tuple[int, str]] = []
        self.guarded: dict[tuple[int, int], int] = {}
        self.named: dict[int, tuple[int, ...]] = {}
        self.day = 0
        self.tied: tuple[int, ...] = ()

    def enter(self, event: Event) -> None:
        """Check one event against the account and enter it."""
        match event:
            case NightFell(day=day):
                self.day, self.spoke = day, []
                self.marks.pop("silenced", None)
            case Acted(seat=seat, verb=verb, target=target, when=when):
                assert seat in self.living
                assert not target or target in self.living
                if verb in ("save", "poison"):
                    self.drunk.append((seat, verb))
                if verb == "guard":
                    assert self.guarded.get((seat, when - 1)) != target
                    self.guarded[seat, when] = target
            case NightResolved(deaths=deaths):
                self.doomed = tuple(seat for seat, _ in deaths)
            case Announced(seats=seats):
                assert set(seats) == set(self.doomed) & self.living
                assert list(seats) == sorted(seats) or self.rules.announce_order == "cause"
                self.living -= set(seats)
            case Died(seat=seat):
                assert seat in self.living, "nobody dies twice"
                self.living.remove(seat)
            case Elected(seat=seat) | BadgePassed(seat=seat):
                assert not seat or seat in self.living
                self.sheriff = seat
            case Marked(mark=mark, seats=seats):
                self.marks[mark] = set(seats)
            case Exiled(seat=seat):
                assert seat in self.living - self.voteless
            case VotersNamed(day=day, seats=seats):
                assert day == self.day + 1
                self.named[day] = seats
            case Withdrew(seat=seat):
                assert seat in self.living
            case Spoke() | Skipped():
                self.hear(event)
            case StageBegan(stage="ballot"):
                assert set(self.spoke) >= self.living, "everybody has had his turn"
            case Ballots():
                self.count(event)
            case _:
                pass

    @property
    def voteless(self) -> set[int]:
        """Idiots whose card lies open."""
        return self.marks.get("voteless", set())

    def hear(self, event: Spoke | Skipped) -> None:
        """One turn a day for every seat, and none for the silenced and the mute (S-1)."""
        mute = {seat for mark in ("silenced", "charmed") for seat in self.marks.get(mark, ())}
        if isinstance(event, Skipped):
            assert event.seat in self.marks[event.why]
            self.spoke.append(event.seat)
            return
        assert (event.seat in self.living) is (event.stage != "last_words")
        if event.stage in ("speech", "pk"):
            assert event.seat not in mute
        if event.stage == "speech" and event.cut != "cut_in":
            assert event.seat not in self.spoke, "one speech a day"
            self.spoke.append(event.seat)

    def count(self, event: Ballots) -> None:
        """Σ tally + abstentions = voters, the sheriff's weight taken into account (V-6, D-5, trap D43)."""
        exile = not event.stage.startswith("badge")
        voters = [voter for voter, _ in event.ballots]
        weight = dict.fromkeys(voters, 2)
        if exile and self.sheriff in weight:
            weight[self.sheriff] = int(self.rules.badge_weight * 2)
        extra = dict(event.extra)
        abstained = sum(weight[voter] for voter, target in event.ballots if not target)
        cast = sum(votes for _, votes in event.tally) - sum(extra.values())
        assert cast + abstained == sum(weight.values())
        for target, votes in event.tally:
            given = sum(weight[voter] for voter, choice in event.ballots if choice == target)
            assert votes == given + extra.get(target, 0)
            assert target in self.living - (self.voteless if exile else set())
        able = self.living - self.voteless
        if self.day in self.named:
            able &= set(self.named[self.day])
        if event.stage == "ballot":
            assert set(voters) == able
            most = max((votes for _, votes in event.tally), default=0)
            self.tied = tuple(seat for seat, votes in event.tally if votes == most)
        if event.stage == "pk_ballot":
            assert set(voters) == able - (set(self.tied) if self.rules.tie == "pk" else set())
            assert {target for target, _ in event.tally} <= set(self.tied)


@pytest.mark.parametrize("board", BOARDS)
def test_V_6_ballots_deaths_and_turns_add_up_in_every_log(board: str):
    for seed in range(30):
        game = played(board, seed)
        ledger = Ledger(game)
        for event in game.log:
            ledger.enter(event)
        assert ledger.living == set(game.judge.facts.living)
        assert len(ledger.drunk) == len(set(ledger.drunk)), "one antidote, one poison"
