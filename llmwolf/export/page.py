"""A story as one HTML file that loads nothing: readable on a phone, on paper, by day and by night."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from llmwolf.export.story import Story
from llmwolf.export.words import w
from llmwolf.rules.words import clean

_LANGUAGES: Final = {"zh": "zh-Hans", "en": "en"}


def page(story: Story) -> str:
    """``story`` as HTML; every text from the game is escaped."""
    styles, template = _templates()
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


@cache
def _templates() -> tuple[str, Any]:
    shipped = Environment(
        loader=PackageLoader("llmwolf.export"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: (
            clean(value) if isinstance(value, str) and not hasattr(value, "__html__") else value
        ),
    )
    return shipped.get_template("game.css").render(), shipped.get_template("game.html")
