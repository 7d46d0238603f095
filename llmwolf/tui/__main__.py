"""``python -m llmwolf.tui [zh|en]``: the terminal without the command line around it."""

import sys

from llmwolf.tui.app import run

if __name__ == "__main__":
    run("en" if sys.argv[1:] == ["en"] else "zh")
