"""The test server as a process of its own."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from dataclasses import replace
from typing import Any

from tests.llm.api.dialects import DIALECTS, speaking
from tests.llm.api.faults import Unreliable
from tests.llm.fake_server import Brain, FakeServer, Scripted


def slowly(brain: Brain, gap: float) -> Brain:
    """``brain``, whose pieces come ``gap`` seconds apart."""

    def answer(body: dict[str, Any]) -> Scripted:
        return replace(brain(body), gap=gap)

    return answer


async def serve(brain: Brain, port: int) -> None:
    """Serve until the process is ended."""
    async with FakeServer(brain, port) as server:
        sys.stdout.write(f"serving at {server.base_url}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> None:
    """Read the options and serve."""
    parser = argparse.ArgumentParser(prog="python -m tests.llm.api", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0: any free one, which is printed")
    parser.add_argument("--faults", type=float, default=0.0, help="share of replies that are faulty")
    parser.add_argument("--seed", type=int, default=0, help="draws the faults")
    parser.add_argument("--gap", type=float, default=0.0, help="seconds between the pieces of a reply")
    parser.add_argument("--dialect", action="append", default=[], choices=DIALECTS)
    given = parser.parse_args()
    brain = slowly(speaking(given.dialect, Unreliable(given.faults, given.seed)), given.gap)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(brain, given.port))


if __name__ == "__main__":
    main()
