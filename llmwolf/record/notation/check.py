"""``python -m llmwolf.record.notation.check FILE …``: are records well written? They are not played."""

from __future__ import annotations

import sys
from pathlib import Path

from llmwolf.record.notation.document import document, read
from llmwolf.record.notation.errors import NotationError


def main(names: list[str]) -> int:
    """Say what is wrong with each file; the exit code is 2 if something is."""
    faults = 0
    for name in names:
        try:
            items = len(document(read(Path(name))).items)
        except NotationError as error:
            error.where = name
            faults += 1
            sys.stdout.write(f"{error}\n")
        else:
            sys.stdout.write(f"{name}: well written, {items} items\n")
    return 2 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
