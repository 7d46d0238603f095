"""What the set-up says of its model seats: which model would be asked, and where; never a key."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from llmwolf.llm.endpoint import EndpointError, normal_url
from llmwolf.tui.model.cells import one_line
from llmwolf.tui.modelseats import Terms
from llmwolf.tui.words import said, t

if TYPE_CHECKING:
    from llmwolf.llm.config import Config, ModelSpec

_TOLD: Final = ("OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL")


def models_note(
    model: str,
    base_url: str,
    local: ModelSpec | None,
    terms: Terms,
    lang: str,
    recorded: Mapping[int, str] | None = None,
) -> str:
    """What ``model`` at ``base_url`` comes to, either of which may be empty; or why it cannot be used.

    ``local`` is the model that this sitting serves, if the address leads there; ``recorded`` are the models
    by seat of a game that is gone on with.
    """
    if terms.replay is not None:
        return one_line(t("models_replay", lang, folder=terms.replay))
    if local is not None:
        return one_line(t("models_local", lang, model=local.name, url=local.endpoint.base_url))
    try:
        config = terms.config
        if recorded and not model:
            return one_line(_recorded(config, recorded, base_url, lang))
        if not (model or base_url or config.path or any(os.environ.get(name) for name in _TOLD)):
            return t("models_unset", lang)
        if nameless(model, base_url, terms):
            return one_line(t("models_nameless", lang, url=normal_url(base_url)))
        endpoint = config.model(model, base_url).endpoint
    except EndpointError as error:
        return one_line(t("models_wrong", lang, why=said(error, lang)))
    note = t("models_use", lang, model=endpoint.model, url=endpoint.base_url)
    if not model and config.seats:
        note += f" · {t('models_seats', lang, seats=_listed(config.seats))}"
    return one_line(note)


def nameless(model: str, base_url: str, terms: Terms) -> bool:
    """Whether an address was given, and neither here nor in the environment the name of a model on it."""
    given = base_url and base_url != os.environ.get("OPENAI_BASE_URL") and terms.replay is None
    return bool(given) and not (model or os.environ.get("OPENAI_MODEL"))


def _recorded(config: Config, recorded: Mapping[int, str], base_url: str, lang: str) -> str:
    """Which models go on, and where; raises :class:`EndpointError` where one cannot."""
    found = [config.for_seat(seat, name, base_url).endpoint for seat, name in recorded.items()]
    urls = dict.fromkeys(endpoint.base_url for endpoint in found)
    return t("models_recorded", lang, seats=_listed(recorded), url=" ".join(urls))


def _listed(models: Mapping[int, str]) -> str:
    return ", ".join(f"{seat}={name}" for seat, name in sorted(models.items()))
