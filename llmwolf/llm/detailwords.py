"""What a failure says beside its reason, for people: in Chinese too, and nothing twice."""

from __future__ import annotations

import re
from typing import Final

from llmwolf.llm.failure import REASONS, ModelFailure
from llmwolf.rules.words import clean

_SAID_ALREADY: Final = re.compile(
    r"^(model .* or this address is unknown|the key or the access was refused); "
)
_IN_CHINESE: Final = tuple(
    (re.compile(wanted), words)
    for wanted, words in (
        (r"; nor does it answer with or without /v1$", "；有没有 /v1 都一样"),
        (r"^(\d{3}) from (\S+): ", r"\2 答复 \1："),
        (r"^an error from (\S+): ", r"\1 报错："),
        (r" answered with a web page, (.*); is the base URL right\?", r" 答复的是一个网页 \1"),
        (r" answered with a web page; is the base URL right\?", " 答复的是一个网页"),
        (r" cannot be reached: ", " 连不上："),
        (r" did not answer in time$", " 没有按时回答"),
        (r" stopped answering$", " 停下不答了"),
        (r" took too long for one turn$", " 一次回答用时太长"),
        (r" sent what is not JSON: ", " 发来的不是 JSON："),
        (r" answered without a reply$", " 应答了，里面却没有回答"),
        (r" broke the reply off$", " 中断了回答"),
        (r"^the reply was stopped by a filter ", "过滤器截断了回答 "),
        (r"^the server ended the reply with ", "服务这样结束了回答："),
    )
)


def one_line(text: str) -> str:
    """``text`` of a stranger as one clean line."""
    return " ".join(clean(text).split())


def detail_of(failure: ModelFailure, lang: str) -> str:
    """What ``failure`` says beside its reason, in one line, perhaps none. A server's words stay."""
    detail = _SAID_ALREADY.sub("", one_line(failure.detail), count=1)
    if lang == "en":
        return detail
    if detail == REASONS[failure.reason]:
        return ""
    for wanted, words in _IN_CHINESE:
        detail = wanted.sub(words, detail)
    return detail
