"""How bots play, in figures: over finished games, whoever ran the loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter

from llmwolf.boards import Board, spec_for
from llmwolf.players.base import Player
from llmwolf.players.bots import make_bot, personas
from llmwolf.players.bots.ledger import Ledger
from llmwolf.players.bots.speech.sentences import opening, sentences
from llmwolf.players.bots.uses import Use, uses
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.game import Game

Loop = Callable[[Game, Mapping[int, Player]], Game]
"""Plays a game to its end, such as :func:`llmwolf.table.quick.play`."""


@dataclass(slots=True)
class Figures:
    """Counts over games; every rate is None where nothing was counted."""

    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    milliseconds: list[float] = field(default_factory=list)
    good_ballots: int = 0
    good_ballots_on_wolves: int = 0
    ballots_after_call: int = 0
    ballots_as_called: int = 0
    seers_heard: int = 0
    """Games in which the seer had a speech on day 1."""
    seers_claimed: int = 0
    """Those in which he claimed and reported his check in it."""
    wolf_claims: int = 0
    """Games with a 悍跳."""
    blasts: int = 0
    """Games with a 自爆."""
    antidotes: int = 0
    sentences: int = 0
    repeats: int = 0
    """Sentences that another seat had said before in the same game."""
    uses: Counter[Use] = field(default_factory=Counter)
    """How often each card was used for what."""
    openings: int = 0
    repeated_openings: int = 0
    characters: list[int] = field(default_factory=list)

    def wolves_win(self) -> float | None:
        """The share of games that the wolves won."""
        return _share(self.wins["wolves"], self.games)

    def vote_accuracy(self) -> float | None:
        """The share of good seats' exile ballots that were on wolves."""
        return _share(self.good_ballots_on_wolves, self.good_ballots)

    def kept_word(self) -> float | None:
        """The share of exile ballots that equal the call of the same seat's speech."""
        return _share(self.ballots_as_called, self.ballots_after_call)

    def seer_claims(self) -> float | None:
        """How often a seer who speaks on day 1 claims and reports."""
        return _share(self.seers_claimed, self.seers_heard)

    def repeat_rate(self) -> float | None:
        """The share of sentences that another seat had said before."""
        return _share(self.repeats, self.sentences)

    def median_ms(self) -> float | None:
        """The median time of a game, engine included."""
        return median(self.milliseconds) if self.milliseconds else None

    def add(self, game: Game, milliseconds: float = 0.0) -> None:
        """Count one finished game."""
        self.games += 1
        self.milliseconds.append(milliseconds)
        facts = game.judge.facts
        self.wins[facts.winner] += 1
        self.uses.update(uses(game.log))
        cards = registry()
        roles = {seat: game.judge.hands[seat].role for seat in range(1, facts.seats + 1)}
        wolves = {seat for seat, role in roles.items() if cards[role].camp == "W"}
        book = Ledger()
        for event in game.log:
            book.take(event)
            if isinstance(event, ev.Ballots) and event.stage in ("ballot", "pk_ballot"):
                self._ballots(event, book, wolves)
        self.wolf_claims += any(seat in wolves for seat in book.stories)
        self.blasts += bool(book.exploded)
        self.antidotes += any(isinstance(e, ev.Acted) and e.verb == "save" for e in game.log)
        seer = next((seat for seat, role in roles.items() if role == "seer"), 0)
        heard = [s for s in book.speeches if s.seat == seer and s.day == 1 and s.text]
        self.seers_heard += bool(heard)
        self.seers_claimed += any(claim.act == "check" for s in heard for claim in s.claims)
        self._words(book)

    def _ballots(self, event: ev.Ballots, book: Ledger, wolves: set[int]) -> None:
        for voter, target in event.ballots:
            if target and voter not in wolves:
                self.good_ballots += 1
                self.good_ballots_on_wolves += target in wolves
            called = book.calls.get((book.day, voter), 0)
            if called and event.stage == "ballot":
                self.ballots_after_call += 1
                self.ballots_as_called += called == target

    def _words(self, book: Ledger) -> None:
        said: dict[str, int] = {}
        opened: dict[str, int] = {}
        for speech in book.speeches:
            self.characters.append(len(speech.text))
            for sentence in sentences(speech.text):
                self.sentences += 1
                self.repeats += said.setdefault(sentence, speech.seat) != speech.seat
            if speech.text:
                self.openings += 1
                self.repeated_openings += opened.setdefault(opening(speech.text), speech.seat) != speech.seat


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def measure(
    board: Board, seeds: Iterable[int], loop: Loop, level: str = "normal", lang: str = "zh", wolves: str = ""
) -> Figures:
    """Play one game of bots a seed and count; ``wolves`` gives the wolves another level than ``level``."""
    figures = Figures()
    cast = list(personas().values())
    cards = registry()
    for seed in seeds:
        game = Game(spec_for(board, seed), cards)
        players = {}
        for seat in range(1, board.seats + 1):
            evil = cards[game.judge.hands[seat].role].camp == "W"
            persona = cast[(seat + seed) % len(cast)]
            players[seat] = make_bot(seat, wolves if wolves and evil else level, seed, persona, lang)
        start = perf_counter()
        loop(game, players)
        figures.add(game, (perf_counter() - start) * 1000)
    return figures
