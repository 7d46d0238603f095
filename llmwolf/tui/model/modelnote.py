"""What the set-up says of its model seats: which model would be asked, and where; never a key."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from llmwolf.llm.endpoint import EndpointError
from llmwolf.tui.model.cells import one_line
from llmwolf.tui.modelseats import Terms
from llmwolf.tui.words import t

if TYPE_CHECKING:
    from llmwolf.llm.config import Config, ModelSpec

_TOLD: Final = ("OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL")


def models_note(model: str, base_url: str, local: ModelSpec | None, terms: Terms, lang: str) -> str:
    """What ``model`` at ``base_url`` comes to, either of which may be empty; or why it cannot be used.

    ``local`` is the model that this sitting serves, if the address leads there.
    """
    if terms.replay is not None:
        return one_line(t("models_replay", lang, folder=terms.replay))
    if local is not None:
        return one_line(t("models_local", lang, model=local.name, url=local.endpoint.base_url))
    try:
        config = terms.config
        if not (model or base_url or config.path or any(os.environ.get(name) for name in _TOLD)):
            return t("models_unset", lang)
        endpoint = config.model(model, base_url).endpoint
    except EndpointError as error:
        return one_line(t("models_wrong", lang, why=error))
    note = t("models_use", lang, model=endpoint.model, url=endpoint.base_url)
    if not model and config.seats:
        note += f" · {t('models_seats', lang, seats=_seats(config))}"
    return one_line(note)


def _seats(config: Config) -> str:
    return ", ".join(f"{seat}={name}" for seat, name in sorted(config.seats.items()))
