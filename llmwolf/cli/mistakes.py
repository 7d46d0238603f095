"""How a mistake is told: in the language of the command where there are words for it, else in English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, pairwise
from typing import IO, Any, Final

import click

_HAN: Final = re.compile("[\u4e00-\u9fff]")
_CLICK: Final = tuple(
    (re.compile(english), chinese)
    for english, chinese in (
        (r"(?:File|Path|Directory) '(.*)' does not exist\.?", r"没有 \1"),
        (r"File '(.*)' is a directory\.?", r"\1 是文件夹，这里要文件"),
        (r"Directory '(.*)' is a file\.?", r"\1 是文件，这里要文件夹"),
        (r"'(.*)' is not one of (.*?)\.?", r"\1 不在可选之列：\2"),
        (r"'(.*)' is not a valid (?:integer|float)(?: range)?\.?", r"\1 不是数"),
        (r"(\S+) is not in the range (.*?)\.?", r"\1 不在范围 \2 内"),
        (r"No such command '(.*?)'\..*", r"没有 \1 这个命令"),
        (r"Option '(.*)' requires an argument\.?", r"\1 后面要有值"),
        (r"Got unexpected extra arguments? \((.*)\)", r"多出来的：\1"),
        (r"Missing command\.?", "要有一个命令"),
        (r"there is no board '(.*)'; did you mean '(.*)'\?", r"没有棋盘 '\1'；是不是 '\2'？"),
        (r"there is no board '(.*)'; known are (.*)", r"没有棋盘 '\1'；有 \2"),
        (r"there is no file (.*)", r"没有 \1 这个文件"),
    )
)
"""What click and the records say most → the same in Chinese."""


def spoken(args: Sequence[str]) -> str:
    """The language that ``args`` ask for, before they are looked at more closely."""
    words = list(chain.from_iterable(word.split("=", 1) for word in args))
    named = [after for word, after in pairwise(words) if word == "--lang"]
    return "en" if named[-1:] == ["en"] else "zh"


class Mistake(click.ClickException):
    """A mistake that click tells of, in ``lang``."""

    exit_code = 2

    def __init__(self, error: click.ClickException, lang: str) -> None:
        super().__init__(error.format_message() if lang == "en" else _chinese(error))
        self._context = error.ctx if isinstance(error, click.UsageError) else None

    def show(self, file: IO[Any] | None = None) -> None:
        """Write how the command is used, and what was wrong: all of it in one language."""
        zh = _HAN.search(self.message) is not None
        if context := self._context:
            usage = context.get_usage()
            usage = usage.replace("Usage: ", "用法：", 1) if zh else usage
            more = f"帮助：{context.command_path} --help" if zh else f"Try '{context.command_path} --help'."
            click.echo(f"{usage}\n{more}\n", file=file, err=file is None)
        click.echo(f"{'错误：' if zh else 'Error: '}{self.message}", file=file, err=file is None)


def _chinese(error: click.ClickException) -> str:
    """The message in Chinese, or as it is where there are no words for it."""
    if isinstance(error, click.NoSuchOption):
        near = f"；是不是 {'、'.join(error.possibilities)}" if error.possibilities else ""
        return f"没有 {error.option_name} 这个选项{near}"
    hint = _hint(error) if isinstance(error, click.BadParameter) else ""
    if isinstance(error, click.MissingParameter):
        return f"缺少 {hint}"
    for english, chinese in _CLICK:
        if found := english.fullmatch(error.message):
            return f"{hint}：{found.expand(chinese)}" if hint else found.expand(chinese)
    if hint and _HAN.search(error.message):
        return f"{hint}：{error.message}"
    return error.format_message()


def _hint(error: click.BadParameter) -> str:
    """Which option or argument is meant."""
    hint = error.param_hint
    if hint is None and error.param is not None:
        hint = error.param.get_error_hint(error.ctx)
    return hint if isinstance(hint, str) else " / ".join(hint or ())
