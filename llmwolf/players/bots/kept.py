"""A property that is found once, when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """``functools.cached_property`` without its lock: a mind is one thread's, and there are many."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find = find
        self._name = find.__name__
        self.__doc__ = find.__doc__

    def __get__(self, owner: Any, kind: type) -> T:
        """What is found; it is kept under the property's own name, so that this is not called again."""
        found = owner.__dict__[self._name] = self._find(owner)
        return found
