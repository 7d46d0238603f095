"""``llmwolf bench bots``: how strong the bots are, how they behave, how they talk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Final

from llmwolf import workers
from llmwolf.bench.figures import Figures, merge
from llmwolf.bench.wording import Wording
from llmwolf.boards import Board, spec_for
from llmwolf.boards.shares import Share, wilson
from llmwolf.players.base import Player
from llmwolf.players.bots import LEVELS, Ledger, make_bot, personas
from llmwolf.players.scripted import RandomPlayer
from llmwolf.roles import registry
from llmwolf.rules.game import Game
from llmwolf.table.quick import play

RANDOM: Final = "random"
"""The level of seats that answer at random."""
BATCH: Final = 50
"""Games of one piece of work."""
_DRAWS: Final = 2_000


@dataclass(frozen=True, slots=True)
class Match:
    """Good seats of one level against wolves of another on one board."""

    board: Board
    good: str
    wolves: str
    lang: str = "zh"
    words: bool = True


@dataclass(slots=True)
class Counted:
    """What was counted over the games of a match."""

    play: Figures = field(default_factory=Figures)
    words: Wording = field(default_factory=Wording)

    def wolves(self) -> Share:
        """How often the wolves won; raises :class:`ValueError` where no game was played."""
        return wilson(self.play.wins["wolves"], self.play.games)


def count(match: Match, seeds: Iterable[int]) -> Counted:
    """Play one game of ``match`` for each of ``seeds`` and count."""
    counted = Counted()
    for seed in seeds:
        game = Game(spec_for(match.board, seed), registry())
        players = seat(match, game, seed)
        start = perf_counter()
        play(game, players)
        counted.play.add(game, (perf_counter() - start) * 1000)
        counted.words.add(game)
    return counted


def seat(match: Match, game: Game, seed: int) -> dict[int, Player]:
    """A player for every seat of ``game``; the personas take turns."""
    cards, cast, book = registry(), list(personas().values()), Ledger()
    players: dict[int, Player] = {}
    for number in range(1, match.board.seats + 1):
        evil = cards[game.judge.hands[number].role].camp == "W"
        level = match.wolves if evil else match.good
        if level == RANDOM:
            players[number] = RandomPlayer(seed * 100 + number)
        else:
            persona = cast[(number + seed) % len(cast)]
            players[number] = make_bot(number, level, seed, persona, match.lang, match.words, book)
    return players


def count_all(
    matches: Sequence[Match], games: int, jobs: int, tick: Callable[[int], object]
) -> Iterator[tuple[Match, Counted]]:
    """Play ``games`` games of each of ``matches`` (seeds 0, 1, 2 …), in ``jobs`` processes.

    Yields a match as soon as all its games are played, in order. The figures do not depend on ``jobs``,
    but for the times. ``tick`` hears how many more games are played.
    """
    batches = [range(start, min(start + BATCH, games)) for start in range(0, games, BATCH)]
    with workers.pool(jobs) as pool:
        asked = [[pool.submit(count, match, batch) for batch in batches] for match in matches]
        for match, parts in zip(matches, asked, strict=True):
            counted = Counted()
            for part in parts:
                found = part.result()
                merge(counted, found)
                tick(found.play.games)
            yield match, counted


def ladder(board: Board, words: bool = True) -> list[Match]:
    """The best level against itself, and each lower level on either side of it."""
    best, *lower = reversed((RANDOM, *LEVELS))
    own = Match(board, best, best, words=words)
    return [
        own,
        *(Match(board, level, best, words=words) for level in lower),
        *(Match(board, best, level, words=words) for level in lower),
    ]


def lean(places: Sequence[tuple[int, int]]) -> tuple[float, float, float] | None:
    """How far the seats exiled on day 1 spoke from the middle of the order (-0.5: first, 0.5: last).

    The mean with its interval (95 %, normal); ``None`` for fewer than two.
    """
    at = [(place - 1) / (speakers - 1) - 0.5 for place, speakers in places if speakers > 1]
    if len(at) < 2:
        return None
    middle, half = fmean(at), 1.96 * stdev(at) / sqrt(len(at))
    return middle, middle - half, middle + half


def ratio(parts: Sequence[tuple[int, int]]) -> tuple[float, float, float]:
    """All the first numbers ÷ all the second ones, one pair a game, with its interval (95 %).

    Games are the units: ballots of one game are not independent. Raises :class:`ZeroDivisionError` where
    the second numbers are all 0.
    """
    hits, tries = (sum(column) for column in zip(*parts, strict=True))
    share = hits / tries
    spread = sqrt(sum((hit - share * tried) ** 2 for hit, tried in parts)) / tries
    return share, share - 1.96 * spread, share + 1.96 * spread


def uneven(counts: Sequence[int], seed: int = 0) -> float:
    """How often an even draw would be as uneven as ``counts`` (the p of a χ² test, by simulation)."""
    total, kinds = sum(counts), len(counts)
    if not total:
        return 1.0
    rng = Random(seed)
    seen = _distance(counts)
    worse = 0
    for _ in range(_DRAWS):
        drawn = [0] * kinds
        for kind in rng.choices(range(kinds), k=total):
            drawn[kind] += 1
        worse += _distance(drawn) >= seen
    return (worse + 1) / (_DRAWS + 1)


def _distance(counts: Sequence[int]) -> float:
    even = sum(counts) / len(counts)
    return sum((n - even) ** 2 for n in counts)


def conduct(counted: Counted) -> Iterator[tuple[str, tuple[str, str]]]:
    """What the bots did: what is counted → the figure, and what is known of people or wanted."""
    play, words = counted.play, counted.words
    games = play.games
    yield "games", (str(games), "")
    yield "wolves win", (_interval(wilson(play.wins["wolves"], games)), "")
    if play.good_ballots:
        share, low, high = ratio(play.aims)
        hits = f"{share:.3f} ({low:.3f}–{high:.3f}), {play.good_ballots} in {len(play.aims)} games"
        blind = f"blind {play.blind_accuracy():.3f}; people (9 seats) 0.55, blind 0.34"
        yield "good ballots on wolves", (hits, blind)
    if play.ballots_after_call:
        yield "ballots as called", (_percent(play.ballots_as_called, play.ballots_after_call), "")
    yield "votes for oneself / the dead", (f"{play.self_votes} / {play.dead_votes}", "0 / 0")
    if play.seers_heard:
        yield "seer claims and reports on day 1", (_percent(play.seers_claimed, play.seers_heard), "≥ 0.90")
    yield "a wolf claims seer", (_percent(play.wolf_claims, games), "")
    yield "a wolf explodes", (_percent(play.blasts, games), "")
    yield "antidote used", (_percent(play.antidotes, games), "0.60–0.95")
    if (slope := lean(play.places)) is not None:
        text = f"{slope[0]:+.3f} ({slope[1]:+.3f} … {slope[2]:+.3f})"
        yield "day-1 exile: lean to late speakers", (text, "0 within the interval")
    for size in sorted({seats for _, seats in play.knives}):
        counts = [play.knives[rank, size] for rank in range(size)]
        shown = " ".join(map(str, counts))
        yield f"first knife by place of {size}", (shown, f"even: p = {uneven(counts):.3f}")
    yield "sentences that another seat said", (f"{words.repeats} of {words.sentences}", "0")
    yield "different openings", (_text(words.opening_diversity()), "1")
    yield "distinct-2", (_text(words.distinct_2()), "")
    yield "terms in 100 characters", (_text(words.term_density()), "")
    for role in sorted({who for who, _ in words.lengths}):
        yield f"characters of a speech, {role}", (f"{words.length(role):.0f}", "")


def _percent(part: int, whole: int) -> str:
    share = wilson(part, whole)
    return f"{share.share:.3f} ({share.low:.3f}–{share.high:.3f}), n = {whole}"


def _interval(share: Share) -> str:
    return f"{share.share:.3f} ({share.low:.3f}–{share.high:.3f})"


def _text(number: float | None) -> str:
    return "no data" if number is None else f"{number:.3f}"
