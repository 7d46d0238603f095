"""AIWolf logs: one event a line, ``day,kind,…`` (docs/imports.md).

Their night belongs to the day before: what happens by night after day 1 is night 2 here, and the divination
of day 0 is night 1, in which nobody is attacked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from llmwolf.boards import Board, profile
from llmwolf.imports.tale import Expected, Tale, remark, roomy, unreadable
from llmwolf.record.head import Sitter
from llmwolf.record.notation.items import Phase
from llmwolf.record.notation.sentences import Sentence
from llmwolf.rules.ruleset import resolve
from llmwolf.rules.words import clean

FORMAT: Final = "aiwolf"
ROLES: Final = {
    "WEREWOLF": "werewolf",
    "POSSESSED": "possessed",
    "SEER": "seer",
    "BODYGUARD": "guard",
    "MEDIUM": "gravekeeper",
    "VILLAGER": "villager",
}
_SPECIES: Final = {"HUMAN": "good", "WEREWOLF": "wolf"}
_WINNERS: Final = {"VILLAGER": "good", "WEREWOLF": "wolves"}
_SILENCE: Final = ("over", "skip")
"""Talks that say only that nothing is said."""
RULES: Final[Mapping[str, object]] = {
    "sheriff": False,
    "wolves_win": "parity",
    "last_words": "none",
    "speech_start": "any",
    "explode_phases": (),
    "guard_repeat": "free",
    "dead_calls": "skipped",
    "tie": "random",
}
"""The house rules of their tables, as far as they are not the official ones."""


class Row(NamedTuple):
    """One line: its number, day, kind, and the fields after it."""

    line: int
    day: int
    kind: str
    fields: tuple[str, ...]
    raw: str


@dataclass(slots=True)
class _Log:
    """What was read so far."""

    roles: dict[int, str] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    agents: dict[int, str] = field(default_factory=dict)
    rows: dict[str, list[Row]] = field(default_factory=lambda: defaultdict(list))


_FIELDS: Final = {
    "status": 5, "talk": 4, "whisper": 4, "divine": 3, "guard": 3, "attackVote": 2, "attack": 2, "vote": 2,
    "execute": 2, "result": 3,
}  # fmt: skip
"""How many fields follow each kind; the last one of a talk may hold commas."""


def read(text: str) -> Tale:
    """The game of an AIWolf log; raises :class:`~llmwolf.record.notation.errors.Malformed`."""
    log = _Log()
    for number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if raw.strip():
            row = _row(number, raw)
            log.rows[row.kind].append(row)
    _seats(log)
    cards = tuple(log.roles[seat] for seat in sorted(log.roles))
    sitters = tuple(
        Sitter(seat=s, name=log.names[s] or f"{s}号", player="model", model=log.agents[s])
        for s in sorted(log.roles)
    )
    home = profile("official")
    name = f"aiwolf-{len(cards)}"
    rules = resolve(_house_rules(log), home.rules)
    board = Board(name, f"AIWolf {len(cards)}人", f"AIWolf, {len(cards)} seats", home, cards, rules)
    tale = Tale(FORMAT, board, rules, cards, sitters)
    for kind, tell in _TELL.items():
        for row in log.rows[kind]:
            tell(tale, row)
    _attacks(tale, log)
    _votes(tale, log)
    return tale


def _row(number: int, raw: str) -> Row:
    parts = raw.split(",", 2)
    if len(parts) < 3 or not parts[0].strip().isdecimal() or parts[1] not in _FIELDS:
        known = ", ".join(_FIELDS)
        raise unreadable(
            f"应是“天数,事件,…”；事件有 {known}", f"wanted is `day,kind,…`; kinds are {known}", number, raw
        )
    count = _FIELDS[parts[1]]
    fields = tuple(parts[2].split(",", count - 1))
    if len(fields) < count and not (parts[1] == "status" and len(fields) == count - 1):
        raise unreadable(
            f"{parts[1]} 后面应有 {count} 项", f"{parts[1]} is followed by {count} fields", number, raw
        )
    return Row(number, int(parts[0]), parts[1], fields, raw)


def _number(row: Row, at: int) -> int:
    """A seat."""
    value = row.fields[at].strip()
    if not value.isdecimal() or not 1 <= int(value) <= 99:
        raise unreadable(f"“{value}”不是座位号", f"{value!r} is no seat", row.line, row.raw)
    return int(value)


def _word(row: Row, at: int, known: Mapping[str, str]) -> str:
    value = row.fields[at].strip()
    if value not in known:
        names = ", ".join(known)
        raise unreadable(f"不认识“{value}”；有 {names}", f"{value!r} is none of {names}", row.line, row.raw)
    return known[value]


def _seats(log: _Log) -> None:
    """Who sits where with which card; every status line must say the same."""
    for row in log.rows["status"]:
        seat, role = _number(row, 0), _word(row, 1, ROLES)
        if log.roles.setdefault(seat, role) != role:
            raise unreadable(
                f"{seat}号前面是另一张牌", f"seat {seat} had another card before", row.line, row.raw
            )
        log.agents.setdefault(seat, clean(row.fields[3]).strip())
        log.names.setdefault(seat, clean(row.fields[4]).strip() if len(row.fields) > 4 else "")
    if sorted(log.roles) != list(range(1, len(log.roles) + 1)) or not log.roles:
        raise unreadable(
            "status 行要写明 1 号起每个座位的身份",
            "status lines must give the card of every seat from 1 on",
            1,
        )


def _house_rules(log: _Log) -> dict[str, object]:
    rules = dict(RULES)
    if any(len(ballots) > 1 for ballots in _ballots(log).values()):
        rules["tie"] = "revote_then_random"
    return rules | roomy(row.fields[3] for row in log.rows["talk"])


# -- one line --------------------------------------------------------------------------------------------


def _talk(tale: Tale, row: Row) -> None:
    """Each talk is a speech of its own, but for those before night 1, of which the rules know nothing."""
    seat, words = _number(row, 2), clean(row.fields[3]).strip()
    if words.lower() in _SILENCE:
        return
    if not row.day:
        tale.notes.append(f"第0天 {seat}号：{words}")
        return
    tale.add("say", Phase(row.day, True), row.line, row.raw, (seat,), words=words)
    tale.turns[f"speech/{row.day}"].append(seat)


def _whisper(tale: Tale, row: Row) -> None:
    words = clean(row.fields[3]).strip()
    if words.lower() not in _SILENCE:
        tale.whispers[row.day + 1, _number(row, 2)].append(words)


def _divine(tale: Tale, row: Row) -> None:
    by, target, seen = _number(row, 0), _number(row, 1), _word(row, 2, _SPECIES)
    night = Phase(row.day + 1, False)
    tale.add("check", night, row.line, row.raw, pairs=((by, target),))
    tale.expected.append(Expected("check", row.line, row.raw, night, (target,), seen))


def _guard(tale: Tale, row: Row) -> None:
    pair = (_number(row, 0), _number(row, 1))
    tale.add("guard", Phase(row.day + 1, False), row.line, row.raw, pairs=(pair,))


def _attack(tale: Tale, row: Row) -> None:
    """Whether the victim died is what the rules make of knife and guard."""
    died = row.fields[1].strip().lower() == "true"
    seats = (_number(row, 0),) if died else ()
    tale.expected.append(Expected("dawn", row.line, row.raw, Phase(row.day + 1, True), seats))


def _execute(tale: Tale, row: Row) -> None:
    day = Phase(row.day, True)
    tale.expected.append(Expected("exiled", row.line, row.raw, day, (_number(row, 0),)))


def _result(tale: Tale, row: Row) -> None:
    tale.expected.append(Expected("winner", row.line, row.raw, value=_word(row, 2, _WINNERS)))


_TELL: Final[Mapping[str, Callable[[Tale, Row], None]]] = {
    "talk": _talk,
    "whisper": _whisper,
    "divine": _divine,
    "guard": _guard,
    "attack": _attack,
    "execute": _execute,
    "result": _result,
}


# -- several lines ---------------------------------------------------------------------------------------


def _rounds(rows: list[Row]) -> list[list[Row]]:
    """Ballots of one day: a voter who comes again begins the next one."""
    rounds: list[list[Row]] = []
    for row in rows:
        if not rounds or row.fields[0] in {other.fields[0] for other in rounds[-1]}:
            rounds.append([])
        rounds[-1].append(row)
    return rounds


def _by_day(rows: list[Row]) -> dict[int, list[Row]]:
    days: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        days[row.day].append(row)
    return days


def _ballots(log: _Log) -> dict[int, list[list[Row]]]:
    return {day: _rounds(rows) for day, rows in _by_day(log.rows["vote"]).items()}


def _attacks(tale: Tale, log: _Log) -> None:
    """The pack's choices, where they lead to the attack; otherwise the attack alone."""
    votes = _by_day(log.rows["attackVote"])
    for day, rows in _by_day(log.rows["attack"]).items():
        row, night = rows[-1], Phase(day + 1, False)
        target = _number(row, 0)
        last = _rounds(votes.get(day, []))[-1:]
        pairs = tuple((_number(vote, 0), _number(vote, 1)) for ballot in last for vote in ballot)
        if pairs and _most(pairs) == [target]:
            tale.add("kill", night, last[0][0].line, row.raw, pairs=pairs)
            continue
        tale.add("kill", night, row.line, row.raw, (target,))
        if pairs:
            why = Sentence(
                f"第{night.day}夜狼队的刀票没有定出{target}号，照结果记",
                f"the pack's votes of night {night.day} do not settle on {target}; taken as it came out",
            )
            tale.remarks.append(remark("stated", why, row.line))


def _most(pairs: tuple[tuple[int, int], ...]) -> list[int]:
    counts = Counter(target for _, target in pairs)
    most = max(counts.values(), default=0)
    return sorted(target for target, count in counts.items() if count == most)


def _votes(tale: Tale, log: _Log) -> None:
    """The ballot, the second one after a tie, and the lot where that is tied too."""
    executed = {row.day: (row, _number(row, 0)) for row in log.rows["execute"]}
    for day, ballots in _ballots(log).items():
        phase = Phase(day, True)
        cast = [tuple((_number(v, 0), _number(v, 1)) for v in ballot) for ballot in ballots[:2]]
        for word, ballot, pairs in zip(("vote", "pk_vote"), ballots, cast, strict=False):
            tale.add(word, phase, ballot[0].line, ballot[0].raw, pairs=pairs)
        tied = _most(cast[-1])
        if day in executed and len(tied) > 1 and executed[day][1] in tied:
            row, seat = executed[day]
            tale.add("drawn", phase, row.line, row.raw, (seat,))
        for extra in ballots[2:]:
            why = Sentence(f"第{day}天第三次投票", f"the third ballot of day {day}")
            tale.remarks.append(remark("left_out", why, extra[0].line))
