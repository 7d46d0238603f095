"""The first line of a record: everything that the game depends on beside its decisions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

import llmwolf
from llmwolf.boards import boards
from llmwolf.record.errors import BadLine, RecordError
from llmwolf.record.shapes import dump, load, only
from llmwolf.roles import registry
from llmwolf.rules.errors import SetupError
from llmwolf.rules.ruleset import as_dict, resolve
from llmwolf.rules.spec import LOVERS, Spec, seats_of
from llmwolf.rules.words import clean

SCHEMA: Final = 1
"""The version of the record's format that this program writes, and the only one that it reads."""


def _label(text: str) -> str:
    return clean(text).replace("\n", " ")


Label = Annotated[str, AfterValidator(_label)]
"""A text for people; it may come from a stranger's file, so nothing in it can move a cursor."""

Switch = bool | int | float | str | tuple[str, ...]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Sitter(_Strict):
    """Who holds a seat. ``player`` is human, bot, model or random; ``prompt`` the digest of its prompt."""

    seat: int
    name: Label
    player: Label
    level: Label = ""
    model: Label = ""
    persona: Label = ""
    prompt: Label = ""

    @property
    def nickname(self) -> str:
        """The name; empty where it is no more than the seat's number."""
        return "" if self.name == f"{self.seat}号" else self.name


class Origin(_Strict):
    """The game that a practice game branched off: the file's name, and how many of its moves both share."""

    record: Label
    moves: Annotated[int, Field(ge=0)]


class Remark(_Strict):
    """What an importer did with a place of the file that it read, in Chinese and in English.

    ``kind`` is assumed (the file does not say it), stated (the file says it, and no rule could tell),
    left_out (the rules have no place for it) or differs (the rules say otherwise). ``line`` 0: all of it.
    """

    kind: Literal["assumed", "stated", "left_out", "differs"]
    zh: Label
    en: Label
    line: Annotated[int, Field(ge=0)] = 0


class Imported(_Strict):
    """The ``format`` of the file that a game comes from that was not played here, and what to know of it."""

    format: Label
    remarks: tuple[Remark, ...] = ()


class Head(_Strict):
    """What was played, under which rules, by whom. It holds no key, no address and no clock time.

    A game with an ``origin`` is practice: whoever played it may have known what was going to happen. One that
    was ``imported`` is what another program's or a person's file tells, played again under the rules.
    """

    kind: Literal["head"]
    schema_version: Literal[1]
    engine: Label
    board: Label
    zh: Label
    en: Label
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)]
    minute: int
    cards: tuple[str, ...]
    hours: tuple[tuple[str, ...], ...]
    first_night: tuple[str, ...] = ()
    dealt: tuple[str, ...] = ()
    events: tuple[Label, ...] = ()
    game: int = 1
    safe: tuple[int, ...] = ()
    draws: tuple[tuple[Label, int], ...] = ()
    outs: tuple[tuple[int, int], ...] = ()
    turns: tuple[tuple[Label, tuple[int, ...]], ...] = ()
    rules: dict[str, Switch]
    seats: tuple[Sitter, ...]
    origin: Origin | None = None
    imported: Imported | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> Head:
        known = registry()
        for card in (*self.cards, *self.dealt, *(role for hour in self.hours for role in hour)):
            if card not in known and card != LOVERS:
                raise ValueError(f"unknown card {card!r}")
        if self.dealt and sorted(self.dealt) != sorted(self.cards):
            raise ValueError("the deal is not the board's cards")
        wanted = seats_of(self.cards)
        if [sitter.seat for sitter in self.seats] != list(range(1, wanted + 1)):
            raise ValueError(f"{len(self.cards)} cards want seats 1 to {wanted}, in order")
        try:
            resolve(self.rules)
        except SetupError as error:
            raise ValueError(str(error)) from None
        return self

    @classmethod
    def of(cls, spec: Spec, seats: Iterable[Sitter], zh: str = "", en: str = "") -> Head:
        """The head of a game of ``spec`` between ``seats``.

        The board's names are looked up where ``zh`` and ``en`` are not given. Raises :class:`RecordError`
        if the seats do not fit the cards or the seed does not fit 64 bits.
        """
        shipped = boards().get(spec.board)
        try:
            return cls(
                kind="head",
                schema_version=SCHEMA,
                engine=llmwolf.__version__,
                board=spec.board,
                zh=zh or (shipped.zh if shipped else spec.board),
                en=en or (shipped.en if shipped else spec.board),
                seed=spec.seed,
                minute=spec.minute,
                cards=spec.cards,
                hours=spec.hours,
                first_night=spec.first_night,
                dealt=spec.dealt,
                events=spec.events,
                game=spec.game,
                safe=spec.safe,
                draws=spec.draws,
                outs=spec.outs,
                turns=spec.turns,
                rules=dict(as_dict(spec.rules)),
                seats=tuple(seats),
            )
        except ValidationError as error:
            raise RecordError(f"this game cannot be recorded: {_first(error)}") from None

    def spec(self) -> Spec:
        """The game to play again; every house rule comes from the head, none from today's profiles."""
        return Spec(
            board=self.board,
            cards=self.cards,
            hours=self.hours,
            rules=resolve(self.rules),
            first_night=self.first_night,
            seed=self.seed,
            minute=self.minute,
            dealt=self.dealt,
            events=self.events,
            game=self.game,
            safe=self.safe,
            draws=self.draws,
            outs=self.outs,
            turns=self.turns,
        )

    def dump(self) -> bytes:
        """The head as the first line of a record."""
        return dump(self.model_dump(mode="json", exclude_defaults=True))

    @classmethod
    def read(cls, raw: bytes) -> Head:
        """The head in a first line; raises :class:`~llmwolf.record.errors.BadLine`."""
        line = load(raw)
        version = line.get("schema_version")
        if line.get("kind") != "head":
            raise BadLine("this is not a llmwolf record: the first line must be of kind 'head'")
        if version != SCHEMA:
            raise BadLine(f"the record has schema version {version!r}; this llmwolf reads version {SCHEMA}")
        only(line, cls.model_fields)
        try:
            return cls.model_validate_json(raw)
        except ValidationError as error:
            raise BadLine(_first(error)) from None


def _first(error: ValidationError) -> str:
    """The first complaint in one sentence."""
    detail = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(map(str, detail["loc"]))
    return f"{place}: {detail['msg']}" if place else str(detail["msg"])
