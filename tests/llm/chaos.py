"""Games against a server that fails: ``python -m tests.llm.chaos --games 200 --faults 0.3``.

Exit 0 only if every game finished and verified, every fault was sent at least once, no turn went beyond its
budget, and nothing private was heard by anybody else.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from llmwolf.llm.usage import total
from tests.llm.api.faults import FAULTS, Unreliable
from tests.llm.api.games import HASTY, KEY, Played, leaks, play_game
from tests.llm.fake_server import FakeServer

SLACK = 0.5
"""Seconds that a busy loop may add to a turn."""


async def chaos(
    folder: Path, boards: Iterable[str], games: int, share: float, seed: int = 0, at_once: int = 8
) -> tuple[list[Played], Unreliable, list[dict[str, Any]]]:
    """Play so many ``games`` on the ``boards`` in turn; returns them, the server's mind, its requests."""
    brain = Unreliable(share, seed)
    names = list(boards)
    gate = asyncio.Semaphore(at_once)
    async with FakeServer(brain) as server:

        async def one(number: int) -> Played:
            async with gate:
                board = names[number % len(names)]
                # Every other game as with a hosted service, whose one schema does not know the legal targets.
                return await play_game(server.base_url, folder, seed + number, board, grammar=number % 2 == 1)

        played = await asyncio.gather(*(one(number) for number in range(games)))
        return played, brain, server.requests


def faults_of(
    played: list[Played], brain: Unreliable, bodies: list[dict[str, Any]], folder: Path
) -> list[str]:
    """What is wrong with the games, in lines; empty where nothing is."""
    wrong = [f"{game.path.name} did not finish" for game in played if not game.game.over]
    wrong += [f"{game.path.name} does not verify" for game in played if not game.verified]
    limit = HASTY.turn + SLACK
    wrong += [
        f"{game.path.name}: a turn took {game.longest:.1f} s" for game in played if game.longest > limit
    ]
    wrong += [f"{name} was never sent" for name in FAULTS if not brain.sent[name]]
    wrong += leaks(bodies, played)
    wrong += [f"{path.name} holds the key" for path in folder.iterdir() if KEY.encode() in path.read_bytes()]
    return wrong


def report(played: list[Played], brain: Unreliable) -> str:
    """The figures as text."""
    log = total(game.log for game in played)
    by: Counter[str] = Counter()
    for game in played:
        by += game.tally.by
    sent = ", ".join(f"{name} {brain.sent[name]}" for name in FAULTS)
    return "\n".join(
        (
            f"{sum(game.game.over for game in played)} of {len(played)} games finished,"
            f" {sum(game.verified for game in played)} verified",
            f"replies: {brain.good} good, {brain.sent.total()} faulty: {sent}",
            f"client: {log.line()}",
            f"decisions: {', '.join(f'{source} {count}' for source, count in sorted(by.items()))}",
            f"longest turn {max(game.longest for game in played):.2f} s of {HASTY.turn:.1f} s",
        )
    )


def main() -> int:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.llm.chaos", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--faults", type=float, default=0.3)
    parser.add_argument("--board", action="append", default=[])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--at-once", type=int, default=8)
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        boards = given.board or ["official-12"]
        played, brain, bodies = asyncio.run(
            chaos(folder, boards, given.games, given.faults, given.seed, given.at_once)
        )
        wrong = faults_of(played, brain, bodies, folder)
    out = [report(played, brain), f"{time.monotonic() - began:.0f} s", *wrong]
    sys.stdout.write("\n".join(out) + "\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
