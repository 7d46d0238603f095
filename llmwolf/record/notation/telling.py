"""A played game as items: what each answer and each act out of turn is written as."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from llmwolf.record.notation.desk import phase_of
from llmwolf.record.notation.items import Phase
from llmwolf.record.notation.options import BALLOTS, POWERS, words_for
from llmwolf.record.notation.words import WORDS
from llmwolf.rules.asks import PASS, Ask, CutIn, Decision, Request
from llmwolf.rules.events import Exiled, LotDrawn, NightFell, Told
from llmwolf.rules.game import Game

_ROUNDS: Final = ("election", "election_pk", "speech", "pk")
_ALWAYS_OPEN: Final = ("badge", "last_act", "turn")
"""Questions whose pass is written too, so that no later answer can be taken for theirs."""
_TAKES: Final = {"first": "1", "second": "2"}


@dataclass(slots=True)
class _List:
    """A list of speakers that is still growing."""

    seats: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{WORDS['speak']} {' '.join(self.seats)}"


class Telling:
    """The items of one game, phase by phase, in the order in which things happened."""

    def __init__(self, game: Game) -> None:
        """``game`` is as it was played; its moves are gone through once more."""
        self.phases: dict[Phase, list[object]] = {}
        self._game = Game(game.spec, game.roles)
        self._list: _List | None = None
        self._round = ""
        self._seen = 0
        self._day = 0
        self._noticed = 0
        self._last = phase_of(game) if not game.over else None
        self._look(Phase(0, False))
        moves = game.moves
        at = 0
        while at < len(moves):
            at += self._step(moves[at:])
        if self._last in self.phases:
            if self._noticed:
                self._write(f"{WORDS['noticed']} {self._noticed}", self._last)
            self._write(WORDS["cut"].zh, self._last)

    def _step(self, moves: Sequence[Decision | CutIn]) -> int:
        """Write the next act out of turn, or the answers to the open ask; how many moves that took."""
        game = self._game
        ask = game.ask
        assert ask is not None
        phase = phase_of(game)
        self.phases.setdefault(phase, [])
        move = moves[0]
        if isinstance(move, CutIn):
            self._cut_in(ask, move, phase)
            count = 1
        else:
            count = len(ask.requests)
            answers = [m for m in moves[:count] if isinstance(m, Decision)]
            self._answered(ask, answers, phase)
        game.play(moves[:count])
        self._look(phase)
        return count

    def _write(self, text: object, phase: Phase) -> None:
        self.phases.setdefault(phase, []).append(text)

    # -- answers -------------------------------------------------------------------------------

    def _answered(self, ask: Ask, answers: list[Decision], phase: Phase) -> None:
        kinds = {request.seat: request for request in ask.requests}
        groups: dict[str, list[Decision]] = {}
        for answer in answers:
            groups.setdefault(kinds[answer.seat].kind, []).append(answer)
        for kind, given in groups.items():
            if kind == "speak":
                self._spoke(ask.stage, given[0], phase)
                continue
            self._list = None
            word = words_for(kinds[given[0].seat])[0]
            if kind == "potion":
                text = _potion(given, [kinds[answer.seat] for answer in given])
            elif kind in _SPECIAL:
                text = _SPECIAL[kind](given)
            elif kind in BALLOTS:
                text = f"{WORDS[word]} {_pairs(a for a in given if a.targets)}".rstrip()
            elif kind in POWERS:
                text = _power(kind, word, given)
            else:
                text = ""
            if not text and phase == self._last and _says_pass(kind, word, given):
                text = f"{WORDS[word]} -"
            if kind == "knife" and self._noticed:
                text = self._caught(given, text)
            if kind == "peek":
                self._noticed = 0
            if text:
                self._write(text, phase)

    def _caught(self, knives: list[Decision], text: str) -> str:
        """The girl was noticed: either she is the victim, or the pack left her."""
        girl, self._noticed = self._noticed, 0
        if all(answer.targets == (girl,) for answer in knives):
            return f"{WORDS['caught']} {girl}"
        return f"{WORDS['noticed']} {girl}; {text}"

    # -- speeches ------------------------------------------------------------------------------

    def _spoke(self, stage: str, answer: Decision, phase: Phase) -> None:
        if stage in _ROUNDS:
            self._listed(stage, str(answer.seat), phase)
        if answer.verb != PASS or self._must_say(stage, answer.seat, phase):
            self._write(_said(answer.seat, answer.text), phase)

    def _must_say(self, stage: str, seat: int, phase: Phase) -> bool:
        """Whether silence is written, lest a later speech of the same seat be taken for this one."""
        judge = self._game.judge
        talks = judge.rules.idiot_talks and seat in judge.facts.marks.get("voteless", ())
        return talks or (stage == "last_words" and phase == self._last)

    def _listed(self, stage: str, seat: str, phase: Phase) -> None:
        if self._list is None or self._round != stage:
            self._list, self._round = _List(), stage
            self._write(self._list, phase)
        self._list.seats.append(seat)

    def _cut_in(self, ask: Ask, cut: CutIn, phase: Phase) -> None:
        speaker = ask.requests[0].seat
        fresh = self._list is None or self._round != ask.stage
        if cut.verb != "withdraw" or (fresh and ask.stage in _ROUNDS):
            self._listed(ask.stage, f"{speaker}~", phase)
            if cut.heard and cut.verb != "withdraw":
                self._write(_said(speaker, cut.heard), phase)
        target = f">{cut.target}" if cut.targets else ""
        self._write(f"{WORDS[cut.verb]} {cut.seat}{target}", phase)
        self._list = None

    # -- draws and outcomes --------------------------------------------------------------------

    def _look(self, phase: Phase) -> None:
        """Write what the game's own events say that no answer does."""
        for event in self._game.log[self._seen :]:
            match event:
                case NightFell():
                    self._day, self._list = event.day, None
                case LotDrawn():
                    self._write(f"{WORDS['drawn']} {event.seat}", phase)
                case Exiled() if (self._day, event.seat) in self._game.spec.outs:
                    self._write(f"{WORDS['out']} {event.seat}", phase)
                case Told(fact="caught"):
                    self._noticed = event.seat
                case Told(fact="seen"):
                    self._write(f"{WORDS['peek']} {event.ears[0]}", phase)
        self._seen = len(self._game.log)


# -- forms -----------------------------------------------------------------------------------------------


def _says_pass(kind: str, word: str, given: list[Decision]) -> bool:
    """Whether ``word -`` says that nobody did anything, where an unfinished record must say it."""
    return kind != "whisper" and word in WORDS and WORDS[word].nobody and all(a.verb == PASS for a in given)


def _power(kind: str, word: str, given: list[Decision]) -> str:
    """A power that names seats, with its holder where several were asked."""
    name = WORDS[word]
    if kind == "last_act":
        return f"{name} {_pairs(given)}"
    done = [answer for answer in given if answer.verb != PASS]
    if not done:
        return f"{name} -" if kind in _ALWAYS_OPEN else ""
    if len(given) > 1:
        return f"{name} {_pairs(done)}"
    return f"{name} {' '.join(map(str, done[0].targets)) or '-'}"


def _pairs(given: Iterable[Decision]) -> str:
    return " ".join(f"{a.seat}>{target or '-'}" for a in given for target in a.targets or (0,))


def _knife(given: list[Decision]) -> str:
    targets = {answer.target for answer in given}
    if len(targets) == 1:
        return f"{WORDS['kill']} {given[0].target or '-'}"
    return f"{WORDS['kill']} {_pairs(given)}"


def _potion(given: list[Decision], requests: list[Request]) -> str:
    """救 names nobody where there is one victim; with several witches each names hers."""
    parts = []
    for answer, request in zip(given, requests, strict=True):
        if answer.verb == PASS:
            continue
        name = WORDS[answer.verb]
        pool = next(choice.pool for choice in request.choices if choice.verb == answer.verb)
        if len(given) > 1:
            parts.append(f"{name} {_pairs([answer])}")
        else:
            parts.append(name.zh if answer.verb == "save" and len(pool) == 1 else f"{name} {answer.target}")
    return "; ".join(parts)


def _seats(word: str) -> Callable[[list[Decision]], str]:
    """The seats that did not pass, after ``word``."""

    def form(given: list[Decision]) -> str:
        seats = " ".join(str(answer.seat) for answer in given if answer.verb != PASS)
        return f"{WORDS[word]} {seats}" if seats else ""

    return form


def _thief(given: list[Decision]) -> str:
    taken = [f"{a.seat}>{_TAKES.get(a.verb, '-')}" for a in given]
    return f"{WORDS['thief']} {taken[0].partition('>')[2] if len(taken) == 1 else ' '.join(taken)}"


def _declined(word: str, pair: bool) -> Callable[[list[Decision]], str]:
    """What is written where the only seat asked passes."""
    return lambda given: f"{WORDS[word]} {given[0].seat}{'>-' * pair}" if given[0].verb == PASS else ""


def _said(seat: int, text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'{WORDS["say"]} {seat}: "{plain}"'


_SPECIAL: Final[Mapping[str, Callable[[list[Decision]], str]]] = {
    "knife": _knife,
    "thief": _thief,
    "sign_up": _seats("run"),
    "withdraw": _seats("withdraw"),
    "turn": _declined("shoot", True),
    "flip": _declined("keep_card", False),
    "order": lambda given: f"{WORDS['order']} {'左' if given[0].verb == 'left' else '右'}",
}
