"""The shape of ``llmwolf.toml``; where a file does not have it, one line says the key and the remedy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from llmwolf.llm.endpoint import EndpointError, is_local, normal_url
from llmwolf.llm.presets import Preset, presets
from llmwolf.llm.settings import Patience, Settings

_KEY_NAME: Final = re.compile(r"(?i)(^|[_-])(key|apikey|token|secret|password|passwd|authorization|bearer)$")
_KEY_HEADER: Final = re.compile(r"(?i)auth|key|token|secret|cookie|password")
_KEY_LIKE: Final = re.compile(
    r"(?i)\b(?:sk-|gsk_|xai-|AIza|eyJ|bearer\s)[\w.*/+-]{8,}|//[^/\s]+@|[?&]\w*(?:key|token)="
)
_VARIABLE: Final = re.compile(r"[A-Z][A-Z0-9_]{0,63}")
_KEY_ADVICE: Final = (
    "a key does not belong in a file: put it into an environment variable and name that here,"
    ' as in key_env = "MY_KEY"'
)
_Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_Name = Annotated[str, Field(min_length=1)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class PriceTable(_Table):
    """US dollars for a million tokens; where ``cached`` is not given, it costs what the rest costs."""

    prompt: _Amount
    cached: _Amount | None = None
    completion: _Amount


class EndpointTable(_Table):
    """A place where models are: a preset, an address, or a preset at another address."""

    preset: str = ""
    base_url: str = ""
    key_env: str = ""
    concurrency: Annotated[int, Field(ge=1, le=256)] = 8
    headers: dict[str, str] = {}
    grammar: bool | None = None

    @property
    def known(self) -> Preset | None:
        """The preset, if one is named."""
        return presets().get(self.preset)

    @property
    def address(self) -> str:
        """The base URL, the preset's where none is given."""
        return self.base_url or (self.known.base_url if self.known else "")

    @property
    def variable(self) -> str:
        """The variable that holds the key; empty: none."""
        return self.key_env or (self.known.key_env if self.known else "")


class ModelTable(_Table):
    """A model of an endpoint, how it is prompted and waited for, and what it costs."""

    endpoint: _Name
    model: _Name
    context: Annotated[int, Field(ge=1_000)] = Settings().context_tokens
    max_tokens: Annotated[int, Field(ge=16)] = Settings().max_tokens
    temperature: Annotated[float, Field(ge=0, le=2)] | None = Settings().temperature
    prompt: _Name = Settings().prompt
    persona: str = ""
    speech_chars: Annotated[int, Field(ge=0)] = Settings().speech_chars
    thought_chars: Annotated[int, Field(ge=0)] = Settings().thought_chars
    plan_chars: Annotated[int, Field(ge=0)] = Settings().plan_chars
    claims: bool = Settings().claims
    orders: bool = Settings().orders
    polls: Annotated[int, Field(ge=0)] = Settings().polls
    turn_seconds: Annotated[float, Field(gt=0, le=3_600)] = Patience().turn
    price: PriceTable | None = None


class LimitTable(_Table):
    """What one game may cost at most (0: no limit)."""

    max_cost: _Amount = 0.0
    max_tokens: Annotated[int, Field(ge=0)] = 0


class File(_Table):
    """The whole file."""

    default: str = ""
    endpoints: dict[_Name, EndpointTable] = {}
    models: dict[_Name, ModelTable] = {}
    seats: dict[Annotated[int, Field(ge=1, le=18, strict=False)], _Name] = {}
    limits: LimitTable = LimitTable()

    @property
    def places(self) -> tuple[str, ...]:
        """The endpoints that a model may name: the file's own, then the presets."""
        return tuple(dict.fromkeys((*self.endpoints, *presets())))

    def names(self, model: str) -> bool:
        """Whether ``model`` is one of [models], or ``endpoint:model`` of an endpoint that there is."""
        place, colon, rest = model.partition(":")
        return model in self.models or bool(colon and rest and place in self.places)


def read_file(path: Path) -> File:
    """The configuration in ``path``; raises :class:`EndpointError` in one line, which repeats no secret."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise EndpointError(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise EndpointError(f"{path}: this is not TOML: {error}") from None
    _refuse_keys(path, "", data)
    try:
        file = File.model_validate(data)
    except ValidationError as error:
        raise EndpointError(f"{path}: {_slip(error)}") from None
    if wrong := next(_wrong(file), ""):
        raise EndpointError(f"{path}: {wrong}")
    return file


def hint(word: str, known: Iterable[str]) -> str:
    """What was probably meant by ``word``, or all that there is."""
    names = list(known)
    near = get_close_matches(word, names, 1)
    return f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names) or 'none'}"


def _wrong(file: File) -> Iterator[str]:
    """Where the parts of a file do not fit together, and how."""
    for name, endpoint in file.endpoints.items():
        if wrong := _wrong_endpoint(endpoint):
            yield f"[endpoints.{name}] {wrong}"
    places = file.places
    for name, model in file.models.items():
        if model.endpoint not in places:
            yield f"[models.{name}] there is no endpoint {model.endpoint!r}; {hint(model.endpoint, places)}"
    seats = ((f"[seats] {seat}", name) for seat, name in file.seats.items())
    for where, name in (("default", file.default), *seats):
        if name and not file.names(name):
            yield f"{where}: there is no model {name!r}; {hint(name, file.models)}"


def _wrong_endpoint(endpoint: EndpointTable) -> str:
    """What is wrong with an endpoint; empty: nothing."""
    if endpoint.preset and endpoint.known is None:
        return f"there is no preset {endpoint.preset!r}; {hint(endpoint.preset, presets())}"
    if not endpoint.address:
        return f"wants a base_url or a preset; the presets are {', '.join(presets())}"
    try:
        url = normal_url(endpoint.address)
    except EndpointError as error:
        return f"base_url: {error}"
    if endpoint.variable or is_local(url):
        return ""
    return 'is no local server: name the variable that holds its key, as in key_env = "MY_KEY"'


def _refuse_keys(path: Path, where: str, data: Mapping[str, Any]) -> None:
    """A file is shared and committed, so a key in it is refused; what it is is not repeated."""
    for name, value in data.items():
        if _KEY_LIKE.search(name):
            raise EndpointError(f"{path}: {where or 'a name'}: {_KEY_ADVICE}")
        place = f"{where}.{name}" if where else name
        if isinstance(value, dict):
            _refuse_keys(path, place, value)
        elif isinstance(value, str):
            named = _KEY_NAME.search(name) or (where.endswith("headers") and _KEY_HEADER.search(name))
            if named or _KEY_LIKE.search(value):
                raise EndpointError(f"{path}: {place}: {_KEY_ADVICE}")
            if name == "key_env" and not _VARIABLE.fullmatch(value):
                wanted = "the name of a variable is wanted: capital letters, digits and _"
                raise EndpointError(f"{path}: {place}: {wanted}; {_KEY_ADVICE}")


def _slip(error: ValidationError) -> str:
    """A fault of a file in one line, without the value it was found in; an unknown key is told first."""
    faults = error.errors(include_url=False, include_input=False, include_context=False)
    first = next((fault for fault in faults if fault["type"] == "extra_forbidden"), faults[0])
    *tables, key = [str(part) for part in first["loc"] if part != "[key]"]
    where = f"[{'.'.join(tables)}] " if tables else ""
    if first["type"] != "extra_forbidden":
        return f"{where}{key}: {first['msg']}"
    kind = "price" if tables[-1:] == ["price"] else tables[0] if tables else ""
    elsewhere = [name for name, shape in _SHAPES.items() if name and key in shape.model_fields]
    if elsewhere:
        return f"{where}unknown key {key!r}; it belongs in {_HOMES[elsewhere[0]]}"
    return f"{where}unknown key {key!r}; {hint(key, _SHAPES[kind].model_fields)}"


_SHAPES: Final[Mapping[str, type[_Table]]] = {
    "": File,
    "endpoints": EndpointTable,
    "models": ModelTable,
    "limits": LimitTable,
    "price": PriceTable,
}
_HOMES: Final = {
    "endpoints": "[endpoints.NAME]",
    "models": "[models.NAME]",
    "limits": "[limits]",
    "price": "[models.NAME.price]",
}
