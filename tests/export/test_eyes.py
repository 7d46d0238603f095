"""Whoever reads an export learns no more than those eyes saw."""

from itertools import pairwise

import pytest

from llmwolf.export.recorded import JUDGE, PUBLIC, heard
from llmwolf.export.story import Said, Stated, story
from llmwolf.players.phrases import role_name, say_event
from llmwolf.players.told import ToldError
from llmwolf.rules.audience import Private, Secret
from llmwolf.rules.events import Whispered
from llmwolf.rules.view import fold

from .games import opened


@pytest.mark.parametrize("eyes", [PUBLIC, 1, 2, 7])
def test_a_story_holds_the_sentences_of_what_was_heard_and_no_others(eyes: int):
    game = opened()
    told = [
        part.text
        for chapter in story(game, eyes).chapters
        for part in chapter.parts
        if isinstance(part, Stated)
    ]
    hidden = [say_event(e) for e in game.log if isinstance(e, (Private, Secret)) and not heard(e, eyes)]
    own = [say_event(e) for e in game.log if isinstance(e, Private) and heard(e, eyes)]
    assert not (set(hidden) - set(own)) & set(told)
    assert set(own) - set(told) <= {say_event(e) for e in game.log if isinstance(e, Whispered)}


@pytest.mark.parametrize("eyes", [PUBLIC, 1, 2, 7, JUDGE])
def test_the_cards_of_the_table_are_those_that_the_eyes_know(eyes: int):
    game = opened()
    view = game.game.view(max(eyes, 0))
    known = {**view.hand.pack, **view.facts.shown} | ({eyes: view.hand.role} if eyes > 0 else {})
    if eyes == JUDGE:
        known = {hand.seat: hand.role for hand in game.game.judge.hands[1:]}
    cards = {int(row.cells[0]): row.cells[3] for row in story(game, eyes).seats}
    assert cards == {s: role_name(known[s]) if s in known else "？" for s in cards}


def test_causes_of_deaths_and_the_seed_are_the_judges():
    game = opened()
    judge, public = story(game, JUDGE), story(game, PUBLIC)
    assert any("被刀" in row.cells[4] for row in judge.seats)
    assert not any("被刀" in row.cells[4] for row in public.seats)
    assert "种子" in dict(judge.fields)
    assert "种子" not in dict(public.fields)


def test_an_unfinished_game_is_its_players_and_the_publics():
    game = opened(steps=9)
    assert not game.finished
    assert game.eyes == (2, PUBLIC)
    assert game.thoughts == {}
    for eyes in (JUDGE, 1, 3):
        with pytest.raises(ToldError, match="unfinished"):
            story(game, eyes)
    assert [row.cells[5] for row in story(game, 2).seats] == [""] * 12


def test_an_unfinished_game_that_nobody_played_or_several_did_is_the_publics():
    assert opened(steps=9, human=0).eyes == (PUBLIC,)


@pytest.mark.parametrize("seat", [-2, 13, 99])
def test_there_is_no_such_seat(seat: int):
    with pytest.raises(ToldError, match="seats are 1 to 12"):
        story(opened(), seat)


@pytest.mark.parametrize("eyes", [PUBLIC, 4, 12])
def test_a_moment_is_the_fold_of_the_first_events(eyes: int):
    game = opened()
    for upto in range(0, len(game.log) + 1, 7):
        moment = game.moment(upto)
        facts, hand = fold(eyes, 12, [e for e in game.log[:upto] if heard(e, eyes)])
        assert (moment.facts, moment.hands[eyes]) == (facts, hand)
    whole = game.moment()
    assert (whole.facts, whole.hidden) == (game.game.judge.facts, game.game.judge.hidden)


def test_a_thought_stands_before_what_came_of_it():
    game = opened()
    parts = [part for chapter in story(game, JUDGE).chapters for part in chapter.parts]
    speeches = 0
    for before, part in pairwise(parts):
        if isinstance(part, Said) and part.kind == "speech":
            assert isinstance(before, Said)
            assert before.kind == "thought"
            assert before.who.split(" · ")[0] == part.who.split(" · ")[0]
            speeches += 1
    assert speeches > 10
