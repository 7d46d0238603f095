"""Features count what their definitions say, with their cases, and print nothing where there is nothing."""

import pytest

from llmwolf.boards import find_board
from llmwolf.coach.claims.trial import games_of_bots
from llmwolf.coach.features import ABSENT, AFTER, FEATURES, PUBLIC, Value
from llmwolf.coach.room import Study, study
from llmwolf.rules.claims import Claim
from tests.coach.planted import played
from tests.rules.table import Table


def told(*says: tuple[str, int, str], game: str = "a") -> Study:
    return study(played(game, list(says)))


def value(found: Study, id_: str, seat: int) -> tuple[float, int]:
    features = found.features if FEATURES[id_].sight == PUBLIC else found.after.features  # type: ignore[union-attr]
    got = features[id_][seat]
    return round(got.value, 3), got.n


def test_every_id_of_the_list_is_counted_or_said_to_be_absent():
    known = {id_.partition(".")[0] for id_ in FEATURES} | set(ABSENT)
    assert known == {f"F{n:02}" for n in range(1, 41)}
    assert all(feature.count.__doc__ for id_, feature in FEATURES.items() if not id_.startswith("F28"))
    assert {feature.sight for feature in FEATURES.values()} == {PUBLIC, AFTER}


def test_length_is_without_blanks_and_marks():
    found = told(("D2", 11, "我怀疑，3号。 过！"), ("D2", 12, "I suspect seat 3."))
    assert value(found, "F01", 11) == (6, 1)
    assert value(found, "F01", 12) == (4, 1)
    assert value(found, "F02", 11) == (1.2, 1)


def test_a_pass_is_a_turn_and_no_speech():
    found = told(("D1", 11, "过。"), ("D2", 11, "我怀疑3号。"))
    assert value(found, "F33", 11) == (0.667, 3)
    assert value(found, "F01", 11)[1] == 1


def test_seer_features():
    found = told(("E1", 5, "我先说。我是预言家，昨晚验的8号，8号金水，因为他坐得远。警徽流先验7号再验11号。"))
    assert value(found, "F04", 5) == (1, 1)
    assert value(found, "F05", 5) == (1, 1)
    assert value(found, "F07", 5) == (1, 1)
    assert value(found, "F08", 5)[0] == 1
    assert 0.2 < value(found, "F06", 5)[0] < 0.4


def test_a_check_without_a_reason_has_none():
    assert value(told(("E1", 5, "我是预言家，8号金水。")), "F07", 5) == (0, 1)


def test_seats_stances_and_places():
    found = told(("D2", 7, "我先聊。"), ("D2", 11, "7号是好人，3号是狼，10号也是狼。"))
    assert value(found, "F10", 11) == (3, 1)
    assert value(found, "F11", 11) == (-0.333, 3)
    assert value(found, "F12", 11) == (0.667, 1)
    assert value(found, "F13", 11) == (2, 1)


def test_votes_declared_and_cast():
    found = told(("D2", 11, "听下来归票8号。"), ("D2", 12, "我跟，归票8号。"), ("D2", 3, "归票6号。"))
    assert value(found, "F14", 11) == (1, 1)
    assert value(found, "F15", 11) == (1, 1)
    assert value(found, "F15", 3) == (0, 1)
    assert value(found, "F17", 12) == (1, 1)
    assert value(found, "F17", 3) == (0, 1)
    assert 11 not in found.features["F17"]


def test_who_declares_nothing_has_no_declared_vote():
    assert 11 not in told(("D2", 11, "我再听听看。")).features["F15"]


def test_changes_of_side_and_contradictions_are_counted():
    found = told(("D1", 11, "我站边1号。"), ("D2", 11, "我站边5号。昨天出的是10号。"))
    assert value(found, "F18", 11) == (1, 2)
    assert value(found, "F19", 11)[0] == 1


def test_copies_openings_and_other_languages():
    line = "我先说一下我的看法，这一轮没有太多信息，先听听大家怎么聊。"
    found = told(
        ("D2", 7, line),
        ("D2", 10, line),
        ("D2", 11, "完全不同的另外一种说法在这里。"),
        ("D3", 11, "hello my friends，大家好。"),
    )
    assert value(found, "F25", 10) == (1, 1)
    assert value(found, "F25", 11) == (0, 1)
    assert value(found, "F26", 11) == (0, 1)
    assert 0.2 < value(found, "F32", 11)[0] < 0.5


def test_hidden_text_own_seat_and_strange_seats():
    found = told(
        ("D2", 7, "<think>我是狼</think>我是好人。"),
        ("D2", 10, "我觉得10号很可疑，先出10号。"),
        ("D2", 11, "13号有问题，99号也是。"),
    )
    assert value(found, "F22", 7) == (1, 1)
    assert value(found, "F23", 10) == (1, 1)
    assert value(found, "F23", 11) == (0, 1)
    assert value(found, "F24", 11) == (1, 1)


def test_new_information_is_what_nobody_has_said_today():
    found = told(("D2", 11, "我是平民，归票3号。"), ("D2", 12, "我跟，归票3号。"))
    assert value(found, "F27", 11) == (2, 1)
    assert value(found, "F27", 12) == (0, 1)


def test_kinds_of_evidence_hedges_questions_and_terms():
    found = told(("D2", 11, "看票型，3号昨天投了5号。他的听感也差，可能是狼吧？"))
    assert value(found, "F28.vote", 11) == (0.667, 1)
    assert value(found, "F28.tone", 11) == (0.333, 1)
    assert value(found, "F29", 11)[0] > 0
    assert value(found, "F30", 11)[0] > 0
    assert value(found, "F31", 11)[0] > 0


@pytest.mark.parametrize(
    ("words", "rests"),
    [
        ("3号昨天投了5号。", True),
        ("看票型，3号像狼。", True),
        ("你昨天票5号是怎么想的？", True),
        ("3号的票从头到尾没打在狼身上。", True),
        ("我的票挂3号。", False),
        ("今天的票归3号。", False),
        ("跟4号的票，我投3号。", False),
        ("票型我会看。", False),
        ("等票型再说。", False),
    ],
)
def test_a_ballot_to_come_is_no_evidence(words: str, rests: bool):
    counted = told(("D2", 11, words)).features["F28.vote"].get(11)
    assert (counted is not None and counted.value > 0) is rests


def test_where_the_exiled_had_spoken():
    found = told()
    assert value(found, "F37", 8) == (2, 1)
    assert found.features["F37"][8].events


def test_with_the_cards():
    found = told(("E1", 5, "我是预言家，1号查杀，警徽流先验3号再验4号。"))
    assert value(found, "F09", 5) == (1, 1)
    assert value(found, "F16", 6) == (1, 3)
    assert value(found, "F16", 12) == (0.333, 3)
    assert value(found, "F35", 9) == (0, 1)
    assert value(found, "F35", 6) == (3, 1)
    assert value(found, "F36", 6) == (1, 1)
    assert value(found, "F36", 7) == (1, 1)
    assert value(found, "F20", 5) == (0, 1)
    lies = told(("D1", 7, "我是女巫。"), ("D1", 4, "我是女巫。"))
    assert value(lies, "F20", 7)[0] == 1
    assert 4 not in lies.after.features["F20"]  # type: ignore[union-attr]


def test_a_structured_claim_goes_before_the_words():
    t = Table("standard-9").to("speech")
    first = t.asked[0]
    t.say(first, "先听听。", (Claim("vote", (3,)),)).to("night")
    assert study(t.game).features["F14"][first].value == 1


def test_every_value_rests_on_events_of_the_game():
    (game,) = games_of_bots(find_board("official-12"), "normal", "zh", [2])
    found = study(game)
    assert found.after is not None
    for features in (found.features, found.after.features):
        for values in features.values():
            for seat, got in values.items():
                assert isinstance(got, Value)
                assert 1 <= seat <= 12
                assert got.n > 0
                assert all(1 <= number <= len(game.log) for number in got.events)


def test_a_silent_game_has_no_features_of_talk():
    found = told()
    for id_ in ("F01", "F10", "F11", "F14", "F25", "F31"):
        assert found.features[id_] == {}


@pytest.mark.parametrize("id_", list(FEATURES))
def test_a_feature_has_its_words(id_: str):
    feature = FEATURES[id_]
    assert feature.id == id_
    assert all(feature.name) and all(feature.unit) and all(feature.caveat)  # noqa: PT018
