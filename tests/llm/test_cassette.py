"""Recorded replies play again, without a network; changed prompts are found."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
import respx

from llmwolf.llm.cassette import CassetteError, Changed, Recording, Replaying, new_cassette
from llmwolf.llm.client import ChatClient, RawReply
from llmwolf.llm.failure import ModelFailure
from tests.llm.fake_server import Scripted
from tests.llm.scenes import KEY
from tests.llm.wire import ANSWER, PROMPT, URL, Ear, good, refused, streamed

ASKED = replace(PROMPT, key="s03-0001", blocks={"rules": "a", "facts": "b"})


@pytest.fixture
def tape(client: ChatClient, tmp_path: Path) -> Recording:
    return Recording(client, new_cassette(tmp_path / "tape"))


def replaying(client: ChatClient, tmp_path: Path) -> Replaying:
    return Replaying(tmp_path / "tape", client.endpoint)


async def recorded(tape: Recording) -> RawReply:
    return await tape.ask(ASKED, Ear())


async def test_a_recorded_reply_plays_again_as_it_was(
    client: ChatClient, tape: Recording, tmp_path: Path, respx_mock: respx.Router
) -> None:
    route = respx_mock.post(URL).mock(
        side_effect=[refused(500, "boom"), streamed(Scripted(ANSWER, reasoning="嗯"))]
    )
    first = await recorded(tape)
    ear, retries = Ear(), list[str]()
    player = replaying(client, tmp_path)
    again = await player.ask(ASKED, ear, lambda failure: retries.append(failure.reason))
    assert again == first
    assert ear.heard == ANSWER
    assert retries == ["server"]
    assert route.call_count == 2
    assert (player.played, player.changed) == (1, [])
    assert player.lines("zh") == ["磁带：1次调用，提示词都没有变"]


async def test_a_changed_prompt_is_answered_and_named(
    client: ChatClient, tape: Recording, tmp_path: Path, respx_mock: respx.Router
) -> None:
    respx_mock.post(URL).mock(return_value=good())
    await recorded(tape)
    player = replaying(client, tmp_path)
    other = replace(ASKED, messages=[{"role": "user", "content": "!"}], blocks={"rules": "a", "facts": "c"})
    assert (await player.ask(other, Ear())).text == ANSWER
    assert player.changed == [Changed("s03-0001", ("facts",))]
    assert player.lines("zh") == ["磁带：1次调用，1次提示词不同", "  s03-0001: facts"]
    assert player.lines("en") == ["cassette: 1 calls, 1 with another prompt", "  s03-0001: facts"]


async def test_a_recorded_failure_fails_again(
    client: ChatClient, tape: Recording, tmp_path: Path, respx_mock: respx.Router
) -> None:
    respx_mock.post(URL).mock(return_value=refused(401, f"bad key {KEY}"))
    with pytest.raises(ModelFailure):
        await recorded(tape)
    with pytest.raises(ModelFailure) as caught:
        await replaying(client, tmp_path).ask(ASKED, Ear())
    assert caught.value.reason == "auth"


async def test_a_call_that_was_not_recorded_is_a_failure_like_any_other(
    client: ChatClient, tape: Recording, tmp_path: Path, respx_mock: respx.Router
) -> None:
    respx_mock.post(URL).mock(return_value=good())
    await recorded(tape)
    with pytest.raises(ModelFailure) as caught:
        await replaying(client, tmp_path).ask(replace(ASKED, key="s04-0001"), Ear())
    assert caught.value.reason == "no_recording"


async def test_no_key_on_a_cassette_A10(
    client: ChatClient, tape: Recording, tmp_path: Path, respx_mock: respx.Router
) -> None:
    respx_mock.post(URL).mock(return_value=streamed(Scripted(f"my key is {KEY}!", reasoning=KEY, piece=3)))
    await recorded(tape)
    for path in (tmp_path / "tape").iterdir():
        assert KEY not in path.read_text("utf-8")
        assert KEY not in "".join(json.loads(path.read_text("utf-8"))["pieces"])


def test_a_folder_in_use_and_a_folder_without_a_cassette_are_refused(
    client: ChatClient, tmp_path: Path
) -> None:
    (tmp_path / "x").write_text("x", "utf-8")
    with pytest.raises(CassetteError, match="is not empty"):
        new_cassette(tmp_path)
    with pytest.raises(CassetteError, match="there is no cassette"):
        Replaying(tmp_path, client.endpoint)


@pytest.mark.parametrize(
    ("text", "says"),
    [("{", "Invalid JSON"), ('{"format": 1}', "key: Field required"), (None, "format 2 is not 1")],
)
async def test_a_foreign_file_is_one_line(
    client: ChatClient, tmp_path: Path, text: str | None, says: str
) -> None:
    folder = tmp_path / "tape"
    folder.mkdir()
    whole = json.dumps({"format": 2, "key": "s03-0001", "model": "m", "prompt": ""})
    (folder / "s03-0001.json").write_text(whole if text is None else text, "utf-8")
    with pytest.raises(CassetteError, match=says) as caught:
        await Replaying(folder, client.endpoint).ask(ASKED, Ear())
    assert "\n" not in str(caught.value)
