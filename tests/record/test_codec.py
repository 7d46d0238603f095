"""Moves and events as lines, and back."""

import json
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwolf.record.codec import Decoder, Encoder
from llmwolf.record.errors import BadLine
from llmwolf.record.shapes import load
from llmwolf.rules.asks import CutIn, Decision
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import ACTS, Claim
from llmwolf.rules.events import KINDS, Died, Spoke, Told, Whispered

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
SEATS = st.integers(0, 18)
CLAIMS = st.builds(
    Claim, st.sampled_from(sorted(ACTS)), st.lists(SEATS, max_size=3).map(tuple), TEXTS, st.integers(0, 30)
)
PLAIN: dict[Any, st.SearchStrategy[Any]] = {int: SEATS, str: TEXTS, bool: st.booleans(), Claim: CLAIMS}


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Values of any type that the fields of events have."""
    if hint in PLAIN:
        return PLAIN[hint]
    assert get_origin(hint) is tuple, hint
    inner = get_args(hint)
    if inner[1] is Ellipsis:
        return st.lists(values(inner[0]), max_size=4).map(tuple)
    return st.tuples(*map(values, inner))


def events(kind: type[Any]) -> st.SearchStrategy[Event]:
    hints = get_type_hints(kind)
    return st.builds(kind, **{name: values(hints[name]) for name in kind.__match_args__})


MOVES = st.one_of(
    st.builds(Decision, SEATS, SEATS, TEXTS, st.lists(SEATS).map(tuple), TEXTS, st.lists(CLAIMS).map(tuple)),
    st.builds(CutIn, SEATS, SEATS, TEXTS, st.lists(SEATS).map(tuple), TEXTS),
)


@pytest.mark.parametrize("name", KINDS)
@given(data=st.data())
def test_every_kind_of_event_comes_back_as_it_went(name: str, data: st.DataObject):
    event = data.draw(events(KINDS[name]))
    raw = Encoder().event(event)
    assert raw.endswith(b"\n")
    assert raw.count(b"\n") == 1
    line = load(raw)
    assert Decoder().event(dict(line)) == event
    to = event.to
    assert line.get("to", "public") == ("public" if to is None else list(to))


@given(MOVES)
def test_every_move_comes_back_as_it_went(move: Decision | CutIn):
    back = Decoder().move(load(Encoder().move(move)))
    assert back == move
    assert type(back) is type(move)


@given(st.lists(st.one_of(MOVES, *map(events, (Spoke, Whispered, Died))), max_size=12))
def test_a_mixed_run_of_lines_comes_back(items: list[Any]):
    encoder, decoder = Encoder(), Decoder()
    for item in items:
        if isinstance(item, Event):
            assert decoder.event(load(encoder.event(item))) == item
        else:
            assert decoder.move(load(encoder.move(item))) == item


def test_a_line_holds_what_is_not_empty_and_nothing_else():
    assert json.loads(Encoder().event(Died(5, "exile"))) == {
        "kind": "ev", "e": "Died", "seat": 5, "how": "exile",
    }  # fmt: skip
    assert json.loads(Encoder().event(Told((3,), "check", 5, "wolf", 1))) == {
        "kind": "ev", "e": "Told", "to": [3], "fact": "check", "seat": 5, "value": "wolf", "night": 1,
    }  # fmt: skip
    assert json.loads(Encoder().move(Decision(0, 4, "pass"))) == {
        "kind": "dec", "ply": 0, "seat": 4, "verb": "pass",
    }  # fmt: skip
    assert json.loads(Encoder().move(CutIn(9, 4, "explode", (), "我是"))) == {
        "kind": "dec", "cut": True, "ply": 9, "seat": 4, "verb": "explode", "heard": "我是",
    }  # fmt: skip


def test_a_speech_is_written_once():
    encoder, decoder = Encoder(), Decoder()
    move = Decision(7, 3, "say", (), "我是预言家", (Claim("role", (), "seer"),))
    event = Spoke(3, "speech", "我是预言家", "", move.claims)
    raw = [encoder.move(move), encoder.event(event)]
    assert load(raw[1]) == {"kind": "ev", "e": "Spoke", "seat": 3, "stage": "speech", "said": True}
    assert decoder.move(load(raw[0])) == move
    assert decoder.event(load(raw[1])) == event


def test_T09_a_speech_that_was_cut_is_written_out_beside_the_whole_one():
    encoder = Encoder()
    encoder.move(Decision(7, 3, "say", (), 'a,"b"\nc. And more'))
    event = Spoke(3, "speech", 'a,"b"\nc.', "limit")
    raw = encoder.event(event)
    assert load(raw)["text"] == 'a,"b"\nc.'
    assert Decoder().event(load(raw)) == event


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        (b'{"kind":"ev","e":"Dyed","seat":5}', "unknown event 'Dyed'; did you mean 'Died'?"),
        (b'{"kind":"ev","e":["Died"],"seat":5}', "unknown event"),
        (b'{"kind":"ev","seat":5}', "unknown event None"),
        (b'{"kind":"ev","e":"Died","seat":5,"hoow":"exile"}', "unknown field 'hoow'; did you mean 'how'?"),
        (b'{"kind":"ev","e":"Died","seat":"5"}', "seat: a whole number is wanted, not '5'"),
        (b'{"kind":"ev","e":"Died","seat":true}', "seat: a whole number is wanted, not True"),
        (b'{"kind":"ev","e":"Died","seat":5.0}', "seat: a whole number"),
        (b'{"kind":"ev","e":"Died","seat":5,"how":null}', "how: a text is wanted, not None"),
        (b'{"kind":"ev","e":"Died","to":[3],"seat":5}', "unknown field 'to'"),
        (b'{"kind":"ev","e":"Cause","seat":5,"cause":"poison"}', "to: this must be []"),
        (b'{"kind":"ev","e":"Cause","to":[5],"seat":5}', "to: this must be []"),
        (b'{"kind":"ev","e":"Told","fact":"check"}', "to: this field is missing"),
        (b'{"kind":"ev","e":"Ballots","ballots":[[1,2,3]]}', "ballots: a pair is wanted"),
        (b'{"kind":"ev","e":"Ballots","ballots":7}', "ballots: a list is wanted, not 7"),
        (b'{"kind":"ev","e":"GameBegan","sheriff":1}', "sheriff: true or false is wanted, not 1"),
        (b'{"kind":"ev","e":"Spoke","seat":3,"claims":["role"]}', "claims: a claim is an object"),
        (b'{"kind":"ev","e":"Spoke","seat":3,"claims":[{"akt":"role"}]}', "claims: unknown field 'akt'"),
        (b'{"kind":"ev","e":"Spoke","seat":3,"said":true}', "said: there is no answer of that seat"),
        (b'{"kind":"ev","e":"Spoke","seat":[3],"said":true}', "said: there is no answer of that seat"),
        (
            b'{"kind":"ev","e":"Spoke","seat":1,"said":true,"text":"x"}',
            "said: the text is here",
        ),
        (b'{"kind":"ev","e":"Died","seat":1,"said":true}', "said: there is no answer"),
    ],
)
def test_what_is_not_an_event_is_refused_by_name(raw: bytes, named: str):
    decoder = Decoder()
    decoder.move(load(b'{"kind":"dec","ply":1,"seat":1,"verb":"say","text":"x"}'))
    with pytest.raises(BadLine) as error:
        decoder.event(load(raw))
    assert named in str(error.value)


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        (b'{"kind":"dec","ply":1,"seat":5}', "verb: this field is missing"),
        (b'{"kind":"dec","seat":5,"verb":"pass"}', "ply: this field is missing"),
        (b'{"kind":"dec","ply":1,"seat":5,"verb":"check","target":[3]}', "did you mean 'targets'?"),
        (b'{"kind":"dec","ply":1,"seat":5,"verb":"check","targets":["3"]}', "targets: a whole number"),
        (b'{"kind":"dec","ply":1,"seat":5,"verb":"explode","cut":false}', "cut: this must be True"),
        (b'{"kind":"dec","ply":1,"seat":5,"verb":"explode","cut":true,"text":"x"}', "unknown field 'text'"),
        (b'["dec"]', "no JSON object"),
        (b'{"kind":"dec",', "no JSON"),
        (b'{"kind":"dec","x\\u202e\\u001b":1,"ply":1,"seat":5,"verb":"x"}', "'x\\u202e\\x1b'"),
    ],
)
def test_what_is_not_a_move_is_refused_by_name(raw: bytes, named: str):
    with pytest.raises(BadLine) as error:
        Decoder().move(load(raw))
    assert named in str(error.value)
