"""Cassettes: raw replies of models, recorded call by call, and played again without a network.

A cassette is a folder with one JSON file a call, named by the call's place in the game, and the texts of the
prompts' blocks beside them. A prompt that is not the recorded one gets the recorded reply all the same, and
is counted: that is how the calls that a change of prompts touches are found.
"""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from llmwolf.llm.blocktexts import BlockTexts, differences, texts_of
from llmwolf.llm.client import Asker, Prompted, RawReply, Sink
from llmwolf.llm.detailwords import one_line
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import REASONS, ModelFailure
from llmwolf.llm.settings import Patience
from llmwolf.llm.usage import Usage
from llmwolf.players.told import ToldError
from llmwolf.players.words.pairs import Pair

FORMAT: Final = 1
_PLAYED: Final = "game.toml"

OnRetry = Callable[[ModelFailure], None]


class CassetteError(ToldError):
    """A cassette cannot be used; one line that says why."""


class _Usage(BaseModel):
    model_config = ConfigDict(extra="forbid")

    prompt: int = 0
    cached: int = 0
    completion: int = 0
    reasoning: int = 0
    known: bool = False

    @classmethod
    def of(cls, usage: Usage) -> _Usage:
        return cls(**asdict(usage))

    def back(self) -> Usage:
        return Usage(**self.model_dump())


class _Call(BaseModel):
    """One file: what was asked, as digests, and what came back."""

    model_config = ConfigDict(extra="forbid")

    format: int
    key: str
    model: str
    prompt: str
    blocks: dict[str, str] = {}
    retries: list[str] = []
    retries_usage: list[_Usage] = []
    pieces: list[str] = []
    reasoning: str = ""
    finish: str = ""
    rung: str = ""
    usage: _Usage = _Usage()
    failed: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Changed:
    """A call whose prompt is not the recorded one, and which blocks of it differ."""

    key: str
    blocks: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.key}: {', '.join(self.blocks) or 'the whole prompt'}"


class Recording:
    """An :class:`Asker` that writes down what ``inner`` answers; the endpoint's key is struck out."""

    def __init__(self, inner: Asker, folder: Path) -> None:
        """``folder`` must be new or empty: two games on one cassette would be neither."""
        self._inner = inner
        self._folder = folder
        self._texts = BlockTexts(folder)
        self.endpoint: Endpoint = inner.endpoint
        self.patience: Patience = inner.patience

    async def ask(self, prompt: Prompted, sink: Sink, on_retry: OnRetry = lambda failure: None) -> RawReply:
        """As the inner one answers; also when it fails, which is recorded too.

        A reply that nobody waited for to its end is recorded as far as it went, as one that came too late.
        """
        tape = _Tape(sink)

        def heard_retry(failure: ModelFailure) -> None:
            tape.retries.append(failure)
            on_retry(failure)

        try:
            reply = await self._inner.ask(prompt, tape, heard_retry)
        except ModelFailure as failure:
            usage = _Usage.of(failure.usage)
            self._write(prompt, tape, failed=failure.reason, detail=failure.detail, usage=usage)
            raise
        except asyncio.CancelledError:
            self._write(prompt, tape, failed="time_out", detail="the table did not wait for the rest")
            raise
        self._write(
            prompt,
            tape,
            reasoning=reply.reasoning,
            finish=reply.finish,
            rung=reply.format,
            usage=_Usage.of(reply.usage),
        )
        return reply

    async def close(self) -> None:
        """Close the inner one."""
        await self._inner.close()

    def _write(self, prompt: Prompted, tape: _Tape, **fields: Any) -> None:
        mask = self.endpoint.mask
        masked = {name: mask(value) if isinstance(value, str) else value for name, value in fields.items()}
        told = {
            "format": FORMAT,
            "key": prompt.key,
            "model": self.endpoint.model,
            "prompt": digest_of(prompt),
            "blocks": dict(prompt.blocks),
            "retries": [failure.reason for failure in tape.retries],
            "retries_usage": [_Usage.of(failure.usage) for failure in tape.retries],
            "pieces": tape.pieces if mask(tape.text) == tape.text else [mask(tape.text)],
        }
        call = _Call.model_validate({**told, **masked})
        text = json.dumps(call.model_dump(), ensure_ascii=False, indent=1) + "\n"
        place = self._folder / f"{prompt.key}.json"
        part = place.with_suffix(".part")
        part.write_text(text, "utf-8")
        part.replace(place)
        for digest, block in texts_of(prompt).items():
            self._texts.keep(digest, mask(block))


class Replaying:
    """An :class:`Asker` that answers from the cassette in ``folder``; it never reaches for a network.

    ``changed`` lists the calls whose prompts differ from the recorded ones, ``missing`` counts those that are
    not on the cassette, ``played`` all others, ``lines`` tells it.
    """

    def __init__(self, folder: Path, endpoint: Endpoint, patience: Patience | None = None) -> None:
        """Raises :class:`CassetteError` where there is no cassette, or one that cannot be read."""
        self._calls = {path.stem: _read(path) for path in sorted(folder.glob("*.json"))}
        if not self._calls:
            raise _no_cassette(folder)
        self._texts = BlockTexts(folder)
        self._first: dict[str, tuple[str, str, str]] = {}
        self.endpoint = endpoint
        self.patience = patience or Patience()
        self.changed: list[Changed] = []
        self.missing = 0
        self.played = 0

    async def ask(self, prompt: Prompted, sink: Sink, on_retry: OnRetry = lambda failure: None) -> RawReply:
        """The recorded reply in the recorded pieces; raises the recorded failure, or ``no_recording``."""
        call = self._calls.get(prompt.key)
        if call is None:
            self.missing += 1
            raise ModelFailure("no_recording", f"the cassette holds no call {prompt.key}")
        self.played += 1
        if call.prompt != digest_of(prompt):
            self._differs(call, prompt)
        usages = chain(call.retries_usage, repeat(None))
        for reason, usage in zip(call.retries, usages, strict=False):
            on_retry(_failure(reason, "", usage))
        sink.begin()
        for piece in call.pieces:
            sink.feed(piece)
            await asyncio.sleep(0)
        if call.failed:
            raise _failure(call.failed, call.detail, call.usage)
        return RawReply("".join(call.pieces), call.finish, call.usage.back(), call.rung, call.reasoning)

    def _differs(self, call: _Call, prompt: Prompted) -> None:
        """Note which blocks of ``prompt`` are not the recorded ones; of each the first is shown later."""
        names = dict.fromkeys([*call.blocks, *prompt.blocks])
        blocks = tuple(n for n in names if call.blocks.get(n) != prompt.blocks.get(n))
        self.changed.append(Changed(prompt.key, blocks))
        texts = texts_of(prompt) if set(blocks) - self._first.keys() else {}
        for name in blocks:
            old, new = call.blocks.get(name, ""), texts.get(prompt.blocks.get(name, ""))
            if new is not None:
                self._first.setdefault(name, (prompt.key, old, new))

    def lines(self, lang: str) -> list[str]:
        """How many calls were played, how many were missing, which were asked otherwise than when they were
        recorded, and for each block how it differs where it first did."""
        english = lang == "en"
        parts = [f"cassette: {self.played} calls" if english else f"磁带：{self.played}次调用"]
        if self.missing:
            zh = f"另有{self.missing}次不在磁带里（替补代打）：这一局走了另一条路"
            en = f"{self.missing} more are not on it (stand-ins answered): the game took another course"
            parts.append(en if english else zh)
        if count := len(self.changed):
            parts.append(f"{count} with another prompt" if english else f"{count}次提示词不同")
        elif not self.missing:
            parts.append("none with another prompt" if english else "提示词都没有变")
        listed = [(", " if english else "，").join(parts), *(f"  {change}" for change in self.changed)]
        for name, (key, digest, new) in self._first.items():
            old = self._texts.text(digest)
            if old is not None:
                listed += [f"{key} {name}:", *(f"  {line}" for line in differences(old, new))]
        return listed

    async def close(self) -> None:
        """Nothing is held."""


def _read(path: Path) -> _Call:
    """The call in ``path``; raises :class:`CassetteError`. A newer format may well have other fields."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise _no_call(path, str(error)) from None
    if isinstance(data, dict) and data.get("format", FORMAT) != FORMAT:
        kind = data["format"]
        raise CassetteError(
            (
                f"{path}：格式 {kind!r} 不是 {FORMAT}；请重新录制",
                f"{path}: format {kind!r} is not {FORMAT}; record it anew",
            )
        )
    try:
        call = _Call.model_validate(data)
    except ValidationError as error:
        slip = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(map(str, slip["loc"])) or "the file"
        raise _no_call(path, f"{place}: {slip['msg']}") from None
    if unknown := [reason for reason in (call.failed, *call.retries) if reason and reason not in REASONS]:
        raise CassetteError(
            (f"{path}：不认识的失败 {unknown[0]!r}", f"{path}: unknown failure {unknown[0]!r}")
        )
    return call


def _no_call(path: Path, why: str) -> CassetteError:
    return CassetteError(
        (f"{path}：不是磁带里的一次调用：{why}", f"{path}: this is no call of a cassette: {why}")
    )


def _no_cassette(folder: Path, of: Pair = ("", "")) -> CassetteError:
    """That ``folder`` holds no cassette, or none ``of`` a game."""
    return CassetteError(
        (
            f"{folder}：没有{of[0]}磁带；用 --record 录一盘",
            f"{folder}: there is no cassette{of[1]}; --record makes one",
        )
    )


def new_cassette(folder: Path, named: Path | None = None) -> Path:
    """Make the ``folder`` of a new cassette; raises :class:`CassetteError` if it holds something.

    ``named`` is what the person called it, for the message.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CassetteError(
            (
                f"{named or folder} 里已有东西；磁带要一个新文件夹",
                f"{named or folder} is not empty; a cassette wants a new folder",
            )
        )
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@dataclass(frozen=True, slots=True)
class Played:
    """Which game a cassette is of: the id of its board, and its seed."""

    board: str
    seed: int


def taped(
    record: Path | None, replay: Path | None, game: int, played: Played | None = None
) -> Callable[[Asker], Asker] | None:
    """What puts a cassette around a client, or in its place: ``game-N`` of a folder for the ``game`` of a
    sitting; ``None`` where there is no folder. A new cassette keeps which game was ``played``.

    Raises :class:`CassetteError` where a new cassette would not be new, and where there is none to play.
    """
    if record is not None:
        folder = new_cassette(record / f"game-{game}", record)
        if played:
            lines = (f"{name} = {json.dumps(value)}\n" for name, value in asdict(played).items())
            (folder / _PLAYED).write_text("".join(lines), "utf-8")
        return lambda client: Recording(client, folder)
    if replay is not None:
        folder = _game_folder(replay, game)
        if not any(folder.glob("*.json")):
            number = (f"第{game}局的", f" of game {game}") if game > 1 else ("", "")
            raise _no_cassette(replay, number)
        return lambda client: Replaying(folder, client.endpoint, client.patience)
    return None


def _game_folder(replay: Path, game: int) -> Path:
    """Where in ``replay`` the calls of that game are."""
    folder = replay / f"game-{game}"
    named = game == 1 and not folder.is_dir() and any(replay.glob("s*.json"))
    return replay if named else folder  # somebody named the game's own folder


def of_another_game(replay: Path, game: int, played: Played) -> Pair | None:
    """That the cassette in ``replay`` is not of the game that is ``played``; ``None``: as far as is known."""
    try:
        told = tomllib.loads((_game_folder(replay, game) / _PLAYED).read_text("utf-8"))
    except (OSError, ValueError):
        return None  # an older cassette, or one that was put together by hand
    board, seed = one_line(str(told.get("board", played.board))), one_line(str(told.get("seed", played.seed)))
    if (board, seed) == (played.board, str(played.seed)):
        return None
    return (
        f"磁带录的是 {board}、种子 {seed}，这一局是 {played.board}、种子 {played.seed}：多半对不上；"
        f"照原样重放用 --board {board} --seed {seed}",
        f"the cassette is of {board} with seed {seed}, and this is {played.board} with seed {played.seed}:"
        f" they will hardly fit; --board {board} --seed {seed} plays what was recorded",
    )


def _failure(reason: str, detail: str, usage: _Usage | None) -> ModelFailure:
    """As it was recorded; the ``usage`` is not told by every cassette."""
    failure = ModelFailure(reason, detail)
    failure.usage = usage.back() if usage else Usage()
    return failure


def digest_of(prompt: Prompted) -> str:
    """A digest of the messages of a prompt."""
    return sha256(json.dumps([dict(m) for m in prompt.messages]).encode()).hexdigest()[:16]


@dataclass(slots=True)
class _Tape:
    """Passes a reply on and keeps its pieces; an attempt that begins anew wipes the last one."""

    sink: Sink
    pieces: list[str] = field(default_factory=list)
    retries: list[ModelFailure] = field(default_factory=list)

    @property
    def committed(self) -> bool:
        return self.sink.committed

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    def begin(self) -> None:
        self.pieces.clear()
        self.sink.begin()

    def feed(self, text: str) -> None:
        self.pieces.append(text)
        self.sink.feed(text)
