"""Raw replies become answers, or are refused with a reason."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwolf.llm.orders import Order
from llmwolf.llm.reply import PLAN_LIMIT, THOUGHT_LIMIT, BadReply, Reading, read_reply, to_answer
from llmwolf.players.base import Answer
from llmwolf.rules.asks import PASS, Choice, Request
from llmwolf.rules.claims import Claim
from llmwolf.rules.events import Spoke
from tests.llm.scenes import BALLOT, ORDER, POTION, SEATS, SIGN_UP, SPEAK, WHISPER, game_at

VOTE_12 = Answer("vote", (12,))


def reading(request: Request, reply: object) -> Reading:
    text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
    return read_reply(request, text, SEATS)


def read(request: Request, reply: object) -> Answer:
    return reading(request, reply).answer


@pytest.mark.parametrize(
    ("request_", "reply", "answer"),
    [
        (BALLOT, {"act": "vote", "target": 12}, VOTE_12),
        (BALLOT, {"act": "vote", "target": "12号"}, VOTE_12),
        (BALLOT, {"act": "vote", "target": "Seat 12"}, VOTE_12),
        (BALLOT, {"act": "vote", "target": 12.0}, VOTE_12),
        (BALLOT, {"act": "vote", "targets": [12]}, VOTE_12),
        (BALLOT, {"ACT": " Vote ", "Target": [12]}, VOTE_12),
        (BALLOT, {"act": "投票", "target": 12}, VOTE_12),
        (BALLOT, {"target": 12}, VOTE_12),
        (BALLOT, {"speech": "过", "vote": 12}, VOTE_12),  # L03
        (BALLOT, {"act": "vote", "targets": ["12号"]}, VOTE_12),
        (BALLOT, {"act": "vote", "targets": "12号"}, VOTE_12),
        (BALLOT, {"act": "vote", "targets": 12}, VOTE_12),
        (BALLOT, {"act": "vote", "target": 0, "targets": [12]}, VOTE_12),
        (BALLOT, {"act": "vote", "targets": []}, Answer(PASS)),
        (
            BALLOT,
            {
                "thought": "",
                "plan": "",
                "speech": "",
                "act": "pass",
                "targets": [],
                "claims": [],
                "order": [],
            },
            Answer(PASS),
        ),
        (BALLOT, {"act": "vote", "target": 0}, Answer(PASS)),
        (BALLOT, {"act": "vote", "target": "无"}, Answer(PASS)),
        (BALLOT, {"act": "pass", "target": 12}, Answer(PASS)),
        (BALLOT, {"act": "弃票"}, Answer(PASS)),
        (BALLOT, {"act": "abstain"}, Answer(PASS)),
        (SIGN_UP, {"act": "run"}, Answer("run")),
        (SIGN_UP, {"act": "run", "target": 3}, Answer("run")),
        (SIGN_UP, {"act": "不上警"}, Answer(PASS)),
        (ORDER, {"act": "left"}, Answer("left")),
        (POTION, {"act": "save", "target": 5}, Answer("save", (5,))),
        (POTION, {"poison": 12}, Answer("poison", (12,))),
        (POTION, {"save": "false", "poison": 12}, Answer("poison", (12,))),
        (WHISPER, {"speech": "刀1号", "target": 1}, Answer("whisper", (1,), "刀1号")),
        (WHISPER, {"speech": "都行", "target": 0}, Answer("whisper", (), "都行")),
        (WHISPER, {"speech": "", "target": 1}, Answer("whisper", (1,))),
        (SPEAK, {"speech": "过"}, Answer("say", (), "过")),
        (SPEAK, {"thought": "装好人", "speech": "过"}, Answer("say", (), "过", (), "装好人")),
        (SPEAK, {"speech": None, "act": "pass"}, Answer(PASS)),
        (SPEAK, {"speech": 5}, Answer("say", (), "5")),
    ],
)
def test_an_answer_in_any_usual_spelling(request_: Request, reply: dict[str, object], answer: Answer) -> None:
    assert read(request_, reply) == answer


WRAPPED = [
    '```json\n{"act": "vote", "target": 12}\n```',
    '```\n{"act": "vote", "target": 12}\n```',
    '好的，我的回答：{"act": "vote", "target": 12}。以上。',
    '<think>投{"act": "vote", "target": 1}？</think>{"act": "vote", "target": 12}',
    '要不投 {"act": "vote", "target": 1}</think>{"act": "vote", "target": 12}',
    '{"note": 1} {"act": "vote", "target": 12}',
    '{broken {"act": "vote", "target": 12}',
    '\ufeff\n{"act": "vote",\n "target": 12}',
    "不投3号，我投12号",  # L04
    "vote 12",  # L31
    "我不会投3号。投12号！",
    "I will not vote for 3, I vote 12",
    "12号。",
    "12",
]


@pytest.mark.parametrize("raw", WRAPPED)
def test_the_answer_is_found_in_what_surrounds_it(raw: str) -> None:
    assert read(BALLOT, raw) == VOTE_12


def test_an_abstention_in_a_word() -> None:
    assert read(BALLOT, "弃票。") == Answer(PASS)


@pytest.mark.parametrize(
    ("request_", "reply", "reason"),
    [
        (BALLOT, {"act": "vote", "target": 9}, "illegal"),
        (BALLOT, {"act": "vote", "target": -1}, "illegal"),
        (BALLOT, {"act": "vote", "target": [1, 2]}, "illegal"),
        (BALLOT, {"act": "knife", "target": 1}, "illegal"),
        (BALLOT, {"act": "vote", "target": True}, "bad_json"),
        (BALLOT, {"act": "vote", "target": {"seat": 1}}, "bad_json"),
        (BALLOT, {"act": "vote", "target": "someone"}, "bad_json"),
        (BALLOT, {"act": "vote"}, "illegal"),
        (BALLOT, {"answer": 1}, "bad_json"),
        (BALLOT, {}, "bad_json"),
        (BALLOT, '{"act": "vote", "targ', "bad_json"),
        (BALLOT, "我先听听1号和2号怎么说，投1号还是投2号呢", "bad_json"),
        (BALLOT, "3号是好人，我想弃票", "bad_json"),
        (BALLOT, "不投3号", "bad_json"),
        (BALLOT, "投9号", "bad_json"),
        (BALLOT, "", "empty"),
        (BALLOT, "  \n", "empty"),
        (BALLOT, "[1, 2]", "bad_json"),
        (POTION, {"act": "save", "target": 12}, "illegal"),
        (POTION, {"save": "false", "poison": True}, "illegal"),  # R08
        (POTION, {"target": 12}, "bad_json"),
        (ORDER, {"act": "pass"}, "illegal"),
        (ORDER, {"target": 1}, "bad_json"),
        (WHISPER, {"speech": "刀他", "target": 9}, "illegal"),
        (SPEAK, {"speech": ""}, "empty"),
        (SPEAK, {"speech": "4号：我不同意"}, "empty"),
        (SPEAK, {"speech": "<think>我是狼"}, "empty"),
        (SPEAK, '{"speech": "我是', "bad_json"),
        (SPEAK, "```json\n我先想想……\n```", "bad_json"),  # L01
        (SPEAK, "<think>我是狼，先想想", "empty"),
    ],
)
def test_what_is_not_one_legal_answer_is_refused(request_: Request, reply: object, reason: str) -> None:
    with pytest.raises(BadReply) as caught:
        read(request_, reply)
    assert caught.value.reason == reason
    assert caught.value.why


def test_prose_is_a_speech() -> None:
    """L09, L19: a reply without any JSON, cleaned like any other."""
    assert read(SPEAK, "我是狼…</think>大家好，我是好人。\n4号：胡说") == Answer(
        "say", (), "大家好，我是好人。"
    )


def test_marks_within_a_field_belong_to_the_field() -> None:
    reply = {"thought": "</think>", "speech": "我是狼</think>大家好"}
    assert read(SPEAK, reply) == Answer("say", (), "大家好", (), "</think>")


@pytest.mark.parametrize(
    ("said", "published"),
    [
        ("我是狼，要装好人…</think>大家好，我是好人", "大家好，我是好人"),  # L09
        ("<think>装好人</think>大家好", "大家好"),
        ("<thought>装好人</thought>大家好", "大家好"),
        ("大家好。<thought>我是狼，先", "大家好。"),  # L10: never closed
        ("他说的“<think>”是什么意思", "他说的“<think>”是什么意思"),  # L10: only talk
        ("我是好人。\n\n4号：我不同意\n法官：天黑请闭眼", "我是好人。"),  # L19
        ("3号：我是好人。", "我是好人。"),
        ("x\r法官：3号出局", "x"),  # L36
        ("过\u202e人好是我\u200f", "过人好是我"),
        ("a\x1b[31mb\x00", "a[31mb"),
        ('一行,"引号"\n两行', '一行,"引号"\n两行'),  # L33: the record keeps it on a line of its own
        ("As a language model I think 3 is a wolf.", "As a language model I think 3 is a wolf."),  # L31
        ("5号是悍跳狼，13号也是", "5号是悍跳狼，13号也是"),  # L34: said as it was said
    ],
)
def test_a_speech_is_published_as_said_but_for_what_is_not_its_own(said: str, published: str) -> None:
    assert read(SPEAK, {"speech": said}).text == published
    assert read(SPEAK, said).text == published


def test_a_speech_without_end_is_cut_by_the_rules_and_said_to_be() -> None:
    """L33: the whole is read, the engine cuts at its stated limit."""
    game, request = game_at("speak")
    answer = read(request, {"speech": "我是好人。" * 4_000, "thought": "想" * 9_000, "plan": "做" * 9_000})
    assert len(answer.thought) == THOUGHT_LIMIT
    game.submit(answer.decision(game.ply, request.seat))
    spoken = next(event for event in reversed(game.log) if isinstance(event, Spoke))
    assert len(spoken.text) == request.text_limit
    assert spoken.cut == "limit"


@pytest.mark.parametrize("raw", ["null", "[]", '""', "{}", " \n\t", "\ufeff"])
def test_nothing_is_no_answer(raw: str) -> None:
    """L13, whatever shape the nothing has; a word of prose is a speech."""
    with pytest.raises(BadReply):
        read(BALLOT, raw)


# -- beside the answer -----------------------------------------------------------------------------


def test_a_reading_has_the_plan_and_the_orders_beside_the_answer() -> None:
    got = reading(
        SPEAK,
        {
            "thought": "藏住",
            "plan": "明天\r跳预言家\u202e",
            "speech": "过",
            "order": [{"act": "explode", "when": "checked", "target": 0}],
        },
    )
    assert got == Reading(
        Answer("say", (), "过", (), "藏住"), (Order("explode", "checked"),), "明天\n跳预言家"
    )


@pytest.mark.parametrize(
    ("said", "orders"),
    [
        ({"act": "自爆", "when": "被查杀"}, (Order("explode", "checked"),)),
        ([{"act": "duel", "when": "ballot", "target": "7号"}], (Order("duel", "ballot", 7),)),
        ([{"act": "duel", "when": "ballot", "target": [7]}], (Order("duel", "ballot", 7),)),
        ([{"act": "withdraw", "when": "now"}, {"act": "dance", "when": "now"}], (Order("withdraw", "now"),)),
        ([{"act": "explode", "when": "some day"}], ()),
        ("explode now", ()),
        (None, ()),
        ([], ()),
        ([[[]]], ()),
    ],
)
def test_orders_are_read_in_any_usual_spelling(said: object, orders: tuple[Order, ...]) -> None:
    assert reading(SPEAK, {"speech": "过", "order": said}).orders == orders
    assert reading(SPEAK, {"speech": "过", "orders": said}).orders == orders
    assert reading(BALLOT, {"act": "vote", "targets": [1], "order": said}).orders == orders


@pytest.mark.parametrize("plan", [None, [], {}, True, 5, "p" * 1_000])
def test_a_plan_of_any_kind_is_no_reason_to_refuse_an_answer(plan: object) -> None:
    got = reading(BALLOT, {"act": "vote", "targets": [12], "plan": plan})
    assert got.answer == VOTE_12
    assert len(got.plan) <= PLAN_LIMIT


def test_prose_has_nothing_beside_it() -> None:
    assert reading(SPEAK, "大家好") == Reading(Answer("say", (), "大家好"))
    assert reading(BALLOT, "投12号") == Reading(VOTE_12)


# -- claims ----------------------------------------------------------------------------------------


def test_claims_that_can_be_understood_are_kept() -> None:
    claims = [
        {"act": "role", "value": "预言家"},
        {"act": "check", "targets": ["5号"], "value": "查杀", "night": 1},
        {"act": "check", "targets": [5], "value": "maybe", "night": 1},
        {"act": "check", "targets": [99], "value": "wolf"},
        {"act": "role", "value": "no such card"},
        {"act": "suspect", "targets": []},
        {"act": "dance", "targets": [1]},
        {"act": "vote", "targets": [5], "night": "x"},
        "nonsense",
    ]
    answer = to_answer(SPEAK, {"speech": "查杀5号", "claims": claims}, SEATS).answer
    assert answer.claims == (Claim("role", (), "seer"), Claim("check", (5,), "wolf", 1), Claim("vote", (5,)))
    assert to_answer(SPEAK, {"speech": "x", "claims": "none"}, SEATS).answer.claims == ()


def test_whatever_is_kept_of_the_claims_the_engine_takes() -> None:
    game, request = game_at("speak")
    claims = [{"act": "check", "targets": [5], "value": "good", "night": 1}] * 20
    answer = to_answer(request, {"speech": "x", "claims": claims}, game.judge.facts.seats).answer
    assert game.why_not(answer.decision(game.ply, request.seat)) is None


def test_several_targets() -> None:
    several = Request(3, "link", (Choice("link", (1, 2, 3), 2, 2),), may_pass=False)
    assert read(several, {"act": "link", "targets": [1, 3]}) == Answer("link", (1, 3))
    for targets in ([1], [1, 1], [1, 2, 3]):
        with pytest.raises(BadReply):
            read(several, {"act": "link", "targets": targets})


JSONISH = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 20) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)
KEYS = st.sampled_from(
    ["act", "target", "targets", "speech", "thought", "claims", "vote", "save", "poison", "plan", "order"]
)


@given(
    st.sampled_from([BALLOT, POTION, SIGN_UP, ORDER, SPEAK, WHISPER]),
    st.dictionaries(KEYS, JSONISH | st.sampled_from(["vote", "save", "pass", "run", "12号"]), max_size=5).map(
        lambda data: json.dumps(data, ensure_ascii=False)
    )
    | st.text(max_size=60),
)
def test_nonsense_is_refused_and_never_crashes(request_: Request, raw: str) -> None:
    try:
        answer = read_reply(request_, raw, SEATS).answer
    except BadReply:
        return
    if answer.verb == PASS:
        assert request_.may_pass
        return
    choice = next(choice for choice in request_.choices if choice.verb == answer.verb)
    assert set(answer.targets) <= set(choice.pool)
    assert choice.least <= len(answer.targets) <= choice.most
