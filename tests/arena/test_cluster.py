"""Tournaments on a dask cluster of real processes: the same games, whoever of the workers dies."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from llmwolf.arena import cluster
from llmwolf.arena.cast import cast_of
from llmwolf.arena.cluster import Cluster
from llmwolf.arena.errors import ArenaError
from llmwolf.arena.folder import Folder
from llmwolf.arena.run import State, run, versions_of
from llmwolf.arena.table import sit_down
from llmwolf.arena.worker import play_bots_here
from llmwolf.cli import main
from llmwolf.llm.budget import Budget
from llmwolf.record.verify import verify
from tests.arena.clusters import scheduler, worker
from tests.arena.plans import PAIRED, opened, played, told, without_clock, written
from tests.llm.api.faults import Unreliable
from tests.llm.scenes import KEY
from tests.llm.serving import serving

MORE = PAIRED.replace("games = 8", "games = 24")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A scheduler without workers."""
    pytest.importorskip("distributed")
    with scheduler(tmp_path_factory.mktemp("cluster")) as found:
        yield found


def records(folder: Folder) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder.path / "games").iterdir()}


def test_a_worker_that_is_killed_half_way_changes_no_game(tmp_path: Path, address: str):
    plan = written(tmp_path, MORE)
    here = Folder.create(tmp_path / "here", plan)
    played(here)
    there = Folder.create(tmp_path / "there", plan)
    with worker(tmp_path, address, "one") as one, worker(tmp_path, address, "other"):

        def changed(state: State) -> None:
            if state.done == 8:
                one.kill()

        state = run(there, cast_of(there.plan.agents), changed=changed, scheduler=address)
        assert one.wait() == -9
    assert (state.done, state.failed, state.complete) == (24, 0, True)
    assert there.lines() == here.lines()
    assert records(there) == records(here)
    assert told(there) == told(here)


MODELS = """
boards = ["standard-9"]
games = 6
design = "paired"
swap = "good"
baseline = "bot"
seed = 5
concurrency = 4
[[agents]]
id = "bot"
kind = "bot"
level = "novice"
"""


def test_models_are_asked_with_the_keys_of_the_workers(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    with serving(Unreliable()) as server, ExitStack() as workers:
        agents = "".join(
            f'[[agents]]\nid = "{name}"\nkind = "model"\nmodel = "{name}"\nbase_url = "{server.base_url}"\n'
            for name in ("m", "other")
        )
        plan = written(tmp_path, MODELS + agents)
        here = Folder.create(tmp_path / "here", plan)
        run(here, cast_of(here.plan.agents))
        assert not [key for key in server.keys if KEY in key]
        asked = len(server.requests)
        env = {"OPENAI_API_KEY": KEY}
        one, _ = [workers.enter_context(worker(tmp_path, address, name, 2, env)) for name in ("one", "other")]
        there = Folder.create(tmp_path / "there", plan)
        limit = 200_000
        state = run(there, cast_of(there.plan.agents), Budget(limit), scheduler=address)
        assert not state.complete
        assert state.tokens <= limit
        assert [path for path in (there.path / "games").glob("*.jsonl") if path.stem not in there.lines()]
        begun = len(there.lines())

        def changed(state: State) -> None:
            if state.done == begun + 1:
                one.kill()

        state = run(Folder(there.path), cast_of(there.plan.agents), changed=changed, scheduler=address)
        assert set(server.keys[asked:]) == {f"Bearer {KEY}"}
    assert (state.done, state.failed, state.complete) == (6, 0, True)
    assert without_clock(there.lines()) == without_clock(here.lines())
    assert all(verify(there.record(fixture)).ok for fixture in there.fixtures)
    assert not [p for p in tmp_path.rglob("*") if p.is_file() and KEY.encode() in p.read_bytes()]


def test_a_worker_of_another_version_plays_nothing(tmp_path: Path):
    folder = opened(tmp_path)
    cast = cast_of(folder.plan.agents)
    sitting = sit_down(folder.plan, cast, folder.boards["standard-9"], folder.fixtures[0])
    versions = versions_of(folder, cast)
    data, line = play_bots_here(sitting, versions)
    assert data.startswith(b'{"kind":"head"')
    assert line["key"] == folder.fixtures[0].key
    with pytest.raises(ArenaError, match="≠ older: not what"):
        play_bots_here(sitting, {**versions, "engine": "older"})
    changed = {**versions, "agents": {**versions["agents"], "novice": "bot:changed"}}
    with pytest.raises(ArenaError, match="on this worker novice: not what"):
        play_bots_here(sitting, changed)


async def test_what_is_missing_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ArenaError, match=r"pip install 'llmwolf\[cluster\]'"):
        await Cluster.at("tcp://127.0.0.1:1", Budget())


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--backend", "dask"], "--scheduler tcp://"),
        (["--scheduler", "tcp://127.0.0.1:1"], "--backend dask"),
    ],
)
def test_the_two_options_go_together(tmp_path: Path, args: list[str], said: str):
    done = CliRunner().invoke(main, ["arena", "run", str(written(tmp_path)), *args])
    assert done.exit_code == 2
    assert said in done.stderr
    assert not (tmp_path / "arena").exists()


@pytest.mark.parametrize(("lang", "said"), [("zh", "连不上调度器"), ("en", "no scheduler at")])
def test_where_there_is_no_scheduler_nothing_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, said: str
):
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "PATIENCE", 0.1)
    _refused(tmp_path, "tcp://127.0.0.1:1", lang, said)


def test_where_there_is_no_worker_nothing_is_begun(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    _refused(tmp_path, address, "zh", "下面没有 worker")


def _refused(folder: Path, scheduler: str, lang: str, said: str) -> None:
    out = folder / "out"
    command = ["arena", "run", str(written(folder)), "--out", str(out), "--lang", lang]
    done = CliRunner().invoke(main, [*command, "--backend", "dask", "--scheduler", scheduler])
    assert done.exit_code == 2
    assert said in done.stderr
    assert not out.exists()
    assert CliRunner().invoke(main, command).exit_code == 0, "the same command works once that is mended"


@contextmanager
def namespaces(*names: str) -> Iterator[dict[str, str]]:
    """Network namespaces joined by a cable, with the address of each; skips where they cannot be made."""
    hosts = {name: f"10.213.7.{number}" for number, name in enumerate(names, 1)}
    made: list[str] = []

    def ip(*args: str) -> None:
        done = subprocess.run(["ip", *args], capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"no network namespaces here: ip {' '.join(args)}: {done.stderr.strip()}")

    try:
        for name in names:
            ip("netns", "add", name)
            made.append(name)
        one, other = names
        ip("link", "add", f"{one}v", "netns", one, "type", "veth", "peer", f"{other}v", "netns", other)
        for name, host in hosts.items():
            ip("-n", name, "addr", "add", f"{host}/24", "dev", f"{name}v")
            ip("-n", name, "link", "set", f"{name}v", "up")
            ip("-n", name, "link", "set", "lo", "up")
        yield hosts
    except FileNotFoundError:
        pytest.skip("no network namespaces here: there is no `ip` command")
    finally:
        for name in made:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


def test_two_hosts_of_their_own_networks(tmp_path: Path):
    pytest.importorskip("distributed")
    plan = written(tmp_path, MORE)
    here = Folder.create(tmp_path / "here", plan)
    played(here)
    there = tmp_path / "there"
    names = [f"llmwolf{os.getpid() % 100_000}{letter}" for letter in "ab"]  # not those that a killed run left
    with namespaces(*names) as hosts, ExitStack() as stack:
        first, second = (["ip", "netns", "exec", name] for name in hosts)
        at = stack.enter_context(scheduler(tmp_path, hosts[names[0]], first))
        stack.enter_context(worker(tmp_path, at, "one", within=first))
        lost = stack.enter_context(worker(tmp_path, at, "other", within=second))
        command = [*first, sys.executable, "-c", "from llmwolf.cli import main; main()", "arena", "run"]
        with subprocess.Popen(
            [*command, str(plan), "--out", str(there), "--backend", "dask", "--scheduler", at],
            stderr=subprocess.PIPE,
            text=True,
        ) as client:
            index = there / "games.jsonl"
            while client.poll() is None and (not index.exists() or index.read_bytes().count(b"\n") < 8):
                time.sleep(0.01)
            lost.kill()
            _, errors = client.communicate()
        assert client.returncode == 0, errors
    found = Folder(there)
    assert found.lines() == here.lines()
    assert records(found) == records(here)
