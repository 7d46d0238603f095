"""Pinned pictures of the screens at four sizes; see snapshots.py for how to renew them.

The library, the replay, the boards at the table and practice are pinned where they are tested.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from llmwolf.boards import find_board
from llmwolf.players.base import Answer, PlayerFailed
from llmwolf.record.writer import Writer
from llmwolf.rules.view import View
from llmwolf.table.seating import Plan, SeatPlan, seat
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.continued import Continued
from llmwolf.tui.localmodel import ModelFile
from llmwolf.tui.screens.end import EndScreen
from llmwolf.tui.session import Setup

from .driver import Candidate, app_of, paste, question, table, table_of, the_app, until
from .scenes import BEGINNING, NAMES, Scene
from .snapshots import check

SIZES = [(60, 20), (80, 24), (120, 40), (160, 50)]
SCENES = [
    # -- the night: every ask that a card of a shipped board has ----------------------------------
    Scene("night-whisper", "official-12", 1, 6, "whisper", 1, ("刀3号？", "escape", "3", "enter")),
    Scene("night-knife", "official-12", 1, 6, "knife", 1, ("3", "enter")),
    Scene("night-check", "official-12", 2, 10, "check", 1),
    Scene("night-potion", "official-12", 1, 5, "potion", 1),
    Scene("night-guard", "guard-12", 4, 5, "guard", 1),
    Scene("night-muffle", "face-16", 1, 12, "muffle"),
    Scene("night-curse", "crow-12", 2, 8, "curse", 1),
    Scene("night-silence", "silencer-knight-12", 1, 11, "silence", 1),
    Scene("night-model", "wild-child-12", 1, 10, "model"),
    Scene("night-charm", "wolf-beauty-rogue-12", 1, 8, "charm", 1),
    Scene("night-thief", "wolf-king-thief-cupid-12", 1, 2, "thief", 0, ("1",)),
    Scene("night-link", "last-words-18", 1, 5, "link", 0, ("3", "enter", "1", "7", "enter")),
    Scene("night-pipe", "new-moon-18", 2, 9, "pipe", 1),
    Scene("night-widow", "face-16", 8, 16, "widow"),
    Scene("night-peek", "millers-12", 2, 9, "peek", 1),
    # -- the election --------------------------------------------------------------------------------
    Scene("election-sign-up", "official-12", 1, 9, "sign_up"),
    Scene("election-hears", "official-12", 1, 6, "hears/election", 1, ("f4", "他是悍跳，我来对跳")),
    Scene("election-speaks", "official-12", 1, 9, "speak/election"),
    Scene("election-withdraw", "official-12", 1, 9, "withdraw"),
    Scene("election-ballot", "official-12", 1, 1, "badge_ballot"),
    Scene("election-order", "official-12", 1, 5, "order"),
    # -- the day -------------------------------------------------------------------------------------
    Scene("speech-hears", "official-12", 2, 10, "hears/speech", 14),
    Scene("speech-speaks", "official-12", 2, 10, "speak/speech", 1, ("我验了3号，金水。",)),
    Scene("speech-duel", "silencer-knight-12", 1, 10, "hears/speech", 14, ("f9", "3")),
    Scene("vote", "official-12", 1, 5, "ballot", 1, ("1", "2")),
    Scene("pk-hears", "official-12", 1, 1, "hears/pk"),
    Scene("pk-speaks", "official-12", 2, 11, "speak/pk"),
    Scene("pk-vote", "official-12", 1, 1, "pk_ballot"),
    # -- death ---------------------------------------------------------------------------------------
    Scene("last-words", "official-12", 1, 3, "speak/last_words"),
    Scene("last-shot", "official-12", 1, 11, "last_act", 0, ("1",)),
    Scene("last-turn", "last-words-12", 7, 12, "turn"),
    Scene("last-badge", "official-12", 1, 9, "badge"),
    Scene("last-voters", "last-words-18", 3, 17, "voters"),
    Scene("last-ally", "new-moon-12", 3, 11, "ally"),
    Scene("out", "official-12", 1, 2, "hears/speech", out=True),
    # -- the end -------------------------------------------------------------------------------------
    Scene("end-good", "official-12", 1, 5, "over"),
    Scene("end-wolf", "new-moon-18", 2, 9, "over"),
]


async def pictures(pilot: Pilot[None], name: str) -> None:
    """Check the screen at every size."""
    app = the_app(pilot)
    for width, height in SIZES:
        await pilot.resize_terminal(width, height)
        await pilot.pause()
        await check(app, f"{name}-{width}x{height}")


async def to_the(scene: Scene, pilot: Pilot[None]) -> None:
    """Wait until ``scene`` is on the screen, press its keys and paste its texts."""
    app = the_app(pilot)
    if scene.moment == "over":
        await until(lambda: isinstance(app.screen, EndScreen))
    elif scene.hears:
        await until(lambda: (live := table(pilot).log_view.live) and BEGINNING in live.text)
    else:
        await question(pilot)
    for key in scene.keys:
        await (pilot.press(key) if key.isascii() else paste(pilot, key))
    await pilot.pause()


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
async def test_scene(scene: Scene):
    async with app_of(scene.table()).run_test(size=SIZES[0]) as pilot:
        await to_the(scene, pilot)
        await pictures(pilot, scene.name)


async def test_setup():
    url = "http://127.0.0.1:8080/v1"
    setup = Setup(seed=42, role="seer", name="我", models=3, base_url=url, model="qwen")
    async with LlmwolfApp(setup=setup).run_test(size=SIZES[0]) as pilot:
        await pictures(pilot, "setup")


async def test_help():
    app = app_of(table_of("witch", seed=5, names=NAMES))
    async with app.run_test(size=SIZES[0]) as pilot:
        await question(pilot)
        await pilot.press("f1")
        await pictures(pilot, "help")


async def test_local(monkeypatch: pytest.MonkeyPatch):
    files = [
        ModelFile(Path(f"/x/models/{name}.gguf"), size) for name, size in (("a", 98_000_000), ("qwen", 10**9))
    ]
    monkeypatch.setattr("llmwolf.tui.screens.local.model_files", lambda: files)
    async with LlmwolfApp().run_test(size=SIZES[0]) as pilot:
        await pilot.press("f6", "down")
        await pictures(pilot, "local")


async def test_boards():
    async with LlmwolfApp(setup=Setup(board=find_board("new-moon-14"))).run_test(size=SIZES[0]) as pilot:
        await pilot.press("f3")
        await pictures(pilot, "boards")


async def test_rules():
    async with LlmwolfApp(setup=Setup(board=find_board("standard-9"))).run_test(size=SIZES[0]) as pilot:
        await pilot.press("f4", "down", "down", "down", "down", "right")
        await pictures(pilot, "rules")


class Dead:
    """A table of models; the server of some is gone."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        if self.seat in (2, 3, 7, 9):
            raise PlayerFailed("network", "http://127.0.0.1:9 cannot be reached")
        return Candidate(view.seat).answer(view)


async def test_stand_ins():
    app = app_of(table_of("villager", seed=5, names=NAMES, others=Dead))
    async with app.run_test(size=SIZES[0], notifications=True) as pilot:
        await question(pilot)
        await until(lambda: app._notifications)
        await pictures(pilot, "standins")


async def test_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: ())
    path = Path("game.jsonl")
    seats = {s: SeatPlan("model", model=name) for s, name in ((2, "small#123abc"), (5, "large#456def"))}
    plan = Plan(find_board("official-12"), 42, seats={1: SeatPlan("human", name="我"), **seats})
    Writer(path, seat(plan, Dead).head).close()
    game = Continued(path)
    app = LlmwolfApp(setup=game.setup, play_now=True, open_table=game.open, resumed=game)
    async with app.run_test(size=SIZES[0]) as pilot:
        await pictures(pilot, "resumed")
