"""Free text → claims: the hand checks of the speech notes, and sentences that people say.

The sentences are in ``data/sentences.toml``; how well they are understood is printed.
"""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from llmwolf.bench.listening import ALL, Case, Tally, cases, lines, score, slips
from llmwolf.players.bots import seats
from llmwolf.players.bots.listening import cards, clauses, context, opinions, reports, stances
from llmwolf.players.bots.listening.ways import Ways
from llmwolf.players.bots.reading import LIMIT, read
from llmwolf.players.bots.seats import chinese_number, plain, seats_in
from llmwolf.rules.claims import ACTS, Claim

SENTENCES = cases(Path(__file__).parent / "data" / "sentences.toml")
SETS = list(dict.fromkeys(case.within[0] for case in SENTENCES))
NOT_UNDERSTOOD = {
    "3号说9号是狼，我觉得9号不像",  # not like what, the clause before tells
    "8号玩家预言家，昨天晚上查杀11号。警徽流打谁呢？就打我旁边这个9号吧。",  # a question answered by oneself
    "你说3号是狼我同意，但9号我不同意。",  # agreement with what somebody else says
    "I had 5 protected last night.",  # an act put behind the seat
}
"""What is still missed, each for the reason beside it. Nothing may be heard that was not said."""

Short = tuple[str, int, str]


def acts(text: str, held: str = "", seat: int = 12, seats: int = 12, day: int = 1) -> set[Short]:
    """What ``text`` claims, as (act, first target, value)."""
    return {(c.act, c.targets[0] if c.targets else 0, c.value) for c in read(text, seat, seats, day, held)}


def of(topic: str) -> list[Case]:
    """The sentences of one point of the hand-check list."""
    found = [case for case in SENTENCES if case.within == ("hand_checks", topic)]
    assert found
    return found


class TestHandCheckList:
    """The points of the list by their numbers."""

    @pytest.mark.parametrize("case", of("no_claim_1"), ids=lambda case: case.text)
    def test_1_negation_if_and_hearsay_are_no_claim(self, case: Case):
        assert read(case.text, 12, 12) == ()

    @pytest.mark.parametrize("case", of("checks_without_words_2"), ids=lambda case: case.text)
    def test_2_a_check_in_two_characters(self, case: Case):
        assert slips(case) == ([], [])

    @pytest.mark.parametrize("case", of("three_wolves_or_seat_three_3"), ids=lambda case: case.text)
    def test_3_three_wolves_may_be_a_count(self, case: Case):
        assert slips(case) == ([], [])

    def test_4_one_is_to_go_and_another_not(self):
        assert read("出七不出八", 12, 12) == (Claim("vote", (7,)),)

    @pytest.mark.parametrize("case", of("slip_of_recognition_5"), ids=lambda case: case.text)
    def test_5_a_slip_of_recognition_names_nobody(self, case: Case):
        assert read(case.text, 12, 12) == ()

    def test_6_flow_check_and_badge_in_one_sentence(self):
        assert read("先验五后验七，五是金水警徽给五", 12, 12, 1, "seer") == (Claim("flow", (5, 7)),)

    @pytest.mark.parametrize("case", of("marks_and_odd_signs_7"), ids=lambda case: repr(case.text))
    def test_7_marks_and_odd_signs(self, case: Case):
        assert slips(case) == ([], [])

    def test_8_a_long_speech_and_one_of_a_single_character(self):
        assert read("过", 12, 12) == ()
        long = "前面几位的发言我都听了，先不下定义，再往后听一听。" * 60
        said = long[: 1_144 - 12] + "。我站边3号，今天出9号。"
        assert len(said) >= 1_144
        assert acts(said) == {("side", 3, ""), ("vote", 9, "")}

    @pytest.mark.parametrize("case", of("thirteen_seats_9"), ids=lambda case: f"{case.text} {case.seats}")
    def test_9_thirteen_seats(self, case: Case):
        assert slips(case) == ([], [])

    @pytest.mark.parametrize("case", of("names_are_not_seats_10"), ids=lambda case: case.text)
    def test_10_a_display_name_is_no_seat(self, case: Case):
        assert read(case.text, case.seat, case.seats) == ()


class TestSentences:
    @pytest.mark.parametrize("case", SENTENCES, ids=lambda case: case.text[:24])
    def test_nothing_is_heard_that_was_not_said(self, case: Case):
        assert slips(case)[1] == []

    @pytest.mark.parametrize(
        "case",
        [case for case in SENTENCES if case.text not in NOT_UNDERSTOOD],
        ids=lambda case: case.text[:24],
    )
    def test_all_that_was_said_is_heard(self, case: Case):
        assert slips(case)[0] == []

    def test_what_is_not_understood_is_listed_truly(self):
        assert {case.text for case in SENTENCES if slips(case)[0]} == NOT_UNDERSTOOD

    def test_precision_and_recall(self, capsys: pytest.CaptureFixture[str]):
        rows = score(SENTENCES)
        with capsys.disabled():
            sys.stdout.write("\n".join(["", *lines(rows), ""]))
        for act, tally in rows.items():
            assert tally.precision >= 0.95, act
            assert tally.recall >= 0.9, act
        assert rows[ALL].recall >= 0.95
        assert set(rows) == {*ACTS, ALL}

    def test_the_sample_is_what_it_should_be(self):
        english = [case for case in SENTENCES if case.text.isascii()]
        assert len(SENTENCES) >= 150
        assert 0.12 <= len(english) / len(SENTENCES) <= 0.25
        assert len({(case.text, case.held, case.seats) for case in SENTENCES}) == len(SENTENCES)


class TestScoring:
    def test_counts_what_is_right_missed_and_invented(self):
        told = [
            Case("出3号", (Claim("vote", (3,)),)),
            Case("出3号", (Claim("vote", (4,)),)),
            Case("过", (Claim("side", (4,)),)),
        ]
        rows = score(told)
        assert rows == {"side": Tally(0, 1, 0), "vote": Tally(1, 1, 1), ALL: Tally(1, 2, 1)}
        assert (rows["vote"].precision, rows["vote"].recall) == (0.5, 0.5)
        assert (rows["side"].precision, rows["side"].recall) == (1.0, 0.0)
        assert list(lines(rows))[1].split() == ["side", "1", "0", "1.000", "0.000"]

    def test_of_nothing_nothing_is_wrong(self):
        assert score([]) == {ALL: Tally(0, 0, 0)}
        assert (Tally(0, 0, 0).precision, Tally(0, 0, 0).recall) == (1.0, 1.0)

    def test_a_night_counts_where_it_is_labelled(self):
        text = "首夜验的5号，金水"
        for night, missed in ((0, 0), (1, 0), (2, 1)):
            case = Case(text, (Claim("check", (5,), "good", night),), "seer", day=3)
            assert len(slips(case)[0]) == missed

    @pytest.mark.parametrize(
        ("entry", "wrong"),
        [
            ('{ text = "过" }', "a.b: unknown or missing: says"),
            ('{ text = "过", says = [], role = "seer" }', "a.b: unknown or missing: role"),
            ('{ text = "过", says = ["accuse 3"] }', "no such act: accuse 3"),
        ],
    )
    def test_a_wrong_label_is_refused(self, tmp_path: Path, entry: str, wrong: str):
        path = tmp_path / "sentences.toml"
        path.write_text(f"[a]\nb = [{entry}]\n", "utf-8")
        with pytest.raises(ValueError, match=wrong):
            cases(path)


@pytest.mark.parametrize(
    ("text", "held", "expected"),
    [
        ("“我是预言家”这种话谁都会说", "", set()),
        ("我的金水到9号嘴里成了查杀", "seer", set()),
        ("验了5号是狼", "", {("check", 5, "wolf")}),
        ("7号的警徽票投给了3号，像冲锋狼", "", {("suspect", 7, "")}),
        ("我保2号，踩一踩6号", "", {("trust", 2, ""), ("suspect", 6, "")}),
        ("我觉得3号不是预言家，底牌女巫", "", set()),
        ("我以为我是预言家的金水", "", set()),
        ("我是民心所向", "", set()),
        ("this is a witch hunt", "", set()),
        ("替4号圆话的是8号，像狼", "", {("suspect", 8, "")}),
        ("跟3号的人里我先放下1号，像好人", "", {("trust", 1, "")}),
        ("3号站边5号，他像狼", "", {("suspect", 3, "")}),
    ],
)
def test_whom_and_what_a_sentence_is_about(text: str, held: str, expected: set[Short]):
    assert acts(text, held) == expected


def test_a_check_has_its_night():
    assert read("我是预言家，首夜验的5号，金水", 1, 12, 3)[1] == Claim("check", (5,), "good", 1)
    assert read("我是预言家，第二晚验的5号，金水", 1, 12, 3)[1].night == 2
    assert read("我是预言家，昨晚验的5号，金水", 1, 12, 3)[1].night == 3
    assert read("我是预言家，前晚验的5号，金水", 1, 12, 3)[1].night == 2


def test_a_claim_can_be_taken_back():
    assert Claim("retract", (), "seer") in read("开玩笑的，我不是预言家", 1, 12, 2, "seer")
    assert read("我不是预言家", 1, 12, 2, "witch") == ()


def test_of_several_calls_the_last_is_meant():
    assert [c.targets for c in read("先出3号。算了，今天出5号。", 1, 12) if c.act == "vote"] == [(5,)]


def test_of_several_opinions_of_a_seat_the_last_is_meant():
    assert read("3号像狼。不对，3号是好人。", 1, 12) == (Claim("trust", (3,)),)


def test_a_call_for_tomorrow_counts_where_there_is_none_for_today():
    assert read("明天出5号。", 1, 12) == (Claim("vote", (5,)),)
    assert read("今天出3号，明天出5号。", 1, 12) == (Claim("vote", (3,)),)


def test_nobody_accuses_or_checks_himself():
    assert acts("我1号是预言家，1号金水，1号像狼，出1号", seat=1) == {("role", 0, "seer")}


class TestAnyTextIsRead:
    NASTY = (
        "",
        "]",
        "1号",
        "12",
        "号号号",
        "我我我",
        "我是",
        "唯一的",
        "真的",
        "先验",
        "好人",
        "1号狼",
        "1号、",
        "不是",
        "<",
        "<think>",
        "```",
        "“",
        "，",
        "。",
        "the not ",
        "\x1b[31m",
    )

    @pytest.mark.parametrize("piece", NASTY)
    def test_without_complaint_and_no_further_than_the_limit(self, piece: str):
        text = (piece * 20_000)[:20_000]
        assert read(text, 1, 12, 2, "seer") == read(text[:LIMIT], 1, 12, 2, "seer")

    def test_what_lies_behind_the_limit_is_not_heard(self):
        assert acts("。" * (LIMIT - 8) + "我是预言家。") == {("role", 0, "seer")}
        assert acts("。" * LIMIT + "我是预言家。") == set()
        assert acts("㍿" * (LIMIT // 4) + "。我是预言家。") == set(), "a sign that stands for four"

    def test_every_repetition_is_bounded_or_never_gone_back_on(self):
        """So that no text costs more than its length times a constant, or its square for a lone clause."""
        loop = re.compile(r"(?P<bounded>\{\d+(?:,\d+)?\})?(?P<open>[*+]|\{\d+,\})?(?P<kept>\+)?")
        found = [
            p
            for module in (seats, clauses, context, cards, reports, stances, opinions)
            for p in patterns(module)
        ]
        assert len(found) > 90
        for pattern in found:
            bare = re.sub(r"\\.|\[(?:\\.|[^\]\\])+\]", "x", pattern)
            assert all(
                match["kept"] for match in loop.finditer(bare) if match["open"] and not match["bounded"]
            ), pattern


def patterns(module: ModuleType) -> list[str]:
    """Every regular expression that a module has at hand."""
    found: list[str] = []
    for value in vars(module).values():
        for one in value if isinstance(value, tuple) and not isinstance(value, Ways) else (value,):
            if isinstance(one, Ways):
                found += [one.sign.pattern, *(p.pattern for p in one.patterns)]
            elif isinstance(one, re.Pattern):
                found.append(one.pattern)
            elif isinstance(one, tuple):
                found += [p.pattern for p in one if isinstance(p, re.Pattern)]
    return found


@pytest.mark.parametrize(
    ("word", "value"), [("五", 5), ("十", 10), ("十一", 11), ("二十", 20), ("12", 12), ("两", 0), ("", 0)]
)
def test_chinese_numbers(word: str, value: int):
    assert chinese_number(word) == value


def test_seats_are_told_from_counts():
    assert seats_in(plain("一个人，两边，三狼，第一天，七票，5号和十二号，13号"), 12) == (5, 12)


@pytest.mark.parametrize(
    ("text", "rewritten"),
    [
        ("狼坑3、6、9", "狼坑3号、6号、9号"),
        ("狼坑589", "狼坑5号、8号、9号"),
        ("3和8双狼", "3号、8号双狼"),
        ("投3，8是狼", "投3号,8号是狼"),
        ("4、5个人", "4、5个人"),
        ("警徽流3→8", "警徽流3号、8号"),
        ("踩一踩", "踩一踩"),
        ("给一点时间，再三思考", "给一点时间,再三思考"),
        ("The wolves are 2, 6 and 9.", "The wolves are 2号、6号、9号."),
        ("4 wolves and 8 good players", "4 wolves and 8 good players"),
    ],
)
def test_bare_seats_are_found_in_lists_and_beside_verbs(text: str, rewritten: str):
    assert plain(text) == rewritten
