"""What can be wrong with a record."""

from __future__ import annotations

from llmwolf.record.told import chinese


class RecordError(Exception):
    """A record cannot be read, written or played again.

    ``sentence`` says to a person what is wrong and, where there is something to do, what; ``line`` is the
    line of the file that it is about (0: none), ``where`` the file.
    """

    def __init__(self, sentence: str, line: int = 0, where: str = "") -> None:
        self.sentence = sentence
        self.line = line
        self.where = where
        place = ", ".join(part for part in (where, f"line {line}" if line else "") if part)
        super().__init__(f"{place}: {sentence}" if place else sentence)

    def told(self, lang: str) -> str:
        """The message in ``lang``; of what is seldom wrong there are English words alone."""
        return str(self) if lang == "en" else chinese(self.sentence, self.where, self.line)


class RecordExists(RecordError):
    """There is such a file already; a record is never overwritten."""


class RecordTaken(RecordError):
    """Another process has to do with this record; nothing was changed. ``told`` says so in both languages."""

    def __init__(self, zh: str, en: str, where: str) -> None:
        self._zh = f"{where}：{zh}"
        super().__init__(en, where=where)

    def told(self, lang: str) -> str:
        """The mistake in one line in ``lang``."""
        return str(self) if lang == "en" else self._zh


class RecordBusy(RecordTaken):
    """Another process, whose number is ``process`` (0: unknown), is writing this record."""

    def __init__(self, where: str, process: int = 0) -> None:
        self.process = process
        zh, en = (f"（进程 {process}）", f" (process {process})") if process else ("", "")
        super().__init__(
            f"这一局正在别处打{zh}；请在那边接着打，或先关掉那边",
            f"this game is being played elsewhere{en}; go on with it there, or close it first",
            where,
        )


class RecordChanged(RecordTaken):
    """Another process has written this record since it was read."""

    def __init__(self, where: str) -> None:
        super().__init__(
            "这一局刚在别处打过，文件已经不同；请重新打开",
            "this game was played elsewhere meanwhile, and the file is another one; open it again",
            where,
        )


class NotWritten(RecordError):
    """The disk does not take a record, or no more of it.

    ``cause`` is full, forbidden, missing (its folder) or other; ``system`` is what the system says.
    """

    def __init__(self, sentence: str, cause: str, system: str, where: str) -> None:
        self.cause = cause
        self.system = system
        super().__init__(sentence, where=where)


class BadLine(ValueError):
    """One line is not what it should be; the reader adds which line it was."""
