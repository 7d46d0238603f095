"""Looks an endpoint over: can it be reached, how does it want to be asked, is its model fit for a table."""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from llmwolf.llm.client import ChatClient, Prompted, RawReply
from llmwolf.llm.config import ModelSpec
from llmwolf.llm.dialect import RUNGS, Dialect
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.learned import Learned
from llmwolf.llm.reply import cut_out_object
from llmwolf.llm.tokens import estimate
from llmwolf.players.words import Pair, pick
from llmwolf.resources import data_dir

GOOD, LIMITED, BAD = "good", "limited", "bad"
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_SLOW: Final = 8.0
"""Tokens a second below which a speech of 200 characters takes longer than people like to wait."""
_LATE: Final = 10.0
_LETTERS: Final = "ABCD"
_ADVICE: Final[dict[str, Pair]] = {
    "auth": (
        "检查密钥变量里的密钥，以及它对这个模型的权限",
        "check the key in its variable, and that it may use this model",
    ),
    "not_found": (
        "检查地址和模型名；`llmwolf models` 列出已知服务的地址",
        "check the address and the model's name; `llmwolf models` lists known services",
    ),
    "not_an_api": (
        "地址不是接口；多半少了 /v1 之类的路径",
        "the address is no API; a path such as /v1 may be missing",
    ),
    "network": (
        "检查服务是否在运行、地址和端口、代理设置",
        "check that the server runs, its address and port, and the proxy",
    ),
    "time_out": (
        "服务太慢：换小一点的模型，或在 llmwolf.toml 里调大 turn_seconds",
        "too slow: take a smaller model, or raise turn_seconds in llmwolf.toml",
    ),
    "quota": ("账户额度用完了", "the account has nothing left"),
    "rate_limit": (
        "请求太密：在 llmwolf.toml 里调小 concurrency",
        "too many requests: lower concurrency in llmwolf.toml",
    ),
    "context": (
        "窗口太小：换窗口更大的模型，或改服务的设置",
        "the window is too small: take another model, or serve it with a larger one",
    ),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: its ``name``, how it is (good, limited or bad), and in words."""

    name: str
    state: str
    text: str
    advice: str = ""


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


async def examine(spec: ModelSpec, lang: str, client: ChatClient | None = None) -> AsyncIterator[Finding]:
    """What is found out about ``spec``, one thing after another; nothing follows a bad one.

    What was learned of the endpoint before is not trusted, and what is learned now is left to be learned
    again: a doctor looks for himself.
    """
    asker = client or ChatClient(spec.endpoint, spec.patience, learned=Learned())
    try:
        async for finding in _examine(spec, lang, asker):
            yield finding
    finally:
        await asker.close()


async def _examine(spec: ModelSpec, lang: str, client: ChatClient) -> AsyncIterator[Finding]:
    clock = _Clock()
    loop = asyncio.get_running_loop()
    retried: list[str] = []

    def note(failure: ModelFailure) -> None:
        retried.append(failure.reason)

    try:
        await client.ask(_talk(spec, lang), clock, note)
        # What is measured is the second call: the first one learns how to ask, and loads what asks.
        began = loop.time()
        reply = await client.ask(_talk(spec, lang), clock, note)
    except ModelFailure as failure:
        advice = pick(_ADVICE[failure.reason], lang) if failure.reason in _ADVICE else ""
        yield Finding("reach", BAD, failure.detail, advice)
        return
    yield Finding("reach", GOOD, pick((f"能连上 {spec.endpoint}", f"{spec.endpoint} answers"), lang))
    if retried:
        words = (f"重试了{len(retried)}次：", f"{len(retried)} retries: ")
        yield Finding("steady", LIMITED, pick(words, lang) + ", ".join(retried))
    yield _format(client, lang)
    yield _stream(client, clock, lang)
    yield _speed(reply, clock, began, lang)
    yield _usage(reply, lang)
    if reply.reasoning:
        words = ("会先思考（思考内容保密）", "it thinks first; that stays private")
        yield Finding("reasoning", GOOD, pick(words, lang))
    if lang == "zh":
        yield _chinese(reply)
    yield await _rules(spec, lang, client)


def _talk(spec: ModelSpec, lang: str) -> Prompted:
    zh = '你在玩狼人杀。用一句六十字左右的中文口语，说说你为什么投3号。只输出一个JSON对象：{"speech": ""}'
    en = (
        "You play Werewolf. In one spoken sentence of about thirty words, say why you vote for seat 3."
        ' Output one JSON object only: {"speech": ""}'
    )
    schema = _object({"speech": {"type": "string"}})
    settings = spec.settings
    asked = [{"role": "user", "content": pick((zh, en), lang)}]
    return Prompted(asked, schema, schema, settings.max_tokens, settings.temperature)


def _format(client: ChatClient, lang: str) -> Finding:
    rung = client.dialect.format
    told = {
        RUNGS[0]: ("结构化输出 json_schema", "structured output: json_schema"),
        RUNGS[1]: ("结构化输出 json_object", "structured output: json_object"),
        RUNGS[2]: ("没有 JSON 模式，只能从文本里取 JSON", "no JSON mode: JSON is taken out of plain text"),
    }
    text = pick(told[rung], lang)
    if quirks := _quirks(client.dialect, lang):
        text += pick(("；", "; "), lang) + ", ".join(quirks)
    return Finding("json", GOOD if rung != RUNGS[2] else LIMITED, text)


def _quirks(dialect: Dialect, lang: str) -> list[str]:
    """In what the endpoint wants to be asked otherwise than most."""
    usual = Dialect()
    told = (
        (dialect.grammar, ("按语法约束", "held to the schema by a grammar")),
        (dialect.token_word != usual.token_word, (f"用 {dialect.token_word}", f"wants {dialect.token_word}")),
        (
            dialect.most_tokens > 0,
            (f"最多输出 {dialect.most_tokens} 词元", f"at most {dialect.most_tokens} tokens out"),
        ),
        (not dialect.temperature, ("不收 temperature", "takes no temperature")),
        (
            dialect.hottest > 0,
            (f"temperature 最高 {dialect.hottest:g}", f"temperature {dialect.hottest:g} at most"),
        ),
        (not dialect.usage, ("不收 stream_options", "takes no stream_options")),
        (dialect.other_door, ("地址差一个 /v1，已自动改正", "the address is off by a /v1, which is mended")),
    )
    return [pick(words, lang) for holds, words in told if holds]


def _stream(client: ChatClient, clock: _Clock, lang: str) -> Finding:
    if client.dialect.stream and clock.pieces > 1:
        words = (f"流式，{clock.pieces}段", f"streams, in {clock.pieces} pieces")
        return Finding("stream", GOOD, pick(words, lang))
    text = pick(("不流式：发言会一次出现，自爆时照样中断", "does not stream: speeches appear at once"), lang)
    return Finding("stream", LIMITED, text)


def _speed(reply: RawReply, clock: _Clock, began: float, lang: str) -> Finding:
    first, spent = clock.first - began, clock.last - began
    tokens = reply.usage.completion or estimate(reply.text + reply.reasoning)
    writing = clock.last - clock.first if clock.pieces > 1 else spent
    rate = tokens / max(writing, 0.001)
    state = LIMITED if first > _LATE or rate < _SLOW else GOOD
    words = (
        f"首字 {first:.2f} 秒，每秒约 {rate:.0f} 词元",
        f"first word after {first:.2f} s, {rate:.0f} tokens a second",
    )
    slow = (
        "太慢，一局会很长；换小一点的模型，或让它只坐几个席位",
        "slow: a game will be long; take a smaller model or fewer seats",
    )
    return Finding("speed", state, pick(words, lang), pick(slow, lang) if state == LIMITED else "")


def _usage(reply: RawReply, lang: str) -> Finding:
    if reply.usage.known:
        return Finding("usage", GOOD, pick(("会报用量", "reports its tokens"), lang))
    text = pick(("不报用量：词元和费用是估算的", "reports no tokens: they and the cost are estimated"), lang)
    return Finding("usage", LIMITED, text)


def _chinese(reply: RawReply) -> Finding:
    han = len(_HAN.findall(reply.text))
    if han >= 12:
        return Finding("chinese", GOOD, f"会说中文（{han}字）")
    return Finding("chinese", LIMITED, "没有用中文回答", "换一个会中文的模型，或用 --lang en")


async def _rules(spec: ModelSpec, lang: str, client: ChatClient) -> Finding:
    """How many of the five questions are answered rightly; they go out together."""
    right = sum(await asyncio.gather(*(_knows(spec, lang, client, asked) for asked in questions())))
    count = len(questions())
    text = pick((f"规则题答对 {right}/{count}", f"{right} of {count} questions about the rules right"), lang)
    weak = right < count - 1
    advice = (
        "模型偏弱，发言可能离谱；换强一点的模型",
        "a weak model: its speeches may make no sense; take a stronger one",
    )
    return Finding("rules", LIMITED if weak else GOOD, text, pick(advice, lang) if weak else "")


async def _knows(spec: ModelSpec, lang: str, client: ChatClient, asked: dict[str, Any]) -> bool:
    lines = zip(_LETTERS, asked[f"{lang}_options"], strict=True)
    options = "\n".join(f"{letter}. {text}" for letter, text in lines)
    words = ("只输出一个JSON对象，answer 写选项字母", "Output one JSON object only, answer being the letter")
    ask = pick(words, lang)
    schema = _object({"answer": {"type": "string", "enum": list(_LETTERS)}})
    text = f'{asked[lang]}\n{options}\n{ask}：{{"answer": ""}}'
    prompt = Prompted([{"role": "user", "content": text}], schema, schema, spec.settings.max_tokens, 0.0)
    try:
        reply = await client.ask(prompt, _Clock())
    except ModelFailure:
        return False
    said = (cut_out_object(reply.text) or {}).get("answer", reply.text)
    letter = re.search(r"\b([ABCD])\b", str(said).upper())
    return letter is not None and letter[1] == asked["answer"]


def _object(fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
