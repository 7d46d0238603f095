"""The schema of an answer is printed from the request."""

import json

import pytest

from llmwolf.llm.schema import answer_schema, shape_of
from llmwolf.llm.settings import SMALL, Settings
from llmwolf.rules.asks import Request
from tests.llm.scenes import BALLOT, POTION, SIGN_UP, SPEAK, WHISPER, played

LARGE = Settings()


def fields(request: Request, settings: Settings = LARGE, grammar: bool = False) -> dict[str, object]:
    properties = answer_schema(request, 12, settings, grammar)["properties"]
    assert isinstance(properties, dict)
    return properties


def test_a_ballot_lists_its_verbs_and_its_seats() -> None:
    got = fields(BALLOT)
    assert list(got) == ["thought", "act", "target"]
    assert got["act"] == {"type": "string", "enum": ["vote", "pass"]}
    assert got["target"] == {"type": "integer", "enum": [1, 2, 3, 12, 0]}


def test_a_speech_thinks_first_and_claims_last() -> None:
    assert list(fields(SPEAK)) == ["thought", "speech", "claims"]
    assert list(fields(SPEAK, SMALL)) == ["speech"]
    assert list(fields(WHISPER, SMALL)) == ["speech", "target"]
    assert list(fields(SIGN_UP, SMALL)) == ["act"]


def test_with_a_grammar_each_verb_has_its_own_seats() -> None:
    ways = answer_schema(POTION, 12, SMALL, grammar=True)["anyOf"]
    assert [(w["properties"]["act"]["enum"], w["properties"]["target"]["enum"]) for w in ways] == [
        (["save"], [5]),
        (["poison"], [1, 2, 12]),
        (["pass"], [0]),
    ]
    assert fields(POTION)["target"] == {"type": "integer", "enum": [1, 2, 5, 12, 0]}


def test_lengths_are_set_where_they_are_kept() -> None:
    assert fields(SPEAK, SMALL, grammar=True)["speech"] == {"type": "string", "maxLength": 48}
    assert "maxLength" not in json.dumps(answer_schema(SPEAK, 12, Settings(), grammar=False))


@pytest.mark.parametrize("grammar", [True, False])
def test_every_request_of_a_game_has_a_strict_schema(grammar: bool) -> None:
    for _, request in played(2):
        schema = answer_schema(request, 12, Settings(), grammar)
        for part in schema.get("anyOf", [schema]):
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"])
            assert set(part["properties"]) == set(shape_of(request).names(Settings()))
            for field in part["properties"].values():
                assert field.get("enum", [0])
