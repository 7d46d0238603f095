"""What the judge says of a typed record, for people to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from llmwolf.players.phrases import say_event
from llmwolf.players.phrases.names import answer_name, seat_list
from llmwolf.players.words import CAUSES, REASONS, SIDES, Pair, pick
from llmwolf.record.notation.outcome import UNFINISHED, announced
from llmwolf.record.notation.words import WORDS
from llmwolf.rules.events import Spoke, StageBegan

if TYPE_CHECKING:
    from llmwolf.record.notation.judging import Verdict
    from llmwolf.rules.game import Game

_LABELS: Final[dict[str, Pair]] = {
    "winner": ("胜方", "winner"),
    "dead": ("出局", "dead"),
    "causes": ("死因", "causes"),
    "sheriff": ("警长", "sheriff"),
    "badge": ("警徽", "badge"),
    "words": ("遗言", "last words"),
    "checks": ("查验", "checks"),
    "unfinished": ("未完", "unfinished"),
}
_BADGE: Final[dict[str, Pair]] = {
    "ballot": ("当选", "elected"),
    "only": ("自动当选", "the only candidate"),
    "last_standing": ("其他人退水，自动当选", "the last candidate"),
    "passed": ("移交", "handed on"),
    "torn": ("撕掉", "torn"),
    "nobody_ran": ("无人上警", "nobody ran"),
    "all_ran": ("全员上警", "everybody ran"),
    "all_withdrew": ("全部退水", "all withdrew"),
    "no_votes": ("无人投票", "no ballots"),
    "tied": ("平票", "a tie"),
    "explosion": ("狼人自爆", "a wolf blew up"),
}
_LAST_WORDS: Final[Pair] = ("请留遗言：{seats}。", "Last words: {seats}.")


def report(verdict: Verdict, lang: str) -> str:
    """The announcements in their order, then the outcome, one thing a line, in ``lang``."""
    lines = [f"{seat} {name}" for seat, name in enumerate(verdict.names, 1)]
    if verdict.game is not None:
        lines += [*_told(verdict.game, lang), ""]
    return "\n".join([*lines, *_summary(verdict, lang)])


def _told(game: Game, lang: str) -> Iterator[str]:
    """What the table heard; the call for last words names who has them."""
    for place, event in enumerate(game.log):
        if not announced(event):
            continue
        if isinstance(event, StageBegan) and (seats := _last_speakers(game, event, place)):
            yield pick(_LAST_WORDS, lang).format(seats=seat_list(seats, lang))
        else:
            yield say_event(event, lang)


def _last_speakers(game: Game, began: StageBegan, place: int) -> list[int]:
    """Who speaks in the round that began at ``place`` in the log, if it is one of last words."""
    seats: list[int] = []
    if began.stage != "last_words":
        return seats
    for event in game.log[place + 1 :]:
        if isinstance(event, StageBegan):
            return seats
        if isinstance(event, Spoke) and event.stage == "last_words" and event.seat not in seats:
            seats.append(event.seat)
    ask = game.ask
    if ask is not None and ask.stage == "last_words":
        seats += [request.seat for request in ask.requests if request.seat not in seats]
    return seats


def _summary(verdict: Verdict, lang: str) -> Iterator[str]:
    found = verdict.found
    english = lang == "en"

    def line(label: str, text: str, phase: str = "") -> str:
        name = pick(_LABELS[label], lang)
        return (
            f"{f'{name} {phase}'.strip():<12} {text}" if english else f"{f'{name} {phase}'.strip()}：{text}"
        )

    yield line("winner", _winner(verdict, lang))
    for phase, seats in found["dead"].items():
        yield line("dead", seat_list(seats, lang), phase)
    comma = pick(("、", ", "), lang)
    if found["causes"]:
        causes = found["causes"].items()
        yield line(
            "causes",
            comma.join(_of_seat(seat, pick(CAUSES.get(how, (how, how)), lang), lang) for seat, how in causes),
        )
    nobody = pick(("无", "nobody"), lang)
    yield line("sheriff", seat_list([found["sheriff"]], lang) if found["sheriff"] else nobody)
    if found["badge"]:
        steps = [
            f"{day} {_of_seat(seat, how, lang) if seat else how}"
            for day, seat, word in found["badge"]
            for how in [pick(_BADGE.get(word, (word, word)), lang)]
        ]
        yield line("badge", comma.join(steps))
    if found["last_words"]:
        said = (
            _of_seat(seat, f"({phase})" if english else f"（{phase}）", lang)
            for seat, phase in found["last_words"]
        )
        yield line("words", comma.join(said))
    if found["checks"]:
        seen = (
            f"{night} {seat}>{target} {answer_name(answer, lang)}"
            for night, seat, target, answer in found["checks"]
        )
        yield line("checks", comma.join(seen))
    if found["unfinished_at"]:
        phase, *awaited = found["unfinished_at"]
        words = comma.join(
            awaited if english else (WORDS[word].zh if word in WORDS else word for word in awaited)
        )
        yield line("unfinished", f"{words} awaited" if english else f"等待 {words}", phase)


def _winner(verdict: Verdict, lang: str) -> str:
    """Who has won, why and with which seats; a side's name as the tables of words have it."""
    found = verdict.found
    if found["winner"] == UNFINISHED:
        return pick(("未分胜负", "unfinished"), lang)
    side = found["winner"] if lang == "en" else pick(SIDES.get(found["winner"], (found["winner"],) * 2), lang)
    why = (
        found["reason"] if lang == "en" else pick(REASONS.get(found["reason"], (found["reason"],) * 2), lang)
    )
    seats = f"{pick(('：', ': '), lang)}{seat_list(found['winners'], lang)}" if found["winners"] else ""
    return f"{side}{pick((f'（{why}）', f' ({why})'), lang)}{seats}"


def _of_seat(seat: object, what: str, lang: str) -> str:
    return f"{seat} {what}" if lang == "en" else f"{seat}号{what}"
