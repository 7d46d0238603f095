"""A story as one HTML file that loads nothing: readable on a phone, on paper, by day and by night."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Final

from markupsafe import Markup

from llmwolf.export.story import Story
from llmwolf.export.words import w
from llmwolf.players.pages import page_template

_LANGUAGES: Final = {"zh": "zh-Hans", "en": "en"}


def page(story: Story) -> str:
    """``story`` as HTML; every text from the game is escaped."""
    styles, template = page_template("llmwolf.export", "game")
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src 'sha256-{b64encode(sha256(styles.encode()).digest()).decode()}'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    # The only text that is not escaped is the shipped style sheet.
    sheet = Markup(styles)
    return str(
        template.render(
            story=story,
            language=_LANGUAGES[story.lang],
            policy=policy,
            styles=sheet,
            players=w("players", story.lang),
            contents=w("contents", story.lang),
        )
    )
