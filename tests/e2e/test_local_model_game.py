"""A whole game with a person, six seats of a real small model and five bots, in the real app."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from llmwolf.llm.config import ModelSpec
from llmwolf.llm.local import LocalServer, bundled_gguf
from llmwolf.llm.settings import SMALL_EN
from llmwolf.record.reader import read
from llmwolf.record.verify import verify
from llmwolf.rules.events import Spoke
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.session import Session, Setup, start
from tests.tui.driver import play_through

pytestmark = [
    pytest.mark.local_model,
    pytest.mark.skipif(bundled_gguf() is None, reason="the small model is missing; `make model` installs it"),
]
MODELS = 6
PATIENCE = 1_500.0
"""Seconds for the whole game; a busy machine answers slowly."""


async def test_a_person_six_models_and_five_bots_play_a_game_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    gguf = bundled_gguf()
    assert gguf is not None
    sessions: list[Session] = []

    def open_table(setup: Setup, lang: str) -> Session:
        sessions.append(start(replace(setup, local=ModelSpec(gguf.stem, server.endpoint, SMALL_EN)), lang))
        return sessions[-1]

    with LocalServer(gguf) as server:
        setup = Setup(
            role="villager", pace="instant", seed=21, models=MODELS, base_url=server.base_url, model=gguf.stem
        )
        app = LlmwolfApp("en", setup, play_now=True, open_table=open_table)
        async with app.run_test(size=(110, 34)) as pilot, asyncio.timeout(PATIENCE):
            await play_through(pilot, 1, PATIENCE)

    session = sessions[0]
    assert session.path is not None
    report = verify(session.path)
    assert report.ok, report
    assert session.game.over
    tally, calls = session.host.tally, session.calls()
    assert calls is not None
    with capsys.disabled():  # a worker's standard output leads nowhere
        sys.stderr.write(
            f"\n{session.game.judge.facts.day} days; decisions by {dict(tally.by)}; models: {calls.line()};"
            f" stand-ins because of {dict(tally.failures)}\n"
        )
    transcript = read(session.path)
    sitters = {sitter.seat: sitter for sitter in transcript.head.seats}
    models = {seat for seat, sitter in sitters.items() if sitter.player == "model"}
    assert len(models) == MODELS
    assert [sitter.player for sitter in sitters.values()].count("human") == 1
    assert tally.by["model"] > 0
    assert calls.calls >= tally.by["model"] + tally.by["repair"]
    spoken = [e for e in transcript.events if isinstance(e, Spoke) and e.seat in models and e.text]
    assert spoken
    if asyncio.all_tasks() - {asyncio.current_task()}:
        pytest.fail(f"left running: {asyncio.all_tasks()}")
