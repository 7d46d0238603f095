"""The sentences of the bots, by language and kind of act."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from llmwolf.players.bots.speech.phrases import (
    en_cards,
    en_claims,
    en_talk,
    zh_cards,
    zh_claims,
    zh_reasons,
    zh_talk,
)

PHRASES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "zh": {**zh_claims.CLAIMS, **zh_cards.CARDS, **zh_reasons.REASONS, **zh_talk.TALK},
    "en": {**en_claims.CLAIMS, **en_cards.CARDS, **en_talk.REASONS, **en_talk.TALK},
}
"""Language → kind → the sentences to choose from, in no order."""
_OF_SEERS: Final = re.compile("预言家|验人|金水|查杀|悍跳|警徽流|银水|seer|check")
SEERLESS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    lang: {kind: tuple(s for s in said if not _OF_SEERS.search(s)) for kind, said in kinds.items()}
    for lang, kinds in PHRASES.items()
}
"""The same for tables without a seer; some kinds have nothing to say there."""
