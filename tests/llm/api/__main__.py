"""The test server as a process of its own."""

from __future__ import annotations

import argparse
import asyncio
import contextlib

from tests.llm.api.faults import Unreliable
from tests.llm.fake_server import FakeServer


async def serve(port: int, share: float, seed: int) -> None:
    """Serve until the process is ended."""
    brain = Unreliable(share, seed)
    async with FakeServer(brain, port) as server:
        print(f"serving at {server.base_url}", flush=True)  # noqa: T201
        await asyncio.Event().wait()


def main() -> None:
    """Read the options and serve."""
    parser = argparse.ArgumentParser(prog="python -m tests.llm.api", description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--faults", type=float, default=0.0, help="share of replies that are faulty")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(given.port, given.faults, given.seed))


main()
