"""Every kind of event, ask and choice has a Chinese and an English sentence."""

import random
import re

import pytest

from llmwolf.boards import boards, find_board, spec_for
from llmwolf.players import phrases
from llmwolf.players.phrases import (
    DeathsTold,
    ask_title,
    choice_label,
    half_votes,
    role_name,
    say_acts,
    say_claim,
    say_event,
)
from llmwolf.players.scripted import random_answer
from llmwolf.players.words import ASK_TITLES, CAUSES, DIED_HOW, PASS_LABELS, VERB_LABELS
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.asks import PASS, Choice, Request
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import ACTS, Claim
from llmwolf.rules.game import Game

WHOLE_GAMES = [
    board.id for board in boards().values() if board.seats in (9, 10, 18) or board.id.endswith("-12")
]
SAMPLES: list[tuple[Event, str]] = [
    (ev.GameBegan(3, ("seer", "villager", "villager"), True), "3人入座：预言家、平民×2。本局有警长。"),
    (ev.NightFell(2), "第2夜，天黑请闭眼。"),
    (ev.Called(("witch", "seer")), "女巫、预言家依次睁眼。"),
    (ev.DayBroke(2), "第2天，天亮了。"),
    (ev.StageBegan("ballot"), "发言完毕，放逐投票。"),
    (ev.SignedUp((1, 4)), "上警：1号、4号。"),
    (ev.SignedUp(()), "无人上警。"),
    (ev.Withdrew(4), "4号退水。"),
    (ev.TurnOrder("election", (4, 1), "minute"), "发言顺序（按分钟单顺双逆）：4号、1号。"),
    (ev.Spoke(3, "speech", "我是好人。\n过"), "3号：我是好人。 过"),
    (ev.Spoke(3, "speech", ""), "3号：（没有发言）"),
    (ev.Spoke(3, "speech", "我是", "cut_in"), "3号：我是——（被打断）"),
    (ev.Spoke(3, "last_words", "我是", "limit"), "3号遗言：我是…（超长截断）"),
    (
        ev.Ballots("ballot", ((1, 2), (3, 2), (4, 1), (5, 0)), ((1, 2), (2, 5))),
        "放逐投票票型：2号2.5票（1、3号投）；1号1票（4号投）；弃票：5号。",
    ),
    (ev.Ballots("pk_ballot", (), ()), "PK投票票型：无人投票。"),
    (ev.Tied("ballot", (1, 6)), "1号、6号平票。"),
    (ev.Elected(4, "only"), "只有4号上警，自动当选警长。"),
    (ev.NoBadge("explosion"), "狼人自爆，警徽流失。"),
    (ev.ElectionPutOff(), "狼人自爆，竞选推迟到明天。"),
    (ev.BadgePassed(4, 7), "4号把警徽移交给7号。"),
    (ev.BadgePassed(4, 0), "4号撕掉警徽。"),
    (ev.Announced(()), "昨夜是平安夜，无人出局。"),
    (ev.Announced((3, 5)), "昨夜出局：3号、5号。"),
    (ev.SidePicked(4, "left"), "警长4号选择从左侧（号码递增）开始发言。"),
    (ev.Exiled(9), "9号被投票放逐。"),
    (ev.NobodyExiled("tied"), "平票，平安日，无人放逐。"),
    (ev.Died(9, "shot"), "9号中枪出局。"),
    (ev.Exploded(3, "speech"), "3号自爆！"),
    (ev.Exploded(3, "speech", 5), "3号自爆，带走5号！"),
    (ev.Shot(8, 10), "8号开枪带走10号。"),
    (ev.Revealed(8, "hunter"), "8号翻牌：猎人。"),
    (ev.Marked("voteless", (8,)), "8号：失去投票权，也不能再被投。"),
    (ev.GameBegan(1, ("thief", "seer", "seer"), False),
     "1人入座：预言家×2、盗贼（其中2张为底牌）。本局没有警长。"),
    (ev.Called(("lovers",)), "情侣请睁眼。"),
    (ev.Ballots("ballot", ((1, 2),), ((2, 4), (3, 2)), ((2, 2), (3, 2))),
     "放逐投票票型：2号2票（1号投，含乌鸦1票）；3号1票（含乌鸦1票）。"),
    (ev.Died(9, "follow"), "9号随之出局。"),
    (ev.Died(9, "elder"), "9号随之出局。"),
    (ev.Died(9, "taken"), "9号被带走出局。"),
    (ev.Died(9, "duel"), "9号决斗出局。"),
    (ev.Died(9, "bomb"), "9号被炸出局。"),
    (ev.Died(9, "scapegoat"), "9号替罪出局。"),
    (ev.Died(9, "lingered"), "9号发言后出局。"),
    (ev.Marked("silenced", (4,)), "4号：被禁言，今天不能发言，可以投票。"),
    (ev.Marked("silenced", ()), "禁言到此为止。"),
    (ev.Marked("charmed", (2, 4)), "2号、4号：被迷惑，白天不能发言。"),
    (ev.Skipped(4, "silenced"), "4号被禁言，不发言。"),
    (ev.Skipped(4, "charmed"), "4号被迷惑，不发言。"),
    (ev.Roared(), "熊咆哮了。"),
    (ev.Dueled(8, 3, True), "8号与3号决斗：3号是狼人。"),
    (ev.Dueled(8, 3, False), "8号与3号决斗：3号不是狼人。"),
    (ev.LotDrawn("ballot", (3, 5), 5), "3号、5号抽签，抽中5号。"),
    (ev.Scapegoated(6), "平票由替罪羊6号承担。"),
    (ev.VotersNamed(6, 3, (1, 2)), "6号指定：第3天只有1号、2号可以投票。"),
    (ev.VotersNamed(6, 3, ()), "6号指定：第3天无人可以投票。"),
    (ev.EventDrawn("ally"), "翻开事件牌：狼人的同盟者。"),
    (ev.GameEnded("lovers", (3, 7), "last_left"),
     "游戏结束：情侣一方获胜（其他人全部出局）。胜者：3号、7号。"),
    (ev.GameEnded("piper", (3,), "charmed_all"),
     "游戏结束：吹笛者获胜（其他存活玩家全部被迷惑）。胜者：3号。"),
    (ev.GameEnded("good", (1, 2), "wolves_out"), "游戏结束：好人获胜（狼人全部出局）。胜者：1号、2号。"),
    (ev.GameEnded("draw", (), "max_days"), "游戏结束：平局（天数已满）。"),
    (ev.Dealt((3,), 3, "witch"), "3号的身份牌：女巫。"),
    (ev.PackMet((1, 2), ((1, "werewolf"), (2, "werewolf"))), "狼队：1号狼人、2号狼人。"),
    (ev.Whispered((1, 2), 1, 5, "刀他"), "狼队夜谈，1号：刀他（想刀5号）"),
    (ev.Acted((1,), 1, "knife", 0, 1), "1号主张空刀。"),
    (ev.Acted((1,), 1, "check", 5, 1), "第1夜，1号查验5号。"),
    (ev.Told((1,), "check", 5, "wolf", 1), "第1夜查验：5号是狼人。"),
    (ev.Told((1,), "victim", 5, "", 1), "第1夜刀口：5号。"),
    (ev.Told((1,), "victim", 0, "", 1), "第1夜没有刀口。"),
    (ev.Told((1,), "knife", 0, "", 1), "第1夜狼队决定：空刀。"),
    (ev.Told((1,), "gun", 1, "no", 1), "第1夜开枪状态：1号不能开枪。"),
    (ev.Acted((1,), 1, "peek", 0, 2), "第2夜，1号偷看狼人。"),
    (ev.Acted((1,), 1, "widow", 0, 2), "第2夜，1号不动刀。"),
    (ev.Acted((1,), 1, "duel", 4, 2), "第2天，1号与4号决斗。"),
    (ev.Told((1,), "check", 5, "witch", 1), "第1夜查验：5号是女巫。"),
    (ev.Told((1,), "check", 5, "not_village", 1), "第1夜查验：5号是非村民阵营。"),
    (ev.Told((1,), "grave", 5, "wolf", 2), "昨天被放逐的5号是狼人。"),
    (ev.Told((1,), "spare", 2, "seer", 1), "第2张底牌：预言家。"),
    (ev.Told((1,), "model_gone", 5, "", 2), "榜样5号出局了。"),
    (ev.Told((1,), "seen", 5, "", 2), "第2夜偷看到：5号是狼人。"),
    (ev.Told((1,), "caught", 5, "", 2), "第2夜发现小女孩在偷看：5号。"),
    (ev.Told((1,), "charmed", 5, "", 2), "被迷惑的人：5号。"),
    (ev.Told((1,), "powers", 1, "lost", 2), "1号的技能已失效。"),
    (ev.Told((1,), "ally", 1, "", 2), "1号成为狼人的盟友，随狼人获胜。"),
    (ev.Told((1,), "ally_wolf", 4, "", 2), "4号是狼人。"),
    (ev.LoversMet((3, 7), (3, 7)), "情侣互认：3号、7号。"),
    (ev.LoversMet((3, 7), (3, 7), ("seer", "werewolf")), "情侣互认：3号预言家、7号狼人。"),
    (ev.Became((2,), 2, "seer", True), "2号拿走底牌，身份变为预言家。"),
    (ev.Became((2,), 2, "werewolf"), "2号从现在起是狼人。"),
    (ev.Spares(("seer", "werewolf")), "（法官）底牌：狼人、预言家。"),
    (ev.Linked(5, (3, 7)), "（法官）5号连3号、7号为情侣。"),
    (ev.Charmed(5, 3), "（法官）5号魅惑3号。"),
    (ev.Charmed(5, 0), "（法官）5号今夜不魅惑。"),
    (ev.Piped((3, 7)), "（法官）已被迷惑：3号、7号。"),
    (ev.LifeSpent(4), "（法官）4号中刀未死。"),
    (ev.PowersEnded(4), "（法官）4号出局，好人的技能全部失效。"),
    (ev.SideLost("wolves", 2), "（法官）狼人已经落败。"),
    (ev.AllyMade(4), "（法官）4号成为狼人的盟友。"),
    (ev.AllyMade(0), "（法官）没有狼人的盟友。"),
    (ev.Lingers(4, "poison"), "（法官）4号被毒，下次白天发言后出局。"),
    (ev.NightResolved(((5, "knife"),), True), "（法官）今夜死亡：5号（被刀），狼刀最大，胜负已定。"),
    (ev.NightResolved(((5, "knife"),)), "（法官）今夜死亡：5号（被刀）。"),
    (ev.NightResolved(()), "（法官）今夜无人死亡。"),
    (ev.Cause(5, "exile"), "（法官）5号的死因：被放逐。"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "zh"), SAMPLES, ids=lambda v: type(v).__name__)
def test_event_has_its_chinese_sentence(event: Event, zh: str) -> None:
    assert say_event(event) == zh
    english = say_event(event, "en")
    assert english
    said = " ".join(getattr(event, "text", "").split("\n"))
    assert not re.search("[\u4e00-\u9fff]", english.replace(said, ""))


def test_every_kind_of_event_has_a_sample_and_a_sentence() -> None:
    assert {type(event) for event, _ in SAMPLES} == set(ev.KINDS.values())
    assert set(phrases._SENTENCES) == set(ev.KINDS.values())


def test_no_death_tells_a_hidden_cause() -> None:
    """Whoever follows, be it a lover, a charmed one or a useless idiot, goes out in the same words."""
    told = {how: {say_event(ev.Died(9, how), lang) for lang in ("zh", "en")} for how in DIED_HOW}
    assert told["follow"] == told["elder"] == {"9号随之出局。", "Seat 9 goes out with that."}
    hidden = [word for cause in ("knife", "poison", "lover", "charm") for word in CAUSES[cause]]
    public = [say_event(ev.Announced((3, 5)), lang) for lang in ("zh", "en")]
    for sentence in (*public, *(text for texts in told.values() for text in texts)):
        assert not any(word in sentence for word in hidden), sentence


@pytest.mark.parametrize("board", WHOLE_GAMES)
def test_no_stable_word_of_a_whole_game_is_left_untranslated(board: str) -> None:
    """Random games: no sentence holds a bare engine word, a line break, or an unfilled slot."""
    for seed in range(3):
        rng = random.Random(seed)
        game = Game(spec_for(find_board(board), seed), registry())
        while game.ask:
            for request in game.waiting:
                assert not re.search("[a-z]{3}", ask_title(request))
                for verb in (*(c.verb for c in request.choices), *((PASS,) if request.may_pass else ())):
                    assert not re.search("[a-z]{3}", choice_label(verb, "zh", request.kind))
                game.submit(random_answer(request, rng).decision(game.ply, request.seat))
        for event in game.log:
            for lang in ("zh", "en"):
                line = say_event(event, lang)
                assert "\n" not in line
                assert "{" not in line
                assert not re.search(
                    "[\u4e00-\u9fff]" if lang == "en" else "[a-z]{3}", line.replace("过", "")
                )


def test_a_call_of_the_night_is_one_for_each_card() -> None:
    assert say_event(ev.Called(("werewolf",)), "en") == "Werewolves, open your eyes."
    assert (
        say_event(ev.Called(("witch", "seer")), "en") == "Witch and Seer, open your eyes one after the other."
    )
    assert say_event(ev.Called(("seer",)), "en") == "Seer, open your eyes."


def test_an_english_sentence_has_english_brackets() -> None:
    resolved = ev.NightResolved(((2, "knife"), (5, "poison")))
    assert say_event(resolved, "en") == "(Judge) Dying tonight: Seat 2 (knife), Seat 5 (poison)."


def test_a_death_is_told_once() -> None:
    told = DeathsTold()
    log = [
        ev.Exploded(10, "speech", 4),
        ev.Died(10, "explode"),
        ev.Cause(10, "explode"),
        ev.Died(4, "taken"),
        ev.Exiled(2),
        ev.Died(2, "exile"),
        ev.Shot(2, 7),
        ev.Died(7, "shot"),
        ev.Died(8, "follow"),
        ev.Cause(8, "lover"),
        ev.Exiled(3),
        ev.Died(3, "lingered"),
    ]
    kept = [event for event in log if not told.again(event)]
    assert kept == [log[0], log[4], log[6], log[8], log[9], log[10], log[11]]


def test_half_votes() -> None:
    assert [half_votes(n) for n in (0, 1, 2, 7)] == ["0", "0.5", "1", "3.5"]


def test_names() -> None:
    assert role_name("seer") == "预言家"
    assert role_name("seer", "en") == "Seer"
    assert role_name("no_such_card") == "no_such_card"


def test_a_pass_is_named_after_what_is_declined() -> None:
    assert choice_label(PASS, "zh", "ballot") == "弃票"
    assert choice_label(PASS, "zh", "badge") == "撕警徽"
    assert choice_label(Choice("save"), "zh") == "解药"
    assert choice_label(PASS, "zh", "curse") == "不诅咒"
    assert set(PASS_LABELS) <= set(ASK_TITLES)
    assert all(all(pair) for table in (VERB_LABELS, PASS_LABELS, ASK_TITLES) for pair in table.values())


def test_the_witch_is_shown_the_victim_in_the_title() -> None:
    assert ask_title(Request(5, "potion", (), hint=7)) == "今夜刀口是7号。是否用药？"


def test_a_compulsory_shot_is_asked_as_one() -> None:
    shot = Request(8, "last_act", (Choice("shoot", (1, 2), 1, 1),))
    assert ask_title(shot) == "是否发动技能带走一人？"
    assert ask_title(shot._replace(may_pass=False)) == "开枪带走谁？（必须）"
    assert "must" in ask_title(shot._replace(may_pass=False), "en")


def test_one_act_on_several_seats_is_one_sentence() -> None:
    acts = [ev.Acted((5,), 5, "link", target, 1) for target in (3, 12)]
    assert say_acts(acts) == "第1夜，5号连3号、12号为情侣。"
    assert say_acts(acts, "en") == "Night 1: Seat 5 links Seats 3, 12."


def test_every_act_of_a_claim_can_be_said() -> None:
    for act in ACTS:
        claim = Claim(act, (5, 7), "seer" if act in ("role", "retract") else "wolf", 1)
        for lang in ("zh", "en"):
            assert "{" not in say_claim(claim, lang)
    assert say_claim(Claim("check", (5,), "wolf", 2)) == "报5号查杀（第2夜）"
    assert say_claim(Claim("check", (5,), "good")) == "报5号金水"
    assert say_claim(Claim("check", (5,), "wolf", 2), "en") == (
        "claims to have checked Seat 5 on night 2: a wolf"
    )
    assert (
        say_claim(Claim("check", (5,), "wolf", 2), "en") == "claims to have checked Seat 5 on night 2: a wolf"
    )
