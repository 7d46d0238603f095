"""How well free text is understood: precision and recall over sentences labelled by hand.

The sentences are a TOML file, ``[set] topic = [{text, says, held, seat, seats, day}, …]``, of which only
``text`` and ``says`` must be given; a label reads ``check 5 wolf night 2``.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from llmwolf.players.bots.reading import read
from llmwolf.rules.claims import ACTS, Claim

SEATS: Final = 12
"""The seats of the table where a sentence does not say, and the seat of the speaker."""
ALL: Final = "all"
"""The row of every act together."""


class Case(NamedTuple):
    """A speech and what it claims; ``within`` names its set and topic."""

    text: str
    says: tuple[Claim, ...]
    held: str = ""
    seat: int = SEATS
    seats: int = SEATS
    day: int = 1
    within: tuple[str, str] = ("", "")


class Tally(NamedTuple):
    """Claims understood, missed, and heard though nobody made them."""

    right: int
    missed: int
    invented: int

    @property
    def precision(self) -> float:
        """The share of what was heard that was said; 1 where nothing was heard."""
        return self.right / (self.right + self.invented) if self.right + self.invented else 1.0

    @property
    def recall(self) -> float:
        """The share of what was said that was heard; 1 where nothing was said."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0


def cases(path: Path) -> list[Case]:
    """The labelled speeches in the file at ``path``.

    Raises ``OSError`` where it cannot be read and ``ValueError`` where it is no such file.
    """
    data = tomllib.loads(path.read_text("utf-8"))
    return [
        _case(entry, (name, topic))
        for name, topics in data.items()
        for topic, entries in topics.items()
        for entry in entries
    ]


def listened(case: Case) -> Iterable[Claim]:
    """What the bots read in ``case``."""
    return read(case.text, case.seat, case.seats, case.day, case.held)


def slips(
    case: Case, listen: Callable[[Case], Iterable[Claim]] = listened
) -> tuple[list[Claim], list[Claim]]:
    """The claims of ``case`` that are missed, and those that are invented, by a way to ``listen``."""
    said, heard = set(case.says), _single(listen(case))
    missed = [claim for claim in case.says if not any(_same(claim, other) for other in heard)]
    invented = [claim for claim in heard if not any(_same(other, claim) for other in said)]
    return missed, invented


def score(told: Iterable[Case], listen: Callable[[Case], Iterable[Claim]] = listened) -> dict[str, Tally]:
    """A tally for each act that was said or heard in ``told``, and one for :data:`ALL` of them."""
    right: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    invented: Counter[str] = Counter()
    for case in told:
        lost, added = slips(case, listen)
        for claim in case.says:
            (missed if claim in lost else right)[claim.act] += 1
        invented.update(claim.act for claim in added)
    rows = {
        act: Tally(right[act], missed[act], invented[act])
        for act in ACTS
        if right[act] + missed[act] + invented[act]
    }
    return rows | {ALL: Tally(right.total(), missed.total(), invented.total())}


def lines(rows: Mapping[str, Tally]) -> Iterator[str]:
    """``rows`` as a table, one line an act."""
    yield f"{'act':<10}{'said':>6}{'heard':>7}{'precision':>11}{'recall':>8}"
    for act, tally in rows.items():
        said, heard = tally.right + tally.missed, tally.right + tally.invented
        yield f"{act:<10}{said:>6}{heard:>7}{tally.precision:>11.3f}{tally.recall:>8.3f}"


def _case(entry: Mapping[str, Any], within: tuple[str, str]) -> Case:
    unknown = sorted(set(entry) - set(Case._fields) | {"text", "says"} - set(entry))
    if unknown:
        raise ValueError(f"{'.'.join(within)}: unknown or missing: {', '.join(unknown)}")
    fields = {name: value for name, value in entry.items() if name not in ("text", "says")}
    return Case(entry["text"], tuple(_label(label) for label in entry["says"]), within=within, **fields)


def _label(label: str) -> Claim:
    """The claim that ``label`` stands for."""
    act, *words = label.split()
    if act not in ACTS:
        raise ValueError(f"no such act: {label}")
    if act in ("role", "retract"):
        return Claim(act, (), words[0])
    words, night = (words[:-2], int(words[-1])) if words[-2:-1] == ["night"] else (words, 0)
    value = words.pop() if act == "check" else ""
    return Claim(act, tuple(int(word) for word in words), value, night)


def _single(heard: Iterable[Claim]) -> list[Claim]:
    """``heard`` with one target each; a flow is one claim."""
    return [
        claim
        if claim.act == "flow" or not claim.targets
        else Claim(claim.act, (seat,), claim.value, claim.night)
        for claim in heard
        for seat in (claim.targets or (0,))[: 1 if claim.act == "flow" else None]
    ]


def _same(said: Claim, heard: Claim) -> bool:
    """Whether ``heard`` is ``said``; the night counts only where the label has one."""
    alike = (said.act, said.targets, said.value) == (heard.act, heard.targets, heard.value)
    return alike and said.night in (0, heard.night)
