"""The first line: all that a game depends on beside its decisions."""

import json
from dataclasses import replace

import pytest

import llmwolf
from llmwolf.boards import boards, spec_for
from llmwolf.record.errors import BadLine, RecordError
from llmwolf.record.head import Head, Origin, Sitter
from llmwolf.rules.ruleset import Value, as_dict, resolve, switches
from llmwolf.rules.spec import Spec
from tests.record.table import head_of, new_game


def sitters(count: int) -> list[Sitter]:
    return [Sitter(seat=n, name=f"{n}号", player="bot") for n in range(1, count + 1)]


def again(spec: Spec) -> Spec:
    return Head.read(Head.of(spec, sitters(spec.seats)).dump()).spec()


@pytest.mark.parametrize("board", boards())
def test_every_board_comes_back_from_its_head(board: str):
    spec = spec_for(boards()[board], seed=-(2**63), minute=59)
    assert again(spec) == spec
    head = Head.of(spec, sitters(spec.seats))
    assert (head.zh, head.en) == (boards()[board].zh, boards()[board].en)
    assert head.engine == llmwolf.__version__


CHOICES = [
    (info.name, choice)
    for info in switches()
    for choice in ([(), info.choices] if info.many else info.choices or (1, 999))
]


@pytest.mark.parametrize(("name", "choice"), CHOICES, ids=str)
def test_every_value_of_every_switch_comes_back(name: str, choice: Value):
    rules = resolve({name: choice})
    back = again(replace(spec_for(boards()["official-12"]), rules=rules)).rules
    assert back == rules
    assert [type(value) for value in as_dict(back).values()] == [type(v) for v in as_dict(rules).values()]


def test_an_explicit_deal_comes_back():
    board = boards()["official-12"]
    spec = spec_for(board, dealt=board.cards[::-1])
    assert again(spec) == spec


def test_every_switch_is_written_out():
    written = json.loads(head_of(new_game(1)).dump())["rules"]
    assert set(written) == {info.name for info in switches()}


def test_the_head_says_nothing_of_keys_addresses_or_clocks():
    names = {*Head.model_fields, *Sitter.model_fields}
    assert not {name for name in names if any(w in name for w in ("key", "url", "host", "time", "date"))}


def test_names_cannot_move_a_cursor():
    head = Head.of(
        new_game(1).spec,
        [Sitter(seat=1, name="\x1b[31m狼\u202e\nking", player="human"), *sitters(12)[1:]],
    )
    assert head.seats[0].name == "[31m狼 king"
    assert Head.read(head.dump()) == head


def damaged(**changes: object) -> bytes:
    head = json.loads(head_of(new_game(1)).dump())
    head.update(changes)
    return json.dumps(head).encode()


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        (damaged(schema_version=2), "schema version 2; this llmwolf reads version 1"),
        (damaged(schema_version="1"), "schema version '1'"),
        (damaged(kind="ev"), "not a llmwolf record"),
        (damaged(sead=1), "unknown field 'sead'; did you mean 'seed'?"),
        (damaged(seed="1"), "seed"),
        (damaged(seed=1.5), "seed"),
        (damaged(cards=["seer", "king"]), "unknown card 'king'"),
        (damaged(dealt=["seer"]), "the deal is not the board's cards"),
        (damaged(seats=[]), "12 cards want seats 1 to 12"),
        (damaged(rules={"wolf_tolk": True}), "did you mean 'wolf_talk'?"),
        (damaged(rules={"wolf_talk": "yes"}), "wolf_talk"),
        (b"[]", "no JSON object"),
        (b'"head"', "no JSON object"),
    ],
)
def test_a_head_that_does_not_hold_is_refused(raw: bytes, named: str):
    with pytest.raises(BadLine) as error:
        Head.read(raw)
    assert named in str(error.value)


def test_a_seed_beyond_64_bits_is_refused_in_one_sentence():
    with pytest.raises(RecordError, match="seed"):
        Head.of(replace(new_game(1).spec, seed=2**64), sitters(12))


def test_seats_that_do_not_fit_are_refused():
    with pytest.raises(RecordError, match="12 cards want seats 1 to 12"):
        Head.of(new_game(1).spec, sitters(11))


def test_a_name_that_is_the_seats_number_is_none():
    assert Sitter(seat=10, name="10号", player="bot").nickname == ""
    assert Sitter(seat=3, name="10号", player="bot").nickname == "10号"


def test_a_practice_game_says_what_it_branched_off_and_any_other_game_says_nothing():
    plain = head_of(new_game(1))
    assert b"origin" not in plain.dump()
    origin = Origin(record="2026-11-20-a.jsonl", moves=7)
    head = plain.model_copy(update={"origin": origin})
    assert Head.read(head.dump()) == head
    assert head.spec() == plain.spec()
    line = json.loads(head.dump())
    for wrong in ({"record": "a", "moves": -1}, {"record": "a"}, {"record": "a", "moves": 1, "more": 1}, "a"):
        with pytest.raises(BadLine, match="origin"):
            Head.read(json.dumps({**line, "origin": wrong}).encode())
    tamed = Head.read(json.dumps({**line, "origin": {"record": "a\x1b[2J\nb", "moves": 1}}).encode())
    assert tamed.origin is not None
    assert not set("\x1b\n") & set(tamed.origin.record)
