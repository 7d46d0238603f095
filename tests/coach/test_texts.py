"""Any text can be studied: nothing in it costs more than it should, or breaks what is made of it."""

import re
from types import ModuleType

import pytest

from llmwolf.coach import material, signs
from llmwolf.coach.claims import forms, leaks, private, quoting, spoken, statements
from llmwolf.coach.features import talk as features_talk
from llmwolf.coach.review import powers, seer, talk
from llmwolf.coach.room import study
from tests.coach.planted import played

MODULES = (
    material,
    signs,
    forms,
    leaks,
    private,
    quoting,
    spoken,
    statements,
    features_talk,
    powers,
    seer,
    talk,
)
LOOP = re.compile(r"(?P<bounded>\{\d+(?:,\d+)?\})?(?P<open>[*+]|\{\d+,\})?(?P<kept>\+)?")
HOSTILE = (
    "<script>alert(1)</script>3号是狼。",
    "[red]3号[/]还活着[",
    "\u202e3号已经出局了\u202c",
    "```json {\"speech\": 1}```",
    "3" * 40 + "号",
    "，，，。。。！！？？",
    "３号票给了５号……",
    "1号、" * 60 + "都投了5号。",
    "“" * 30 + "7号还活着",
)  # fmt: skip


def patterns(module: ModuleType) -> list[str]:
    """The regular expressions that ``module`` holds by name."""
    found: list[str] = []
    for value in vars(module).values():
        if isinstance(value, re.Pattern):
            found.append(value.pattern)
        elif isinstance(value, tuple | dict):
            items = value.values() if isinstance(value, dict) else value
            found += [item.pattern for item in items if isinstance(item, re.Pattern)]
            found += [item.words.pattern for item in items if isinstance(item, forms.Form)]
    return found


def test_every_repetition_is_bounded_or_never_gone_back_on():
    found = [pattern for module in MODULES for pattern in patterns(module)]
    assert len(found) > 60
    for pattern in found:
        bare = re.sub(r"\\.|\[(?:\\.|[^\]\\])+\]", "x", pattern)
        assert all(
            match["kept"] for match in LOOP.finditer(bare) if match["open"] and not match["bounded"]
        ), pattern


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_is_quoted_as_it_is(text: str):
    found = study(played("a", [("D2", 10, text.replace('"', "“"))]))
    (speech,) = [s for s in found.minutes.speeches if s.text]
    for quoted in (*(e.quote for e in found.ledger), *(f.quote for f in found.findings)):
        assert quoted.text == speech.text[quoted.start : quoted.end]
    for review in found.reviews:
        for checklist in review.lists:
            for point in checklist.points:
                assert all(
                    q.text == speech.text[q.start : q.end] for q in point.quotes if q.number == speech.number
                )
