"""The bench of the bots: it counts right, adds up right, and says how sure a figure is."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from llmwolf.bench.bots import Counted, Match, conduct, count, count_all, ladder, lean, ratio, uneven
from llmwolf.bench.figures import Figures, merge
from llmwolf.boards import find_board, spec_for
from llmwolf.cli.botbench import bots
from llmwolf.players.bots import Ledger, make_bot, personas
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.game import Game
from llmwolf.table.quick import play

NINE = find_board("standard-9")


def test_two_halves_are_the_whole():
    whole, first, second = (
        count(Match(NINE, "normal", "normal"), seeds) for seeds in (range(4), (0, 1), (2, 3))
    )
    merge(first, second)
    first.play.milliseconds = whole.play.milliseconds = []
    assert first == whole


def test_processes_change_no_figure():
    matches = [Match(NINE, "normal", "novice", words=False), Match(NINE, "random", "expert", words=False)]
    played: list[int] = []
    alone = [count(match, range(60)) for match in matches]
    spread = list(count_all(matches, 60, 2, played.append))
    assert [match for match, _ in spread] == matches
    assert sorted(played) == [10, 10, 50, 50]
    for one, (_, other) in zip(alone, spread, strict=True):
        one.play.milliseconds = other.play.milliseconds = []
        assert one == other


def test_bots_that_share_what_the_public_heard_play_the_same_game():
    cast = list(personas().values())
    logs = []
    for book in (None, Ledger()):
        game = Game(spec_for(NINE, 3), registry())
        logs.append(play(game, {s: make_bot(s, "normal", 3, cast[s], book=book) for s in range(1, 10)}).log)
    assert logs[0] == logs[1]


def test_who_is_handed_the_book_of_another_time_folds_it_anew():
    game, book = Game(spec_for(NINE, 4), registry()), Ledger()
    play(game, {s: make_bot(s, "normal", 4, book=book) for s in range(1, 10)})
    again = Game(spec_for(NINE, 4), registry())
    assert again.ask is not None
    seat = again.ask.requests[0].seat
    late = make_bot(seat, "normal", 4, book=book)
    assert late.answer(again.view(seat)) == make_bot(seat, "normal", 4).answer(again.view(seat))


def test_without_words_claims_are_all_that_is_said():
    game = Game(spec_for(NINE, 5), registry())
    play(game, {s: make_bot(s, "expert", 5, words=False) for s in range(1, 10)})
    spoken = [event for event in game.log if isinstance(event, ev.Spoke)]
    assert not any(event.text for event in spoken)
    assert {claim.act for event in spoken for claim in event.claims} >= {
        "role",
        "check",
        "side",
        "suspect",
        "vote",
    }


def test_the_ladder_has_every_level_on_either_side_of_the_best():
    pairs = [(match.good, match.wolves) for match in ladder(NINE)]
    assert pairs[0] == ("expert", "expert")
    assert set(pairs[1:4]) == {(level, "expert") for level in ("normal", "novice", "random")}
    assert set(pairs[4:]) == {("expert", level) for level in ("normal", "novice", "random")}


def test_games_are_the_units_of_an_interval():
    share, low, high = ratio([(10, 10), (0, 10)] * 50)
    assert share == 0.5
    # 100 games that hit always or never say as much as 100 ballots, not as much as 1,000.
    assert (low, high) == pytest.approx((0.402, 0.598), abs=0.001)


@pytest.mark.parametrize(
    ("counts", "even"), [([50, 51, 49, 50], True), ([80, 40, 40, 40], False), ([0, 0], True)]
)
def test_an_uneven_count_is_seen(counts: list[int], even: bool):
    assert (uneven(counts) > 0.05) is even


def test_a_lean_has_a_direction_and_an_interval():
    late = lean([(9, 9), (8, 9), (9, 9), (7, 9)])
    assert late is not None
    assert late[1] > 0
    assert lean([(5, 9)]) is None


def test_first_knives_and_first_exiles_are_placed():
    f = Figures()
    game = Game(spec_for(NINE, 0), registry())
    play(game, {s: make_bot(s, "normal", 0) for s in range(1, 10)})
    f.add(game)
    ((rank, others),) = f.knives
    assert (others, rank in range(6)) == (6, True)
    assert all(1 <= place <= speakers <= 9 for place, speakers in f.places)


def test_conduct_names_every_figure_once():
    lines = list(conduct(count(Match(NINE, "expert", "expert"), range(3))))
    names = [name for name, _ in lines]
    assert len(names) == len(set(names))
    assert {"good ballots on wolves", "antidote used", "distinct-2", "different openings"} <= set(names)


def test_what_never_happened_is_left_out_or_said():
    lines = dict(conduct(Counted(Figures(games=1))))
    assert "good ballots on wolves" not in lines
    assert lines["distinct-2"][0] == "no data"


@pytest.mark.parametrize("command", ["ladder", "balance standard-9", "conduct --board standard-9", "speed"])
def test_the_commands_print_a_table(command: str):
    name, *rest = command.split()
    few = ["--games", "10" if name == "speed" else "2", *([] if name == "speed" else ["--jobs", "1"])]
    if name in ("ladder", "speed"):
        few += ["--board", "standard-9"]
    result = CliRunner().invoke(bots, [name, *rest, *few])
    assert result.exit_code == 0, result.output
    assert "standard-9" in result.output or "bots" in result.output or "median" in result.output


def test_listening_is_scored_by_act_and_another_file_refused():
    data = Path(__file__).parents[1] / "players" / "data" / "sentences.toml"
    result = CliRunner().invoke(bots, ["listening", str(data)])
    assert result.exit_code == 0, result.output
    rows = {line.split()[0]: line.split()[-2:] for line in result.output.splitlines()}
    assert float(rows["all"][0]) >= 0.95
    assert float(rows["all"][1]) >= 0.9
    other = CliRunner().invoke(bots, ["listening", str(data.parents[3] / "pyproject.toml")])
    assert other.exit_code == 2
    assert "sentences.toml" in other.output
