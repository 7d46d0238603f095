"""Plays whole games in a real terminal and kills the program again and again: nothing may be lost.

    python -m tests.tui.dying --moments 50 [--seed 1]

Each sitting is ``llmwolf`` in a pty, played by its screen and keys alone, killed with SIGKILL after a drawn
number of keys and a drawn moment, and gone on with from the library. After every kill the record holds every
decision that had been confirmed, as it was given, and what stood in the composer for a moment is there again;
at the end the record verifies. The exit code is 1 where that is not so.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from llmwolf.players.phrases import choice_label
from llmwolf.record.journal import read_journal
from llmwolf.record.reader import Transcript, read
from llmwolf.record.verify import verify
from llmwolf.rules.asks import PASS, Decision
from llmwolf.rules.words import clean
from llmwolf.tui.model.ask import DONE_KEY
from llmwolf.tui.model.drafts import Drafts, draft_path
from tests.tui.terminal import Terminal

BOARDS = ("official-12", "standard-9", "wolf-king-thief-cupid-12", "silencer-knight-12", "crow-12", "face-14")
SIZE = (110, 34)
COMPOSERS = ("speech", "whisper")
PATIENCE = 120.0
"""Seconds in which something must happen on a busy machine."""
WAITS = (
    "Enter 选定",
    "Enter 标记",
    "Enter 确认",
    "不在可选范围",
    "先选择一项",
    "不能跳过",
    "先按 Esc",
    "要选",
    "最多",
    "至少选",
)
"""What an open question with answers says, whatever was pressed last."""
SLOWEST = "ms until a draft was on the disk, at most"
ARMED = "？Enter 确认"
_COLUMNS = re.compile("[│╮╯](?=[│╭╰])")
"""Where the left column ends and the right one begins."""
_OPTION = re.compile(r"[ ►✓](?: |(?=\d\d))(\d{1,2}|[a-d]) (\S+)")


class Killed(Exception):
    """The moment of this sitting has come."""


class Lost(AssertionError):
    """Something that must not be lost is."""


@dataclass
class Life:
    """What is remembered of one game over all its sittings."""

    folder: Path
    board: str
    seed: int
    confirmed: list[str | None] = field(default_factory=list)
    """What was confirmed on the screen, in order; ``None``: recorded, but the screen died before it told."""
    trying: str | None = None
    """What was being confirmed."""
    typed: dict[str, str] = field(default_factory=lambda: dict.fromkeys(COMPOSERS, ""))
    """What was typed and not sent, by composer."""
    kept: dict[str, str] = field(default_factory=lambda: dict.fromkeys(COMPOSERS, ""))
    """As much of it as had been typed a moment ago."""
    moves: list[object] = field(default_factory=list)

    @property
    def record(self) -> Path | None:
        """The file of the game, once there is one."""
        return next(iter(sorted((self.folder / "transcripts").glob("*.jsonl"))), None)


class Person:
    """Sits at one terminal until the moment comes, or the game is over."""

    def __init__(self, life: Life, rng: random.Random, keys: int, tally: Counter[str]) -> None:
        """The program is killed after so many ``keys``."""
        self._life = life
        self._rng = rng
        self._left = keys
        self._tally = tally
        record = life.record
        command = [sys.executable, "-m", "llmwolf.cli"]
        if record is None:
            command += ["--board", life.board, "--seed", str(life.seed)]
        home = str(life.folder)
        root = str(Path(__file__).parents[2])
        variables = {
            "HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home,
            "PATH": os.environ.get("PATH", ""), "PYTHONPATH": root, "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
        }  # fmt: skip
        self.terminal = Terminal(command, life.folder, variables, SIZE)
        self._resumes = record is not None
        self._found: set[str] = set()

    # -- hands and eyes ------------------------------------------------------------------------

    def _press(self, *keys: str) -> None:
        for key in keys:
            if self._left <= 0:
                time.sleep(self._rng.uniform(0, 0.3) ** 2)
                raise Killed
            self._left -= 1
            self.terminal.press(key)

    def _look(self) -> str:
        return "\n".join(self.terminal.look())

    def until(self, true: Callable[[str], object], what: str) -> str:
        """The screen as soon as it is as wanted; raises :class:`Lost` where it never is."""
        end = time.monotonic() + PATIENCE
        while not true(shown := self._look()):
            if time.monotonic() > end:
                raise Lost(f"never seen: {what}; the screen:\n{shown}")
        return shown

    # -- a sitting -----------------------------------------------------------------------------

    def sit(self) -> bool:
        """Play; returns whether the game is over, and not whether the program was killed."""
        with self.terminal:
            try:
                self.open()
                while self._act():
                    pass
            except Killed:
                self.terminal.kill()
                return False
            self.terminal.press("ctrl+q")
            self.until(lambda shown: "\n".join(self.terminal.look()) == shown, "the end of the program")
            return True

    def open(self) -> None:
        """To the table: of a new game, or by the library to the one that broke off."""
        self.until(lambda shown: "开始对局 F2" in shown, "the form")
        if not self._resumes:
            self._press("f2")
        else:
            self._press("f7")
            self.until(lambda shown: "未完" in shown, "the unfinished game in the library")
            self._press("enter")
        self.until(lambda shown: "速度" in shown.split("\n")[0] or "再来一局" in shown, "the table")

    def _act(self) -> bool:
        """One thing that a person does; False when the game is over."""
        shown = self._look()
        if "再来一局" in shown:
            return False
        head = shown.split("\n")[0]
        if "速度 瞬间" not in head:
            self._press("f7")
            self.until(lambda now: now.split("\n")[0] != head, "another pace")
        elif "先按 Esc" in _panel(shown):
            self._press("escape")
            self.until(lambda now: "先按 Esc" not in _panel(now), "the question has the keys again")
        elif "发出 Ctrl+S" in _below(shown):
            self._say()
        elif _panel(shown):
            self._choose()
        elif not self._life.typed["speech"] and self._rng.random() < 0.1 and "F4 草稿" in shown:
            self._jot()
        else:
            self.until(lambda now: now != shown, "something happening")
        return True

    def _choose(self) -> None:
        """Choose something that may be chosen, then confirm it."""
        shown = self._look()
        if ARMED not in shown:
            offered = dict(_OPTION.findall(_panel(shown)))
            seats = [key for key, label in offered.items() if key not in "0d" and "已迷" not in label]
            if DONE_KEY in offered:
                found = re.search(r"选(\d)", _panel(shown))
                for key in self._rng.sample(seats, int(found[1]) if found else 1):
                    self._press(*key, "enter")
                    self.until(lambda now, key=key: f"✓{key:>2} " in now, f"{key} is marked")  # type: ignore[misc]
                self._press(DONE_KEY)
            elif offered:
                self._press(*self._rng.choice([*seats, *seats, *offered]))
            else:
                self.until(lambda now: now != shown, "the answers of the question")
                return
            self._press("enter")
            shown = self.until(lambda now: ARMED in now, "what is to be confirmed")
        (line,) = [row for row in shown.split("\n") if ARMED in row]
        what = line[: line.index(ARMED)].rpartition("│")[2].strip()
        self._life.trying = what
        self._press("enter")
        self.until(lambda now: ARMED not in now, f"{what} is taken")
        self._life.confirmed.append(what)
        self._life.trying = None
        self._tally["choices"] += 1

    def _say(self) -> None:
        """Go on with what is written, and send it."""
        life = self._life
        composer = "whisper" if "狼队夜谈" in _below(self._look()) else "speech"
        if (before := life.typed[composer]) and composer not in self._found:
            self.until(lambda shown: before in _below(shown), f"the draft {before!r}")
            self._found.add(composer)
            self._tally["drafts found again"] += 1
        self._type(composer, "完" if before else self._words())
        if self._rng.random() < 0.3:
            self._pause(composer)
        text = life.typed[composer]
        self.until(lambda now: text in _below(now), f"{text!r} as it was typed")
        life.trying = text
        self._press("ctrl+s")
        self.until(
            lambda now: "发出 Ctrl+S" not in now or text not in _below(now),
            f"{text!r} is taken",
        )
        life.confirmed.append(text)
        life.typed[composer] = life.kept[composer] = ""
        life.trying = None
        self._tally["texts"] += 1

    def _jot(self) -> None:
        """Begin a draft while nothing is asked; it may be somebody's last chance to, or too late."""
        self._press("f4")
        shown = self.until(lambda now: "F6 模板 ·" in _below(now) or "F4 草稿" not in now, "the draft")
        if "草稿（还没轮到你）" in _below(shown):
            self._type("speech", self._words())
            self._pause("speech")

    def _words(self) -> str:
        """Words that were never said before."""
        return f"{self._rng.randrange(10**6):06}号像狼，"

    def _type(self, composer: str, text: str) -> None:
        for start in range(0, len(text), 3):
            piece = text[start : start + 3]
            self._life.typed[composer] += piece
            self._press(piece)
            if self._rng.random() < 0.2:
                self._pause(composer)

    def _pause(self, composer: str) -> None:
        """Think for a moment: until what is written is on the disk."""
        life, record = self._life, self._life.record
        began = time.monotonic()
        while record is not None and on_disk(record)[composer] != life.typed[composer]:
            if time.monotonic() > began + PATIENCE:
                raise Lost(f"{life.typed} is not on the disk; the screen:\n{self._look()}")
            self._look()
        life.kept[composer] = life.typed[composer]
        took = round(1000 * (time.monotonic() - began))
        self._tally[SLOWEST] = max(self._tally[SLOWEST], took)


def _panel(shown: str) -> str:
    """The box with an open question below the log; empty where there is none."""
    boxes: list[list[str]] = []
    for row in shown.split("\n"):
        right = _COLUMNS.split(row, maxsplit=1)[-1]
        if right.startswith("╭"):
            boxes.append([])
        elif right.startswith("│") and boxes:
            boxes[-1].append(right[1:])
    asking = [box for box in boxes[1:] if any(word in box[-1] for word in WAITS if box)]
    return "\n".join(asking[-1]) if asking else ""


def _below(shown: str) -> str:
    """The box at the bottom, where texts are written."""
    rows = shown.split("\n")
    return "\n".join(rows[max((at for at, row in enumerate(rows) if "╭" in row), default=0) :])


def on_disk(record: Path) -> dict[str, str]:
    """The drafts beside ``record``, by composer."""
    return asdict(Drafts(record).load())


def look_over(life: Life, tally: Counter[str]) -> bool:
    """Compare what is on the disk with what is remembered; returns whether the game is over."""
    record = life.record
    if record is None or not record.stat().st_size:
        return False
    transcript = read(record)
    if list(transcript.moves[: len(life.moves)]) != life.moves:
        raise Lost(f"a move that was recorded is another one now: {record}")
    life.moves = list(transcript.moves)
    given = _given(transcript, record)
    more = len(given) - len(life.confirmed)
    if more == 1 and life.trying is not None:
        # It was saved, and the screen died before it could say so.
        life.confirmed.append(life.trying)
        tally["saved before the screen could tell"] += 1
        for composer in COMPOSERS:
            if life.trying == life.typed[composer]:
                life.typed[composer] = life.kept[composer] = ""
    elif more:
        raise Lost(f"confirmed {life.confirmed}, recorded {given}: {record}")
    life.trying = None
    for what, decision in zip(life.confirmed, given, strict=True):
        if not _same(what or "", decision):
            raise Lost(f"confirmed {what!r}, recorded {decision}: {record}")
    if transcript.finished:
        return True
    for composer, found in on_disk(record).items():
        here = (
            "" if found in life.confirmed else found
        )  # said, and the disk not told yet: the table leaves it out
        typed, kept = life.typed[composer], life.kept[composer]
        if typed and not (typed.startswith(here) and here.startswith(kept)):
            raise Lost(f"typed {typed!r}, kept {here!r}, which a moment ago was {kept!r}: {record}")
        tally["letters typed in the last moment and not kept"] += len(typed) and len(typed) - len(here)
        life.typed[composer] = life.kept[composer] = here if typed else ""
    return False


def _given(transcript: Transcript, record: Path) -> list[Decision]:
    """The person's decisions, the sealed ones with them."""
    (seat,) = [sitter.seat for sitter in transcript.head.seats if sitter.player == "human"]
    sealed = [answer for after, answer in read_journal(record) if after >= len(transcript.moves)]
    moves = [*transcript.moves, *sealed]
    return [move for move in moves if isinstance(move, Decision) and move.seat == seat]


def _same(what: str, decision: Decision) -> bool:
    """Whether the recorded decision is the one that the screen had asked to confirm."""
    if decision.text:
        return clean(what) == decision.text
    if decision.verb == PASS:
        return not re.search(r"\d+号", what)
    named = {int(seat) for seat in re.findall(r"(\d+)号", what)}
    if decision.targets:
        return named == set(decision.targets)
    return not named and choice_label(decision.verb, "zh") != ""


def play(board: str, seed: int, moments: int, rng: random.Random, tally: Counter[str], folder: Path) -> int:
    """Play one game to its end, with at most so many kills; returns how many there were."""
    life = Life(folder, board, seed)
    (folder / "transcripts").mkdir()
    kills = 0
    while True:
        keys = rng.randint(1, 45) if kills < moments else 10**9
        person = Person(life, rng, keys, tally)
        if not person.sit():
            kills += 1
        if look_over(life, tally):
            break
    record = life.record
    assert record is not None
    report = verify(record)
    if not report.ok:
        raise Lost(f"{record} does not verify")
    if draft_path(record).exists() and kills == 0:
        raise Lost(f"a draft stays beside a game that is over: {record}")
    tally["games"] += 1
    tally["decisions"] += len(life.confirmed)
    return kills


def run(moments: int, seed: int = 1, told: Callable[[str], object] = lambda line: None) -> Counter[str]:
    """Kill the program at so many moments; raises :class:`Lost` where something is lost.

    ``told`` hears how each game went.
    """
    rng = random.Random(seed)
    tally: Counter[str] = Counter()
    game = 0
    while tally["kills"] < moments:
        with tempfile.TemporaryDirectory(prefix="llmwolf-dying-") as folder:
            board = BOARDS[game % len(BOARDS)]
            left = moments - tally["kills"]
            kills = play(board, seed * 1000 + game, left, rng, tally, Path(folder))
        tally["kills"] += kills
        told(f"{board} #{seed * 1000 + game}: killed {kills} times, {tally['decisions']} decisions so far")
        game += 1
    return tally


def main() -> int:
    """Run, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--moments", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        tally = run(given.moments, given.seed, lambda line: sys.stderr.write(f"{line}\n"))
    except Lost as lost:
        sys.stdout.write(f"LOST: {lost}\n")
        return 1
    for what, count in tally.items():
        sys.stdout.write(f"{count:6} {what}\n")
    sys.stdout.write("nothing was lost; every record verifies\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
