"""What the doctor makes of what it saw: good, limited or bad, in words, and what to change."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from llmwolf.llm.client import RawReply
from llmwolf.llm.config import ModelSpec
from llmwolf.llm.detailwords import detail_of
from llmwolf.llm.dialect import RUNGS, Dialect
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.listing import Listing
from llmwolf.llm.presets import presets, service_at
from llmwolf.llm.remedy import Setting
from llmwolf.llm.tokens import estimate
from llmwolf.players.words import Pair, pick

GOOD, LIMITED, BAD = "good", "limited", "bad"
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_SLOW: Final = 8.0
"""Tokens a second below which a speech of 200 characters takes longer than people like to wait."""
_LATE: Final = 10.0
_AT_ONCE: Final = 0.5
_LEAST_WINDOW: Final = 1_000
_LONG_REPLY: Final = 600
"""Tokens of a long speech with the thought, the claims and the plan beside it."""
_THINKING_ROOM: Final = 8_000
_PLAIN: Final[Mapping[str, Setting]] = {
    "claims": False, "orders": False, "thought_chars": 0, "plan_chars": 0, "polls": 0,
}  # fmt: skip
"""For a weak model: nothing is asked of it but what it says and whom it means."""

_TOLD: Final[dict[str, tuple[str, Pair]]] = {
    "auth": ("key", ("密钥或权限被拒绝", "the key or its rights were refused")),
    "quota": ("key", ("账户额度用完了", "the account has nothing left")),
    "not_found": ("model", ("没有这个模型或这个地址", "no such model or address")),
    "not_an_api": ("reach", ("这个地址不是模型接口", "the address is no model API")),
    "network": ("reach", ("连不上", "cannot be reached")),
    "time_out": ("reach", ("等不到回答", "no answer in time")),
    "rate_limit": ("reach", ("请求太密，被限流", "too many requests")),
    "server": ("reach", ("服务出错", "the server fails")),
    "moderation": ("reach", ("内容审核拒绝了提示词", "the provider's moderation refuses the prompt")),
    "filtered": ("reach", ("内容过滤截断了回答", "the provider's filter stops the reply")),
    "refused": ("reach", ("模型拒绝回答", "the model declines to answer")),
    "empty": ("reach", ("回答是空的", "the reply is empty")),
    "truncated": ("reach", ("回答被长度截断", "the reply is cut off")),
    "bad_body": ("reach", ("回答读不懂", "the reply cannot be read")),
    "no_choices": ("reach", ("应答里没有回答", "it answers without a reply")),
    "stream_cut": ("reach", ("回答中途断了", "the reply broke off")),
    "context": ("reach", ("提示词超过了窗口", "the prompt is longer than the window")),
    "bad_request": ("reach", ("请求被拒绝", "the request is refused")),
}
_NO_TLS: Final = ("wrong_version_number", "wrong version number", "record layer failure")
"""What an encrypted call to a server that speaks plain http ends with."""
_ADVICE: Final[dict[str, Pair]] = {
    "quota": ("给账户充值，或用 --model 换一个服务", "top the account up, or name another service"),
    "network": (
        "检查服务是否在运行、--base-url 的地址和端口、代理设置；没有服务可用 `llmwolf serve-model FILE.gguf`",
        "check that the server runs, the address and port of --base-url, and the proxy;"
        " there is `llmwolf serve-model FILE.gguf` where there is no server",
    ),
    "time_out": ("太慢：换小一点的模型，或多等一会儿", "too slow: take a smaller model, or wait longer"),
    "rate_limit": ("同时少问几个", "ask less at once"),
    "context": (
        "窗口太小：换窗口更大的模型，或改服务的设置",
        "the window is too small: take another model, or serve it with a larger one",
    ),
    "moderation": ("换一个服务：狼人杀离不开“刀”“毒”", "take another service: wolves do kill"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: its ``name``, how it is (good, limited or bad), and in words.

    ``advice`` is what to do, ``changes`` are settings of ``llmwolf.toml`` that would help.
    """

    name: str
    state: str
    text: str
    advice: str = ""
    changes: Mapping[str, Setting] = field(default_factory=dict)


def why(reason: str) -> Pair:
    """What a failure is called by people; its own word where there is no other."""
    return _TOLD.get(reason, ("", (reason, reason)))[1]


def of_failure(failure: ModelFailure, spec: ModelSpec, listing: Listing | None, lang: str) -> Finding:
    """Why nothing works: which part is at fault, and what to do."""
    name, words = _TOLD.get(failure.reason, ("reach", ("不能用", "cannot be used")))
    advice = pick(_ADVICE.get(failure.reason, ("", "")), lang)
    endpoint = spec.endpoint
    if failure.reason == "auth":
        advice = _about_key(endpoint, lang)
    elif failure.reason in ("not_found", "not_an_api", "bad_request"):
        advice = _about_place(endpoint, listing, lang)
    elif failure.reason in ("network", "time_out") and _spoken_plainly(endpoint, failure):
        url = endpoint.base_url.replace("https://", "http://", 1)
        advice = pick(
            (
                f"这里多半不是 https：改用 --base-url {url}。否则：{advice}",
                f"there is probably no https: use --base-url {url}. Otherwise: {advice}",
            ),
            lang,
        )
    text = _with_detail(pick(words, lang), failure, lang)
    changes = patient(spec) if failure.reason == "time_out" else gentle(endpoint, [failure.reason])
    return Finding(name, BAD, text, advice, changes)


def of_endless(most: int, lang: str) -> Finding:
    """That a reply of one sentence was still going on after ``most`` characters, and was broken off."""
    words = (
        f"回答没完没了：只要一句话，说了 {most} 字还不停，已打断",
        f"the reply does not end: one sentence was asked for, and it was broken off after {most} characters",
    )
    advice = (
        "换一个模型，或检查服务的停止符和对话模板",
        "take another model, or check its stop words and template",
    )
    return Finding("reach", BAD, pick(words, lang), pick(advice, lang))


def _with_detail(text: str, failure: ModelFailure, lang: str) -> str:
    """``text`` with what ``failure`` says beside its reason."""
    detail = detail_of(failure, lang)
    return text + pick((f"：{detail}", f": {detail}"), lang) if detail else text


def _spoken_plainly(endpoint: Endpoint, failure: ModelFailure) -> bool:
    """Whether the server at an https address probably speaks plain http, as local ones do."""
    wrong = any(words in failure.detail.lower() for words in _NO_TLS)
    return endpoint.base_url.startswith("https://") and (endpoint.local or wrong)


def _about_key(endpoint: Endpoint, lang: str) -> str:
    service = endpoint.name if endpoint.name in presets() else service_at(endpoint.base_url)
    variable = (presets()[service].key_env if service else "") or "OPENAI_API_KEY"
    zh = f"检查环境变量 {variable}（或 llmwolf.toml 里 key_env 所指的变量）里的密钥，以及它对这个模型的权限"
    en = f"check the key in {variable} (or in what key_env of llmwolf.toml names), and its rights"
    return pick((zh, en), lang)


def _about_place(endpoint: Endpoint, listing: Listing | None, lang: str) -> str:
    """What is wrong about the address or the model's name, by what the service lists."""
    if listing is None:
        service = service_at(endpoint.base_url)
        if service and presets()[service].base_url != endpoint.base_url:
            url = presets()[service].base_url
            return pick((f"{service} 的地址是 --base-url {url}", f"{service} is at --base-url {url}"), lang)
        zh = "检查 --base-url（多半少了 /v1 之类的路径）和模型名；`llmwolf models` 列出已知服务的地址"
        en = (
            "check --base-url (a path such as /v1 may be missing) and the model's name;"
            " `llmwolf models` lists known services"
        )
        return pick((zh, en), lang)
    if listing.base_url != endpoint.base_url and endpoint.model in listing:
        url = listing.base_url
        return pick((f"改用 --base-url {url}", f"use --base-url {url}"), lang)
    near, count = " / ".join(listing.near(endpoint.model)), len(listing.names)
    zh = f"{listing.base_url} 列出 {count} 个模型；可试 --model {near}"
    return pick((zh, f"{listing.base_url} lists {count} models; try --model {near}"), lang)


def of_listing(endpoint: Endpoint, listing: Listing, lang: str) -> Finding:
    """Whether the model that answered is one that the service lists."""
    if endpoint.model in listing:
        words = (
            f"模型 {endpoint.model} 在服务的列表里",
            f"the model {endpoint.model} is one that the service lists",
        )
        return Finding("model", GOOD, pick(words, lang))
    near = " / ".join(listing.near(endpoint.model))
    words = (
        f"服务没有列出 {endpoint.model}，但照样回答了（列出的有：{near}）",
        f"the service does not list {endpoint.model}, and answers all the same (it lists {near})",
    )
    return Finding("model", GOOD, pick(words, lang))


def of_window(spec: ModelSpec, window: int, lang: str) -> Finding:
    """Whether the model's window, as the service tells it, is as large as is counted on."""
    wanted = spec.settings.context_tokens
    if window >= wanted:
        words = (f"窗口 {window} 词元", f"a window of {window} tokens")
        return Finding("window", GOOD, pick(words, lang))
    words = (
        f"窗口只有 {window} 词元，而 context 是 {wanted}：对局一长就装不下",
        f"a window of {window} tokens, while context is {wanted}: a long game does not fit",
    )
    advice = (
        "写明窗口，发言会按规则压缩；小模型的中文费词元，再减半更稳",
        "say so, and speeches are condensed by rule; half of it is safer where a small model counts Chinese",
    )
    changes: dict[str, Setting] = {"context": max(window, _LEAST_WINDOW)}
    if spec.settings.max_tokens > window // 4:
        changes["max_tokens"] = max(window // 8, 256)
    return Finding("window", LIMITED, pick(words, lang), pick(advice, lang), changes)


def of_key(endpoint: Endpoint, answered: bool, lang: str) -> Finding:
    """Whether a key was wanted, which is not known before something was ``answered``."""
    if not answered:
        unproved = (
            ("密钥还没验出来：服务一次也没有作答", "the key is not proved: the server never gave a reply")
            if endpoint.api_key
            else (
                "还看不出要不要密钥：服务一次也没有作答",
                "whether a key is wanted is not known: no reply was had",
            )
        )
        return Finding("key", LIMITED, pick(unproved, lang))
    words = ("密钥有效", "the key is accepted") if endpoint.api_key else ("不需要密钥", "no key is wanted")
    return Finding("key", GOOD, pick(words, lang))


def of_retries(reasons: Sequence[str], endpoint: Endpoint, lang: str) -> Finding:
    """That it took several attempts."""
    words = (f"重试了{len(reasons)}次：", f"{len(reasons)} retries: ")
    listed = pick(("、", ", "), lang).join(pick(why(reason), lang) for reason in reasons)
    return Finding("steady", LIMITED, pick(words, lang) + listed, changes=gentle(endpoint, reasons))


def of_trouble(failure: ModelFailure, endpoint: Endpoint, lang: str) -> Finding:
    """That no whole reply was to be had in two attempts, so that what is seen on one cannot be told."""
    cause, detail = pick(why(failure.reason), lang), detail_of(failure, lang)
    if detail:
        cause += pick((f"（{detail}）", f" ({detail})"), lang)
    words = (
        f"问了两次都没有可用的回答：{cause}；速度、流式、用量这次看不出来",
        f"no usable reply in two attempts: {cause}; speed, stream and usage cannot be told",
    )
    advice = pick(_ADVICE.get(failure.reason, ("再体检一次", "look again")), lang)
    changes = gentle(endpoint, [failure.reason])
    return Finding("steady", LIMITED, pick(words, lang), advice, changes)


def of_format(dialect: Dialect, lang: str) -> Finding:
    """In which format answers come, and what else is particular."""
    told = {
        RUNGS[0]: ("结构化输出 json_schema", "structured output: json_schema"),
        RUNGS[1]: ("结构化输出 json_object", "structured output: json_object"),
        RUNGS[2]: ("没有 JSON 模式，只能从文本里取 JSON", "no JSON mode: JSON is taken out of plain text"),
    }
    text = pick(told[dialect.format], lang)
    if quirks := _quirks(dialect, lang):
        text += pick(("；", "; "), lang) + ", ".join(quirks)
    return Finding("json", GOOD if dialect.format != RUNGS[2] else LIMITED, text)


def _quirks(dialect: Dialect, lang: str) -> list[str]:
    """In what the endpoint wants to be asked otherwise than most."""
    usual = Dialect()
    told = (
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


def of_grammar(dialect: Dialect, held: bool, lang: str) -> Finding:
    """Whether a reply is held to its schema by force, which matters where that is relied upon."""
    if held:
        words = ("回答被语法约束在结构之内", "a grammar holds replies to the schema")
        return Finding("grammar", GOOD, pick(words, lang))
    if not dialect.grammar:
        words = ("结构只是提示，每个回答都会核对", "the schema is a hint: every reply is checked")
        return Finding("grammar", GOOD, pick(words, lang))
    words = (
        "没有按语法约束，而本地服务通常会；回答照样核对",
        "no grammar holds replies to the schema, as local servers mostly do; every reply is checked",
    )
    advice = ("写明不用语法，提示词的前缀就能共用", "say so, and prompts share their beginning")
    return Finding("grammar", LIMITED, pick(words, lang), pick(advice, lang), {"grammar": False})


def of_stream(streams: bool, pieces: int, seconds: float, lang: str) -> Finding:
    """Whether a reply that took so many ``seconds`` came in pieces."""
    if streams and pieces > 1:
        words = (f"流式，{pieces}段", f"streams, in {pieces} pieces")
        return Finding("stream", GOOD, pick(words, lang))
    if streams and seconds < _AT_ONCE:
        words = (
            "接受流式；回答太快，一段就到齐了",
            "takes a stream; the reply was too quick to come in pieces",
        )
        return Finding("stream", GOOD, pick(words, lang))
    if streams:
        words = (
            "要了流式，却一次发完（中间多半有缓存的代理）：发言会一次出现，自爆时照样中断",
            "asked to stream, it sends all at once (a proxy may hold it back): speeches appear at once",
        )
        return Finding("stream", LIMITED, pick(words, lang))
    text = pick(("不流式：发言会一次出现，自爆时照样中断", "does not stream: speeches appear at once"), lang)
    return Finding("stream", LIMITED, text)


def of_speed(spec: ModelSpec, reply: RawReply, first: float, writing: float, lang: str) -> Finding:
    """How long one waits: ``first`` seconds to the first word, ``writing`` from there to the last."""
    tokens = reply.usage.completion or estimate(reply.text + reply.reasoning)
    rate = tokens / max(writing, 0.001)
    words = (
        f"首字 {first:.2f} 秒，每秒约 {rate:.0f} 词元",
        f"first word after {first:.2f} s, {rate:.0f} tokens a second",
    )
    if first <= _LATE and rate >= _SLOW:
        return Finding("speed", GOOD, pick(words, lang))
    slow = (
        "太慢，一局会很长；换小一点的模型，或用 --models 让它只坐几个席位",
        "slow: a game will be long; take a smaller model, or give it fewer seats with --models",
    )
    need = first + _LONG_REPLY / rate
    changes = patient(spec, need) if need > spec.patience.turn else {}
    return Finding("speed", LIMITED, pick(words, lang), pick(slow, lang), changes)


def of_usage(reply: RawReply, lang: str) -> Finding:
    """Whether tokens are counted."""
    if reply.usage.known:
        return Finding("usage", GOOD, pick(("会报用量", "reports its tokens"), lang))
    text = pick(("不报用量：词元和费用是估算的", "reports no tokens: they and the cost are estimated"), lang)
    return Finding("usage", LIMITED, text)


def of_thinking(spec: ModelSpec, reply: RawReply, lang: str) -> Finding | None:
    """Whether it thinks first, and has the room for that; ``None``: it does not."""
    room = {} if spec.settings.max_tokens >= _THINKING_ROOM else {"max_tokens": _THINKING_ROOM}
    if reply.finish == "length":
        words = ("回答没说完就用完了 max_tokens", "max_tokens is used up before the answer is over")
        return Finding("reasoning", LIMITED, pick(words, lang), changes=room)
    if not (reply.reasoning or reply.usage.reasoning):
        return None
    spent = reply.usage.reasoning or estimate(reply.reasoning)
    words = (f"会先思考（保密；约{spent}词元）", f"it thinks first, in private; about {spent} tokens")
    return Finding("reasoning", GOOD, pick(words, lang), changes=room if spent > 300 else {})


def of_chinese(reply: RawReply) -> Finding:
    """Whether a Chinese question gets a Chinese answer."""
    han = len(_HAN.findall(reply.text))
    if han >= 12:
        return Finding("chinese", GOOD, f"会说中文（{han}字）")
    return Finding("chinese", LIMITED, "没有用中文回答", "换一个会中文的模型，或用 --lang en")


def of_rules(answers: Sequence[str], lang: str) -> Finding:
    """How many questions about the rules were answered rightly.

    ``answers`` are by question: empty where it was right, otherwise what was said instead, or why nothing.
    """
    wrong = [f"{number}({pick(why(said), lang)})" for number, said in enumerate(answers, 1) if said]
    right, count = len(answers) - len(wrong), len(answers)
    share = f"{right / count:.0%}"
    words = (
        f"规则题答对 {right}/{count}（{share}）",
        f"{right} of {count} questions about the rules right ({share})",
    )
    text = pick(words, lang)
    if wrong:
        text += pick((f"；错：{', '.join(wrong)}", f"; wrong: {', '.join(wrong)}"), lang)
    if right >= count - 1:
        return Finding("rules", GOOD, text)
    advice = (
        "模型偏弱，发言可能离谱；换强一点的模型，或少要求它一些",
        "a weak model: its speeches may make no sense; take a stronger one, or ask less of it",
    )
    return Finding("rules", LIMITED, text, pick(advice, lang), _PLAIN)


def patient(spec: ModelSpec, need: float = 0.0) -> dict[str, Setting]:
    """A turn that is long enough for ``need`` seconds, and twice as long as it is."""
    wanted = max(2 * spec.patience.turn, 1.5 * need)
    return {"turn_seconds": float(min(3_600, math.ceil(wanted / 30) * 30))}


def gentle(endpoint: Endpoint, reasons: Sequence[str]) -> dict[str, Setting]:
    """Fewer calls at once, where there were too many."""
    return {"concurrency": max(1, endpoint.concurrency // 2)} if "rate_limit" in reasons else {}
