"""A folder of saved games for the tests of the library and the replay."""

from pathlib import Path

from llmwolf.record.head import Head, Sitter
from llmwolf.record.writer import Writer
from llmwolf.rules.asks import Decision
from llmwolf.rules.game import Game
from tests.record.table import decide, new_game

NAMES = ("阿远", "小满", "🐺狼来了", "一个特别长的名字呀", "[bold]x[/", "Bob", "南风", "豆包")
THOUGHT = "他没有查验的理由，先记下"


def game_record(
    seed: int,
    steps: int | None = None,
    board: str = "official-12",
    human: int = 2,
    models: tuple[int, ...] = (),
    length: int = 60,
) -> bytes:
    """The record of a game, or of its first ``steps`` asks; models think something before each answer."""
    game = new_game(seed, board)
    sitters = [_sitter(seat, human, models) for seat in range(1, game.spec.seats + 1)]
    writer = Writer(None, Head.of(game.spec, sitters))
    writer.take(game)
    left = steps
    while not game.over and left != 0:
        _answer(game, writer, models, length)
        left = None if left is None else left - 1
    return writer.data


def _sitter(seat: int, human: int, models: tuple[int, ...]) -> Sitter:
    player = "human" if seat == human else "model" if seat in models else "bot"
    model = "qwen3-8b#123abc" if player == "model" else ""
    level = "normal" if player == "bot" else ""
    return Sitter(seat=seat, name=NAMES[seat % len(NAMES)], player=player, level=level, model=model)


def _answer(game: Game, writer: Writer, models: tuple[int, ...], length: int) -> None:
    ply = game.ply
    for request in list(game.waiting):
        decision: Decision = decide(game, request, length)
        game.submit(decision)
        if request.seat in models:
            writer.decided(ply, request.seat, "model", f"{THOUGHT}（{request.seat}）")
    writer.take(game)


SHELF = {
    "2026-11-20-official-12-seed3.jsonl": lambda: game_record(3, models=(1, 4, 7)),
    "2026-11-21-standard-9-seed4.jsonl": lambda: game_record(4, board="standard-9", human=5),
    "2026-11-22-official-12-seed5.jsonl": lambda: game_record(5, steps=14),
    "2026-11-22-official-12-seed6.jsonl": lambda: game_record(6, human=0, models=tuple(range(1, 13))),
    "2026-11-23-guide-cupid-12-seed7.jsonl": lambda: game_record(7, board="guide-cupid-12", human=9),
    "2026-11-24-official-12-seed8.jsonl": lambda: b"",
    "2026-11-25-new-moon-14-seed9.jsonl": lambda: game_record(9, board="new-moon-14", human=3),
    "2026-11-26-official-12-seed10.jsonl": lambda: b'{"kind":"head","schema_version":9}\n',
}
"""File name → what makes its content."""


def shelve(folder: Path) -> Path:
    """Put the games into ``folder``/transcripts; returns that folder."""
    shelf = folder / "transcripts"
    shelf.mkdir()
    for name, make in SHELF.items():
        (shelf / name).write_bytes(make())
    return shelf
