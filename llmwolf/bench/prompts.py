"""What the prompts of a game cost: tokens in all, tokens that no earlier prompt had, and the chain of calls.

A whole game is played by bots, with speeches of a set length; every question is put into the prompt that a
model in that seat would get. New is what no earlier prompt of the game has as its beginning, in the blocks
in which services remember prompts.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from llmwolf.boards import Board, spec_for
from llmwolf.llm.memory import Memory
from llmwolf.llm.prompt import Prompt, Prompter
from llmwolf.llm.schema import constant_schema
from llmwolf.llm.settings import Settings
from llmwolf.llm.tokens import estimate
from llmwolf.players.base import Answer
from llmwolf.players.bots import make_bot
from llmwolf.players.personas import persona_text
from llmwolf.roles import registry
from llmwolf.rules.game import Game
from llmwolf.table.seating import Plan, voices_of

BLOCK: Final = 128
"""Tokens of a block of a prompt cache."""
SPEECH: Final = {"zh": 120, "en": 330}
"""Characters of a speech; English says in 330 what Chinese says in 120."""
WHISPER: Final = {"zh": 30, "en": 100}
"""Characters of a line to the pack; who offers to claim seer must be heard to the end."""
CALLS: Final = 136
"""How often an ordinary game of twelve asks."""
SEEDS: Final = range(60)
PARTS: Final = ("schema", "rules", "public", "private", "facts", "request")

Encode = Callable[[str], list[int]]


@dataclass(slots=True)
class PromptFigures:
    """The prompts of one game: how many, how many tokens in all and new, by part, and how they follow.

    ``shared`` is the share of the characters that stand at the beginning of an earlier prompt; ``chain`` the
    number of calls that must wait for each other. ``exact``: counted by a tokenizer, not estimated.
    """

    calls: int = 0
    chain: int = 0
    days: int = 0
    tokens: Counter[str] = field(default_factory=Counter)
    new: Counter[str] = field(default_factory=Counter)
    chars: int = 0
    repeated: int = 0
    longest: int = 0
    exact: bool = True

    @property
    def shared(self) -> float:
        """The share of the prompts' characters that an earlier prompt begins with."""
        return self.repeated / self.chars

    @property
    def chained(self) -> float:
        """The chain as a share of all calls."""
        return self.chain / self.calls

    def as_json(self) -> dict[str, object]:
        """Every figure."""
        return {
            "calls": self.calls,
            "chain": self.chain,
            "chained": round(self.chained, 4),
            "days": self.days,
            "tokens": self.tokens.total(),
            "new": self.new.total(),
            "tokens_by_part": {part: self.tokens[part] for part in PARTS},
            "new_by_part": {part: self.new[part] for part in PARTS},
            "shared": round(self.shared, 4),
            "longest": self.longest,
            "exact": self.exact,
        }


def measure(board: Board, seed: int, settings: Settings, tick: Callable[[str], None]) -> PromptFigures:
    """The figures of the game of ``seed``."""
    encode = tokenizer()
    seen: set[int] = set()
    earlier: list[str] = []
    figures = PromptFigures(exact=encode is not None)
    schema = json.dumps(constant_schema(settings), ensure_ascii=False)
    for game, prompts in played(board, seed, settings):
        figures.chain += 1
        figures.days = game.judge.facts.day
        for prompt in prompts:
            figures.calls += 1
            parts = {"schema": schema, **prompt.blocks()}
            _count(figures, parts, encode or _guessed, seen)
            text = "".join(parts.values())
            figures.chars += len(text)
            figures.repeated += max((common(text, other) for other in reversed(earlier)), default=0)
            earlier.append(text)
        if figures.chain % 20 == 0:
            tick(f"{figures.calls} calls")
    return figures


def played(board: Board, seed: int, settings: Settings) -> Iterator[tuple[Game, list[Prompt]]]:
    """The game of ``seed``, ask by ask: the prompts that go out at once, for every seat that is asked."""
    voices = voices_of(Plan(board, seed), board.seats)
    lang = settings.lang
    prompters = {s: Prompter(settings, persona_text(voices[s], lang)) for s in range(1, board.seats + 1)}
    memories = {seat: Memory(lang) for seat in prompters}
    for game, asked, said in _answered(board, seed, lang):
        if asked:
            yield game, [prompters[seat].ask(game.view(seat), memories[seat]) for seat in asked]
        for seat, text in said.items():
            memories[seat].add(game.judge.facts.day, text[:30] or "先看票型再定", text[30:60])


def usual_seed(board: Board, lang: str, calls: int = CALLS, seeds: range = SEEDS) -> int:
    """The one of ``seeds`` whose game asks nearest to ``calls`` times, the first of several."""
    asked = {seed: sum(len(seats) for _, seats, _ in _answered(board, seed, lang)) for seed in seeds}
    return min(seeds, key=lambda seed: abs(asked[seed] - calls))


def _answered(board: Board, seed: int, lang: str) -> Iterator[tuple[Game, tuple[int, ...], dict[int, str]]]:
    """The game of ``seed``: before each ask who is asked, and after it what they said."""
    game = Game(spec_for(board, seed), registry())
    voices = voices_of(Plan(board, seed), board.seats)
    bots = {s: make_bot(s, "normal", seed, voices[s], lang) for s in range(1, board.seats + 1)}
    while not game.over:
        waiting, ply = game.waiting, game.ply
        yield game, tuple(request.seat for request in waiting), {}
        answers = {request.seat: bots[request.seat].answer(game.view(request.seat)) for request in waiting}
        for request in waiting:
            answer = answers[request.seat]
            if request.text_limit and answer.text:
                length = (SPEECH if request.kind == "speak" else WHISPER)[lang]
                answers[request.seat] = lengthened(answer, length)
        yield game, (), {seat: answer.text for seat, answer in answers.items()}
        for seat, answer in answers.items():
            game.submit(answer.decision(ply, seat))


def lengthened(answer: Answer, length: int) -> Answer:
    """``answer`` with a text of exactly ``length`` characters: its own, cut or said on."""
    text = answer.text
    while len(text) < length:
        text += answer.text
    return answer._replace(text=text[:length])


def tokenizer() -> Encode | None:
    """The o200k tokenizer, where one is installed; it needs no network."""
    try:
        import bpe_openai
    except ImportError:
        return None
    encoding = bpe_openai.get_encoding("o200k_base")

    @lru_cache(20_000)
    def of_line(line: str) -> tuple[int, ...]:
        return tuple(encoding.encode(line))

    return lambda text: [token for line in text.splitlines(keepends=True) for token in of_line(line)]


def _guessed(text: str) -> list[int]:
    """As many numbers as ``text`` is likely to have tokens, the same for the same beginning by lines."""
    lines = text.splitlines(keepends=True)
    return [hash((line, place)) for line in lines for place in range(estimate(line))]


def _count(figures: PromptFigures, parts: dict[str, str], encode: Encode, seen: set[int]) -> None:
    """Add one prompt; ``seen`` holds the beginnings of the earlier ones, block by block."""
    tokens: list[int] = []
    ends: list[tuple[str, int]] = []
    for part, text in parts.items():
        tokens += encode(text)
        ends.append((part, len(tokens)))
    begun, known, prefix = 0, True, 0
    for end in range(BLOCK, len(tokens) + 1, BLOCK):
        prefix = hash((prefix, *tokens[end - BLOCK : end]))
        known = known and prefix in seen
        if known:
            begun = end
        seen.add(prefix)
    figures.longest = max(figures.longest, len(tokens))
    start = 0
    for part, end in ends:
        figures.tokens[part] += end - start
        figures.new[part] += max(0, end - max(start, begun))
        start = end


def common(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
