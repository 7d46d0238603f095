"""Text measured in cells."""

import pytest
from rich.cells import cell_len

from llmwolf.tui.model.cells import clip, one_line, pad, wrap

STRANGE = [
    "阿远",
    "a very long name indeed",
    "🐺🐺🐺狼王",
    "👨‍👩‍👧一家",
    "[bold]x[/",
    "ｆｕｌｌ",
    "",
    "é",
    "x" * 60,
]


@pytest.mark.parametrize("text", STRANGE)
@pytest.mark.parametrize("width", [1, 2, 3, 7, 12])
def test_clip_and_pad_count_cells(text: str, width: int):
    safe = one_line(text)
    assert cell_len(clip(safe, width)) <= width
    assert cell_len(pad(safe, width)) == width


@pytest.mark.parametrize("width", [8, 11, 20, 47])
def test_wrap_loses_nothing_and_fits(width: int):
    text = "我是预言家（真的），昨晚查验12号是查杀！归票12号，过。ok, see you later；警徽流3、8。" * 3
    rows = wrap(text, width)
    assert max(map(cell_len, rows)) <= width
    assert "".join(rows).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    ("text", "width", "rows"),
    [
        ("今天归票12号", 10, ["今天归票", "12号"]),
        ("他是狼人，过", 8, ["他是狼", "人，过"]),
        ("我认（好人）", 6, ["我认", "（好", "人）"]),
        ("one two three", 7, ["one two", "three"]),
        ("狼人、平民×4", 11, ["狼人、平民", "×4"]),
        ("一\n\n二", 10, ["一", "", "二"]),
        ("，，，，", 4, ["，，", "，，"]),
        ("", 10, [""]),
    ],
)
def test_where_a_line_ends(text: str, width: int, rows: list[str]):
    assert wrap(text, width) == rows


def test_the_first_line_may_be_shorter():
    assert wrap("一二三四五", 6, first=4) == ["一", "二三四", "五"]


def test_a_name_is_one_safe_line():
    assert one_line("a\x1b[31m\nb\u202ec\u200dd") == "a[31m bcd"
