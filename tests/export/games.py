"""Recorded games for the tests of the export: strangers at the table, thoughts beside the answers."""

from pathlib import Path

from llmwolf.boards import find_board, spec_for
from llmwolf.export.recorded import Recorded, recorded
from llmwolf.record.head import Head, Sitter
from llmwolf.record.reader import parse
from llmwolf.record.writer import Writer
from llmwolf.roles import registry
from llmwolf.rules.game import Game
from tests.record.table import decide

HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(2)>",
    "](javascript:alert(3)) ![x](http://evil.example/x.png) [a]: http://evil.example www.evil.example",
    "\u202egnp.exe\u200b \x1b[31mred\x1b[0m \x07 | a | b |",
    "# heading\n- list\n1. one\n===\n    code\n```\nfence\n> quote\n\n"
    "*bold* _it_ `c` ~~s~~ {{ 7 * 7 }} {% x %} &lt;b&gt;",
    "'''\"\"\" \\ \\n $x$ @somebody #1 <https://evil.example> mailto:a@evil.example",
)
NAMES = ("<b>小满</b>", "a|b", "*Bob*", "{{ 7 * 7 }}", "[x](http://evil.example)", "🐺狼来了")
SECRET = "我其实是狼，只告诉自己"


def transcript(seed: int = 3, steps: int | None = None, board: str = "official-12", human: int = 2) -> bytes:
    """The record of a game, or of its first ``steps`` asks; everybody says what a stranger might."""
    game = Game(spec_for(find_board(board), seed), registry())
    sitters = [
        Sitter(
            seat=seat,
            name=NAMES[seat % len(NAMES)],
            player="human" if seat == human else "model" if seat % 3 == 0 else "bot",
            level="normal",
            model="<i>small</i>#123abc" if seat % 3 == 0 and seat != human else "",
            persona="laozhang" if seat == 4 else "",
        )
        for seat in range(1, game.spec.seats + 1)
    ]
    writer = Writer(None, Head.of(game.spec, sitters))
    writer.take(game)
    left = steps
    while not game.over and left != 0:
        ply = game.ply
        for request in list(game.waiting):
            decision = decide(game, request, 20)
            if request.text_limit and decision.text:
                decision = decision._replace(text=HOSTILE[(ply + request.seat) % len(HOSTILE)])
            game.submit(decision)
            writer.decided(ply, request.seat, "model", f"{SECRET}{request.seat}<script>")
        writer.take(game)
        left = None if left is None else left - 1
    return writer.data


def opened(seed: int = 3, steps: int | None = None, board: str = "official-12", human: int = 2) -> Recorded:
    """The same game, opened."""
    return recorded(Path("game.jsonl"), parse(transcript(seed, steps, board, human), "game.jsonl"))
