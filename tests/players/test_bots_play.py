"""Bots at the table: legal always, the same for the same view, fair, and sensible in figures."""

from dataclasses import replace

import pytest

from llmwolf.bench.bots import Match, count
from llmwolf.boards import find_board, spec_for
from llmwolf.players.base import Answer
from llmwolf.players.bots import make_bot, personas
from llmwolf.players.scripted import RandomPlayer
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.asks import Choice, Request
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table.quick import play
from tests.players.bots_games import answers, seated

BOARDS = ("official-12", "official-10", "standard-9", "guard-12")
NIGHT_WORDS = ("平安夜", "单死", "双死", "死讯", "刀口", "昨晚倒", "银水", "peaceful", "died")


@pytest.mark.parametrize("level", ["novice", "normal", "expert"])
@pytest.mark.parametrize("board", BOARDS)
def test_every_answer_is_legal_and_nobody_says_what_he_cannot_know(board: str, level: str):
    for seed in range(5):
        game, players = seated(board, seed, level, "en" if seed == 4 else "zh")
        for view, request, answer in answers(game, players):
            assert game.why_not(answer.decision(game.ply, request.seat)) is None, (seed, request, answer)
            assert len(answer.text) <= request.text_limit
            if request.kind in ("ballot", "pk_ballot"):
                assert answer.targets != (request.seat,)
            if request.kind == "speak" and view.facts.stage.startswith("election"):
                assert not any(word in answer.text for word in NIGHT_WORDS), answer.text
            for claim in answer.claims:
                assert request.seat not in claim.targets or claim.act in ("guard", "save"), answer.text
                if claim.act in ("vote", "flow"):
                    assert set(claim.targets) <= set(view.facts.living), answer.text
        assert game.over
        assert not [e for e in game.log if isinstance(e, ev.Spoke) and e.cut == "limit"]


@pytest.mark.parametrize("board", BOARDS)
def test_a_fresh_bot_gives_the_same_answers_as_one_that_was_there_all_along(board: str):
    game, players = seated(board, 7)
    cast = list(personas().values())
    for view, request, answer in answers(game, players):
        seat = request.seat
        assert make_bot(seat, "normal", 7, cast[(seat + 7) % len(cast)]).answer(view) == answer
        assert players[seat].answer(view) == answer


def test_the_same_seed_gives_the_same_game_and_another_one_another():
    logs = [play(*seated("official-12", seed)).log for seed in (3, 3, 4)]
    assert logs[0] == logs[1] != logs[2]


def test_a_bot_handed_the_view_of_another_game_starts_anew():
    first, players = seated("standard-9", 1)
    play(first, players)
    veteran = players[5]
    second, fresh = seated("standard-9", 2)
    for view, request, answer in answers(second, fresh):
        if request.seat == 5:
            once = make_bot(5, "normal", 1, personas()["laozhang"]).answer(view)
            assert make_bot(5, "normal", 1, personas()["laozhang"]).answer(view) == once
            assert veteran.answer(view).targets == once.targets
            assert answer.verb in {choice.verb for choice in request.choices} | {"pass"}


class TestTwoWorlds:
    """Two deals that differ only in what a seat may not know, with the same visible decisions."""

    DEAL = (*["werewolf"] * 4, "seer", "witch", "hunter", "idiot", *["villager"] * 4)

    def worlds(self, swap: tuple[int, int]) -> tuple[Game, Game]:
        """A game, and one in which two seats have each other's cards."""
        other = list(self.DEAL)
        a, b = swap
        other[a - 1], other[b - 1] = other[b - 1], other[a - 1]
        spec = spec_for(find_board("official-12"), 5)
        one, two = (Game(replace(spec, dealt=deal), registry()) for deal in (self.DEAL, tuple(other)))
        return one, two

    @pytest.mark.parametrize("level", ["novice", "normal", "expert"])
    @pytest.mark.parametrize(
        ("witness", "swap"),
        [
            *((9, swap) for swap in ((1, 12), (5, 11), (6, 10), (2, 5), (7, 8))),
            *((1, (5, 9)), (1, (6, 8)), (5, (1, 9)), (6, (2, 7)), (7, (3, 12)), (8, (4, 5))),
        ],
    )
    def test_the_same_words_and_decisions(self, witness: int, swap: tuple[int, int], level: str):
        one, two = self.worlds(swap)
        public = RandomPlayer(11)
        told = {seat: make_bot(seat, "normal", 5) for seat in range(1, 13)}
        pair = [make_bot(witness, level, 5), make_bot(witness, level, 5)]
        asked = 0
        while one.ask is not None and two.ask is not None:
            if not one.ask.public or not two.ask.public:
                # By night everybody passes, so that both worlds look the same from outside.
                for game in (one, two):
                    if game.ask is not None and not game.ask.public:
                        self.all_pass(game)
                continue
            if one.view(witness).log != two.view(witness).log:
                break  # a card was turned: from here on the worlds differ in public
            for request in one.ask.requests:
                seat = request.seat
                if seat == witness:
                    given = [bot.answer(game.view(seat)) for bot, game in zip(pair, (one, two), strict=True)]
                    assert given[0] == given[1], (request, given)
                    answer, asked = given[0], asked + 1
                elif request.kind == "speak":
                    answer = told[seat].answer(one.view(seat))
                else:
                    answer = public.answer(one.view(seat))
                for game in (one, two):
                    game.submit(answer.decision(game.ply, seat))
        assert asked >= 4

    @staticmethod
    def all_pass(game: Game) -> None:
        ply = game.ply
        for request in game.waiting:
            game.submit(Answer().decision(ply, request.seat))


@pytest.mark.parametrize("board", ["official-12", "standard-9"])
def test_figures(board: str):
    counted = count(Match(find_board(board), "normal", "normal"), range(40))
    f, words = counted.play, counted.words
    assert f.games == 40
    assert 0.3 <= (f.wolves_win() or 0) <= 0.7
    assert (f.vote_accuracy() or 0) >= 0.5
    assert (f.kept_word() or 0) >= 0.7
    assert (f.seer_claims() or 0) >= 0.9
    assert words.repeat_rate() == 0
    assert (words.opening_diversity() or 0) >= 0.99
    assert 0.6 <= f.antidotes / f.games <= 0.95
    assert 0.6 <= f.wolf_claims / f.games <= 1
    assert f.blasts / f.games <= 0.25
    assert (words.length() or 0) >= 80
    assert f.self_votes == f.dead_votes == 0


def test_the_better_level_is_better():
    board = find_board("official-12")
    weak = count(Match(board, "novice", "expert"), range(30)).play
    strong = count(Match(board, "expert", "novice"), range(30)).play
    assert (strong.vote_accuracy() or 0) > (weak.vote_accuracy() or 0)
    assert strong.wins["good"] > weak.wins["good"]


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (Request(1, "link", (Choice("link", (1, 2, 3), 2, 2),), False), Answer("link", (1, 2))),
        (Request(1, "link", (Choice("link", (1, 2, 3), 2, 2),), True), Answer()),
        (Request(1, "keep", (Choice("keep"), Choice("tear")), False), Answer("keep")),
    ],
)
def test_an_ask_it_does_not_know_gets_the_plainest_legal_answer(request_: Request, expected: Answer):
    game, _ = seated("official-12", 1)
    seen = game.view(1)
    view = View(1, seen.facts, seen.hand, seen.log, seen.rules, request_, (), ())
    assert make_bot(1).answer(view) == expected


def test_levels_and_languages_are_checked():
    with pytest.raises(ValueError, match="novice, normal, expert"):
        make_bot(1, "hard")
    with pytest.raises(ValueError, match="zh, en"):
        make_bot(1, lang="fr")
