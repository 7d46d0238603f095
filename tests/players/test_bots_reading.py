"""Free text → claims: the hand checks of the speech notes, and sentences that people say."""

import pytest

from llmwolf.players.bots.reading import read
from llmwolf.players.bots.seats import chinese_number, plain, seats_in
from llmwolf.rules.claims import Claim

Short = tuple[str, int, str]


def acts(text: str, held: str = "", seat: int = 12, seats: int = 12, day: int = 1) -> set[Short]:
    """What ``text`` claims, as (act, first target, value)."""
    return {(c.act, c.targets[0] if c.targets else 0, c.value) for c in read(text, seat, seats, day, held)}


SEER = ("role", 0, "seer")
HAND_CHECKS = [
    ("我不是预言家", "", set()),
    ("如果我是预言家，我会验5号", "", set()),
    ("他说他是预言家", "", set()),
    ("3号说他是预言家，验了5号是狼", "", set()),
    ("“我是预言家”这种话谁都会说", "", set()),
    ("3号是预言家吗？", "", set()),
    ("二金", "seer", {("check", 2, "good")}),
    ("2金", "seer", {("check", 2, "good")}),
    ("给二发了金水", "seer", {("check", 2, "good")}),
    ("摸二", "seer", set()),
    ("三狼", "", set()),
    ("出七不出八", "", {("vote", 7, "")}),
    ("九话", "", set()),
    ("我是预言家，先验五后验七，五是金水警徽给五", "", {SEER, ("flow", 5, "")}),
    ("3号[red]是[/]狼人", "", {("suspect", 3, "")}),
    ("<think>我是狼</think>", "", set()),
    ('```json {"role": "我是预言家"} ```', "", set()),
    ("查杀３号", "seer", {("check", 3, "wolf")}),
    ("查杀三號", "seer", {("check", 3, "wolf")}),
    ("3️⃣金水", "seer", {("check", 3, "good")}),
    ("No.3 is a wolf.", "", {("suspect", 3, "")}),
    ("过", "", set()),
    ("投十一号", "", {("vote", 11, "")}),
    ("投1 1号", "", {("vote", 11, "")}),
    ("13号是狼", "", set()),
    ("不投3号，我投11号", "", {("vote", 11, "")}),
    ("昨天3号投了5号", "", set()),
    ("2号查杀5号", "", set()),
    ("9号给4号发金水", "seer", set()),
    ("我的金水到9号嘴里成了查杀", "seer", set()),
]
PEOPLE = [
    ("我是预言家，昨晚验了5号，金水。", "", {SEER, ("check", 5, "good")}),
    ("我12号是预言家，昨晚摸的6号，出来是狼人。", "", {SEER, ("check", 6, "wolf")}),
    ("预言家起跳，八号查杀", "", {SEER, ("check", 8, "wolf")}),
    ("验了5号是狼", "", {("check", 5, "wolf"), ("suspect", 5, "")}),
    ("8号是我的查杀，全票出8号", "seer", {("check", 8, "wolf"), ("vote", 8, "")}),
    ("我底牌女巫，首夜救了4号，4号银水", "", {("role", 0, "witch"), ("save", 4, "")}),
    ("我女巫，毒药给了9号", "", {("role", 0, "witch"), ("poison", 9, "")}),
    ("我拍枪，出我带走7号", "", {("role", 0, "hunter")}),
    ("我是守卫，昨晚守的3号", "", {("role", 0, "guard"), ("guard", 3, "")}),
    ("我就是一张平民牌，过了", "", {("role", 0, "villager")}),
    ("我站边3号", "", {("side", 3, "")}),
    ("我认3号是预言家", "", {("side", 3, "")}),
    ("不站边3号", "", set()),
    ("3号更像真预言家", "", {("side", 3, "")}),
    ("归票十号", "", {("vote", 10, "")}),
    ("今天出9号，别分票", "", {("vote", 9, "")}),
    ("先别出9号", "", set()),
    ("9号像狼，今天投9", "", {("suspect", 9, ""), ("vote", 9, "")}),
    ("9号不像狼", "", {("trust", 9, "")}),
    ("我保2号，踩一踩6号", "", {("trust", 2, ""), ("suspect", 6, "")}),
    ("狼坑3号、5号、6号", "", {("suspect", 3, ""), ("suspect", 5, ""), ("suspect", 6, "")}),
    ("7号的警徽票投给了3号，像冲锋狼", "", {("suspect", 7, "")}),
    ("我是十二号，他们打我，我没什么好说", "", set()),
    ("I am the seer, I checked seat 5, good. Vote 8.", "", {SEER, ("check", 5, "good"), ("vote", 8, "")}),
    ("I side with seat 3. I do not trust 4.", "", {("side", 3, "")}),
    ("I am not the seer.", "", set()),
]


@pytest.mark.parametrize(("text", "held", "expected"), HAND_CHECKS + PEOPLE)
def test_what_a_sentence_claims(text: str, held: str, expected: set[Short]):
    assert acts(text, held) == expected


def test_a_check_has_its_night():
    assert read("我是预言家，首夜验的5号，金水", 1, 12, 3)[1] == Claim("check", (5,), "good", 1)
    assert read("我是预言家，第二晚验的5号，金水", 1, 12, 3)[1].night == 2
    assert read("我是预言家，昨晚验的5号，金水", 1, 12, 3)[1].night == 3


def test_a_claim_can_be_taken_back():
    assert Claim("retract", (), "seer") in read("开玩笑的，我不是预言家", 1, 12, 2, "seer")


def test_of_several_calls_the_last_is_meant():
    assert [c.targets for c in read("先出3号。算了，今天出5号。", 1, 12) if c.act == "vote"] == [(5,)]


def test_nobody_accuses_or_checks_himself():
    assert acts("我1号是预言家，1号金水，1号像狼，出1号", seat=1) == {SEER}


@pytest.mark.parametrize(
    "text", ["", "]" * 400, "1号" * 130, "我是" * 200, "先验" * 200, "<" * 400, "，" * 400, "\x1b[31m"]
)
def test_any_text_is_read_without_complaint(text: str):
    read(text, 1, 12)


@pytest.mark.parametrize(
    ("word", "value"), [("五", 5), ("十", 10), ("十一", 11), ("二十", 20), ("12", 12), ("两", 0), ("", 0)]
)
def test_chinese_numbers(word: str, value: int):
    assert chinese_number(word) == value


def test_seats_are_told_from_counts():
    assert seats_in(plain("一个人，两边，三狼，第一天，七票，5号和十二号，13号"), 12) == (5, 12)
