"""Odds: the same whatever the number of processes, blind to hidden cards, kept beside the record."""

import json
from dataclasses import replace
from random import Random

import pytest

from llmwolf.boards import find_board, spec_for
from llmwolf.coach.odds.alternatives import best
from llmwolf.coach.odds.cache import Cache, beside, key_of
from llmwolf.coach.odds.deals import Deals
from llmwolf.coach.odds.point import Point
from llmwolf.coach.odds.reference import PUBLIC, TRUE, Reference
from llmwolf.coach.odds.rollout import Moment, Setting, roll, table
from llmwolf.coach.odds.study import ENOUGH, MOST, STEP, Study, key_moments
from llmwolf.coach.odds.work import Piece
from llmwolf.record.head import Head, Sitter
from llmwolf.record.reader import read
from llmwolf.record.writer import Writer
from llmwolf.roles import registry
from llmwolf.rules.events import Spoke
from llmwolf.rules.game import Game
from llmwolf.table.quick import play

BOARD = "standard-9"


def game_of(seed: int, board: str = BOARD) -> Game:
    spec = spec_for(find_board(board), seed)
    return play(Game(spec, registry()), table(Setting(), spec.seats, seed))


@pytest.fixture(scope="module")
def game() -> Game:
    return game_of(5)


@pytest.fixture(scope="module")
def ref(game):
    return Reference(game)


@pytest.fixture
def record(game, tmp_path):
    path = tmp_path / "game.jsonl"
    spec = game.spec
    sitters = [Sitter(seat=s, name=f"{s}", player="bot") for s in range(1, spec.seats + 1)]
    with Writer(path, Head.of(spec, sitters), sync=False) as writer:
        writer.take(game)
    return path


def last_ballot(ref: Reference) -> int:
    return next(mark.ply for mark in reversed(ref.marks) if mark.kind == "ballot")


def here(moment: Moment):
    """Pieces of work are done in this process."""

    def play(todo: list[Piece]) -> dict[Piece, str]:
        return {one: roll(moment, range(one.start, one.stop), one.answers) for one in todo}

    return play


def worlds_of(moment: Moment, count: int = 12) -> list[Game]:
    return [world[0] for i in range(count) if (world := moment.world(i))]


def test_a_world_has_other_cards_and_the_same_public_events(ref):
    ply = last_ballot(ref)
    moment = Moment(ref, Setting(PUBLIC), ply)
    worlds = worlds_of(moment)
    assert len({world.spec.dealt for world in worlds}) > 1
    goal = ref.goal(PUBLIC, ply)
    for world in worlds:
        assert world.view(0).log[:goal] == ref.log(PUBLIC)[:goal]
        assert sorted(world.spec.dealt) == sorted(ref.dealt)


@pytest.mark.parametrize("seat", range(1, 10))
def test_a_seats_worlds_keep_everything_that_it_heard(ref, seat):
    ply = last_ballot(ref)
    moment = Moment(ref, Setting(seat), ply)
    worlds = worlds_of(moment)
    assert worlds
    goal = ref.goal(seat, ply)
    assert all(world.view(seat).log[:goal] == ref.log(seat)[:goal] for world in worlds)


def test_true_odds_keep_the_cards(ref):
    found = Moment(ref, Setting(TRUE), last_ballot(ref)).world(3)
    assert found is not None
    assert found[0].spec.dealt == ref.dealt


def test_public_odds_are_the_same_when_only_the_hidden_cards_change(ref):
    """The law of two worlds: take a world that the public cannot tell from this one, and ask again."""
    ply = last_ballot(ref)
    moment = Moment(ref, Setting(PUBLIC), ply)
    goal = ref.goal(PUBLIC, ply)
    other = next(
        world
        for world in worlds_of(moment, 40)
        if world.spec.dealt != ref.dealt and len(world.view(0).log) == goal and world.ask and world.ask.public
    )
    twin = Reference(other)
    assert twin.log(PUBLIC)[:goal] == ref.log(PUBLIC)[:goal]
    at = len(twin.marks) - 1
    assert roll(moment, range(6)) == roll(Moment(twin, Setting(PUBLIC), at), range(6))


def test_going_on_gives_what_going_through_gives(ref):
    moment = Moment(ref, Setting(TRUE), last_ballot(ref))
    assert roll(moment, range(5)) + roll(moment, range(5, 12)) == roll(moment, range(12))


def test_the_number_of_processes_changes_nothing(record):
    ref = Reference(game_of(5))
    plies = [mark.ply for mark in ref.marks if mark.kind == "ballot"]
    alone, together = Study(record, Setting(), 1, keep=False), Study(record, Setting(), 2, keep=False)
    for study in (alone, together):
        study.roll(plies, 4)
    assert alone.points == together.points
    assert len(alone.points) == len(plies)


def test_odds_are_kept_and_a_stale_cache_is_not_used(record):
    study = Study(record, Setting(TRUE))
    plies = study.turns()[-2:]
    study.roll(plies, 3)
    kept = beside(record)
    assert Study(record, Setting(TRUE)).points == study.points
    assert Study(record, Setting(TRUE, seed=1)).points == {}
    content = json.loads(kept.read_text())
    kept.write_text(json.dumps(content | {"key": "of another engine"}))
    assert Study(record, Setting(TRUE)).points == {}
    kept.write_text("{ torn")
    assert Cache(kept, key_of(read(record)), Setting(TRUE)).points == {}


def test_only_what_is_missing_is_rolled_out(record):
    seen: list[tuple[int, int]] = []
    study = Study(record, Setting(TRUE))
    plies = study.turns()[-3:]
    study.roll(plies, 3)
    study.roll(plies, 3, lambda done, of: seen.append((done, of)))
    assert seen == []


def test_swings_end_at_the_result(record):
    study = Study(record, Setting(TRUE), keep=False)
    plies = study.turns()[-3:]
    study.roll(plies, 5)
    swings = study.swings(plies, 10)
    last = next(swing for swing in swings if swing.end is None)
    assert last.after in (1.0, last.before)
    assert [abs(s.change) for s in swings] == sorted((abs(s.change) for s in swings), reverse=True)


def test_alternatives_of_a_ballot_change_who_leaves(ref, monkeypatch):
    monkeypatch.setattr("llmwolf.coach.odds.alternatives.SCREEN", 0)
    monkeypatch.setattr("llmwolf.coach.odds.alternatives.LAST", 10)
    ply = last_ballot(ref)
    moment = Moment(ref, Setting(TRUE), ply)
    found = best(ref, Setting(TRUE), ply, here(moment))
    was = {move.seat: move.targets for move in ref.answers[ply]}
    assert found is not None
    assert found.targets != was[found.seat]
    assert found == best(ref, Setting(TRUE), ply, here(moment))


def test_speeches_have_no_alternatives(ref):
    ply = next(mark.ply for mark in ref.marks if mark.kind == "speak")
    assert best(ref, Setting(TRUE), ply, here(Moment(ref, Setting(TRUE), ply))) is None


def test_the_public_cannot_weigh_what_is_done_at_night(ref):
    ply = next(mark.ply for mark in ref.marks if mark.kind == "knife")
    assert best(ref, Setting(PUBLIC), ply, here(Moment(ref, Setting(PUBLIC), ply))) is None


def test_a_wolf_draws_no_deal_without_its_mates(ref):
    wolves = [s for s, card in enumerate(ref.dealt, 1) if registry()[card].camp == "W"]
    ply = last_ballot(ref)
    deals = Deals(ref, wolves[0], ply)
    drawn = [deals.draw(place / 7, Random(place)) for place in range(7)]
    assert all(d is not None and all(registry()[d[s - 1]].camp == "W" for s in wolves) for d in drawn)


def test_a_seat_that_does_not_sit_here_is_refused(record):
    with pytest.raises(ValueError, match="seats are 1 to 9"):
        Study(record, replace(Setting(), observer=10))


def test_words_of_people_are_read_once(game):
    talked = [
        m._replace(text="我觉得3号是狼，出3号。", claims=()) if getattr(m, "verb", "") == "say" else m
        for m in game.moves
    ]
    words = Game(game.spec, game.roles)
    for move in talked:
        if words.why_not(move) is not None:
            break
        words.play([move])
    spoken = [e for e in Reference(words).log(PUBLIC) if isinstance(e, Spoke)]
    assert spoken
    assert all(len(e.text) <= 8 for e in spoken)
    assert any(claim.act == "vote" for e in spoken for claim in e.claims)


def test_key_moments_of_a_short_game(record, monkeypatch):
    for name, value in (("COARSE", 2), ("_CLOSER", 2), ("MOST", 4)):
        monkeypatch.setattr(f"llmwolf.coach.odds.study.{name}", value)
    monkeypatch.setattr("llmwolf.coach.odds.alternatives.SCREEN", 0)
    monkeypatch.setattr("llmwolf.coach.odds.alternatives.LAST", 0)
    study = Study(record, Setting(TRUE), keep=False)
    found = key_moments(study, 2, every=False)
    assert len(found) == 2
    assert set(study.points) >= {swing.start for swing in found}
    # Only the ends of the biggest swings are rolled out further.
    assert {study.points[swing.start].n for swing in found} == {4}
    assert min(point.n for point in study.points.values()) == 2


def test_odds_do_not_depend_on_what_was_known_before(record):
    """A moment that was looked at briefly ends with the same roll-outs as one that was not."""
    plies = Study(record, Setting(TRUE), keep=False).turns()[-2:]
    fresh, again = (Study(record, Setting(TRUE), keep=False) for _ in range(2))
    again.roll(plies, 7)
    assert {point.n for point in again.points.values()} == {7}
    for study in (fresh, again):
        study.roll(plies, MOST)
    assert fresh.points == again.points
    again.roll(plies, 7)
    assert fresh.points == again.points


def test_every_moment_that_is_rolled_out_in_full_is_narrow(record):
    study = Study(record, Setting(PUBLIC), keep=False)
    study.roll(study.turns()[-1:], MOST)
    (point,) = study.points.values()
    assert point.widest() <= ENOUGH
    assert point.n % STEP == 0


def test_the_first_games_of_a_point():
    point = Point("g.ww.gd")
    assert point.first(2) == Point("g.w")
    assert point.first(5) is point
    assert point.first(0) == Point()
