"""A report as one HTML file that loads nothing and runs nothing."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Final

from markupsafe import Markup

from llmwolf.coach.report.drawing import draw
from llmwolf.coach.report.pieces import Log, Report
from llmwolf.coach.report.source import PUBLIC, Source
from llmwolf.coach.report.words import w
from llmwolf.players.pages import page_template

_LANGUAGES: Final = {"zh": "zh-Hans", "en": "en"}


def page(report: Report, source: Source) -> str:
    """``report`` as HTML; every text from the game is escaped, and every event has one anchor."""
    styles, template = page_template("llmwolf.coach.report", "report")
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src 'sha256-{b64encode(sha256(styles.encode()).digest()).decode()}'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    lang = report.lang
    mine = w("and_mine", lang, seat=source.seat) if source.seat != PUBLIC else ""
    return str(
        template.render(
            report=report,
            language=_LANGUAGES[lang],
            policy=policy,
            styles=Markup(styles),  # the shipped style sheet: the only text that is not escaped
            contents=w("contents", lang),
            after=w("after", lang),
            after_note=w("after_note", lang, mine=mine),
            draw=draw,
            rows=lambda count: w("rows", lang, count=count),
            anchors=_anchors(report),
        )
    )


def _anchors(report: Report) -> frozenset[int]:
    """The events that stand in a log of this report: only those can be gone to."""
    return frozenset(
        entry.event
        for section in (*report.sections, *report.after)
        for block in section.blocks
        if isinstance(block, Log)
        for chapter in block.chapters
        for entry in chapter.entries
    )
