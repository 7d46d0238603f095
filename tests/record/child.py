"""A second process that plays and records: ``python -m tests.record.child FILE SEED ARRIVAL``.

It says on its output how many steps are on the disk; a file that is there already is gone on with.
"""

import sys
from pathlib import Path
from random import Random

from llmwolf.record.resume import resume
from llmwolf.record.writer import Writer
from tests.record.table import head_of, new_game, step


def main(path: Path, seed: int, arrival: int) -> None:
    """Play a whole game."""
    if path.exists():
        game, writer = resume(path)
    else:
        game = new_game(seed)
        writer = Writer(path, head_of(game))
        writer.take(game)
    order = Random(arrival)
    steps = 0
    while not game.over:
        step(game, writer, order)
        steps += 1
        sys.stdout.write(f"{steps}\n")
        sys.stdout.flush()
    writer.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
