"""Looks an endpoint over: can it be reached, how does it want to be asked, is its model fit for a table."""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from llmwolf.llm import findings
from llmwolf.llm.client import ChatClient, Prompted
from llmwolf.llm.config import ModelSpec
from llmwolf.llm.dialect import RUNGS
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.findings import GOOD, Finding
from llmwolf.llm.learned import Learned
from llmwolf.llm.listing import listing_of
from llmwolf.llm.reply import cut_out_object
from llmwolf.players.words import Pair, pick
from llmwolf.resources import data_dir

_LETTERS: Final = "ABCD"
_SHIBBOLETH: Final = "q7x"
"""What nobody says unless a grammar leaves nothing else."""
_ATTEMPTS: Final = 2
_LONGEST: Final = 300
"""Characters of the speech that is measured."""
_ABOUT_NAMES: Final = ("not_found", "not_an_api", "bad_request")
"""Failures of which the list of a service's models may tell the cause."""
_STEPS: Final[dict[str, Pair]] = {
    "reach": ("正在连接 {url} …", "connecting to {url} …"),
    "speed": ("正在测速度 …", "measuring its speed …"),
    "rules": ("正在问五道规则题 …", "asking five questions about the rules …"),
}


@dataclass(slots=True)
class _Clock:
    """A sink that notes when the first piece and the last came."""

    first: float = 0.0
    last: float = 0.0
    pieces: int = 0
    committed: bool = field(default=False, init=False)

    def begin(self) -> None:
        self.first = self.last = 0.0
        self.pieces = 0

    def feed(self, text: str) -> None:
        now = asyncio.get_running_loop().time()
        self.first = self.first or now
        self.last = now
        self.pieces += 1


@cache
def questions() -> list[dict[str, Any]]:
    """The questions about the game, from ``prompts/doctor.toml``."""
    data = tomllib.loads((data_dir("prompts") / "doctor.toml").read_text("utf-8"))
    found: list[dict[str, Any]] = data["questions"]
    return found


async def examine(
    spec: ModelSpec, lang: str, progress: Callable[[str], None] = lambda step: None
) -> AsyncIterator[Finding]:
    """What is found out about ``spec``, one thing after another; nothing follows a bad one.

    What was learned of the endpoint before is not trusted, and what is learned now is left to be learned
    again: a doctor looks for himself. ``progress`` is told, in words, what is about to be waited for.
    """
    patience = replace(spec.patience, attempts=min(_ATTEMPTS, spec.patience.attempts))
    client = ChatClient(spec.endpoint, patience, learned=Learned())

    def step(name: str) -> None:
        progress(pick(_STEPS[name], lang).format(url=spec.endpoint.base_url))

    try:
        async for finding in _examine(spec, lang, client, step):
            yield finding
    finally:
        await client.close()


async def _examine(
    spec: ModelSpec, lang: str, client: ChatClient, step: Callable[[str], None]
) -> AsyncIterator[Finding]:
    clock = _Clock()
    loop = asyncio.get_running_loop()
    retried: list[str] = []

    def note(failure: ModelFailure) -> None:
        retried.append(failure.reason)

    try:
        step("reach")
        await client.ask(_talk(spec, lang), clock, note)
        # What is measured is the second call: the first one learns how to ask, and loads what asks.
        step("speed")
        began = loop.time()
        reply = await client.ask(_talk(spec, lang), clock, note)
        spent = clock.last - began
    except ModelFailure as failure:
        named = failure.reason in _ABOUT_NAMES
        listing = await listing_of(spec.endpoint, client.patience) if named else None
        yield findings.of_failure(failure, spec, listing, lang)
        return
    yield Finding("reach", GOOD, pick((f"能连上 {spec.endpoint}", f"{spec.endpoint} answers"), lang))
    yield findings.of_key(spec.endpoint, lang)
    if listing := await listing_of(spec.endpoint, client.patience):
        yield findings.of_listing(spec.endpoint, listing, lang)
        if window := listing.window(spec.endpoint.model):
            yield findings.of_window(spec, window, lang)
    if retried:
        yield findings.of_retries(retried, spec.endpoint, lang)
    yield findings.of_format(client.dialect, lang)
    if client.dialect.format == RUNGS[0]:
        yield findings.of_grammar(client.dialect, await _held(spec, lang, client), lang)
    yield findings.of_stream(client.dialect.stream, clock.pieces, spent, lang)
    writing = clock.last - clock.first if clock.pieces > 1 else spent
    yield findings.of_speed(spec, reply, clock.first - began, writing, lang)
    yield findings.of_usage(reply, lang)
    if thinking := findings.of_thinking(spec, reply, lang):
        yield thinking
    if lang == "zh":
        yield findings.of_chinese(reply)
    step("rules")
    asked = (_rule(spec, lang, client, question) for question in questions())
    yield findings.of_rules(await asyncio.gather(*asked), lang)


def _talk(spec: ModelSpec, lang: str) -> Prompted:
    zh = '你在玩狼人杀。用一句六十字左右的中文口语，说说你为什么投3号。只输出一个JSON对象：{"speech": ""}'
    en = (
        "You play Werewolf. In one spoken sentence of about thirty words, say why you vote for seat 3."
        ' Output one JSON object only: {"speech": ""}'
    )
    told = _prompted(spec, pick((zh, en), lang), {"speech": {"type": "string"}}, spec.settings.temperature)
    # A small model under a grammar may not find an end by itself; hosted services may refuse the word.
    return replace(told, exact=_schema({"speech": {"type": "string", "maxLength": _LONGEST}}))


async def _held(spec: ModelSpec, lang: str, client: ChatClient) -> bool:
    """Whether the one answer that the schema allows is given, which nothing else would suggest."""
    words = (
        "从10到99里随便挑一个数。只输出一个JSON对象",
        "Pick any number from 10 to 99. Output one JSON object only",
    )
    text = f'{pick(words, lang)}：{{"answer": ""}}'
    prompt = _prompted(spec, text, {"answer": {"type": "string", "enum": [_SHIBBOLETH]}}, 0.0)
    try:
        reply = await client.ask(prompt, _Clock())
    except ModelFailure:
        return False
    return (cut_out_object(reply.text) or {}).get("answer") == _SHIBBOLETH


async def _rule(spec: ModelSpec, lang: str, client: ChatClient, asked: dict[str, Any]) -> str:
    """Empty where the question was answered rightly; otherwise the letter, ``?``, or why there was none."""
    lines = zip(_LETTERS, asked[f"{lang}_options"], strict=True)
    options = "\n".join(f"{letter}. {text}" for letter, text in lines)
    words = ("只输出一个JSON对象，answer 写选项字母", "Output one JSON object only, answer being the letter")
    text = f'{asked[lang]}\n{options}\n{pick(words, lang)}：{{"answer": ""}}'
    prompt = _prompted(spec, text, {"answer": {"type": "string", "enum": list(_LETTERS)}}, 0.0)
    try:
        reply = await client.ask(prompt, _Clock())
    except ModelFailure as failure:
        return failure.reason
    said = (cut_out_object(reply.text) or {}).get("answer", reply.text)
    letter = re.search(r"\b([ABCD])\b", str(said).upper())
    if letter is None:
        return "?"
    return "" if letter[1] == asked["answer"] else letter[1]


def _prompted(spec: ModelSpec, text: str, fields: dict[str, Any], temperature: float | None) -> Prompted:
    schema = _schema(fields)
    asked = [{"role": "user", "content": text}]
    return Prompted(asked, schema, schema, spec.settings.max_tokens, temperature)


def _schema(fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
