"""Plays a game in a real terminal (tmux) by what its screen shows, and writes the screens down.

    python -m tests.tui.tmux_session docs/a-game-in-the-terminal.md

Needs tmux, and llmwolf in this environment. The person at the keyboard is this script: it reads the text of
the terminal and presses keys, and knows nothing else of the game.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep

WIDTH, HEIGHT = 100, 30
SEED = 42
PATIENCE = 120.0
TITLE = """# 终端里的一局

一局真实的对局：`llmwolf --board official-12 --seed {seed}`，{width}×{height} 的终端，一个人坐在电脑玩家当中。
每一屏都是当时终端里的原文（路径只留末尾），由 `python -m tests.tui.tmux_session` 在 tmux 里打出来，
按键只根据屏幕上的字决定。
"""


@dataclass
class Terminal:
    """A tmux window, and the screens that were kept of it."""

    socket: str
    kept: list[tuple[str, str]] = field(default_factory=list)

    def tmux(self, *words: str) -> str:
        """What a tmux command prints."""
        command = ["tmux", "-L", self.socket, "-f", "/dev/null", *words]
        return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout

    def screen(self) -> str:
        """The text of the screen, once it stands still."""
        before = ""
        while (now := self.tmux("capture-pane", "-p")) != before:
            before = now
            sleep(0.3)
        return now

    def press(self, *keys: str) -> None:
        """Press keys by their tmux names."""
        for key in keys:
            self.tmux("send-keys", key)
            sleep(0.8 if key == "Escape" else 0.1)  # what follows an Esc at once is taken for one key with it

    def type(self, text: str) -> None:
        """Type a text."""
        self.tmux("send-keys", "-l", text)

    def keep(self, caption: str) -> None:
        """Keep the screen as it is, under ``caption``; only the first one of each."""
        if caption not in dict(self.kept):
            self.kept.append((caption, self.screen().rstrip()))

    def gone(self, word: str) -> None:
        """Wait until ``word`` is not on the screen any more."""
        end = monotonic() + PATIENCE
        while word in self.screen():
            if monotonic() > end:
                raise TimeoutError(f"{word} does not go")

    def until(self, *words: str) -> str:
        """The screen, once one of ``words`` is on it."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            screen = self.screen()
            if any(word in screen for word in words):
                return screen
        raise TimeoutError(f"none of {words} came:\n{screen}")


@contextmanager
def terminal(folder: Path, *words: str) -> Iterator[Terminal]:
    """``llmwolf`` with these words in a terminal of its own, in ``folder``."""
    (folder / "transcripts").mkdir()
    window = Terminal(f"llmwolf-{os.getpid()}")
    shell = f"cd {folder} && exec env -u NO_COLOR HOME={folder} LANG=C.UTF-8 {sys.executable} -m llmwolf.cli"
    window.tmux("new-session", "-d", "-x", str(WIDTH), "-y", str(HEIGHT), f"{shell} {' '.join(words)}")
    try:
        yield window
    finally:
        window.tmux("kill-server")


def options(screen: str) -> list[str]:
    """The keys of the answers that are listed, without 弃票 and its like."""
    rows = screen[screen.rindex("╭") :].split("\n")
    panel = [row.rsplit("│", 2)[-2] for row in rows if row.endswith("│")]
    return re.findall(r"[ ►✓]([1-9]\d?) \S", "\n".join(panel))


def choice(screen: str) -> str:
    """The key of an answer: a new seat to check, a wolf to vote for, else the first that is not oneself."""
    keys = options(screen)
    if "是否退水" in screen:
        return "0"
    checked = dict(re.findall(r"验 (\d+)号 (好人|狼人)", screen))
    me = re.search(r"(\d+) [▪✗] \S+ +(?:\S+ )?你", screen)
    wolves = [key for key in keys if checked.get(key) == "狼人"]
    unknown = [key for key in keys if key not in checked and not (me and key == me[1])]
    return [*([] if "查验谁" in screen else wolves), *unknown[len(unknown) // 2 :], *keys, "0"][0]


def speech(screen: str) -> str:
    """What the seer has to say, from what the panel at the left shows."""
    checks = sorted(re.findall(r"夜(\d+) 验 (\d+)号 (好人|狼人)", screen))
    told = "，".join(f"夜{n}验{seat}号{'查杀' if what == '狼人' else '金水'}" for n, seat, what in checks)
    return f"我是预言家，{told}。警徽流先2号后6号，过。" if told else "我是预言家，今天先听发言，过。"


def play(window: Terminal) -> None:
    """From the set-up to the end, then to the library and the replay."""
    window.until("开始对局")
    window.keep("选板子、座位、身份、速度，开局。")
    window.press("F2")
    window.until("Enter 选定")
    window.press("F1")
    window.until("─ 帮助 ─")
    window.keep("F1 帮助：按键、这个板子的牌和规则。")
    window.press("Escape")
    window.gone("─ 帮助 ─")
    window.press("F7", "F7")
    window.until("瞬间")
    while "再来一局" not in (screen := window.until("Enter 选定", "Ctrl+S", "再来一局")):
        if "Enter 选定" in screen:
            choose(window, screen)
        else:
            speak(window, screen)
    window.keep("结局：每个人的牌、胜负和下场，以及这一局存在哪里。")
    window.press(*["Right"] * 5)
    window.until("►新的设置")
    window.press("Enter")
    window.until("开始对局")
    window.press("F7")
    window.until("Enter 回放")
    window.keep("对局库（开局页 F7）：打过的每一局，没打完的接着打，打完的回放、导出、从中途再打。")
    window.press("Enter")
    window.until("Space 播放")
    window.press("Space", "PageDown", "PageDown", "PageDown", "j")
    window.keep("回放：按昼夜、阶段、发言跳，换成任何一号、公众或法官的视角。")


def choose(window: Terminal, screen: str) -> None:
    """Answer a question by a key, and confirm."""
    captions = {
        "今晚查验谁": "第一夜，轮到预言家：左边是座位和自己的牌，右边是记录，下面是问题。",
        "是否上警": "天亮先竞选警长。左下是昨夜的查验，只有自己看得到。",
        "投谁出局": "放逐投票：输入号码选中。",
    }
    window.press(*choice(screen))
    for question, caption in captions.items():
        if f"│{question}" in screen:
            window.keep(caption)
    window.press("Enter")
    if "│投谁出局" in screen or "投票：投谁" in screen:
        window.keep("选中以后再问一次：Enter 确认，Esc 取消。")
    window.press("Enter")
    window.gone("Enter 确认 ·")


def speak(window: Terminal, screen: str) -> None:
    """Look around by day, then speak."""
    if "白天发言  轮到你了" in screen:
        for key, word, caption in (
            ("F5", "─ 局势板 ─", "F5 局势板：谁跳了什么身份、报了哪些验人、警徽流怎么留。"),
            ("F10", "─ 票型 ─", "F10 票型：每一轮谁投了谁。"),
            ("F12", "我的标记", "F12 自己的标记：好人、狼、身份、一句笔记；只有自己看得到。"),
        ):
            window.press(key)
            window.until(word)
            window.press(*(["3", "w"] if key == "F12" else []))
            window.keep(caption)
            window.press("Escape")
            window.gone(word)
        window.press("PageUp")
        window.keep("PgUp 往回翻：新消息不会打断，Ctrl+End 回到最新。")
        window.press("C-End")
    window.press("F6")
    window.until("发言模板")
    window.keep("F6 发言模板：跳身份、报验人、站边、归票、表水，按自己知道的填好。")
    window.press("Escape")
    window.gone("发言模板")
    window.type(speech(screen))
    if "第2天 白天发言" in screen:
        window.keep("第二天发言：左下多了一夜的查验，座位表上有金水、查杀，也有自己的标记。")
    else:
        window.keep("自己发言：Enter 换行，Ctrl+S 发出；别人发言时也可以先写草稿（F4）。")
    window.press("C-s")
    window.gone("/400字 ─╯")


def main(path: Path) -> None:
    """Play, and write what was seen to ``path``."""
    with (
        tempfile.TemporaryDirectory() as folder,
        terminal(Path(folder), "--lang zh --board official-12 --seed", str(SEED)) as window,
    ):
        play(window)
    parts = [TITLE.format(seed=SEED, width=WIDTH, height=HEIGHT)]
    for number, (caption, screen) in enumerate(window.kept, 1):
        parts.append(f"## {number}. {caption}\n\n```text\n{screen.replace(f'{folder}/', '')}\n```\n")
    path.write_text("\n".join(parts), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
