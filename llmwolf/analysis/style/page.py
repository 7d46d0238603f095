"""A comparison as one HTML file that loads nothing and runs nothing."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from markupsafe import Markup

from llmwolf.analysis.style.figures import Comparison
from llmwolf.analysis.style.show import fingerprints, sections, speeches
from llmwolf.analysis.style.typical import Manner
from llmwolf.arena.charts import both
from llmwolf.players.pages import page_template
from llmwolf.players.words import pick

_LANGUAGES: Final = {"zh": "zh-Hans", "en": "en"}


def page(comparison: Comparison, manners: Mapping[str, Manner], lang: str) -> str:
    """``comparison`` as HTML; every text from a game, a file or a head is escaped."""
    styles, template = page_template("llmwolf.analysis.style", "compare")
    digest = b64encode(sha256(styles.encode()).digest()).decode()
    pictures = [(picture.title, both(picture)) for picture in fingerprints(comparison, lang)]
    return str(
        template.render(
            language=_LANGUAGES[lang],
            policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'",
            styles=Markup(styles),  # the shipped style sheet
            title=pick(("风格比较", "Styles compared"), lang),
            sections=list(sections(comparison, lang, every_role=True)),
            pictures=pictures,
            sure=pick(("红色：校正后分得出", "red: distinguishable after correction"), lang),
            speeches=speeches(manners, comparison, lang, whole=True),
        )
    )
