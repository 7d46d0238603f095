"""What a prompt tells the seat that it is for, as far as the toy can read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

_SEAT: Final = re.compile(r"(?:你是|[Yy]ou are seat )(\d+)")
_CARD: Final = re.compile(r"^(?:你是\d+号，身份牌：|You are seat \d+; your card: )([^。.\n]+)", re.MULTILINE)
_MATES: Final = re.compile(r"^(?:你是|You are seat ).*(?:狼同伴：|Wolf mates: )([\d、, -]+)", re.MULTILINE)
_CHECK: Final = re.compile(r"(?:第\d+夜查验：|Night \d+, check: )\D*(\d+)\D*?(?:是|is) ?(\w+)")
_CLAIMS: Final = re.compile(r"^(?:声明：|Claims: )(.+)$", re.MULTILINE)
_CLAIMANTS: Final = re.compile(r"([\d、, -]+)(?:号| )(.+)")
_SEER: Final = re.compile(r"跳预言家|claims Seer")
_FOUND: Final = re.compile(r"(?:验|check )(\d+) ?(\w+)")
_WOLF: Final = re.compile("狼|wol", re.IGNORECASE)
_ALIVE: Final = re.compile(r"^.*?(\d+).*(?:存活\d+人：|Alive \(\d+\): )([\d、, -]+)", re.MULTILINE)
_WISH: Final = re.compile(r"（想刀(\d+)号）|\(would knife Seat (\d+)\)")
_CAREFUL: Final = re.compile(r"拿不准就过|when in doubt,? pass", re.IGNORECASE)
_BADGE: Final = re.compile(r"^(?:警长|Sheriff)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to answer: an act (empty: to speak) with ``least`` to ``most`` targets of ``pool``."""

    act: str
    pool: tuple[int, ...] = ()
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class Seer:
    """A seat that claims to be the seer, and whom it says to have found good (true) or a wolf."""

    seat: int
    found: Mapping[int, bool]


@dataclass(frozen=True, slots=True)
class Page:
    """One prompt, read.

    ``found`` are the seat's own checks; ``seers`` who claims that card by the fact sheet; ``wish`` is the
    victim that the pack's talk named first (0: none), ``careful`` that the prompt wants it to pass in doubt.
    ``fields`` are those of an answer, ``ways`` the legal acts, ``speech`` the longest text (0: none is asked
    for), ``badge`` whether it is about the badge, ``living`` who is told to be alive on that ``day``.
    """

    seat: int
    english: bool
    card: str
    mates: tuple[int, ...] = ()
    found: Mapping[int, bool] = field(default_factory=dict)
    seers: tuple[Seer, ...] = ()
    wish: int = 0
    careful: bool = False
    fields: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()
    speech: int = 0
    badge: bool = False
    day: int = 0
    living: tuple[int, ...] = ()

    @property
    def wolf(self) -> bool:
        """Whether the seat is one of the pack."""
        return bool(self.mates or _WOLF.search(self.card))

    @property
    def seer(self) -> bool:
        """Whether it holds the card itself."""
        return self.card in ("预言家", "Seer")


def read(body: Mapping[str, Any]) -> Page | None:
    """The request ``body``, read; ``None``: it asks nothing of a game, or has no schema of its answers."""
    asked = str(body["messages"][-1]["content"])
    prompt = "\n".join(str(message["content"]) for message in body["messages"])
    seats, card = _SEAT.findall(prompt), _CARD.search(prompt)
    shapes = _shapes(body)
    if not seats or card is None or not shapes:
        return None
    wishes = [zh or en for zh, en in _WISH.findall(prompt)]
    alive = _ALIVE.findall(prompt)
    mates, claims = _MATES.search(prompt), _CLAIMS.findall(prompt)
    return Page(
        seat=int(seats[-1]),
        english=card[0].startswith("You"),
        card=card[1],
        mates=_seats(mates[1]) if mates else (),
        found={int(seat): not _WOLF.search(said) for seat, said in _CHECK.findall(prompt)},
        seers=_seers(claims[-1]) if claims else (),
        wish=int(wishes[0]) if wishes else 0,
        careful=bool(_CAREFUL.search(prompt)),
        fields=tuple(shapes[0]),
        ways=tuple(way for shape in shapes for way in _ways(shape)),
        speech=max(int(shape.get("speech", {}).get("maxLength", 0)) for shape in shapes),
        badge=bool(_BADGE.search(asked)),
        day=int(alive[-1][0]) if alive else 0,
        living=_seats(alive[-1][1]) if alive else (),
    )


def _shapes(body: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields of each way to answer, by the schema that lists the legal ones."""
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema", {})
    shapes = [way.get("properties", {}) for way in schema.get("anyOf", [schema])]
    exact = any("enum" in shape.get("act", {}) or "maxLength" in shape.get("speech", {}) for shape in shapes)
    return shapes if exact else []


def _ways(shape: dict[str, Any]) -> list[Way]:
    targets = shape.get("targets", {})
    most = int(targets.get("maxItems", 0))
    pool = tuple(targets["items"]["enum"]) if most else ()
    least = int(targets.get("minItems", 0))
    return [Way(act, pool, least, most) for act in shape.get("act", {}).get("enum", ("",))]


def _seers(claims: str) -> tuple[Seer, ...]:
    found = []
    for told in re.split(r"[｜|]", claims):
        if (said := _CLAIMANTS.match(told.strip())) and _SEER.search(said[2]):
            checks = {int(seat): not _WOLF.search(answer) for seat, answer in _FOUND.findall(said[2])}
            found += [Seer(seat, checks) for seat in _seats(said[1])]
    return tuple(found)


def _seats(text: str) -> tuple[int, ...]:
    """The numbers in ``1、3、5-9``."""
    runs = re.findall(r"(\d+)(?:-(\d+))?", text)
    return tuple(seat for first, last in runs for seat in range(int(first), int(last or first) + 1))
