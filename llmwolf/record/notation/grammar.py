"""Reads the lines of a record: ``N1: 刀 3; 救`` becomes items.

Full-width letters, digits and marks are read like plain ones everywhere but in quoted text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from llmwolf.record.notation.errors import Illegal, Malformed, nearest
from llmwolf.record.notation.items import Item, Line, Phase
from llmwolf.record.notation.sentences import Sentence, say, shortened
from llmwolf.record.notation.words import ANY, MEANT, SIDES, WORDS, Word, find, known

_LABEL: Final = re.compile(r"\s*(?:([NDnd])\s*(\d{1,3})|第\s*(\d{1,3})\s*([夜晚天日]))\s*:")
_NAME: Final = re.compile(r"[^\W\d]+")
_SEAT: Final = re.compile(r"\d{1,2}")
_PAIR: Final = re.compile(r"(\d{1,2})>(\d{1,2}|-)")
_SAID: Final = re.compile(r"(\d{1,2})号?\s*:\s*(\".*)", re.DOTALL)
_QUOTES: Final = {'"': '"', "“": '”"', "”": '”"', "＂": '＂"'}
"""What opens a quoted text, and what closes it then."""
_DASHES: Final = str.maketrans({"–": "-", "—": "-", "−": "-", "→": ">", "、": ",", "。": ";"})
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.?)", re.DOTALL)
_PLAIN: Final = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}


class _MalformedError(ValueError):
    """An item that is not well written; ``why`` says how."""

    def __init__(self, why: Sentence) -> None:
        self.why = why
        super().__init__(why.en)


class _IllegalError(_MalformedError):
    """Well written, but more, fewer or other seats than there can be."""


def parse(lines: Iterable[tuple[int, str]]) -> tuple[Line, ...]:
    """The lines (line number of the file, text) of a record; raises :class:`Malformed`."""
    read: list[Line] = []
    for number, text in lines:
        pieces = _pieces(text, number)
        if len(pieces) == 1 and not pieces[0].strip():
            continue
        line = _line(pieces, number, text)
        if read and line.phase < read[-1].phase:
            raise Malformed(say("backwards", phase=line.phase, last=read[-1].phase), number, text.strip())
        read.append(line)
    _ends(read)
    return tuple(read)


def _line(pieces: list[str], number: int, text: str) -> Line:
    label = _LABEL.match(pieces[0])
    day = int(label[2] or label[3]) if label else 0
    if label is None or not day:
        raise Malformed(say("label"), number, text.strip(), ("N1: 刀 3", "D1: 票 1>2 3>2"))
    phase = Phase(day, (label[1] or label[4]) in "Dd天日")
    pieces[0] = pieces[0][label.end() :]
    items = tuple(_item(piece.strip(), phase, number) for piece in pieces if piece.strip())
    return Line(phase, number, items)


def _ends(lines: list[Line]) -> None:
    """``断`` is the last item of a record."""
    items = [item for line in lines for item in line.items]
    for item in items[:-1]:
        if item.word.id == "cut":
            raise Malformed(say("cut_last"), item.line, item.text)
    if items and items[-1].word.id == "cut" and lines[-1].phase != items[-1].phase:
        line = lines[-1]
        raise Malformed(say("cut_before"), line.line, str(line.phase))


# -- items ---------------------------------------------------------------------------------------------


def _item(text: str, phase: Phase, number: int) -> Item:
    name = _NAME.match(text)
    word = find(name[0]) if name else None
    rest = text[name.end() :].strip() if name else ""
    if name and word is None and name[0].startswith("顺序"):
        word, rest = WORDS["order"], name[0][2:]
    when = "D" if phase.is_day else "N"
    if word is None:
        if label := _LABEL.match(text):
            raise Malformed(say("own_line", label=label[0].strip()), number, text)
        raise _no_word(name[0] if name else text, when, number, text)
    if when not in word.when:
        why = say("day_line" if when == "N" else "night_line", word=word)
        raise Illegal(why, number, text, (f"{'N' if when == 'D' else 'D'}{phase.day}: {text}",))
    item = Item(word, phase, number, text)
    try:
        if word.id == "say":
            return _say(item, rest)
        if word.id == "order":
            return _order(item, rest)
        return _numbers(item, rest)
    except _IllegalError as error:
        raise Illegal(error.why, number, text, word.form.split(" · ")) from None
    except _MalformedError as error:
        raise Malformed(say("write", fault=error.why, form=word.form), number, text) from None


def _no_word(name: str, when: str, number: int, text: str) -> Malformed:
    """``name`` is no word of the notation; the hint says what is meant, if that can be told."""
    meant = MEANT.get(name)
    hint = say("write_word", word=WORDS[meant].form) if meant else nearest(name, known(when))
    return Malformed(say("no_word", word=shortened(name), hint=hint), number, text)


def _say(item: Item, rest: str) -> Item:
    said = _SAID.fullmatch(rest)
    if said is None or len(said[2]) < 2 or said[2][-1] != '"':
        raise _MalformedError(say("speech_form"))
    return item._replace(seats=(int(said[1]),), words=_ESCAPE.sub(_unescape, said[2][1:-1]))


def _unescape(match: re.Match[str]) -> str:
    mark = match[1]
    if mark[:1] == "u" and len(mark) == 5:
        return chr(int(mark[1:], 16))
    if mark not in _PLAIN:
        raise _MalformedError(say("escape", mark=mark))
    return _PLAIN[mark]


def _order(item: Item, rest: str) -> Item:
    side = SIDES.get(rest.lower())
    if side is None:
        raise _MalformedError(say("side", side=shortened(rest), hint=nearest(rest, tuple(SIDES))))
    return item._replace(side=side)


def _numbers(item: Item, rest: str) -> Item:
    """The numbers after a word, which must be as many as it takes."""
    word = item.word
    seats: list[int] = []
    pairs: list[tuple[int, int]] = []
    nobody = cut = False
    for token in _tokens(rest):
        if cut:
            raise _MalformedError(say("cut_speaker"))
        if token == "-" and word.nobody:
            nobody = True
        elif _SEAT.fullmatch(token):
            seats.append(int(token))
        elif pair := _PAIR.fullmatch(token):
            pairs.append((int(pair[1]), 0 if pair[2] == "-" else int(pair[2])))
        elif word.id == "speak" and token.endswith("~") and _SEAT.fullmatch(token[:-1]):
            seats.append(int(token[:-1]))
            cut = True
        else:
            raise _MalformedError(say("token", token=shortened(token)))
    _counted(word, seats, pairs, nobody)
    return item._replace(seats=tuple(seats), pairs=tuple(pairs), nobody=nobody, cut=cut)


def _tokens(rest: str) -> list[str]:
    """The numbers and pairs of ``rest``; ``3号`` is 3, and 弃 is ``-``."""
    plain = re.sub(r"弃票?", "-", re.sub(r"(?<=\d)\s*号", " ", rest))
    return re.sub(r"\s+~", "~", re.sub(r"\s*>\s*", ">", plain)).replace(",", " ").split()


def _counted(word: Word, seats: list[int], pairs: list[tuple[int, int]], nobody: bool) -> None:
    if (bool(seats) + bool(pairs) + nobody) > 1:
        raise _MalformedError(say("mixed"))
    if pairs:
        if not word.pairs[1]:
            raise _MalformedError(say("no_pairs", word=word))
        if len(pairs) > word.pairs[1]:
            raise _MalformedError(say("one_pair", word=word))
        holders = [holder for holder, _ in pairs]
        if word.seats[1] < 2 and len(set(holders)) < len(holders):
            twice = next(holder for holder in holders if holders.count(holder) > 1)
            raise _IllegalError(say("twice", seat=twice))
        return
    if nobody:
        return
    least, most = word.seats
    if not seats and word.pairs[1] and not word.pairs[0]:
        return
    if not seats and not most:
        if word.pairs[0]:
            raise _MalformedError(say("wants_pair", word=word))
        return
    if not least <= len(seats) <= most:
        raise _IllegalError(_miscounted(word, len(seats)))
    if len(set(seats)) < len(seats):
        raise _IllegalError(say("twice", seat=next(s for s in seats if seats.count(s) > 1)))


def _miscounted(word: Word, count: int) -> Sentence:
    least, most = word.seats
    if most < 2 and least == most:
        return say("one_seat" if most else "no_seats", word=word, count=count)
    want: object = least
    if least != most:
        want = say("at_least", least=least) if most == ANY else say("between", least=least, most=most)
    return say("seat_count", word=word, want=want, count=count)


# -- characters ----------------------------------------------------------------------------------------


def _pieces(text: str, number: int) -> list[str]:
    """``text`` without its comment, cut at the semicolons, plain but in its quoted texts."""
    pieces: list[str] = []
    piece: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        plain = unicodedata.normalize("NFKC", char).translate(_DASHES)
        if char in _QUOTES:
            end = _closing(text, at)
            if end < 0:
                raise Malformed(say("open_quotes"), number, text[at:].strip())
            piece.append(f'"{text[at + 1 : end]}"')
            at = end + 1
            continue
        if plain == "#":
            break
        if plain == ";":
            pieces.append("".join(piece))
            piece = []
        else:
            piece.append(plain)
        at += 1
    return [*pieces, "".join(piece)]


def _closing(text: str, start: int) -> int:
    """Where the quoted text that begins at ``start`` is closed, -1 if it is not.

    A quotation mark within the text needs no escape: the closing one is followed by the end of the item.
    """
    at = start + 1
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        if text[at] in _QUOTES[text[start]] and (
            not (rest := text[at + 1 :].lstrip()) or rest[0] in ";；#＃"
        ):
            return at
        at += 1
    return -1
