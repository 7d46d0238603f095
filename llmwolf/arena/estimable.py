"""Which figures the design of a tournament can tell apart, whatever its games come to.

Of a linear model only those combinations of parameters are estimable that are combinations of the rows of
its design. All else is the prior's choice, not the games'.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class Design(Generic[T]):
    """The rows of a design over ``parameters``, at most ``rank`` of which can be independent."""

    def __init__(self, parameters: Sequence[T], rows: Iterable[Mapping[T, Fraction]], rank: int) -> None:
        self._places = {parameter: place for place, parameter in enumerate(parameters)}
        self._steps: dict[int, list[Fraction]] = {}
        for row in rows:
            rest = self._rest(row)
            lead = next((place for place, value in enumerate(rest) if value), None)
            if lead is not None:
                self._steps[lead] = [value / rest[lead] for value in rest]
            if len(self._steps) == rank:
                break

    def holds(self, combination: Mapping[T, Fraction]) -> bool:
        """Whether the games can say anything about this ``combination`` of parameters."""
        return not any(self._rest(combination))

    def alike(self, parameters: Iterable[T]) -> list[list[T]]:
        """The ``parameters`` in groups: differences are estimable within a group and not between two."""
        groups: list[list[T]] = []
        for parameter in parameters:
            for group in groups:
                if self.holds({group[0]: Fraction(1), parameter: Fraction(-1)}):
                    group.append(parameter)
                    break
            else:
                groups.append([parameter])
        return groups

    def _rest(self, combination: Mapping[T, Fraction]) -> list[Fraction]:
        """What is left of a combination without the rows so far."""
        rest = [Fraction(0)] * len(self._places)
        for parameter, value in combination.items():
            rest[self._places[parameter]] = value
        for lead in range(len(rest)):
            if rest[lead] and lead in self._steps:
                share = rest[lead]
                rest = [value - share * step for value, step in zip(rest, self._steps[lead], strict=True)]
        return rest
