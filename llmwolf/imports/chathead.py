"""The head of a chat log: board, cards, names, house rules."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from llmwolf.boards import Board, boards, find_board, profile
from llmwolf.imports.tale import remark, unreadable
from llmwolf.record.head import Remark
from llmwolf.record.notation.sentences import Sentence
from llmwolf.roles import role_id
from llmwolf.rules.errors import SetupError
from llmwolf.rules.ruleset import Ruleset, resolve
from llmwolf.rules.words import clean

_KEYS: Final = {
    "板子": "board", "board": "board", "身份": "cards", "cards": "cards", "deal": "cards", "名字": "names",
    "names": "names", "规则": "rule", "rule": "rule",
}  # fmt: skip
_LINE: Final = re.compile(rf"({'|'.join(_KEYS)})(?![a-z])\s*[:：]?\s*(.*)", re.IGNORECASE)
_ELECTION: Final = frozenset(("run", "withdraw", "badge_vote", "badge_pk", "badge", "order"))


@dataclass(slots=True)
class Front:
    """What the head says, or what was made of its silence."""

    board: Board
    rules: Ruleset
    cards: tuple[str, ...]
    names: tuple[str, ...] = ()
    remarks: list[Remark] = field(default_factory=list)


def is_front(line: str) -> bool:
    """Whether ``line`` is one of the head."""
    return _LINE.fullmatch(line) is not None


def front_of(lines: list[tuple[int, str]], words: Collection[str]) -> Front:
    """The head; ``words`` are those of the notation that the game uses: an election wants a sheriff.

    Raises :class:`~llmwolf.record.notation.errors.Malformed`.
    """
    given: dict[str, tuple[int, str]] = {}
    rules: list[tuple[int, str]] = []
    for number, line in lines:
        match = _LINE.fullmatch(line)
        assert match is not None
        key, value = _KEYS[match[1].lower()], match[2].strip()
        if key == "rule":
            rules.append((number, value))
        elif key in given:
            raise unreadable(f"“{match[1]}”写了两次", f"{match[1]!r} stands twice", number, line)
        else:
            given[key] = number, value
    board = _named(*given["board"]) if "board" in given else None
    if "cards" not in given:
        raise unreadable(
            "缺少身份：例如“身份 狼人 1 4 8, 预言家 3, 女巫 5, 猎人 7, 平民 2 6 9”",
            "the cards are missing; write for example `cards werewolf 1 4 8, seer 3, villager 2 5 6 7`",
            lines[0][0] if lines else 1,
        )
    cards = _cards(*given["cards"], board.seats if board else 0)
    front = _on(board, cards, given, bool(_ELECTION & set(words)))
    for number, value in rules:
        front.rules = _rule(number, value, front.rules)
    if "names" in given:
        number, value = given["names"]
        front.names = tuple(clean(name) for name in re.split(r"[\s,，、]+", value) if name)
        if len(front.names) != len(cards):
            raise unreadable(
                f"名字有 {len(front.names)} 个，座位有 {len(cards)} 个",
                f"there are {len(front.names)} names for {len(cards)} seats",
                number,
                value,
            )
    return front


def _named(number: int, value: str) -> Board:
    try:
        return find_board(value)
    except SetupError as error:
        raise unreadable(f"没有板子“{value}”；见 llmwolf boards", str(error), number, value) from None


def _cards(number: int, value: str, seats: int) -> tuple[str, ...]:
    """A card for every seat: in the order of the seats, or each card with its seats, the rest villagers."""
    if not re.search(r"\d", value):
        return tuple(_card(number, value, name) for name in re.split(r"[\s,，、;；]+", value) if name)
    held: dict[int, str] = {}
    for match in re.finditer(r"([^\W\d]+(?:[ _-][^\W\d]+)*)[号\s:：]*((?:\d{1,2}[号\s、,，]*)+)", value):
        for seat in map(int, re.findall(r"\d+", match[2])):
            if held.setdefault(seat, card := _card(number, value, match[1].strip("号 "))) != card:
                raise unreadable(f"{seat}号写了两张牌", f"seat {seat} has two cards", number, value)
    if not held or min(held) < 1 or max(held) > (seats or 99):
        raise unreadable(
            "身份写成“狼人 1 4 8, 预言家 3, …”，或按座位顺序列出",
            "write `werewolf 1 4 8, seer 3, …`, or a card for each seat in order",
            number,
            value,
        )
    return tuple(held.get(seat, "villager") for seat in range(1, (seats or max(held)) + 1))


def _card(number: int, line: str, name: str) -> str:
    try:
        return role_id(name)
    except SetupError as error:
        raise unreadable(f"没有“{name}”这张牌", str(error), number, line) from None


def _on(
    board: Board | None, cards: tuple[str, ...], given: dict[str, tuple[int, str]], election: bool
) -> Front:
    """The table: the board named, one with these cards, or the official rules with them."""
    number = given["cards"][0]
    if board is not None:
        if sorted(board.cards) != sorted(cards):
            raise unreadable(
                f"身份与板子 {board.id} 的牌不同",
                f"these are not the cards of the board {board.id}",
                number,
                given["cards"][1],
            )
        return Front(board, board.rules, cards)
    alike = [b for b in boards().values() if sorted(b.cards) == sorted(cards) and b.sheriff == election]
    if alike:
        found = min(alike, key=lambda b: (b.profile.order, b.id))
        why = Sentence(f"没有写板子，取 {found.id}", f"no board is named; taken to be {found.id}")
        return Front(found, found.rules, cards, remarks=[remark("assumed", why, number)])
    home = profile("official")
    rules = resolve({"sheriff": election}, home.rules)
    why = Sentence("没有写板子，取官方标准规则", "no board is named; the official rules are taken")
    name = f"custom-{len(cards)}"
    made = Board(name, f"{len(cards)}人局", f"{len(cards)} seats", home, tuple(sorted(cards)), rules)
    return Front(made, rules, cards, remarks=[remark("assumed", why, number)])


def _rule(number: int, value: str, rules: Ruleset) -> Ruleset:
    """One house rule, ``tie = nobody``."""
    key, equals, said = (part.strip() for part in value.partition("="))
    try:
        if not equals:
            raise SetupError("a rule is written as `name = value`")
        try:
            told = tomllib.loads(f"value = {said}")["value"]
        except tomllib.TOMLDecodeError:
            told = said
        return resolve({key: told}, rules)
    except SetupError as error:
        raise unreadable(f"规则写不对：{error}", str(error), number, value) from None
