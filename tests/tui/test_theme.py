"""The three themes: readable, remembered, and never the only thing that tells a state."""

import random
from pathlib import Path

import pytest
from textual.color import Color
from textual.pilot import Pilot
from textual.theme import Theme

from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.session import Setup
from llmwolf.tui.theme import CONTRAST, THEMES, look_path, next_theme, remember, remembered

from .driver import Talker, answer, app_of, question, table_of, the_app
from .scenes import Scene
from .snapshots import check
from .test_log import rows
from .test_snapshots import SCENES, to_the

SIZE = (80, 24)
READABLE = {"dark": 4.5, "light": 4.5, "contrast": 7.0}
"""The least contrast of letters with what is behind them (WCAG: 4.5 is AA, 7 is AAA)."""
VISIBLE = 3.0
"""The same of frames and bars."""
FRAMES = " ─━│╭╮╰╯┃╱▁▂▃▄▅▆▇█▊▎▌▐▔▕"
SCENES_SEEN = {
    "night-whisper", "night-knife", "night-link", "election-hears", "speech-speaks", "vote", "out",
    "end-wolf",
}  # fmt: skip


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration of its own for each test."""
    monkeypatch.setattr("llmwolf.tui.theme.look_path", lambda: tmp_path / "new" / "look.toml")
    return tmp_path


def told_by(app: LlmwolfApp, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every notice from now on; the screen itself forgets them after some seconds."""
    told: list[str] = []
    monkeypatch.setattr(app, "notify", lambda message, **_: told.append(message))
    return told


async def to_a_vote(pilot: Pilot[None]) -> None:
    """Play to the second ballot, and choose somebody."""
    rng, votes = random.Random(3), 0
    while True:
        votes += (await question(pilot)).request.kind == "ballot"
        if votes == 2:
            break
        await answer(pilot, rng)
    await pilot.press("1", "2")
    await pilot.pause()


def luminance(color: Color) -> float:
    """Relative luminance (WCAG)."""
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color.normalized]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Color, other: Color) -> float:
    """Contrast ratio (WCAG), 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def pale(app: LlmwolfApp, least: float) -> list[str]:
    """What has too little contrast on the screen, or in what lies over it: words ``least``, frames 3."""
    screen = app.screen
    region = screen.children[0].region if screen.is_modal else screen.region
    found = []
    for strip in screen._compositor.render_strips()[region.y : region.bottom]:
        for segment in strip.crop(region.x, region.right):
            style = segment.style
            if style is None or not segment.text.strip() or not style.color:
                continue
            assert style.bgcolor is not None
            front, back = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
            if style.dim:
                front = back.blend(front, 0.5)
            if contrast(front, back) < (least if segment.text.strip(FRAMES) else VISIBLE):
                found.append(f"{segment.text.strip()} {front.hex} on {back.hex}")
    return found


@pytest.mark.parametrize("name", list(THEMES))
async def test_setup_and_vote_in_every_theme(name: str):
    remember(name)
    async with LlmwolfApp(setup=Setup(seed=42, role="seer", name="我")).run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert not pale(the_app(pilot), READABLE[name])
        await check(the_app(pilot), f"look-setup-{name}-80x24")
    async with app_of(table_of("witch", seed=5, others=Talker)).run_test(size=SIZE) as pilot:
        await to_a_vote(pilot)
        assert not pale(the_app(pilot), READABLE[name])
        await check(the_app(pilot), f"look-vote-{name}-80x24")


@pytest.mark.parametrize("scene", [s for s in SCENES if s.name in SCENES_SEEN], ids=lambda scene: scene.name)
async def test_every_screen_can_be_read_in_every_theme(scene: Scene):
    async with app_of(scene.table()).run_test(size=SIZE) as pilot:
        await to_the(scene, pilot)
        app = the_app(pilot)
        for name in THEMES:
            app.theme = name
            await pilot.pause()
            assert not pale(app, READABLE[name]), name


@pytest.mark.parametrize("keys", [("f1",), ("f5",), ("f10",), ("f12", "3", "w"), ("ctrl+q",), ("slash", "3")])
async def test_what_lies_over_the_table_can_be_read_in_every_theme(keys: tuple[str, ...]):
    scene = next(scene for scene in SCENES if scene.name == "vote")
    async with app_of(scene.table()).run_test(size=SIZE) as pilot:
        await question(pilot)
        await pilot.press(*keys)
        app = the_app(pilot)
        for name in THEMES:
            app.theme = name
            await pilot.pause()
            assert not pale(app, READABLE[name]), name


@pytest.mark.parametrize("key", ["f3", "f4", "f6", "f7"])
async def test_what_is_chosen_before_a_game_can_be_read_in_every_theme(key: str):
    async with LlmwolfApp().run_test(size=SIZE) as pilot:
        await pilot.press(key)
        app = the_app(pilot)
        for name in THEMES:
            app.theme = name
            await pilot.pause()
            assert not pale(app, READABLE[name]), name


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_frames_and_scroll_bars_can_be_seen(theme: Theme):
    colours = theme.to_color_system().generate() | theme.variables

    def seen(front: str, back: str) -> bool:
        return contrast(Color.parse(colours[front]), Color.parse(colours[back])) >= VISIBLE

    assert seen("scrollbar", "scrollbar-background")
    for back in ("background", "surface"):
        assert seen("line", back)
        assert seen("scrollbar", back)


async def test_the_key_goes_round_and_the_choice_is_remembered(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    assert remembered() == "dark"
    app = app_of(table_of("witch", seed=5))
    notices = told_by(app, monkeypatch)
    async with app.run_test(size=SIZE) as pilot:
        await question(pilot)
        told = []
        for key in ("ctrl+t", "ctrl+t", "ctrl+t"):
            await pilot.press(key)
            await pilot.pause()
            told.append((app.theme, remembered(), notices[-1]))
        assert told == [
            ("light", "light", "配色：浅色"),
            ("contrast", "contrast", "配色：高对比"),
            ("dark", "dark", "配色：深色"),
        ]
        await pilot.press("ctrl+t")
    assert LlmwolfApp().theme == "light"
    assert (own_folder / "new" / "look.toml").read_text("utf-8") == 'theme = "light"\n'


async def test_a_folder_that_takes_nothing_is_told_and_the_theme_is_changed(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    (own_folder / "new").write_text("a file stands where the folder should be", "utf-8")
    app = LlmwolfApp("en")
    notices = told_by(app, monkeypatch)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f8")
        await pilot.pause()
        assert app.theme == "light"
        assert "not remembered: " in notices[-1]


@pytest.mark.parametrize("content", [b"theme = 7", b"theme = 'pink'", b"theme", b"\xff\xfe", b""])
def test_a_file_that_is_not_good_counts_for_nothing(
    tmp_path: Path, content: bytes, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "look.toml"
    path.write_bytes(content)
    monkeypatch.setattr("llmwolf.tui.theme.look_path", lambda: path)
    assert remembered() == "dark"


async def test_no_color_leaves_no_colour_in_any_theme(monkeypatch: pytest.MonkeyPatch):
    remember(CONTRAST.name)
    monkeypatch.setenv("NO_COLOR", "1")
    async with app_of(table_of("witch", seed=5, others=Talker)).run_test(size=SIZE) as pilot:
        await to_a_vote(pilot)
        app = the_app(pilot)
        filters = [f for f in app._filters if f.enabled]
        for strip in app.screen._compositor.render_strips():
            for segment in strip.apply_filter(filters[-1], Color(0, 0, 0)):
                for color in (segment.style.color, segment.style.bgcolor) if segment.style else ():
                    triplet = color.get_truecolor() if color else (0, 0, 0)
                    assert len(set(triplet)) == 1, segment
        assert any("►12 " in row for row in rows(app))


def test_the_themes_are_a_round():
    names = list(THEMES)
    assert [next_theme(name) for name in names] == [*names[1:], names[0]]
    assert look_path().name == "look.toml"
