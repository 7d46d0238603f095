"""Plays what a file tells through the rules, and writes the record."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from llmwolf.boards import spec_for
from llmwolf.imports.tale import Expected, Tale, remark, seats_named
from llmwolf.record.head import Head, Imported
from llmwolf.record.notation.errors import Illegal
from llmwolf.record.notation.head import Opening
from llmwolf.record.notation.outcome import outcome
from llmwolf.record.notation.play import play
from llmwolf.record.notation.sentences import Sentence, same, say, winner
from llmwolf.record.writer import Writer
from llmwolf.rules.asks import Decision
from llmwolf.rules.errors import SetupError
from llmwolf.rules.events import Announced, Exiled, NightFell, NobodyExiled
from llmwolf.rules.game import Game

_CAUSES: Final = {
    "knife": Sentence("被刀", "knifed"),
    "poison": Sentence("被毒", "poisoned"),
    "exile": Sentence("被放逐", "exiled"),
    "shot": Sentence("被枪杀", "shot"),
    "explode": Sentence("自爆", "blown up by itself"),
    "": Sentence("在场", "still in"),
}


def record(tale: Tale, lenient: bool = False) -> tuple[Head, bytes, Game]:
    """The head, the record and the game of ``tale``.

    Raises :class:`Illegal` at the first thing that the rules forbid, or that they say otherwise. ``lenient``:
    such things are left out, or stand against the rules' word, and the record's head says so.
    """
    _check_seats(tale)
    game = _whispered(_played(tale, lenient), tale)
    for expected in tale.expected:
        why = _difference(game, expected)
        if why is None:
            continue
        if not lenient:
            raise Illegal(why, expected.line, expected.text)
        tale.remarks.append(remark("differs", why, expected.line))
    tale.remarks.sort(key=lambda r: r.line)
    head = Head.of(game.spec, tale.sitters, tale.board.zh, tale.board.en)
    head = head.model_copy(update={"imported": Imported(format=tale.format, remarks=tuple(tale.remarks))})
    writer = Writer(None, head)
    for note in tale.notes:
        writer.note(note)
    writer.take(game)
    return head, writer.data, game


def _check_seats(tale: Tale) -> None:
    """Every number is a seat of the table, be it in a lenient reading or not."""
    seats = len(tale.cards)
    for items in tale.items.values():
        for item in items:
            for seat in item.numbers():
                if not 1 <= seat <= seats:
                    raise Illegal(say("no_seat", seat=seat, seats=seats), item.line, item.text)


def _played(tale: Tale, lenient: bool) -> Game:
    turns = tuple((label, tuple(seats)) for label, seats in sorted(tale.turns.items()))
    try:
        spec = spec_for(tale.board, tale.seed, 0, tale.rules, tale.cards)
    except SetupError as error:
        raise Illegal(say("unplayable", why=error), 1) from None
    opening = Opening(replace(spec, turns=turns), (), True, lenient)
    while True:
        try:
            return play(opening, tale.lines())
        except Illegal as error:
            if not lenient or not _leave_out(tale, error):
                raise


def _leave_out(tale: Tale, error: Illegal) -> bool:
    """Take what ``error`` is about out of ``tale``; whether there was such a thing."""
    for items in tale.items.values():
        found = next((i for i in items if i.line == error.line and i.text == error.item), None)
        if found is not None:
            items.remove(found)
            what = Sentence(f"{found.text}：{error.why.zh}", f"{found.text}: {error.why.en}")
            tale.remarks.append(remark("left_out", what, error.line))
            return True
    return False


def _whispered(game: Game, tale: Tale) -> Game:
    """``game`` with what the wolves said to each other; the notation has no words for it."""
    if not tale.whispers:
        return game
    swap: dict[tuple[int, int], Decision] = {}
    used: set[tuple[int, int]] = set()
    trial = Game(game.spec, game.roles)
    for move in game.moves:
        ask, night = trial.ask, trial.judge.facts.day
        kinds = {} if ask is None else {request.seat: request.kind for request in ask.requests}
        said = tale.whispers.get((night, move.seat))
        if said and isinstance(move, Decision) and kinds.get(move.seat) == "whisper":
            swap[move.ply, move.seat] = move._replace(verb="whisper", text="\n".join(said))
            used.add((night, move.seat))
        trial.play((move,))
    for night, seat in sorted(set(tale.whispers) - used):
        why = Sentence(
            f"第{night}夜{seat}号的狼聊：那时没有这一问", f"the pack talk of seat {seat} in night {night}"
        )
        tale.remarks.append(remark("left_out", why))
    return game.fork(replace_moves=swap)


# -- what the file says beside ---------------------------------------------------------------------------


def _difference(game: Game, expected: Expected) -> Sentence | None:
    """How the rules contradict ``expected``, if they do."""
    match expected.fact:
        case "dawn":
            return _unlike(_announced(game).get(_day(expected)), expected, "公布的死者", "announced dead")
        case "exiled":
            return _unlike(_exiled(game).get(_day(expected)), expected, "放逐的", "exiled")
        case "check":
            return _of_check(game, expected)
        case "winner":
            found = game.judge.facts.winner
            said = winner(expected.value)
            if found == expected.value:
                return None
            truth = winner(found) if found else Sentence("还没打完", "the game goes on")
            return Sentence(
                f"记录说{said.zh}，按规则是{truth.zh}", f"the file says {said.en}, the rules {truth.en}"
            )
        case "out":
            return _of_cause(game, expected)


def _day(expected: Expected) -> int:
    assert expected.phase is not None
    return expected.phase.day


def _unlike(found: tuple[int, ...] | None, expected: Expected, zh: str, en: str) -> Sentence | None:
    if found is not None and sorted(found) == sorted(expected.seats):
        return None
    said = seats_named(expected.seats)
    truth = Sentence("没有走到这一步", "the game did not get there") if found is None else seats_named(found)
    return Sentence(
        f"记录说{zh}是{said.zh}，按规则是{truth.zh}",
        f"the file has {said.en} {en}, the rules have {truth.en}",
    )


def _announced(game: Game) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    day = 0
    for event in game.log:
        if isinstance(event, NightFell):
            day = event.day
        elif isinstance(event, Announced):
            found[day] = event.seats
    return found


def _exiled(game: Game) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    day = 0
    for event in game.log:
        if isinstance(event, NightFell):
            day = event.day
        elif isinstance(event, Exiled):
            found[day] = (event.seat,)
        elif isinstance(event, NobodyExiled):
            found[day] = ()
    return found


def _of_check(game: Game, expected: Expected) -> Sentence | None:
    night = str(expected.phase)
    found = [
        value
        for when, _, target, value in outcome(game, str)["checks"]
        if [when, target] == [night, expected.seats[0]]
    ]
    if not found or expected.value in found:
        return None
    return Sentence(
        f"记录说验{expected.seats[0]}号是{_SIDES[expected.value].zh}，按身份是{_SIDES[found[0]].zh}",
        f"the file says seat {expected.seats[0]} was seen as {expected.value}, by the cards it is {found[0]}",
    )


_SIDES: Final = {"good": Sentence("好人", "good"), "wolf": Sentence("狼人", "wolf")}


def _of_cause(game: Game, expected: Expected) -> Sentence | None:
    (seat,) = expected.seats
    found = game.judge.hidden.causes.get(seat, "") if seat in game.judge.facts.gone else ""
    if found == expected.value:
        return None
    said, truth = _CAUSES[expected.value], _CAUSES.get(found, same(found))
    return Sentence(
        f"记录说{seat}号{said.zh}，按规则{truth.zh}",
        f"the file says that seat {seat} is {said.en}, by the rules it is {truth.en}",
    )
