"""The JSON form of plain classes, and of one line.

A line is an object; a field that is empty (0, "", false, []) is left out, so an absent field reads as
empty. Reading is strict: an unknown field or a value of another type is an error that names it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from difflib import get_close_matches
from hashlib import blake2b
from typing import Any, Final, Generic, TypeVar, get_args, get_origin, get_type_hints

import orjson

from llmwolf.record.errors import BadLine
from llmwolf.rules.claims import Claim

Line = dict[str, Any]
T = TypeVar("T")

_OPTIONS: Final = orjson.OPT_APPEND_NEWLINE | orjson.OPT_PASSTHROUGH_DATACLASS
_ABSENT: Final = object()


def hasher() -> blake2b:
    """The hash of records and blobs."""
    return blake2b(digest_size=16)


def digest(text: str) -> str:
    """The name of a text by its content: 32 hexadecimal digits."""
    state = hasher()
    state.update(text.encode())
    return state.hexdigest()


def dump(line: Mapping[str, object]) -> bytes:
    """``line`` as one line of JSON in UTF-8, newline included."""
    return orjson.dumps(line, default=_claim_line, option=_OPTIONS)


def load(raw: bytes) -> Line:
    """The object on one line; raises :class:`BadLine` if there is none."""
    try:
        line = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise BadLine(f"this is no JSON ({error})") from None
    if type(line) is not dict:
        raise BadLine("this is no JSON object")
    return line


def only(line: Line, known: Iterable[str]) -> None:
    """Refuse every key of ``line`` that is not ``known``, naming the nearest one."""
    names = tuple(known)
    for key in line:
        if key not in names:
            near = get_close_matches(key, names, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}"
            raise BadLine(f"unknown field {shown(key)}; {hint}")


def shown(value: object) -> str:
    """``value`` for an error message: on one line, without control characters, not too long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


# -- values ------------------------------------------------------------------------------------------


def _exactly(kind: type[T], wanted: str) -> Callable[[Any], T]:
    def value_of(value: Any) -> T:
        if type(value) is not kind:
            raise BadLine(f"{wanted} is wanted, not {shown(value)}")
        return value

    return value_of


def _claim(value: Any) -> Claim:
    if type(value) is not dict:
        raise BadLine(f"a claim is an object, not {shown(value)}")
    return CLAIM.build(value)


def _many(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def values(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise BadLine(f"a list is wanted, not {shown(value)}")
        return tuple(map(read, value))

    return values


def _pair(first: Callable[[Any], Any], second: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, Any]]:
    def pair(value: Any) -> tuple[Any, Any]:
        if type(value) is not list or len(value) != 2:
            raise BadLine(f"a pair is wanted, not {shown(value)}")
        return first(value[0]), second(value[1])

    return pair


_PLAIN: Final[dict[Any, Callable[[Any], Any]]] = {
    int: _exactly(int, "a whole number"),
    str: _exactly(str, "a text"),
    bool: _exactly(bool, "true or false"),
    Claim: _claim,
}


def _reader(hint: Any) -> Callable[[Any], Any]:
    """What turns the JSON form of a field of type ``hint`` into its value."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    inner = get_args(hint)
    if get_origin(hint) is tuple and len(inner) == 2:
        return _many(_reader(inner[0])) if inner[1] is Ellipsis else _pair(*map(_reader, inner))
    raise TypeError(f"the record has no form for a field of type {hint}")


def _empty(hint: Any) -> object:
    """What a field of type ``hint`` holds where its key is absent."""
    return hint() if hint in (int, str, bool) else ()


def _writer(
    kind: type[Any], keys: Iterable[tuple[str, str]], always: Container[str], start: Line
) -> Callable[[Any], Line]:
    """A function that puts the fields of an object under their keys, after those of ``start``.

    Compiled once for each class, as the standard library does for dataclasses: a loop over the names is
    three times slower, and this is where the time of writing a record goes. A tuple is unpacked at once.
    """
    pairs = tuple(keys)
    whole = issubclass(kind, tuple)
    body = [f"{', '.join(f'_{name}' for _, name in pairs)}, = thing"] if whole and pairs else []
    body.append(f"line = {start!r}")
    for key, name in pairs:
        value = f"_{name}" if whole else f"thing.{name}"
        condition = "" if name in always else f"if {value}: "
        body.append(f"{condition}line[{key!r}] = {value}")
    made: dict[str, Any] = {}
    exec("\n    ".join(("def write(thing):", *body, "return line")), made)
    write: Callable[[Any], Line] = made["write"]
    return write


class Shape(Generic[T]):
    """The JSON form of one class (a dataclass or a named tuple).

    ``start`` are the constant keys that every line begins with, ``always`` the fields that are written
    even when they are empty, ``renamed`` the keys that are not called like their field.
    """

    def __init__(
        self,
        kind: type[T],
        start: Line | None = None,
        always: tuple[str, ...] = (),
        renamed: Mapping[str, str] | None = None,
    ) -> None:
        hints = get_type_hints(kind)
        names: tuple[str, ...] = kind.__match_args__  # type: ignore[attr-defined]
        keys = [(renamed or {}).get(name, name) for name in names]
        self.start = start or {}
        self.line = _writer(kind, zip(keys, names, strict=True), always, self.start)
        self._kind = kind
        self._fields = tuple(
            (key, _ABSENT if name in always else _empty(hints[name]), _reader(hints[name]))
            for key, name in zip(keys, names, strict=True)
        )
        self._marks = tuple((key, value) for key, value in self.start.items() if key not in ("kind", "e"))

    def build(self, line: Line) -> T:
        """The object that is written in ``line``; raises :class:`BadLine`."""
        values = []
        found = len(self.start)
        key = ""
        try:
            for key, empty, read in self._fields:
                value = line.get(key, empty)
                if value is empty:
                    if empty is _ABSENT:
                        raise BadLine("this field is missing")
                    values.append(empty)
                else:
                    values.append(read(value))
                    found += 1
            for key, mark in self._marks:
                if line.get(key) != mark:
                    raise BadLine(f"this must be {mark!r}")
        except BadLine as error:
            raise BadLine(f"{key}: {error}") from None
        if found != len(line):
            only(line, (*self.start, *(key for key, _, _ in self._fields)))
        return self._kind(*values)


CLAIM: Final = Shape(Claim)


def _claim_line(thing: object) -> Line:
    """What orjson asks for objects that it does not know itself."""
    if type(thing) is Claim:
        return CLAIM.line(thing)
    raise TypeError(f"{type(thing).__name__} has no place in a record")
