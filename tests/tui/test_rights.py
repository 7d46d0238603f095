"""Why an act out of turn is not possible now: from what the reader may know, with when it would be."""

import re
from dataclasses import replace

import pytest

from llmwolf.boards import find_board
from llmwolf.rules.facts import Facts, Hand
from llmwolf.rules.ruleset import Ruleset
from llmwolf.rules.view import View
from llmwolf.tui.model.rights import why_no_right
from llmwolf.tui.model.sight import Sight

RULES = find_board("official-12").rules
TWELVE = find_board("official-12").cards
KNIGHT = find_board("silencer-knight-12").cards


def told(
    verb: str,
    hand: Hand,
    stage: str = "speech",
    speaker: int = 4,
    rules: Ruleset = RULES,
    cards: tuple[str, ...] = TWELVE,
    lang: str = "zh",
    **more: object,
) -> str:
    facts = Facts(seats=12, cards=cards, living=tuple(range(1, 13)), day=1, phase="day", stage=stage)
    for name, value in more.items():
        setattr(facts, name, value)
    view = View(hand.seat, facts, hand, [], rules, None, (), ())
    return why_no_right(verb, Sight(view, {}, []), speaker, lang)


WOLF, SEER, KNIGHT_HAND = Hand(1, "werewolf"), Hand(1, "seer"), Hand(1, "knight")
WHEN = "。可以在警上发言、白天发言、PK发言时，有人说着话按 F9"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (told("explode", SEER), "你的牌是预言家；这张桌上只有狼人可以"),
        (told("explode", WOLF, "night", 0, phase="night"), f"现在是夜里{WHEN}"),
        (told("explode", WOLF, "ballot", 0), f"现在没有人在发言{WHEN}"),
        (told("explode", WOLF, "last_words"), f"现在是遗言{WHEN}"),
        (told("explode", WOLF, rules=replace(RULES, explode_phases=())), "本局规则不允许（自爆时机）"),
        (told("explode", WOLF, living=(2, 3)), "你已经出局"),
        (told("explode", WOLF, winner="wolves"), "对局已经结束"),
        (told("explode", Hand(0)), "你只是旁观"),
        (told("explode", Hand(1, "hidden_wolf")), "你的牌（隐狼）现在还没有这个权利，见 F1"),
        (told("duel", SEER), "这个板子没有能这样做的牌"),
        (told("duel", SEER, cards=KNIGHT), "你的牌是预言家；这张桌上只有骑士可以"),
        (
            told("duel", KNIGHT_HAND, "election", cards=KNIGHT),
            "现在是警长竞选。可以在白天发言时，有人说着话按 F9",
        ),
        (told("duel", Hand(1, "knight", uses={"duel": [(1, 3)]})), "一局只有一次，你已经用过"),
        (told("duel", Hand(1, "knight", told=[(1, "powers", 0, "")])), "你的技能已失效"),
        (told("withdraw", SEER), "现在没有警长竞选"),
        (told("withdraw", SEER, rules=replace(RULES, sheriff=False)), "这个板子没有警长竞选"),
        (
            told("withdraw", SEER, election_open=True),
            "你没有上警。上警后，可以在竞选发言时按 F9",
        ),
        (told("withdraw", SEER, election_open=True, ran=(1,), withdrawn=(1,)), "你已经退水"),
        (
            told("withdraw", SEER, "badge_ballot", 0, election_open=True, ran=(1,)),
            "现在没有人在发言。上警后，可以在竞选发言时按 F9",
        ),
        (
            told(
                "withdraw",
                SEER,
                election_open=True,
                ran=(1,),
                rules=replace(RULES, withdraw_when="after_speeches"),
            ),
            "竞选发言都结束后会问你",
        ),
    ],
)
def test_the_reason_is_told(said: str, expected: str):
    assert said.partition("：")[2] == expected


@pytest.mark.parametrize("verb", ["explode", "duel", "withdraw"])
def test_it_is_told_in_english_too(verb: str):
    for hand in (WOLF, SEER, KNIGHT_HAND):
        assert not re.search("[\u4e00-\u9fff]", told(verb, hand, "ballot", 0, cards=KNIGHT, lang="en"))


def test_it_depends_on_nothing_that_the_reader_may_not_know():
    """The cards of others are no part of what is looked at: only the board's, which are public."""
    assert told("explode", SEER) == told("explode", Hand(1, "seer", uses={"check": [(1, 3)]}))
