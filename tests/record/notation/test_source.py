"""Every fault is told with the line of the file, however the text was put into TOML."""

from __future__ import annotations

import pytest

from llmwolf.record.notation.document import document
from llmwolf.record.notation.errors import Malformed
from llmwolf.record.notation.source import Source


def line_of_fault(text: str) -> int:
    """The line that the reader complains of."""
    with pytest.raises(Malformed) as error:
        document(Source(text))
    return error.value.line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[game]\nlines = """\nN1:\nD1: ??\n"""\n', 4),
        ('[game]\nlines = """N1:\nD1: ??"""\n', 3),
        ("[game]\nlines = '''\n\nN1:\n\nD1: ??\n'''\n", 6),
        ('[game]\r\nlines = """\r\nN1:\r\nD1: ??\r\n"""\r\n', 4),
        ('[game]\nlines = "N1:\\nD1: ??"\n', 2),
        ('[game]\nlines = """\nN1: \\\n  刀 3\nD1: ??\n"""\n', 5),
        ('[game]\nlines = """\nN1: 刀 3 # \\u4e2d \\" x\nD1: ??"""\n', 4),
        ('# lines = """\n# N1: """\n[game]\nlines = """\nD1: ??\n"""\n', 5),
        ('game = { lines = "D1: ??" }\n', 1),
        ('game.lines = """\nN1:\nD1: ??\n"""\n', 3),
        ('\n\nbord = "x"\n[game]\nlines = ""\n', 3),
        ('[game]\nlines = ""\nline = ""\n', 3),
        ('\n[game]\nseed = """\n', 4),
        ("\nseed == 3\n", 2),
    ],
)
def test_the_line_is_that_of_the_file(text: str, line: int):
    assert line_of_fault(text) == line


def test_a_record_without_lines_says_where_they_belong():
    with pytest.raises(Malformed, match=r"\[game\]"):
        document(Source('board = "standard-9"\n'))
    with pytest.raises(Malformed, match=r"write \[game\]"):
        document(Source("game = 3\n"))
