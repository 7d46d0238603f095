"""Measurable features of play and talk, by their ids: F01 is a speech's length, and so on.

Each is a pure function of one game to values by seat; comparing players is somebody else's business.
"""

from __future__ import annotations

from collections.abc import Iterable

from llmwolf.coach.features.catalogue import ABSENT, FEATURES
from llmwolf.coach.features.table import AFTER, PUBLIC, Feature, Value, Values
from llmwolf.coach.material import Material

__all__ = ["ABSENT", "AFTER", "FEATURES", "PUBLIC", "Feature", "Material", "Value", "Values", "counted"]


def counted(material: Material, sight: str = PUBLIC, ids: Iterable[str] | None = None) -> dict[str, Values]:
    """The features of ``sight`` (or those of them in ``ids``), by id; each has a row, perhaps an empty one.

    Those of sight G need ``material.log``, and mean something after the game only.
    """
    wanted = FEATURES.keys() if ids is None else set(ids)
    return {
        id_: feature.count(material)
        for id_, feature in FEATURES.items()
        if feature.sight == sight and id_ in wanted
    }
