"""Chat logs in a plain form that is quick to type (docs/imports.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from llmwolf.imports.chathead import Front, front_of, is_front
from llmwolf.imports.tale import Expected, Tale, remark, roomy, seats_named, unreadable
from llmwolf.record.head import Sitter
from llmwolf.record.notation.errors import Malformed
from llmwolf.record.notation.grammar import parse
from llmwolf.record.notation.items import Item, Phase
from llmwolf.record.notation.sentences import Sentence
from llmwolf.rules.ruleset import resolve
from llmwolf.rules.words import clean

FORMAT: Final = "chat"
LABEL: Final = re.compile(r"(?:([NDnd])\s*(\d{1,2})|第\s*(\d{1,2})\s*([夜晚天日]))(?![\d号])\s*[:：]?\s*")
_SPEECH: Final = re.compile(
    r"(遗言|last words)?\s*(\d{1,2})\s*号?\s*(遗言|last words)?\s*[:：]\s*", re.IGNORECASE
)
_DEAD: Final = re.compile(r"(?:死亡|死|died|dead)(?![a-z])\s*[:：]?\s*(.*)", re.IGNORECASE)
_OUT: Final = re.compile(r"(?:放逐|出局|出|out)(?![a-z])\s*[:：]?\s*(.*)", re.IGNORECASE)
_RESULT: Final = re.compile(r"(?:结果|胜者|result|winner)\s*[:：]?\s*(.*)", re.IGNORECASE)
_NOBODY: Final = ("", "-", "无", "没有", "平安夜", "平安日", "none", "nobody")
_WINNERS: Final = {
    "好人": "good", "good": "good", "狼人": "wolves", "狼": "wolves", "wolves": "wolves", "情侣": "lovers",
    "lovers": "lovers", "吹笛者": "piper", "piper": "piper", "平局": "draw", "draw": "draw",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Entry:
    """One line of a night or day; ``words`` of a speech may go on over several."""

    phase: Phase
    line: int
    text: str
    seat: int = 0
    last: bool = False
    words: str = ""


@dataclass(slots=True)
class _Day:
    """Where the day stands: which round a speech belongs to."""

    stage: str = "speech"
    dead: tuple[int, ...] = ()
    voted: bool = False
    left: set[str] = field(default_factory=set)
    """What is still to come today, by the notation's words."""


def looks_like(text: str) -> bool:
    """Whether some line begins with a night or a day."""
    return any(LABEL.match(line.strip()) for line in text.split("\n"))


def read(text: str) -> Tale:
    """The game of a chat log; raises :class:`~llmwolf.record.notation.errors.NotationError`."""
    heads: list[tuple[int, str]] = []
    entries: list[_Entry] = []
    results: list[tuple[int, str]] = []
    for number, entry in _entries(text, heads, results):
        if entries and entry.phase < entries[-1].phase:
            raise unreadable(
                f"{entry.phase} 不能在 {entries[-1].phase} 之后",
                f"{entry.phase} cannot follow {entries[-1].phase}",
                number,
                entry.text,
            )
        entries.append(entry)
    front = front_of(heads, {word for e in entries for word in _words(e)})
    tale = _tale(front, entries)
    for phase in sorted({entry.phase for entry in entries}):
        _Teller(tale, phase, [entry for entry in entries if entry.phase == phase]).tell()
    _assume_nights(tale)
    for number, said in results:
        side = next((side for word, side in _WINNERS.items() if said.lower().startswith(word)), "")
        if not side:
            known = "、".join(_WINNERS)
            raise unreadable(f"不认识“{said}”；可写 {known}", f"{said!r} is none of {known}", number, said)
        tale.expected.append(Expected("winner", number, said, value=side))
    return tale


def _tale(front: Front, entries: list[_Entry]) -> Tale:
    names = front.names or tuple(f"{seat}号" for seat in range(1, len(front.cards) + 1))
    sitters = tuple(Sitter(seat=s, name=name, player="human") for s, name in enumerate(names, 1))
    rules = resolve(roomy(e.words for e in entries), front.rules)
    tale = Tale(FORMAT, front.board, rules, front.cards, sitters)
    tale.remarks += front.remarks
    return tale


# -- lines -----------------------------------------------------------------------------------------------


def _entries(
    text: str, heads: list[tuple[int, str]], results: list[tuple[int, str]]
) -> Iterator[tuple[int, _Entry]]:
    """The entries with their lines; what stands before the first night goes into ``heads``."""
    phase: Phase | None = None
    speech: _Entry | None = None
    for number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        line = raw.strip()
        if speech is not None and line and raw[0] in " \t　":  # a speech goes on in indented lines
            speech = _Entry(
                speech.phase, speech.line, speech.text, speech.seat, speech.last, f"{speech.words}\n{line}"
            )
            continue
        if speech is not None:
            yield speech.line, speech
            speech = None
        if not line or line[0] in "#＃":
            continue
        if phase is None and is_front(line):
            heads.append((number, line))
            continue
        if found := _RESULT.fullmatch(line):
            results.append((number, found[1].strip()))
            continue
        if label := LABEL.match(line):
            phase = Phase(int(label[2] or label[3]), (label[1] or label[4]) in "Dd天日")
            line = line[label.end() :]
        if phase is None:
            raise unreadable(
                "先写板子、身份，再写第一夜（N1）",
                "write board and cards first, then the first night (N1)",
                number,
                line,
            )
        if not line:
            yield number, _Entry(phase, number, "")
        elif phase.is_day and (said := _SPEECH.match(line)):
            last = bool(said[1] or said[3])
            speech = _Entry(phase, number, line, int(said[2]), last, line[said.end() :])
        else:
            yield number, _Entry(phase, number, line)
    if speech is not None:
        yield speech.line, speech


def _items(entry: _Entry) -> tuple[Item, ...]:
    """An entry of acts, as the notation has them."""
    plain = re.sub(r"\s*[-=]>\s*", ">", entry.text)
    try:
        (line,) = parse([(entry.line, f"{entry.phase}: {plain}")])
    except Malformed as error:
        ways = () if not entry.phase.is_day else ("3号: 我是…", "死 3", "出 5")
        raise Malformed(error.why, entry.line, entry.text, ways) from None
    return line.items


def _words(entry: _Entry) -> Iterator[str]:
    """The notation's words in an entry that is neither a speech nor an outcome."""
    if entry.text and not entry.seat and not _outcome(entry):
        yield from (item.word.id for item in _items(entry))


def _outcome(entry: _Entry) -> tuple[str, str] | None:
    """(dead or out, who), where an entry says that."""
    for name, pattern in (("dead", _DEAD), ("out", _OUT)):
        if entry.phase.is_day and (found := pattern.fullmatch(entry.text)):
            return name, found[1].strip()
    return None


def _listed(entry: _Entry, text: str) -> tuple[int, ...]:
    """The seats in ``3 5``, ``3号、5号`` or ``无``."""
    if text.lower() in _NOBODY:
        return ()
    plain = re.sub(r"[号,，、\s]+", " ", text).split()
    if not plain or not all(word.isdecimal() for word in plain):
        raise unreadable(
            "这里应是座位号，没有人就写“无”",
            "seats are wanted here; where nobody, write `none`",
            entry.line,
            entry.text,
        )
    return tuple(map(int, plain))


class _Teller:
    """Tells one night or day to the tale."""

    def __init__(self, tale: Tale, phase: Phase, entries: list[_Entry]) -> None:
        self._tale, self._phase, self._entries = tale, phase, entries
        tale.items[phase]  # it was played, whatever is known of it
        self._day = _Day(left={word for entry in entries for word in _words(entry)})

    def tell(self) -> None:
        """Everything in its order."""
        for entry in self._entries:
            if entry.seat:
                self._speech(entry)
            elif outcome := _outcome(entry):
                self._outcome(entry, *outcome)
            elif entry.text:
                self._acts(entry)

    def _speech(self, entry: _Entry) -> None:
        day = self._day
        label = f"{day.stage}/{self._phase.day}"
        last = entry.last or day.voted or (day.stage == "speech" and entry.seat in day.dead)
        if not last:
            self._tale.turns[label].append(entry.seat)
        words = clean(entry.words).strip()
        if words:
            self._tale.add("say", self._phase, entry.line, entry.text, (entry.seat,), words=words)

    def _outcome(self, entry: _Entry, what: str, who: str) -> None:
        seats = _listed(entry, who)
        tale, day = self._tale, self._day
        if what == "dead":
            day.stage, day.dead = "speech", seats
            tale.expected.append(Expected("dawn", entry.line, entry.text, self._phase, seats))
            return
        tale.expected.append(Expected("exiled", entry.line, entry.text, self._phase, seats))
        if not day.voted and seats:
            tale.add("out", self._phase, entry.line, entry.text, seats)
            zh, en = (
                part.of(lang) for part, lang in zip([seats_named(seats)] * 2, ("zh", "en"), strict=True)
            )
            why = Sentence(
                f"第{self._phase.day}天的票没有写，照录{zh}出局",
                f"the ballots of day {self._phase.day} are not written; seat {en} went out as stated",
            )
            tale.remarks.append(remark("stated", why, entry.line))
        day.voted = True

    def _acts(self, entry: _Entry) -> None:
        for item in _items(entry):
            self._tale.items[self._phase].append(item)
            self._day.left.discard(item.word.id)
            if turn := _STAGES.get(item.word.id):
                turn(self._day, len(item.seats))


def _run(day: _Day, count: int) -> None:
    day.stage = "election" if count > 1 else "speech"


def _badge_vote(day: _Day, count: int) -> None:
    day.stage = "election_pk" if "badge_pk" in day.left else "speech"


def _speeches(day: _Day, count: int) -> None:
    day.stage = "speech"


def _vote(day: _Day, count: int) -> None:
    day.stage, day.voted = ("pk", False) if "pk_vote" in day.left else ("", True)


def _ended(day: _Day, count: int) -> None:
    day.voted = True


_STAGES: Final[Mapping[str, Callable[[_Day, int], None]]] = {
    "run": _run,
    "badge_vote": _badge_vote,
    "badge_pk": _speeches,
    "order": _speeches,
    "vote": _vote,
    "pk_vote": _ended,
    "explode": _ended,
}
"""What an item makes of the speeches after it."""


# -- what nobody wrote down ------------------------------------------------------------------------------


def _assume_nights(tale: Tale) -> None:
    """Where only the dead of a night are known: one was knifed, the other, never the witch, poisoned."""
    for expected in [e for e in tale.expected if e.fact == "dawn" and e.phase is not None]:
        assert expected.phase is not None
        night = Phase(expected.phase.day, False)
        known = {item.word.id for item in tale.items[night]}
        if known & {"kill", "caught", "save", "guard"}:
            continue
        poisoned = {seat for item in tale.items[night] if item.word.id == "poison" for seat in item.seats}
        dead = [seat for seat in expected.seats if seat not in poisoned]
        dead.sort(key=lambda seat: tale.cards[seat - 1] != "witch")  # she cannot have poisoned herself
        if len(dead) > 2 or (len(dead) == 2 and ("poison" in known or "witch" not in tale.cards)):
            raise unreadable(
                f"{night} 要写明谁被刀", f"write who was knifed in {night}", expected.line, expected.text
            )
        for word, seat in zip(("kill", "poison"), dead, strict=False):
            tale.add(word, night, expected.line, expected.text, (seat,))
        zh = "、".join(f"{seat}号{how}" for seat, how in zip(dead, ("被刀", "被毒"), strict=False)) or "空刀"
        en = ", ".join(f"seat {s} {how}" for s, how in zip(dead, ("knifed", "poisoned"), strict=False))
        why = Sentence(f"第{night.day}夜：{zh}", f"night {night.day}: {en or 'no knife'}")
        tale.remarks.append(remark("assumed", why, expected.line))
