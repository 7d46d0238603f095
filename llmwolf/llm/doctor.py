"""Looks an endpoint over: can it be reached, how does it want to be asked, is its model fit for a table."""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, TypeVar

from llmwolf.llm import findings
from llmwolf.llm.client import ChatClient, Prompted, RawReply
from llmwolf.llm.config import ModelSpec
from llmwolf.llm.dialect import RUNGS
from llmwolf.llm.failure import REASONS, ModelFailure
from llmwolf.llm.findings import GOOD, Finding
from llmwolf.llm.hidden import OPENING
from llmwolf.llm.learned import Learned
from llmwolf.llm.listing import listing_of
from llmwolf.llm.reply import cut_out_object
from llmwolf.llm.tokens import estimate
from llmwolf.players.words import Pair, pick
from llmwolf.resources import data_dir

_T = TypeVar("_T")
_LETTERS: Final = "ABCD"
_SHIBBOLETH: Final = "q7x"
"""What nobody says unless a grammar leaves nothing else."""
_ATTEMPTS: Final = 2
_PASSING: Final = (
    "bad_body", "empty", "filtered", "no_choices", "rate_limit", "refused", "server", "stream_cut",
    "truncated",
)  # fmt: skip
"""Failures of a server that is there: it is asked once more, and what else can be seen is looked at."""
_UNANSWERED: Final = ("bad_body", "no_choices", "rate_limit", "server")
"""Those of them that come without a word of the model, so that a key may not have been looked at yet."""
_ENDLESS: Final = 1_200
"""Characters after which the reply of one sentence, or of one letter, is taken to have no end."""
_LONGEST: Final = 300
"""Characters of the speech that is measured."""
_ABOUT_NAMES: Final = ("not_found", "not_an_api", "bad_request")
"""Failures of which the list of a service's models may tell the cause."""
_STEPS: Final[dict[str, Pair]] = {
    "reach": ("正在连接 {url} …", "connecting to {url} …"),
    "speed": ("正在测速度 …", "measuring its speed …"),
    "rules": ("正在问五道规则题 …", "asking five questions about the rules …"),
}


class _Endless(ModelFailure):
    """A reply goes on long after what was asked for."""


@dataclass(slots=True)
class _Clock:
    """A sink that notes when the first piece and the last came, and breaks off a reply without end.

    One that begins with hidden thinking may take its ``room``, in tokens. Raises :class:`_Endless`.
    """

    room: int
    first: float = 0.0
    last: float = 0.0
    pieces: int = 0
    text: str = ""
    committed: bool = field(default=False, init=False)

    def begin(self) -> None:
        self.first = self.last = 0.0
        self.pieces = 0
        self.text = ""

    def feed(self, text: str) -> None:
        now = asyncio.get_running_loop().time()
        self.first = self.first or now
        self.last = now
        self.pieces += 1
        self.text += text
        if len(self.text) > _ENDLESS:
            thinks = OPENING.match(self.text.lstrip()) is not None
            if not thinks or estimate(self.text) > 2 * self.room:
                raise _Endless("truncated")


@cache
def questions() -> list[dict[str, Any]]:
    """The questions about the game, from ``prompts/doctor.toml``."""
    data = tomllib.loads((data_dir("prompts") / "doctor.toml").read_text("utf-8"))
    found: list[dict[str, Any]] = data["questions"]
    return found


@dataclass(frozen=True, slots=True)
class _Talked:
    """A reply, how its pieces came, and when it was asked for."""

    reply: RawReply
    clock: _Clock
    began: float

    @property
    def first(self) -> float:
        """Seconds to the first piece."""
        return self.clock.first - self.began

    @property
    def spent(self) -> float:
        """Seconds to the last piece."""
        return self.clock.last - self.began

    @property
    def writing(self) -> float:
        """Seconds that the pieces took, or all where there was one."""
        return self.clock.last - self.clock.first if self.clock.pieces > 1 else self.spent


async def examine(
    spec: ModelSpec,
    lang: str,
    progress: Callable[[str], None] = lambda step: None,
    count: Callable[[int, int], None] = lambda done, of: None,
) -> AsyncIterator[Finding]:
    """What is found out about ``spec``, one thing after another; nothing follows a bad one.

    What was learned of the endpoint before is not trusted, and what is learned now is left to be learned
    again: a doctor looks for himself. ``progress`` is told, in words, what is about to be waited for, and
    ``count`` how many of the questions about the rules are over.
    """
    patience = replace(spec.patience, attempts=min(_ATTEMPTS, spec.patience.attempts))
    client = ChatClient(spec.endpoint, patience, learned=Learned())

    def step(name: str) -> None:
        progress(pick(_STEPS[name], lang).format(url=spec.endpoint.base_url))

    try:
        async for finding in _examine(spec, lang, client, step, count):
            yield finding
    finally:
        await client.close()


async def _examine(
    spec: ModelSpec,
    lang: str,
    client: ChatClient,
    step: Callable[[str], None],
    count: Callable[[int, int], None],
) -> AsyncIterator[Finding]:
    retried: list[str] = []
    talked, trouble = None, None

    def note(failure: ModelFailure) -> None:
        retried.append(failure.reason)

    try:
        step("reach")
        talked = await _talked(spec, lang, client, note)
        # What is measured is the second call: the first one learns how to ask, and loads what asks.
        step("speed")
        talked = await _talked(spec, lang, client, note)
    except _Endless:
        yield findings.of_endless(_ENDLESS, lang)
        return
    except ModelFailure as failure:
        if failure.reason not in _PASSING:
            named = failure.reason in _ABOUT_NAMES
            listing = await listing_of(spec.endpoint, client.patience) if named else None
            yield findings.of_failure(failure, spec, listing, lang)
            return
        trouble = failure
    yield Finding("reach", GOOD, pick((f"能连上 {spec.endpoint}", f"{spec.endpoint} answers"), lang))
    answered = talked is not None or trouble is None or trouble.reason not in _UNANSWERED
    if answered:
        yield findings.of_key(spec.endpoint, True, lang)
    if listing := await listing_of(spec.endpoint, client.patience):
        yield findings.of_listing(spec.endpoint, listing, lang)
        if window := listing.window(spec.endpoint.model):
            yield findings.of_window(spec, window, lang)
    if trouble:
        yield findings.of_trouble(trouble, spec.endpoint, lang)
    elif retried:
        yield findings.of_retries(retried, spec.endpoint, lang)
    if talked:
        yield findings.of_format(client.dialect, lang)
        if client.dialect.format == RUNGS[0]:
            yield findings.of_grammar(client.dialect, await _held(spec, lang, client), lang)
        for finding in _of_reply(spec, client, talked, lang):
            yield finding
    step("rules")
    answers = await _answers(spec, lang, client, count)
    silent = all(said in REASONS for said in answers)
    if not answered:
        yield findings.of_key(spec.endpoint, not silent, lang)
    if trouble and silent:
        yield findings.of_failure(trouble, spec, None, lang)
    else:
        yield findings.of_rules(answers, lang)


def _of_reply(spec: ModelSpec, client: ChatClient, talked: _Talked, lang: str) -> Iterator[Finding]:
    """What is seen on a whole reply."""
    reply = talked.reply
    yield findings.of_stream(client.dialect.stream, talked.clock.pieces, talked.spent, lang)
    yield findings.of_speed(spec, reply, talked.first, talked.writing, lang)
    yield findings.of_usage(reply, lang)
    if thinking := findings.of_thinking(spec, reply, lang):
        yield thinking
    if lang == "zh":
        yield findings.of_chinese(reply)


async def _talked(
    spec: ModelSpec, lang: str, client: ChatClient, note: Callable[[ModelFailure], None]
) -> _Talked:
    """What the model says when it is asked for a sentence; raises :class:`ModelFailure`."""
    now = asyncio.get_running_loop().time

    async def ask() -> _Talked:
        clock, began = _Clock(spec.settings.max_tokens), now()
        return _Talked(await client.ask(_talk(spec, lang), clock, note), clock, began)

    return await _twice(ask, note)


async def _twice(ask: Callable[[], Awaitable[_T]], note: Callable[[ModelFailure], None]) -> _T:
    """What ``ask`` comes to, the second time if the first came to nothing for a reason that may pass."""
    try:
        return await ask()
    except ModelFailure as failure:
        if failure.reason not in _PASSING or isinstance(failure, _Endless):
            raise
        note(failure)
    return await ask()


async def _answers(
    spec: ModelSpec, lang: str, client: ChatClient, count: Callable[[int, int], None]
) -> list[str]:
    """What :func:`_rule` makes of each question."""
    asked, done = questions(), 0

    async def answer(question: dict[str, Any]) -> str:
        nonlocal done
        said = await _rule(spec, lang, client, question)
        done += 1
        count(done, len(asked))
        return said

    return await asyncio.gather(*map(answer, asked))


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
        reply = await client.ask(prompt, _Clock(prompt.max_tokens))
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
        reply = await _twice(lambda: client.ask(prompt, _Clock(prompt.max_tokens)), lambda failure: None)
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
