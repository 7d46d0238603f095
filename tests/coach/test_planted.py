"""Every planted contradiction is found, with its event, and nothing else is."""

import pytest

from llmwolf.coach.claims.kinds import BY_GROUP, GROUP_OF
from llmwolf.coach.room import study
from tests.coach.planted import DATA, Case, cases, played

CASES = list(cases())


def test_the_cases_cover_every_kind():
    assert {case.kind for case in CASES} == set(GROUP_OF)
    assert {case.kind: case.group for case in CASES} == {
        kind: group for group, kinds in BY_GROUP.items() for kind in kinds
    }
    assert len(CASES) >= 40


@pytest.mark.parametrize("case", CASES, ids=[f"{c.kind}-{n}" for n, c in enumerate(CASES)])
def test_a_planted_contradiction_is_found(case: Case):
    game = played(case.game, case.says)
    found = study(game)
    assert found.after is not None
    listed = found.findings if case.group in ("record", "own") else found.after.findings
    assert [one.kind for one in listed] == [case.kind]
    (one,) = listed
    speech = game.log[one.number - 1]
    assert case.quote in one.quote.text or one.quote.text in case.quote
    assert one.quote.text == speech.text[one.quote.start : one.quote.end]  # type: ignore[attr-defined]
    assert speech.text == case.says[-1][2]  # type: ignore[attr-defined]
    against = game.log[one.against - 1]
    assert type(against).__name__ == case.event
    assert one.against <= one.number
    assert all(one.record)
    assert all(one.what)


@pytest.mark.parametrize("game", DATA["games"])
def test_the_games_themselves_hold_nothing_false(game: str):
    found = study(played(game, []))
    assert found.findings == ()
    assert found.after is not None
    assert found.after.findings == ()
