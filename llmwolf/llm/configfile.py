"""The shape of ``llmwolf.toml``; where a file does not have it, one line says the key and the remedy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from llmwolf.llm.detailwords import one_line
from llmwolf.llm.endpoint import EndpointError, is_local, normal_url
from llmwolf.llm.presets import Preset, presets
from llmwolf.llm.settings import Patience, Settings
from llmwolf.players.words.pairs import Pair

_KEY_NAME: Final = re.compile(r"(?i)(^|[_-])(key|apikey|token|secret|password|passwd|authorization|bearer)$")
_KEY_HEADER: Final = re.compile(r"(?i)auth|key|token|secret|cookie|password")
_KEY_LIKE: Final = re.compile(
    r"(?i)\b(?:sk-|gsk_|xai-|AIza|eyJ|bearer\s)[\w.*/+-]{8,}|//[^/\s]+@|[?&]\w*(?:key|token)="
)
_LINE: Final = re.compile(r"at line (\d+), column (\d+)")
_VARIABLE: Final = re.compile(r"[A-Z][A-Z0-9_]{0,63}")
_KEY_ADVICE: Final[Pair] = (
    '密钥不能写进文件：放进环境变量，这里写变量名，如 key_env = "MY_KEY"',
    "a key does not belong in a file: put it into an environment variable and name that here,"
    ' as in key_env = "MY_KEY"',
)
_CLOSE: Final = 0.75
"""How like a name must be to another to have been meant: below that, naming it would mislead."""
_VERY_CLOSE: Final = 0.85
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
        raise _fault(path, _unreadable(path, error)) from None
    except UnicodeDecodeError as error:
        words = f"不是 UTF-8 文本（第 {error.start + 1} 个字节）", f"this is not TOML: {error}"
        raise _fault(path, words) from None
    except tomllib.TOMLDecodeError as error:
        at = _LINE.search(str(error))
        where = f"第 {at[1]} 行第 {at[2]} 列有误" if at else "结尾不完整"
        raise _fault(path, (f"不是 TOML：{where}", f"this is not TOML: {error}")) from None
    _refuse_keys(path, "", data)
    try:
        file = File.model_validate(data)
    except ValidationError as error:
        raise _fault(path, _slip(error)) from None
    if wrong := next(_wrong(file), None):
        raise _fault(path, wrong)
    return file


def _unreadable(path: Path, error: OSError) -> Pair:
    """Why a file that there is cannot be read."""
    if path.is_dir():
        return "这是文件夹，要的是文件；请改名或移走", "this is a folder where a file is wanted; move it away"
    if path.is_symlink() and not path.exists():
        return "这个链接指向的文件不存在；改正或删掉它", "this link leads to no file; mend or remove it"
    return "读不了这个文件；检查它的权限", f"{error.strerror}; check its permissions"


def _fault(path: Path, words: Pair, where: str = "") -> EndpointError:
    """What is wrong in the file ``path``, at ``where`` of it."""
    place = f"{path}: {where}"
    return EndpointError((one_line(place + words[0]), one_line(place + words[1])))


def near(word: str, known: Iterable[str], least: float = _CLOSE) -> str:
    """The name of ``known`` that ``word`` was probably meant to be; empty: none is like it."""
    return next(iter(get_close_matches(word, list(known), 1, least)), "")


def hint(word: str, known: Iterable[str]) -> Pair:
    """What was probably meant by ``word``, or all that there is."""
    names = list(known)
    if meant := near(word, names):
        return f"是不是 {meant!r}？", f"did you mean {meant!r}?"
    listed = ", ".join(names)
    return f"有 {listed}" if listed else "一个也没有", f"there are {listed or 'none'}"


def _wrong(file: File) -> Iterator[Pair]:
    """Where the parts of a file do not fit together, and how."""
    for name, endpoint in file.endpoints.items():
        if wrong := _wrong_endpoint(endpoint):
            yield f"[endpoints.{name}] {wrong[0]}", f"[endpoints.{name}] {wrong[1]}"
    places = file.places
    for name, model in file.models.items():
        if model.endpoint not in places:
            yield _none_such(f"[models.{name}] ", ("服务", "endpoint"), model.endpoint, places)
    seats = ((f"[seats] {seat}: ", name) for seat, name in file.seats.items())
    for where, name in (("default: ", file.default), *seats):
        if name and not file.names(name):
            yield _none_such(where, ("模型", "model"), name, file.models)


def _none_such(where: str, kind: Pair, word: str, known: Iterable[str]) -> Pair:
    """That there is no ``word`` of its ``kind``, and what was probably meant."""
    zh, en = hint(word, known)
    return f"{where}没有{kind[0]} {word!r}；{zh}", f"{where}there is no {kind[1]} {word!r}; {en}"


def _wrong_endpoint(endpoint: EndpointTable) -> Pair | None:
    """What is wrong with an endpoint; ``None``: nothing."""
    if endpoint.preset and endpoint.known is None:
        return _none_such("", ("预设", "preset"), endpoint.preset, presets())
    if not endpoint.address:
        listed = ", ".join(presets())
        return (
            f"要写 base_url 或 preset；预设有 {listed}",
            f"wants a base_url or a preset; the presets are {listed}",
        )
    try:
        url = normal_url(endpoint.address)
    except EndpointError as error:
        return f"base_url: {error.told('zh')}", f"base_url: {error}"
    if endpoint.variable or is_local(url):
        return None
    return (
        '不是本地服务：写明密钥在哪个环境变量里，如 key_env = "MY_KEY"',
        'is no local server: name the variable that holds its key, as in key_env = "MY_KEY"',
    )


def _refuse_keys(path: Path, where: str, data: Mapping[str, Any]) -> None:
    """A file is shared and committed, so a key in it is refused; what it is is not repeated."""
    for name, value in data.items():
        if _KEY_LIKE.search(name):
            zh, en = _KEY_ADVICE
            raise _fault(path, (f"{where or '某个名字'}：{zh}", f"{where or 'a name'}: {en}"))
        place = f"{where}.{name}" if where else name
        if isinstance(value, dict):
            _refuse_keys(path, place, value)
        elif isinstance(value, str):
            named = _KEY_NAME.search(name) or (where.endswith("headers") and _KEY_HEADER.search(name))
            if named or _KEY_LIKE.search(value):
                raise _fault(path, _KEY_ADVICE, f"{place}: ")
            if name == "key_env" and not _VARIABLE.fullmatch(value):
                zh, en = _KEY_ADVICE
                wanted = "the name of a variable is wanted: capital letters, digits and _"
                told = f"这里写环境变量的名字：大写字母、数字和 _；{zh}", f"{wanted}; {en}"
                raise _fault(path, told, f"{place}: ")


def _slip(error: ValidationError) -> Pair:
    """A fault of a file in one line, without the value it was found in; an unknown key is told first."""
    faults = error.errors(include_url=False, include_input=False)
    first = next((fault for fault in faults if fault["type"] == "extra_forbidden"), faults[0])
    *tables, key = [str(part) for part in first["loc"] if part != "[key]"]
    where = f"[{'.'.join(tables)}] " if tables else ""
    if first["type"] != "extra_forbidden":
        words = _IN_CHINESE.get(first["type"])
        zh = words.format_map(first.get("ctx", {})) if words else first["msg"]
        return f"{where}{key}: {zh}", f"{where}{key}: {first['msg']}"
    kind = "price" if tables[-1:] == ["price"] else tables[0] if tables else ""
    own = _SHAPES[kind].model_fields
    elsewhere = [name for name, shape in _SHAPES.items() if name and key in shape.model_fields]
    if elsewhere and not near(key, own, _VERY_CLOSE):
        home = _HOMES[elsewhere[0]]
        zh, en = f"它属于 {home}", f"it belongs in {home}"
    else:
        zh, en = hint(key, own)
    return f"{where}不认识的键 {key!r}；{zh}", f"{where}unknown key {key!r}; {en}"


_IN_CHINESE: Final[Mapping[str, str]] = {
    "missing": "必须写明",
    "int_type": "要一个整数",
    "int_parsing": "要一个整数",
    "float_type": "要一个数",
    "finite_number": "要一个有限的数",
    "string_type": "要一段文字（加引号）",
    "string_too_short": "不能是空的",
    "bool_type": "要 true 或 false",
    "dict_type": "要一个表",
    "model_type": "要一个表",
    "greater_than": "要大于 {gt}",
    "greater_than_equal": "不能小于 {ge}",
    "less_than_equal": "不能大于 {le}",
}
"""Pydantic's kinds of fault; one that is not here is told in its own words."""
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
