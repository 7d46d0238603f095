"""Whose words are held against what he knew, and what a death has shown: lovers, charms."""

import pytest

from llmwolf.coach.claims.findings import findings_after
from llmwolf.coach.claims.ledger import ledger
from llmwolf.coach.minutes import minutes
from llmwolf.record.notation.document import document
from llmwolf.record.notation.head import opening
from llmwolf.record.notation.play import play
from llmwolf.record.notation.source import Source

LOVERS = '''
board = "tv-s2-11"
deal = ["狼人","狼人","预言家","女巫","平民","平民","平民","丘比特","狼人","狼人","猎人"]
[game]
lines = """
N1: 连 {pair}; 刀 5; 验 1
D1: 说 3: "我是预言家，昨晚验的1号，1号金水。"; 断
"""
'''
CHARM = '''
board = "wolf-beauty-rogue-12"
deal = ["狼美人","狼人","狼人","狼人","预言家","女巫","猎人","白痴","老流氓","平民","平民","平民"]
[game]
lines = """
N1: 刀 12; 魅 11
D1: {before} 票 2>1 3>1 4>1 5>1 6>1 7>1 8>1 9>1 10>1 11>1
N2: 刀 10
D2: {later} 断
"""
'''
WORDS = '说 9: "1号就是狼美人。";'


def kinds_after(text: str) -> list[str]:
    record = document(Source(text))
    log = play(opening(record), record.lines).log
    return [one.kind for one in findings_after(minutes(log), ledger(minutes(log)), log)]


@pytest.mark.parametrize(("pair", "kinds"), [("6 7", ["check_other"]), ("1 3", [])])
def test_whoever_loves_a_wolf_is_held_to_no_card(pair: str, kinds: list[str]):
    assert kinds_after(LOVERS.format(pair=pair)) == kinds


@pytest.mark.parametrize(("before", "later", "kinds"), [(WORDS, "", ["card_known"]), ("", WORDS, [])])
def test_whom_a_charmed_one_followed_is_known_to_everybody(before: str, later: str, kinds: list[str]):
    assert kinds_after(CHARM.format(before=before, later=later)) == kinds
