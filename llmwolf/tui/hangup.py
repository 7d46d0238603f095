"""The window is closed, or the machine goes down: what is being written is kept before the process ends."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable


def listen(keep: Callable[[], None], leave: Callable[[], None]) -> None:
    """Before SIGHUP ends the process ``keep`` is called; SIGTERM calls ``leave`` instead of ending it.

    To be called on the event loop of the main thread.
    """
    if sys.platform == "win32":
        return

    def hung_up() -> None:
        keep()
        # Not the usual way out: there is no terminal any more to be put in order.
        loop.remove_signal_handler(signal.SIGHUP)
        os.kill(os.getpid(), signal.SIGHUP)

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGHUP, hung_up)
    loop.add_signal_handler(signal.SIGTERM, leave)
