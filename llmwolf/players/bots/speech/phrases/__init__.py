"""The sentences of the bots, by language and kind of act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from llmwolf.players.bots.speech.phrases import en_claims, en_talk, zh_claims, zh_reasons, zh_talk

PHRASES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "zh": {**zh_claims.CLAIMS, **zh_reasons.REASONS, **zh_talk.TALK},
    "en": {**en_claims.CLAIMS, **en_talk.REASONS, **en_talk.TALK},
}
"""Language → kind → the sentences to choose from, in no order."""
