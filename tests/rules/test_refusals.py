"""A wrong answer is refused with its reason and the legal options, and changes nothing (X-3)."""

from typing import Any

import pytest

from llmwolf.rules.asks import CutIn, Decision
from llmwolf.rules.claims import Claim
from llmwolf.rules.errors import Illegal, Malformed, NotYours, Over, RuleError, Stale
from tests.rules.table import Table

HUGE = 10**5000
ANY: Any = None


class Same:
    """Equal to everything, and no verb all the same."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


def kind(value: object) -> str:
    """A name for a parameter that has no decent repr."""
    return type(value).__name__


def state(t: Table) -> tuple[object, ...]:
    game = t.game
    return (
        game.ply,
        len(game.log),
        len(game.moves),
        game.waiting,
        repr(game.judge.facts),
        repr(game.judge.hands),
        repr(game.judge.hidden),
    )


def refused(t: Table, move: object) -> RuleError:
    """The refusal of ``move``, which must leave everything as it was."""
    before = state(t)
    error = t.game.why_not(move)
    assert error is not None
    with pytest.raises(type(error)) as raised:
        t.game.cut_in(move) if type(move) is CutIn else t.game.submit(move)  # type: ignore[arg-type]
    assert raised.value.code == error.code
    assert state(t) == before
    assert error.sentence
    assert len(error.sentence) < 300
    return error


def answer(t: Table, **change: Any) -> Decision:
    """A ballot of seat 4 for seat 1, with something changed."""
    fields: dict[str, Any] = {"ply": t.game.ply, "seat": 4, "verb": "vote", "targets": (1,)}
    return Decision(**{**fields, **change})


@pytest.mark.parametrize("ply", [-1, 0, 10**6, HUGE, None, "3", 3.0, True, [], Same()], ids=kind)
def test_X_3_a_wrong_ply(ply: Any):
    t = Table("standard-9").to("ballot")
    assert isinstance(refused(t, answer(t, ply=ply)), Stale)


@pytest.mark.parametrize("seat", [0, -1, 10, HUGE, None, "4", 4.0, True, (4,), [], Same()], ids=kind)
def test_X_3_a_wrong_seat(seat: Any):
    t = Table("standard-9").to("ballot")
    assert isinstance(refused(t, answer(t, seat=seat)), NotYours)


WRONG_VERBS: list[Any] = [
    "",
    "Vote",
    "投",
    "shoot",
    "say",
    None,
    1,
    b"vote",
    [],
    ("vote",),
    Same(),
    "x" * 10**5,
]


@pytest.mark.parametrize("verb", WRONG_VERBS, ids=kind)
def test_X_3_a_wrong_verb(verb: Any):
    t = Table("standard-9").to("ballot")
    error = refused(t, answer(t, verb=verb))
    assert error.options == ("vote 1 2 3 4 5 6 7 8 9", "pass")


@pytest.mark.parametrize(
    ("targets", "code"),
    [
        ((), "count"),
        ((1, 2), "count"),
        ((0,), "target"),
        ((-1,), "target"),
        ((10,), "target"),
        ((HUGE,), "target"),
        ((True,), "target"),
        ((1.0,), "target"),
        (("1",), "target"),
        ((None,), "target"),
        (((1,),), "target"),
        (([],), "target"),
        ((Same(),), "target"),
        ([1], "shape"),
        (1, "shape"),
        (None, "shape"),
        ("1", "shape"),
        ({1}, "shape"),
    ],
    ids=kind,
)
def test_X_3_wrong_targets(targets: Any, code: str):
    t = Table("standard-9").to("ballot")
    error = refused(t, answer(t, targets=targets))
    assert error.code == code
    assert error.options == ("vote 1 2 3 4 5 6 7 8 9", "pass")


def test_X_3_a_pass_with_a_target():
    t = Table("standard-9").to("ballot")
    assert refused(t, answer(t, verb="pass")).code == "pass_target"


def test_X_3_a_pass_where_an_answer_is_due():
    t = Table("official-12").run(5).to("order")
    assert refused(t, Decision(t.game.ply, 5, "pass")).code == "compulsory"


def test_X_3_a_text_where_none_is_wanted():
    t = Table("standard-9").to("ballot")
    assert refused(t, answer(t, text="我投1号")).code == "no_text"
    assert refused(t, answer(t, claims=(Claim("vote", (1,)),))).code == "no_text"


@pytest.mark.parametrize("text", [None, 0, 1, False, b"", b"bytes", [], ["a"], Same()], ids=kind)
def test_X_3_a_text_that_is_none(text: Any):
    t = Table("standard-9").to("speech")
    assert isinstance(refused(t, Decision(t.game.ply, t.asked[0], "say", (), text)), Malformed)


@pytest.mark.parametrize(
    "claim",
    [
        None,
        "role",
        ("role", (1,)),
        Claim("nonsense"),
        Claim(ANY),
        Claim([]),  # type: ignore[arg-type]
        Claim(Same()),  # type: ignore[arg-type]
        Claim("check", (0,)),
        Claim("check", (10,)),
        Claim("check", (HUGE,)),
        Claim("check", (True,)),
        Claim("check", [1]),  # type: ignore[arg-type]
        Claim("check", ANY),
        Claim("check", ("1",)),  # type: ignore[arg-type]
        Claim("check", (1,), ANY),
        Claim("check", (1,), "x" * 41),
        Claim("check", (1,), "\x1b[31m"),
        Claim("check", (1,), "wolf", -1),
        Claim("check", (1,), "wolf", 31),
        Claim("check", (1,), "wolf", HUGE),
        Claim("check", (1,), "wolf", True),
        Claim("check", (1,), "wolf", 1.0),  # type: ignore[arg-type]
        Claim("check", (1,), "wolf", ANY),
    ],
    ids=kind,
)
def test_X_3_a_claim_that_makes_no_sense(claim: Any):
    t = Table("standard-9").to("speech")
    assert isinstance(refused(t, Decision(t.game.ply, t.asked[0], "say", (), "我说", (claim,))), Malformed)


def test_X_3_claims_must_be_a_tuple():
    t = Table("standard-9").to("speech")
    wrong: list[Any] = [[], None, 0, "", {}, Same()]
    for claims in wrong:
        assert refused(t, Decision(t.game.ply, t.asked[0], "say", (), "", claims)).code == "shape"


@pytest.mark.parametrize(
    "change",
    [
        {"ply": HUGE}, {"ply": None}, {"ply": True},
        {"seat": 4}, {"seat": True}, {"seat": 1.0}, {"seat": None}, {"seat": HUGE}, {"seat": Same()},
        {"verb": "withdraw"}, {"verb": None}, {"verb": Same()},
        {"targets": (4,)}, {"targets": [4]}, {"targets": None},
        {"heard": None}, {"heard": 3}, {"heard": b""},
    ],
    ids=lambda change: next(iter(change)),
)  # fmt: skip
def test_X_3_a_wrong_act_out_of_turn(change: dict[str, Any]):
    t = Table("standard-9").to("speech")
    fields: dict[str, Any] = {"ply": t.game.ply, "seat": 1, "verb": "explode"}
    assert t.game.why_not(CutIn(**fields)) is None
    refused(t, CutIn(**{**fields, **change}))


@pytest.mark.parametrize("move", [None, 0, "vote 1", (1, 4, "vote", (1,), "", ()), {}, object(), Decision])
def test_X_3_something_that_is_no_move(move: object):
    t = Table("standard-9").to("ballot")
    assert refused(t, move).code == "not_a_move"


def test_X_3_a_move_at_the_wrong_door():
    t = Table("standard-9").to("speech")
    cut, speech = CutIn(t.game.ply, 1, "explode"), Decision(t.game.ply, t.asked[0], "say", (), "过")
    assert t.game.why_not(cut) is t.game.why_not(speech) is None
    before = state(t)
    with pytest.raises(Malformed, match="submit takes a Decision, not CutIn"):
        t.game.submit(cut)  # type: ignore[arg-type]
    with pytest.raises(Malformed, match="cut_in takes a CutIn, not Decision"):
        t.game.cut_in(speech)  # type: ignore[arg-type]
    assert state(t) == before


def test_X_3_the_same_answer_twice():
    t = Table("standard-9").to("ballot").answer(4, "vote", 1)
    assert refused(t, answer(t)).code == "answered"


def test_X_3_anything_after_the_end():
    t = Table(deal="狼预民民", sheriff=False).exile(1)
    assert isinstance(refused(t, answer(t)), Over)
    assert isinstance(refused(t, CutIn(t.game.ply, 1, "explode")), Over)


def test_X_3_a_refused_answer_can_be_put_right():
    t = Table("standard-9").to("ballot")
    assert isinstance(refused(t, answer(t, targets=(77,))), Illegal)
    t.answer(4, "vote", 1)
    assert [request.seat for request in t.game.waiting] == [1, 2, 3, 5, 6, 7, 8, 9]


def test_X_3_asking_who_acts_changes_nothing():
    """Trap D25: look twice, get the same."""
    t = Table("standard-9").to("speech")
    once = (t.game.ask, t.game.waiting, [repr(t.game.view(seat)) for seat in range(10)])
    assert once == (t.game.ask, t.game.waiting, [repr(t.game.view(seat)) for seat in range(10)])


def test_X_3_there_is_no_view_of_a_seat_that_does_not_exist():
    t = Table("standard-9")
    for seat in (-1, 10):
        with pytest.raises(ValueError, match="seats are 1 to 9"):
            t.game.view(seat)


def test_X_3_the_error_reads_as_one_line_for_people():
    t = Table("standard-9").night(knife=9, until="check")
    error = t.game.why_not(Decision(t.game.ply, 4, "check", (4,)))
    assert str(error) == "seat 4 is not a legal target of 'check' [target] legal: check 1 2 3 5 6 7 8 9; pass"
