"""A speaker who accuses his own seat is pointed out, and nobody else is (L18, L45)."""

from dataclasses import replace

import pytest

from llmwolf.boards import find_board, spec_for
from llmwolf.coach.room import study
from llmwolf.coach.selfblame import self_accusation
from llmwolf.players.bots import make_bot
from llmwolf.players.personas import personas
from llmwolf.roles import registry
from llmwolf.rules.claims import Claim
from llmwolf.rules.events import Spoke
from llmwolf.rules.game import Game
from tests.rules.table import Table

ACCUSES = [
    "5号是悍跳狼，先出5",
    "我怀疑5号。",
    "昨晚是平安夜。我觉得5号很可疑，先出5号。",
    "我的逻辑很简单，5号像狼。",
    "今天全票出5号。",
    "五号玩家发言有问题，归票五号。",
    "5号这里发言，我觉得5号很可疑。",
    "到5号了，先出5号。",
    "Seat 5 here: seat 5 is a wolf.",
    "我验了5号是查杀。",
    "I am a villager. I suspect seat 5.",
    "Let's vote out seat 5 today.",
    "Seat 5 is a wolf, I am sure.",
    "Seat 5 looks suspicious to me.",
]
DOES_NOT = [
    "我5号是好人，今天出3号。",
    "你们今天出我吧，我认了。",
    "3号说5号是狼，我不认。",
    "如果今天出5号，好人就输了。",
    "出5号就是帮狼。",
    "不要出5号。",
    "他们都在踩5号，我看是狼在带节奏。",
    "“5号像狼”这句话是3号说的。",
    "为什么怀疑5号？",
    "5号不是狼。",
    "狼坑9号、10号，5号发言完毕。",
    "我是5号，我怀疑3号，先出3号。",
    "5号这里发言，没有谁能替12号证明，拿不出东西，我看像狼。",
    "到5号了，没有谁能替12号证明，拿不出东西，我看像狼。",
    "5号讲几句，没有谁能替12号证明，拿不出东西，我看像狼。",
    "5号再说一遍，没有谁能替12号证明，我看像狼。",
    "Seat 5 here: nobody vouches for 12, he looks like a wolf.",
    "I am good. Once more from seat 5: the wolves sent seat 9 to claim, a fake against seat 7.",
    "我怀疑15号。",
    "I am seat 5 and I suspect seat 3.",
    "If you vote out seat 5, the village loses.",
    "Seat 3 says seat 5 is a wolf.",
    "Don't vote for seat 5.",
]


def speech(text: str, *claims: Claim, stage: str = "speech") -> Spoke:
    return Spoke(5, stage, text, "", claims)


@pytest.mark.parametrize("text", ACCUSES)
def test_L18_L45_who_accuses_his_own_seat_is_quoted(text: str):
    quote = self_accusation(speech(text), 18, 2)
    assert quote
    assert quote in text


@pytest.mark.parametrize("text", DOES_NOT)
def test_L18_who_is_accused_by_others_or_offers_himself_is_not(text: str):
    assert self_accusation(speech(text), 18, 2) == ""


@pytest.mark.parametrize(
    "claim", [Claim("suspect", (3, 5)), Claim("vote", (5,)), Claim("check", (5,), "wolf", 1)]
)
def test_L18_a_claim_against_oneself_is_found_without_words(claim: Claim):
    assert self_accusation(speech("过。", claim), 12, 1) == "过。"
    assert self_accusation(speech("过。", replace(claim, targets=(3,))), 12, 1) == ""


def test_L18_whoever_asks_to_be_voted_out_may_claim_it():
    assert self_accusation(speech("今天出我吧。", Claim("vote", (5,))), 12, 1) == ""


def test_L18_a_number_that_was_cut_off_is_not_the_speakers():
    cut = Spoke(1, "speech", "Seat 3 and I agree, vote seat 1", "", (Claim("vote", (10,)),))
    assert self_accusation(cut, 12, 2) == ""
    assert self_accusation(Spoke(1, "speech", cut.text), 12, 2) == cut.text


def test_L18_a_candidate_may_ask_for_votes_for_his_number():
    assert self_accusation(speech("请把票投给5号！", Claim("vote", (5,)), stage="election"), 12, 1) == ""
    assert self_accusation(speech("我怀疑5号。", stage="election"), 12, 1) == "我怀疑5号。"


def test_L45_a_game_tells_of_it_with_the_event():
    t = Table("standard-9").to("speech")
    first = t.asked[0]
    t.say(first, f"我先说。我觉得{first}号很可疑，先出{first}号。").to("night")
    (found,) = study(t.game).findings
    assert (found.kind, found.seat, found.after) == ("self", first, False)
    assert t.game.log[found.number - 1].seat == first  # type: ignore[attr-defined]
    assert found.quote.text == f"我觉得{first}号很可疑，先出{first}号。"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_L18_bots_never_accuse_themselves(lang: str):
    styles = list(personas().values())
    for seed in range(1, 16):
        game = Game(spec_for(find_board("official-12"), seed), registry())
        bots = {s: make_bot(s, "normal", seed, styles[(s + seed) % len(styles)], lang) for s in range(1, 13)}
        while game.ask:
            ply = game.ply
            for request in game.waiting:
                game.submit(bots[request.seat].answer(game.view(request.seat)).decision(ply, request.seat))
        speeches = [event for event in game.log if isinstance(event, Spoke)]
        assert len(speeches) > 10
        assert [s for s in speeches if self_accusation(s, 12, 1)] == []
