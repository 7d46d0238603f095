"""The nine-seat session: one JSON object a game, from a voice table (docs/imports.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from llmwolf.boards import Board, find_board
from llmwolf.imports.places import line_of
from llmwolf.imports.tale import Expected, Tale, remark, roomy, unreadable
from llmwolf.record.head import Sitter
from llmwolf.record.notation.errors import Malformed
from llmwolf.record.notation.items import Phase
from llmwolf.record.notation.sentences import Sentence
from llmwolf.rules.ruleset import resolve
from llmwolf.rules.words import clean

FORMAT: Final = "session"
ROLES: Final = {
    "Villager": "villager",
    "Villiage": "villager",
    "Werewolf": "werewolf",
    "Seer": "seer",
    "Witch": "witch",
    "Hunter": "hunter",
}
RULES: Final[Mapping[str, object]] = {
    "sheriff": False,
    "wolves_win": "edge",
    "shot_before_win_check": False,
    "witch_self_save": "first_night",
    "self_vote": True,
    "tie": "pk",
    "speech_start": "any",
    "wolf_talk": False,
}
"""The house rules seen at that table."""
_OUT: Final = {
    "killed": "knife",
    "exiled": "exile",
    "poisoned": "poison",
    "suicide": "explode",
    "shot": "shot",
    "in_game": "",
}
_PHASE: Final = re.compile(r"Day (\d{1,2}) (Night|Daytime)")
_TURN: Final = re.compile(
    r"Day (\d{1,2}) (?:Night|Daytime) - \[(\d)\] (is speaking|gives the last words)(?: ?\(Round (\d)\))?"
)
_BALLOTS: Final = {"Voting Pattern": "vote", "Voting Pattern (Round 2)": "pk_vote"}
_THIRD: Final = "Voting Pattern (Round 3)"
_NIGHT: Final = {"Seer": "check", "Werewolf": "kill", "Witch antidote": "save", "Witch poison": "poison"}
_HUNTER: Final = "Hunter"
_ABSTAINED: Final = -1


class Turn(NamedTuple):
    """One speech: when it began, the round (1, 2 for the PK), its words; ``last``: last words."""

    day: int
    seat: int
    round: int
    last: bool
    start: float
    text: str
    key: str


def read(text: str) -> Tale:
    """The game of a session; raises :class:`~llmwolf.record.notation.errors.Malformed`."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        zh, en = f"这不是 JSON（{error.msg}）", f"this is no JSON ({error.msg})"
        raise unreadable(zh, en, error.lineno) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets within brackets
        raise unreadable("这个 JSON 太深或数字太长", "this JSON is too deep, or a number too long") from None
    return _Session(text, data).tale()


class _Session:
    def __init__(self, text: str, data: Any) -> None:
        self._text = text
        if not isinstance(data, dict):
            raise unreadable("整个文件应是一个 JSON 对象", "the file must be one JSON object", 1)
        self._data = data
        self._state = self._table(data, "game_state")
        self._phases = sorted(
            (Phase(int(m[1]), m[2] == "Daytime"), key) for key in self._state if (m := _PHASE.fullmatch(key))
        )

    # -- values --------------------------------------------------------------------------------

    def _fault(self, zh: str, en: str, *keys: str) -> Malformed:
        return unreadable(zh, en, line_of(self._text, keys), " / ".join(keys))

    def _table(self, data: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
        value = data.get(keys[-1])
        if not isinstance(value, dict):
            raise self._fault("这里应有一个对象", "an object is wanted here", *keys)
        return value

    def _seat(self, value: object, *keys: str) -> int:
        """A seat, written as a number or as text."""
        if isinstance(value, str) and value.strip().isdecimal():
            value = int(value)
        if type(value) is not int or not 1 <= value <= 9:
            raise self._fault("这里应是 1 到 9 的座位号", "a seat from 1 to 9 is wanted here", *keys)
        return value

    def _place(self, *keys: str) -> tuple[int, str]:
        return line_of(self._text, ("game_state", *keys)), " / ".join(keys)

    # -- the game ------------------------------------------------------------------------------

    def tale(self) -> Tale:
        """Everything that the session tells."""
        roles = self._table(self._state, "game_state", "roles")
        cards = []
        for seat in range(1, 10):
            role = roles.get(str(seat))
            if not isinstance(role, str) or role not in ROLES:
                known = ", ".join(ROLES)
                raise self._fault(
                    f"{seat}号应是 {known} 之一", f"seat {seat} must be one of {known}", "game_state", "roles"
                )
            cards.append(ROLES[role])
        home = find_board("standard-9")
        turns = sorted(self._turns(), key=lambda turn: (turn.day, turn.start))
        rules = {**RULES, **roomy(turn.text for turn in turns)}
        if any(turn.last and turn.day > 1 and self._died_by_night(turn) for turn in turns):
            rules["last_words"] = "always"
        board = Board(
            "session-9",
            "九人局（语音桌）",
            "Nine seats (voice table)",
            home.profile,
            tuple(sorted(cards)),
            home.rules,
        )
        sitters = tuple(Sitter(seat=s, name=f"{s}号", player="human") for s in range(1, 10))
        tale = Tale(FORMAT, board, resolve(rules, home.rules), tuple(cards), sitters)
        for phase, key in self._phases:
            tale.items[phase]  # a phase without an act was played too
            own = [turn for turn in turns if turn.day == phase.day]
            if phase.is_day:
                self._day(tale, phase, key, own)
            else:
                self._night(tale, phase, key)
        self._outs(tale)
        if not turns:
            why = Sentence(
                "没有发言记录，发言顺序由种子决定", "no speeches are recorded; their order is the seed's"
            )
            tale.remarks.append(remark("assumed", why))
        return tale

    def _night(self, tale: Tale, phase: Phase, key: str) -> None:
        night = self._table(self._state, key)
        for name, word in _NIGHT.items():
            value = night.get(name)
            if value in (None, "", False, _ABSTAINED):
                continue
            place = self._place(key, name)
            seats: tuple[int, ...] = () if value is True else (self._seat(value, "game_state", key, name),)
            tale.add(word, phase, *place, seats)
        self._shot(tale, phase, key, night)
        if "Death Message" in night:
            dead = night["Death Message"]
            seats = self._list(dead, key, "Death Message")
            morning = Phase(phase.day, True)
            tale.expected.append(Expected("dawn", *self._place(key, "Death Message"), morning, seats))

    def _list(self, value: object, *keys: str) -> tuple[int, ...]:
        if not isinstance(value, list):
            raise self._fault("这里应是座位的列表", "a list of seats is wanted here", "game_state", *keys)
        return tuple(self._seat(seat, "game_state", *keys) for seat in value)

    def _day(self, tale: Tale, phase: Phase, key: str, turns: list[Turn]) -> None:
        day = self._table(self._state, key)
        dead = self._dead_of_night(phase.day)
        for turn in turns:
            if turn.last and turn.seat in dead:
                self._say(tale, phase, turn)
        for turn in turns:
            if not turn.last and turn.round == 1:
                tale.turns[f"speech/{phase.day}"].append(turn.seat)
                self._say(tale, phase, turn)
        if "suicide" in day and day["suicide"] not in (None, "", _ABSTAINED):
            place = self._place(key, "suicide")
            tale.add("explode", phase, *place, (self._seat(day["suicide"], "game_state", key, "suicide"),))
        self._votes(tale, phase, key, day, turns)
        for turn in turns:
            if turn.last and turn.seat not in dead:
                self._say(tale, phase, turn)
        self._shot(tale, phase, key, day)

    def _votes(self, tale: Tale, phase: Phase, key: str, day: Mapping[str, Any], turns: list[Turn]) -> None:
        result = day.get("Voting Result", _ABSTAINED)
        if "Voting Result" in day:
            out = self._voted_out(key, result)
            tale.expected.append(Expected("exiled", *self._place(key, "Voting Result"), phase, out))
        if _THIRD in day and result not in (None, _ABSTAINED):  # no rule of ours has a third round
            line, text = self._place(key, _THIRD)
            tale.add("out", phase, line, text, self._voted_out(key, result))
            why = Sentence(
                f"第{phase.day}天投了三轮，只照录结果",
                f"day {phase.day} had three ballots; taken as it came out",
            )
            tale.remarks.append(remark("stated", why, line))
            return
        for name, word in _BALLOTS.items():
            if name not in day:
                continue
            if word == "pk_vote":
                for turn in turns:
                    if not turn.last and turn.round == 2:
                        tale.turns[f"pk/{phase.day}"].append(turn.seat)
                        self._say(tale, phase, turn)
            pairs = []
            for voter, target in self._table(day, "game_state", key, name).items():
                keys = ("game_state", key, name, voter)
                if target in (None, _ABSTAINED, str(_ABSTAINED)):
                    continue
                pairs.append((self._seat(voter, *keys), self._seat(target, *keys)))
            tale.add(word, phase, *self._place(key, name), pairs=pairs)

    def _voted_out(self, key: str, result: object) -> tuple[int, ...]:
        """Whom the ballot exiled, as the session states it."""
        if result in (None, _ABSTAINED):
            return ()
        return (self._seat(result, "game_state", key, "Voting Result"),)

    def _shot(self, tale: Tale, phase: Phase, key: str, acts: Mapping[str, Any]) -> None:
        """The hunter's shot stands where he went out: by day, if he was exiled the day before."""
        value = acts.get(_HUNTER)
        if value in (None, "", False, _ABSTAINED):
            return
        hunter = tale.cards.index("hunter") + 1
        target = self._seat(value, "game_state", key, _HUNTER)
        yesterday = Phase(phase.day - 1, True)
        exiled = any(e.fact == "exiled" and e.phase == yesterday and hunter in e.seats for e in tale.expected)
        where = yesterday if not phase.is_day and exiled else phase
        tale.add("shoot", where, *self._place(key, _HUNTER), pairs=((hunter, target),))

    def _outs(self, tale: Tale) -> None:
        final = self._state.get("final")
        for seat, how in final.items() if isinstance(final, dict) else ():
            if not isinstance(how, str) or how not in _OUT:
                raise self._fault(
                    f"不认识“{how}”；有 {', '.join(_OUT)}",
                    f"{how!r} is none of {', '.join(_OUT)}",
                    "game_state",
                    "final",
                    seat,
                )
            place = self._place("final", seat)
            tale.expected.append(
                Expected(
                    "out", *place, seats=(self._seat(seat, "game_state", "final", seat),), value=_OUT[how]
                )
            )

    # -- speeches ------------------------------------------------------------------------------

    def _turns(self) -> Iterator[Turn]:
        """The speeches with the moment at which each began; without a clock, as they stand."""
        times = self._data.get("task_time")
        audio = self._data.get("audio")
        times = times if isinstance(times, dict) else {}
        audio = audio if isinstance(audio, dict) else {}
        for place, key in enumerate(dict.fromkeys((*times, *audio))):
            turn = _TURN.fullmatch(key)
            if turn is None:
                continue
            span = times.get(key)
            start = (
                span[0] if isinstance(span, list) and span and isinstance(span[0], (int, float)) else place
            )
            said = audio.get(key)
            text = said.get("text", "") if isinstance(said, dict) else ""
            if not isinstance(text, str):
                raise self._fault("这里应是文字", "a text is wanted here", "audio", key, "text")
            last = turn[3] != "is speaking"
            yield Turn(int(turn[1]), int(turn[2]), int(turn[4] or 1), last, start, clean(text).strip(), key)

    def _say(self, tale: Tale, phase: Phase, turn: Turn) -> None:
        if turn.text:
            line = line_of(self._text, ("audio", turn.key))
            tale.add("say", phase, line, turn.key, (turn.seat,), words=turn.text)

    def _dead_of_night(self, day: int) -> tuple[int, ...]:
        night = self._state.get(f"Day {day} Night")
        dead = night.get("Death Message") if isinstance(night, dict) else None
        return self._list(dead, f"Day {day} Night", "Death Message") if dead else ()

    def _died_by_night(self, turn: Turn) -> bool:
        return turn.seat in self._dead_of_night(turn.day)
