"""The real small model: the protocol and the law, never the wording."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from llmwolf.llm.client import ChatClient
from llmwolf.llm.endpoint import EndpointError
from llmwolf.llm.local import LocalServer, bundled_gguf
from llmwolf.llm.seat import ModelPlayer
from llmwolf.llm.settings import SMALL, SMALL_EN, Settings
from tests.llm.scenes import game_at

pytestmark = pytest.mark.local_model


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    pytest.importorskip("xllamacpp", reason="the local model server is not installed: make model")
    gguf = bundled_gguf()
    if gguf is None:
        pytest.skip("the small local model is not installed: make model")
    with LocalServer(gguf) as server:
        yield server


@pytest.mark.parametrize("settings", [SMALL, SMALL_EN], ids=["zh", "en"])
async def test_a_decision_is_legal_and_a_speech_is_streamed(server: LocalServer, settings: Settings) -> None:
    pieces = []
    for kind, seed in (("potion", 1), ("speak", 1), ("speak", 2), ("speak", 3)):
        game, request = game_at(kind, seed)
        player = ModelPlayer(ChatClient(server.endpoint), settings)
        said: list[str] = []
        answer = await player.answer_live(game.view(request.seat), said.append)
        await player.client.close()
        assert game.why_not(answer.decision(game.ply, request.seat)) is None
        assert player.log.answers == 1
        assert not player.log.failures
        assert answer.text == "".join(said).strip()
        pieces.append(len(said))
    assert max(pieces) > 1, "a tiny model may say one word, but not each time"


async def test_a_speech_that_is_cut_off_frees_the_model_at_once(server: LocalServer) -> None:
    game, request = game_at("speak")
    player = ModelPlayer(ChatClient(server.endpoint), SMALL_EN)
    begun = asyncio.Event()
    task = asyncio.create_task(player.answer_live(game.view(request.seat), lambda piece: begun.set()))
    await begun.wait()
    clock = asyncio.get_running_loop().time
    began = clock()
    task.cancel()
    await asyncio.wait({task})
    assert task.cancelled()
    assert clock() - began < 0.1
    assert (await player.answer_live(game.view(request.seat), lambda piece: None)).text
    await player.client.close()


def test_the_server_ends_with_its_block(server: LocalServer) -> None:
    with LocalServer(server.gguf) as other:
        child = other._child
        assert child is not None
        assert child.poll() is None
    assert child.poll() is not None


def test_a_missing_file_is_one_readable_line() -> None:
    with (
        pytest.raises(EndpointError, match=r"there is no model file nowhere\.gguf"),
        LocalServer(Path("nowhere.gguf")),
    ):
        pass


def test_a_file_that_is_no_model_is_one_readable_line(tmp_path: Path) -> None:
    fake = tmp_path / "fake.gguf"
    fake.write_bytes(b"GGUF nonsense")
    with pytest.raises(EndpointError, match=r"did not start with fake\.gguf"), LocalServer(fake):
        pass
