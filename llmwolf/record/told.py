"""What is wrong with a record, in Chinese."""

from __future__ import annotations

import re
from typing import Final

_PLACED: Final = (
    (r"(.+): the file cannot be read \(No such file or directory\)", r"没有 \1 这个文件"),
    (r"(.+): the file cannot be read \(Is a directory\)", r"\1 是文件夹，这里要文件"),
)
_SENTENCES: Final = (
    (r"the file cannot be read \((.*)\)", r"文件读不了（\1）"),
    (r"the file is empty: nothing of a game is in it", "文件是空的，里面没有对局"),
    (r"this is not a llmwolf record: .*", "这不是 llmwolf 的对局记录：第一行不是记录头"),
    (r"the record has schema version (.*); this llmwolf reads version (.*)",
     r"记录的格式版本是 \1，这个 llmwolf 只读版本 \2"),
    (r"this is no JSON \((?:.*)\)", "这一行不是 JSON，文件可能损坏"),
    (r"this is no JSON object", "这一行不是 JSON 对象"),
    (r"a line of kind (.*) after the end of the game \(line (\d+)\)",
     r"对局在第\2行已经结束，后面不能再有 \1 行"),
    (r"a second head: there are two games in this file", "又有一个记录头：这个文件里有两局"),
    (r"unknown kind (.*); did you mean (.*)\?", r"不认识的行 \1，是不是 \2"),
    (r"unknown kind (.*); known are (.*)", r"不认识的行 \1；可以是 \2"),
    (r"unknown event (.*); did you mean (.*)\?", r"不认识的事件 \1，是不是 \2"),
    (r"unknown event (.*)", r"不认识的事件 \1"),
    (r"the text of blob (.*) is not the one it was", r"文本 \1 被改过"),
    (r"said: there is no answer of that seat which this could be", "said：这个座位没有对应的回答"),
    (r"said: the text is here a second time", "said：这段文字重复了"),
    (r"(\w+): this field is missing", r"缺少 \1 这一项"),
    (r"(\w+): this must be (.*)", r"\1 必须是 \2"),
    (r"this game is over; there is nothing to go on with", "这一局已经结束，不能接着打"),
    (r"(?:(.*) does not hold|it does not hold), see `llmwolf verify`: .*",
     "记录与自己的决定对不上；`llmwolf verify` 可以看到详情"),
)  # fmt: skip
"""What records say most; the rest is for who wrote the file by hand."""


def chinese(sentence: str, where: str, line: int) -> str:
    """``sentence`` about ``line`` of ``where`` (0, empty: about none), where there are words for it."""
    place = "".join((where, f" 第{line}行" if line else "")).strip()
    whole = f"{where}: {sentence}" if where else sentence
    for english, words in _PLACED:
        if found := re.fullmatch(english, whole):
            return found.expand(words)
    for english, words in _SENTENCES:
        if found := re.fullmatch(english, sentence, re.DOTALL):
            return f"{place}：{found.expand(words)}" if place else found.expand(words)
    return f"{place}：{sentence}" if place else sentence
