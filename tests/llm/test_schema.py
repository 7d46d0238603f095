"""The schemas of an answer: one for the whole game, and one printed from each request."""

import json
from random import Random
from typing import Any

import pytest

from llmwolf.llm.orders import WHEN
from llmwolf.llm.reply import read_reply
from llmwolf.llm.schema import constant_schema, exact_schema, form_of, shape_of
from llmwolf.llm.settings import SMALL, Settings
from llmwolf.llm.tokens import estimate
from llmwolf.rules.asks import Request
from llmwolf.rules.claims import ACTS
from tests.llm.scenes import BALLOT, POTION, SEATS, SIGN_UP, SPEAK, WHISPER, played

LARGE = Settings()
ALL = ["thought", "plan", "speech", "act", "targets", "claims", "order"]


def fields(request: Request, settings: Settings = LARGE) -> dict[str, Any]:
    properties = exact_schema(request, SEATS, settings)["properties"]
    assert isinstance(properties, dict)
    return properties


def drawn(schema: dict[str, Any], rng: Random) -> Any:
    """Some value that ``schema`` allows, lists of every allowed length among them."""
    if "anyOf" in schema:
        return drawn(rng.choice(schema["anyOf"]), rng)
    if "enum" in schema:
        return rng.choice(schema["enum"])
    match schema["type"]:
        case "object":
            return {name: drawn(part, rng) for name, part in schema["properties"].items()}
        case "array":
            least, most = schema.get("minItems", 0), schema.get("maxItems", 2)
            return [drawn(schema["items"], rng) for _ in range(rng.randint(least, most))]
        case "integer":
            return rng.randint(-1, 13)
        case _:
            return rng.choice(("", "预言家", "good", "wolf"))


def objects(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Every object within ``schema``, itself among them."""
    found = [schema] if schema.get("type") == "object" else []
    for value in schema.values():
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                found += objects(part)
    return found


# -- one for the game ------------------------------------------------------------------------------


def test_the_schema_of_a_game_is_the_same_bytes_for_every_question():
    """Hosted services put it before the prompt: if it changed, nothing behind it would be remembered."""
    one = json.dumps(constant_schema(LARGE))
    assert all(json.dumps(constant_schema(Settings())) == one for _ in played(1))
    assert list(constant_schema(LARGE)["properties"]) == ALL
    assert estimate(one) < 300


def test_it_names_no_seat_and_no_verb_of_the_game():
    schema = constant_schema(LARGE)["properties"]
    assert schema["act"] == {"type": "string"}
    assert schema["targets"] == {"type": "array", "items": {"type": "integer"}}
    claim, order = (schema[name]["items"]["properties"] for name in ("claims", "order"))
    assert claim["act"]["enum"] == list(ACTS)
    assert order["when"]["enum"] == list(WHEN)


def test_what_is_not_asked_for_is_not_in_it():
    assert list(constant_schema(SMALL)["properties"]) == ["speech", "act", "targets"]


# -- one for the request ---------------------------------------------------------------------------


def test_a_ballot_lists_its_verbs_and_its_seats():
    ways = exact_schema(BALLOT, SEATS, LARGE)["anyOf"]
    assert [list(way["properties"]) for way in ways] == [["thought", "plan", "act", "targets"]] * 2
    vote, passed = (way["properties"] for way in ways)
    assert vote["act"] == {"type": "string", "enum": ["vote"]}
    assert vote["targets"]["items"] == {"type": "integer", "enum": [1, 2, 3, 12]}
    assert (vote["targets"]["minItems"], vote["targets"]["maxItems"]) == (1, 1)
    assert passed["act"]["enum"] == ["pass"]
    assert passed["targets"]["maxItems"] == 0


def test_a_speech_thinks_first_and_claims_last():
    """What is thought and planned leads to what is said, so it is written before."""
    assert list(fields(SPEAK)) == ["thought", "plan", "speech", "claims", "order"]
    assert list(fields(SPEAK, SMALL)) == ["speech"]
    assert list(fields(WHISPER, SMALL)) == ["speech", "targets"]
    assert list(fields(SIGN_UP, SMALL)) == ["act"]


def test_each_verb_has_its_own_seats():
    ways = exact_schema(POTION, SEATS, SMALL)["anyOf"]
    assert [
        (way["properties"]["act"]["enum"], way["properties"]["targets"]["items"]["enum"]) for way in ways
    ] == [(["save"], [5]), (["poison"], [1, 2, 12]), (["pass"], [0])]


def test_a_claim_and_an_order_can_name_the_seats_of_the_table_alone():
    """L34: with a grammar nobody speaks of seat 13; 0 is nobody in particular."""
    claims, order = fields(SPEAK)["claims"], fields(SPEAK)["order"]
    assert claims["items"]["properties"]["targets"]["items"]["enum"] == list(range(1, 13))
    assert order["items"]["properties"]["target"]["enum"] == list(range(13))


def test_lengths_are_set_where_they_are_kept():
    assert fields(SPEAK, SMALL)["speech"] == {"type": "string", "maxLength": 48}
    assert "maxLength" not in json.dumps(constant_schema(LARGE))


def test_the_form_of_an_answer_is_its_fields_left_blank():
    assert json.loads(form_of(SPEAK, LARGE)) == dict.fromkeys(("thought", "plan", "speech"), "") | {
        "claims": [],
        "order": [],
    }
    assert json.loads(form_of(BALLOT, SMALL)) == {"act": "", "targets": []}


@pytest.mark.parametrize("settings", [LARGE, SMALL], ids=["large", "small"])
@pytest.mark.parametrize("board", ["official-12", "wolf-king-thief-cupid-12"])
def test_every_request_of_a_game_has_a_strict_schema(board: str, settings: Settings):
    for _, request in played(2, board):
        schema = exact_schema(request, SEATS, settings)
        for part in schema.get("anyOf", [schema]):
            assert tuple(part["properties"]) == shape_of(request).names(settings)
        for part in [*objects(schema), *objects(constant_schema(settings))]:
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"])
            assert all(field.get("enum", [0]) for field in part["properties"].values())


def test_every_answer_by_the_schema_is_legal():
    """What a server with a grammar can produce, the engine accepts.

    But for two things: it may leave a speech empty, and cannot demand that the seats of a list differ.
    """
    rng = Random(4)
    for board in ("official-12", "wolf-king-thief-cupid-12"):
        for game, request in played(3, board):
            made = drawn(exact_schema(request, SEATS, LARGE), rng)
            if request.text_limit:
                made["speech"] = made["speech"] or "过"
            if len(set(made.get("targets", ()))) < len(made.get("targets", ())):
                continue
            answer = read_reply(request, json.dumps(made, ensure_ascii=False), SEATS).answer
            assert game.why_not(answer.decision(game.ply, request.seat)) is None, (request, answer)
