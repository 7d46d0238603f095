"""Recorded replies play again, without a network; changed prompts are found."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
import respx

from llmwolf.llm.cassette import CassetteError, Changed, Recording, Replaying, new_cassette, taped
from llmwolf.llm.client import ChatClient, Prompted, RawReply
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.prompt import build_prompt
from llmwolf.llm.prompt.layout import Prompt
from llmwolf.llm.settings import Settings
from tests.llm.fake_server import FakeServer, Scripted
from tests.llm.scenes import KEY, game_at
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


async def test_how_a_prompt_has_changed_is_shown_once_for_each_block(
    client: ChatClient, tape: Recording, tmp_path: Path, respx_mock: respx.Router
) -> None:
    respx_mock.post(URL).mock(return_value=good())
    old = asked("规则一\n规则二", "公开\n", "你是3号", "事实", "投票\n- 1\n- 2")
    new = asked("规则一\n规则二", "公开\n", "你是3号", "事实\n存活：1、2", "投票\n- 2\n- 1" + "长" * 200)
    for key in ("s03-0001", "s03-0002"):
        await tape.ask(replace(old, key=key), Ear())
    player = replaying(client, tmp_path)
    for key in ("s03-0001", "s03-0002"):
        await player.ask(replace(new, key=key), Ear())
    assert player.lines("zh") == [
        "磁带：2次调用，2次提示词不同",
        "  s03-0001: facts, request",
        "  s03-0002: facts, request",
        "s03-0001 facts:",
        "  + 存活：1、2",
        "s03-0001 request:",
        "  - - 1",
        "  + - 1" + "长" * 97 + "…",
    ]


def asked(rules: str, public: str, private: str, facts: str, request: str) -> Prompted:
    """A prompt laid out as those of games are."""
    prompt = Prompt(rules, public, private, facts, request)
    return replace(PROMPT, messages=prompt.messages(), blocks=prompt.digests())


async def test_every_block_of_a_real_prompt_is_kept_once(
    client: ChatClient, tape: Recording, tmp_path: Path, respx_mock: respx.Router
) -> None:
    respx_mock.post(URL).mock(return_value=good())
    texts = set()
    for number, seed in enumerate((1, 1, 2), 1):
        game, request = game_at("speak", seed)
        prompt = build_prompt(game.view(request.seat), Settings(), "沉稳。\n\n不急。")
        call = replace(PROMPT, messages=prompt.messages(), blocks=prompt.digests(), key=f"s01-{number:04}")
        await tape.ask(call, Ear())
        texts |= set(prompt.blocks().values())
    kept = [path.read_bytes().decode() for path in (tmp_path / "tape" / "blocks").iterdir()]
    assert sorted(kept) == sorted(texts)


class Alert(Ear):
    """Tells when it hears something."""

    def __init__(self) -> None:
        super().__init__()
        self.alerted = asyncio.Event()

    def feed(self, text: str) -> None:
        super().feed(text)
        self.alerted.set()


async def test_a_reply_that_was_cut_off_plays_as_far_as_it_came(client: ChatClient, tmp_path: Path) -> None:
    async with FakeServer(lambda body: Scripted(ANSWER, hang=4)) as server:
        inner = ChatClient(server.endpoint)
        tape, ear = Recording(inner, new_cassette(tmp_path / "tape")), Alert()
        task = asyncio.create_task(tape.ask(ASKED, ear))
        await ear.alerted.wait()
        task.cancel()
        await asyncio.wait({task})
        await inner.close()
    again = Ear()
    with pytest.raises(ModelFailure) as caught:
        await replaying(client, tmp_path).ask(ASKED, again)
    assert caught.value.reason == "time_out"
    assert again.heard == ear.heard != ""


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


async def test_calls_that_are_missing_are_counted_and_not_called_the_same(
    client: ChatClient, tape: Recording, tmp_path: Path, respx_mock: respx.Router
) -> None:
    respx_mock.post(URL).mock(return_value=good())
    await recorded(tape)
    player = replaying(client, tmp_path)
    assert (await player.ask(ASKED, Ear())).text == ANSWER
    assert player.lines("zh") == ["磁带：1次调用，提示词都没有变"]
    assert player.lines("en") == ["cassette: 1 calls, none with another prompt"]
    for key in ("s04-0001", "s04-0002"):
        with pytest.raises(ModelFailure):
            await player.ask(replace(ASKED, key=key), Ear())
    assert (player.played, player.missing) == (1, 2)
    (told,) = player.lines("zh")
    assert told.startswith("磁带：1次调用，另有2次不在磁带里")
    assert "没有变" not in told
    (told,) = player.lines("en")
    assert "2 more are not on it" in told
    assert "none" not in told


async def test_no_key_on_a_cassette_A10(
    client: ChatClient, tape: Recording, tmp_path: Path, respx_mock: respx.Router
) -> None:
    respx_mock.post(URL).mock(return_value=streamed(Scripted(f"my key is {KEY}!", reasoning=KEY, piece=3)))
    await recorded(tape)
    await tape.ask(replace(asked(f"rules {KEY}", "log", "", "", f"{KEY}?"), key="s03-0002"), Ear())
    for path in (tmp_path / "tape").rglob("*.*"):
        assert KEY not in path.read_text("utf-8")
        assert path.suffix == ".txt" or KEY not in "".join(json.loads(path.read_text("utf-8"))["pieces"])


def test_the_folder_of_a_game_may_be_named_itself(client: ChatClient, tmp_path: Path) -> None:
    game = new_cassette(tmp_path / "tapes" / "game-1")
    call = {"format": 1, "key": "s03-0001", "model": "m", "prompt": ""}
    (game / "s03-0001.json").write_text(json.dumps(call), "utf-8")
    for folder in (tmp_path / "tapes", game):
        wrap = taped(None, folder, 1)
        assert wrap is not None
        assert isinstance(wrap(client), Replaying)
    with pytest.raises(CassetteError, match="tapes: there is no cassette of game 2; --record"):
        taped(None, tmp_path / "tapes", 2)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_mistake_about_a_folder_names_the_one_that_was_given(tmp_path: Path, lang: str) -> None:
    (tmp_path / "tape" / "game-1").mkdir(parents=True)
    taped(tmp_path / "tape", None, 1)
    (tmp_path / "tape" / "game-1" / "s01-0001.json").write_text("{}", "utf-8")
    for record, replay in ((tmp_path / "tape", None), (None, tmp_path / "nowhere")):
        with pytest.raises(CassetteError) as caught:
            taped(record, replay, 1)
        assert str(record or replay) in caught.value.told(lang)
        assert "game-1" not in caught.value.told(lang)


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
    [
        ("{", "this is no call of a cassette"),
        ("[]", "the file: Input should be"),
        ('{"format": 1}', "key: Field required"),
        ('{"format": 2, "tape": []}', "format 2 is not 1"),
        ('{"format": 1, "key": "", "model": "", "prompt": "", "failed": "x"}', "unknown failure 'x'"),
        ("狼", "this is no call of a cassette"),
    ],
)
def test_a_foreign_or_newer_file_is_one_line_before_the_game(
    client: ChatClient, tmp_path: Path, text: str, says: str
) -> None:
    folder = tmp_path / "tape"
    folder.mkdir()
    (folder / "s03-0001.json").write_text(text, "gbk")
    with pytest.raises(CassetteError, match=says) as caught:
        Replaying(folder, client.endpoint)
    assert "\n" not in str(caught.value)
