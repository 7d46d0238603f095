"""Which models there are and where: ``llmwolf.toml``, presets, flags and the environment."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from llmwolf.llm.configfile import EndpointTable, File, ModelTable, near, read_file
from llmwolf.llm.detailwords import one_line
from llmwolf.llm.endpoint import (
    OPENAI_URL,
    Endpoint,
    EndpointError,
    endpoint_from,
    is_local,
    key_in,
    normal_url,
)
from llmwolf.llm.presets import presets, service_at
from llmwolf.llm.prices import FREE, Price, price_of
from llmwolf.llm.settings import Patience, Settings
from llmwolf.rules.words import clean

NAME: Final = "llmwolf.toml"
_NEARLY_THE_SAME: Final = 0.85
_DIGEST: Final = re.compile(r"#[0-9a-f]{6}$")
_THREE_WAYS: Final = (
    "模型有三种写法：llmwolf.toml 里 [models] 的名字；服务:模型（服务见 `llmwolf models`）；"
    "模型自己的名字，加上 --base-url 服务地址",
    "Name a model by its name among the [models] of llmwolf.toml, as SERVICE:MODEL (`llmwolf models` lists"
    " services), or by its own name with the --base-url of its server",
)


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model as a seat uses it: where it is, how it is prompted and waited for, what it costs.

    ``name`` is what the configuration calls it, or the model's own name; ``price`` ``None``: not known;
    ``persona`` empty: drawn. ``entry`` is its name among the file's [models] (empty: it is none of them).
    """

    name: str
    endpoint: Endpoint
    settings: Settings = field(default_factory=Settings)
    patience: Patience = field(default_factory=Patience)
    price: Price | None = None
    persona: str = ""
    entry: str = ""

    @property
    def label(self) -> str:
        """The name with a digest of what makes the model play as it does, for records and tables (E05).

        One model with two settings has two labels, and so have two models of one name at two addresses.
        :meth:`Config.model` finds the model of a label.
        """
        settings = {
            name: value for name, value in asdict(self.settings).items() if name not in ("lang", "seed")
        }
        place = [self.endpoint.base_url, self.endpoint.model, self.endpoint.holds_to_schema]
        told = json.dumps([place, settings, self.patience.turn], sort_keys=True)
        return f"{self.name}#{sha256(told.encode()).hexdigest()[:6]}"


@dataclass(frozen=True, slots=True)
class Config:
    """What is configured. ``path`` is the file (``None``: there is none), ``env`` the environment.

    ``seats`` names the model of single seats, ``default`` that of all others. Where calls are played from a
    cassette, ``needs_keys`` is false.
    """

    env: Mapping[str, str] = field(repr=False)
    path: Path | None = None
    default: str = ""
    seats: Mapping[int, str] = field(default_factory=dict)
    max_cost: float = 0.0
    max_tokens: int = 0
    needs_keys: bool = True
    _file: File = field(default_factory=File)

    @property
    def names(self) -> tuple[str, ...]:
        """The models that the file names, in its order."""
        return tuple(self._file.models)

    def dressed(self, name: str) -> tuple[str, str]:
        """The persona (empty: drawn) and the prompt set of ``name``, one of :attr:`names`."""
        table = self._file.models[name]
        return table.persona, table.prompt

    def for_seat(self, seat: int, model: str = "", base_url: str = "") -> ModelSpec:
        """The model of ``seat``: ``model`` if given, else the file's for the seat, else the default."""
        return self.model(model or self.seats.get(seat, ""), base_url)

    def model(self, name: str = "", base_url: str = "") -> ModelSpec:
        """The model called ``name``; empty: the default one. Raises :class:`EndpointError` in one line.

        A name of the file's [models]; ``endpoint:model`` with an endpoint of the file's or a preset; a label
        of a record; or a model's own name, which is asked for at ``base_url``, or where the environment says.
        A ``base_url`` that is only the environment's does not go before the file.
        """
        given, name = name, one_line(name_in(name))
        if base_url and base_url != self.env.get("OPENAI_BASE_URL"):
            return self._plain(name, base_url)
        wanted = name or self.default
        if (table := self._file.models.get(wanted)) is not None:
            return self._configured(wanted, table, wanted)
        if self._file.names(wanted):
            place, _, model = wanted.partition(":")
            return self._configured(wanted, ModelTable(endpoint=place, model=model))
        self._refuse_slip(wanted)
        self._refuse_unknown(wanted, given)
        return self._plain(wanted, "")

    def _told(self, *names: str) -> bool:
        """Whether one of those variables says where to ask, or what."""
        return any(self.env.get(name) for name in names)

    def _refuse_slip(self, wanted: str) -> None:
        """Raise where ``wanted`` is rather a slip of the pen than a model's own name.

        Where the environment says what to ask, a name must be all but one that is configured for that.
        """
        told = self._told("OPENAI_BASE_URL", "OPENAI_API_KEY")
        if meant := near(wanted, self.names, _NEARLY_THE_SAME if told else 0.6):
            raise EndpointError(
                (
                    f"{self.path}：没有模型 {wanted!r}；是不是 {meant!r}？"
                    "要向某个服务要叫这个名字的模型，请加它的 --base-url",
                    f"{self.path}: there is no model {wanted!r}; did you mean {meant!r}?"
                    " To ask a service for a model of that name, give its --base-url as well",
                )
            )
        place, colon, model = wanted.partition(":")
        if colon and not self._told("OPENAI_BASE_URL"):
            places = self._file.places
            if place in places:
                zh, en = (
                    f"{wanted!r} 没有写模型；写成 {place}:模型名",
                    f"{wanted!r} names no model; give it as",
                )
                raise EndpointError((zh, f"{en} {place}:MODEL"))
            if meant := near(place, places, _NEARLY_THE_SAME):
                raise EndpointError(
                    (
                        f"没有服务 {place!r}；是不是 {meant}:{model}？",
                        f"there is no endpoint {place!r}; did you mean {meant}:{model}?",
                    )
                )

    def _refuse_unknown(self, wanted: str, given: str) -> None:
        """Raise where nothing says what ``wanted`` is or whom to ask for it; ``given`` is as it was written.

        Any name is as good as another where no network is asked, and where the environment names a service.
        """
        if not self.needs_keys or self._told("OPENAI_BASE_URL", "OPENAI_API_KEY"):
            return
        if not wanted and (self.names or self._told("OPENAI_MODEL")):
            return  # told better where that is looked up
        names = ", ".join(self.names)
        zh = f"{self.path} 里有 {names}" if names else "没有写着模型的 llmwolf.toml"
        en = f"{self.path} has {names}" if names else "no llmwolf.toml names one"
        told = repr(clean(wanted))
        zh = f"没有叫 {told} 的模型；{zh}" if wanted else f"没有说用哪个模型；{zh}"
        en = f"there is no model {told}; {en}" if wanted else f"no model is named; {en}"
        if given != wanted and wanted:
            zh = f"记录里的模型 {clean(given)} 找不到了：{zh}"
            en = f"the model {clean(given)} of the record is not found any more: {en}"
        raise EndpointError((f"{zh}。{_THREE_WAYS[0]}", f"{en}. {_THREE_WAYS[1]}"))

    def _plain(self, name: str, base_url: str) -> ModelSpec:
        """A model by its own name, with no word of it in a file."""
        env = dict(self.env)
        env["OPENAI_MODEL"] = one_line(env.get("OPENAI_MODEL", ""))
        if not self.needs_keys:
            name = name or env["OPENAI_MODEL"] or "model"
            endpoint = Endpoint(normal_url(base_url or OPENAI_URL), name)
            return ModelSpec(name, endpoint, price=price_of(endpoint.base_url, name))
        if not (name or base_url or self.env.get("OPENAI_MODEL")) and self.names:
            names = ", ".join(self.names)
            raise EndpointError(
                (
                    f"{self.path}：没有写默认模型；写上 default = 名字，或加 --model 名字；有 {names}",
                    f"{self.path}: no default is named; write default = NAME or give --model NAME;"
                    f" there are {names}",
                )
            )
        url = normal_url(base_url or env.get("OPENAI_BASE_URL", "") or OPENAI_URL)
        service = service_at(url)
        if service and (base_url or not env.get("OPENAI_API_KEY")):
            # Who names the address of a known service means the key of that service, if there is one.
            variable = presets()[service].key_env
            env["OPENAI_API_KEY"] = key_in(env, variable) or env.get("OPENAI_API_KEY", "")
            if not env["OPENAI_API_KEY"]:
                raise _no_key(service, variable, url)
        endpoint = replace(endpoint_from(url, name, env), name=service)
        return ModelSpec(endpoint.model, endpoint, price=price_of(endpoint.base_url, endpoint.model))

    def _configured(self, name: str, table: ModelTable, entry: str = "") -> ModelSpec:
        settings = Settings(
            context_tokens=table.context,
            max_tokens=table.max_tokens,
            temperature=table.temperature,
            prompt=table.prompt,
            speech_chars=table.speech_chars,
            thought_chars=table.thought_chars,
            plan_chars=table.plan_chars,
            claims=table.claims,
            orders=table.orders,
            polls=table.polls,
        )
        place = self._file.endpoints.get(table.endpoint) or EndpointTable(preset=table.endpoint)
        endpoint = self._endpoint(table.endpoint, place, table.model)
        own_server = place.known is not None and not place.known.key_env
        price = FREE if own_server else price_of(endpoint.base_url, table.model)
        if (own := table.price) is not None:
            price = Price(own.prompt, own.prompt if own.cached is None else own.cached, own.completion)
        patience = replace(Patience(), turn=table.turn_seconds)
        return ModelSpec(name, endpoint, settings, patience, price, table.persona, entry)

    def _endpoint(self, name: str, table: EndpointTable, model: str) -> Endpoint:
        url = normal_url(table.address)
        key = key_in(self.env, table.variable) if table.variable else ""
        if not key and self.needs_keys and not is_local(url):
            raise _no_key(name, table.variable, url)
        headers = tuple(sorted(table.headers.items()))
        return Endpoint(url, one_line(model), key, table.concurrency, headers, table.grammar, name)


def _no_key(service: str, variable: str, url: str) -> EndpointError:
    """That the key of ``service`` is not in its ``variable``."""
    return EndpointError(
        (
            f"{service} 要密钥，而 {variable} 没有设置；把它设为你在 {url} 的密钥",
            f"{service} wants a key and {variable} is not set; set it to your key of {url}",
        )
    )


def name_in(label: str) -> str:
    """The name in a :attr:`ModelSpec.label`; what is no label is a name already."""
    return _DIGEST.sub("", label)


def config_paths(start: Path | None = None) -> tuple[Path, ...]:
    """Where the file is looked for: ``start`` (the working folder), then the user's configuration folder."""
    from platformdirs import user_config_path

    return ((start or Path.cwd()) / NAME, user_config_path("llmwolf", appauthor=False) / NAME)


def load_config(env: Mapping[str, str], paths: Iterable[Path] | None = None) -> Config:
    """The configuration of the first of ``paths`` that exists, or none but the environment's.

    Raises :class:`EndpointError` in one line, which says the file, the key and what would be right.
    """
    for path in config_paths() if paths is None else paths:
        if os.path.lexists(path):  # a folder or a broken link is no reason to look elsewhere in silence
            return read_config(path, env)
    return Config(env)


def read_config(path: Path, env: Mapping[str, str]) -> Config:
    """The configuration in the file ``path``; raises :class:`EndpointError`."""
    file = read_file(path)
    limits = file.limits
    return Config(env, path, file.default, file.seats, limits.max_cost, limits.max_tokens, _file=file)
