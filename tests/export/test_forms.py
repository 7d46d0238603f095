"""Every form tells the same game, and no text from a stranger is more than text in any of them."""

import re
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from llmwolf.export.forms import FORMS, export
from llmwolf.export.recorded import JUDGE, PUBLIC
from llmwolf.rules import events as ev

from .games import HOSTILE, SECRET, opened

TAGS = {
    "html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "h3", "dl", "dt", "dd", "bdi",
    "div", "table", "caption", "thead", "tbody", "tr", "th", "td", "nav", "a", "main", "section", "figure",
    "figcaption", "blockquote", "p",
}  # fmt: skip
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Page(HTMLParser):
    """What a browser would find."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_page_has_only_its_own_tags_and_loads_nothing(lang: str):
    text = export(opened(), "html", JUDGE, lang)
    page = Page(text)
    assert {tag for tag, _ in page.tags} <= TAGS
    for tag, attributes in page.tags:
        assert not {
            name for name in attributes if name.startswith("on") or name in ("src", "style", "action")
        }
        assert tag != "a" or str(attributes["href"]).startswith("#")
    policy = next(a["content"] for _, a in page.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "<script>alert(1)</script>" in page.text, "shown as text"
    assert "{{ 7 * 7 }}" in page.text
    assert not UNSEEN.search(text)
    assert "@import" not in text
    assert "url(" not in text


def test_every_link_of_the_contents_leads_somewhere():
    page = Page(export(opened(), "html", JUDGE, "zh"))
    ids = [a["id"] for _, a in page.tags if "id" in a]
    links = [str(a["href"])[1:] for tag, a in page.tags if tag == "a"]
    assert links == ids
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_markdown_has_no_markup_but_its_own(lang: str):
    text = export(opened(), "md", JUDGE, lang)
    tokens = MarkdownIt("gfm-like", {"html": True, "linkify": False}).parse(text)
    kinds = {token.type for token in tokens} | {c.type for token in tokens for c in token.children or ()}
    assert not {k for k in kinds if k.startswith(("html", "link", "image", "fence", "code", "ordered", "hr"))}
    headings = [tokens[i + 1].content for i, token in enumerate(tokens) if token.type == "heading_open"]
    assert "heading" not in headings
    plain = "".join(c.content for token in tokens for c in token.children or ())
    assert "<script>alert(1)</script>" in plain
    assert "*bold* _it_ `c` ~~s~~" in plain
    assert "](javascript:alert(3)) ![x](http://evil.example/x.png)" in plain
    assert not UNSEEN.search(text)
    assert not re.search(r"(?<!\\)://|www(?!\\)\.", text), "no reader makes a link of it"
    columns = {line.replace("\\|", "").count("|") for line in text.split("\n") if line.startswith("| ")}
    assert columns == {7, 4}, "no cell breaks its table"


def test_text_moves_no_cursor_and_its_columns_line_up():
    text = export(opened(), "text", JUDGE, "zh")
    assert not UNSEEN.search(text)
    assert HOSTILE[0] in text
    assert "{{ 7 * 7 }}" in text


def test_the_notation_is_the_judges():
    text = export(opened(), "notation", JUDGE)
    assert 'board = "official-12"' in text
    assert "lines = '''" in text


@pytest.mark.parametrize("form", [form for form in FORMS if form != "notation"])
def test_everything_that_was_said_and_counted_is_told(form: str):
    game = opened()
    text = export(game, form, JUDGE, "zh")
    nights = [event.day for event in game.log if isinstance(event, ev.NightFell)]
    assert all(f"第{night}夜" in text for night in nights)
    assert text.count(SECRET) == sum(len(thoughts) for thoughts in game.thoughts.values()) > 0
    assert text.count("票型") == sum(isinstance(event, ev.Ballots) for event in game.log)
    assert "老张" in text, "personas by their name"
    assert "#123abc" not in text


@pytest.mark.parametrize("form", [form for form in FORMS if form != "notation"])
@pytest.mark.parametrize("eyes", [PUBLIC, 5])
def test_thoughts_are_for_the_judge_alone(form: str, eyes: int):
    assert SECRET not in export(opened(), form, eyes, "zh")


def test_in_english_nothing_of_the_frame_is_chinese():
    text = export(opened(), "text", JUDGE, "en")
    for stranger in (*HOSTILE, SECRET, "🐺狼来了", "小满"):
        text = text.replace(stranger, "")
    assert not re.search("[\u4e00-\u9fff]", text)
