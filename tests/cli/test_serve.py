"""The app in a browser: a real server in a second process, spoken to as a browser would."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import pytest
from click.testing import CliRunner, Result

from llmwolf.cli import main


def llmwolf(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@contextmanager
def served(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process of ``llmwolf serve`` and the address that it tells."""
    command = [sys.executable, "-m", "llmwolf.cli", "serve", "--port", "0", *words]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as child:
        try:
            assert child.stdout is not None
            yield child, child.stdout.readline().strip()
        finally:
            child.kill()


async def screen_at(url: str, origin: str, wanted: str) -> str:
    """What the app draws over a page's socket until ``wanted`` is on it."""
    seen = b""
    async with (
        asyncio.timeout(60),  # an app that does not start leaves its page open
        aiohttp.ClientSession() as session,
        session.ws_connect(
            f"{url.replace('http', 'ws')}/ws?width=80&height=24", headers={"Origin": origin}
        ) as ws,
    ):
        async for message in ws:
            if message.type is aiohttp.WSMsgType.BINARY:
                seen += message.data
            if wanted in seen.decode("utf-8", "replace"):
                break
    return seen.decode("utf-8", "replace")


async def test_the_page_is_there_the_app_plays_in_it_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    with served(tmp_path, "--lang", "en", "--board", "standard-9") as (child, url):
        assert url.startswith("http://127.0.0.1:")
        async with aiohttp.ClientSession() as session, session.get(url) as page:
            assert page.status == 200
            assert f"{url.replace('http', 'ws')}/ws" in await page.text()
        assert "Start F2" in await screen_at(url, url, "Start F2")
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=20)
        assert child.returncode == 0
        assert "Traceback" not in err


async def test_the_page_asks_nobody_else_for_anything(tmp_path: Path) -> None:
    with served(tmp_path) as (child, url):
        async with aiohttp.ClientSession() as session:
            async with session.get(url) as page:
                text = await page.text()
                policy = page.headers["Content-Security-Policy"]
            addresses = re.findall(r"""(?:href|src|action|url\()\s*=?\s*["']([^"']+)["']""", text)
            assert len(addresses) == 6
            assert [at for at in addresses if not at.startswith((f"{url}/static/", "data:,"))] == []
            for at in addresses:
                if at != "data:,":
                    async with session.get(at) as part:
                        assert part.status == 200, at
                        assert part.headers["Content-Security-Policy"] == policy
        assert "default-src 'self'" in policy
        assert not re.search(r"https?:|\*|unsafe-eval", policy)
        assert set(re.findall(r"wss?://[^ ;]+", policy)) == {
            url.replace("http", "ws"),
            url.replace("http", "ws").replace("127.0.0.1", "localhost"),
        }
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=20)


async def test_the_page_of_another_site_may_not_play(tmp_path: Path) -> None:
    with served(tmp_path) as (_, url):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await screen_at(url, "http://other.test", "")
        assert refused.value.status == 403


def test_without_the_extra_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    for words, says in (((), "没有安装网页版"), (("--lang", "en"), "not installed")):
        result = llmwolf("serve", *words)
        assert result.exit_code == 2
        (line,) = result.stderr.splitlines()
        assert says in line
        assert "pip install 'llmwolf[web]'" in line


def test_foreseeable_mistakes_are_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = llmwolf("serve", "--port", port)
    assert result.exit_code == 2
    assert f"端口 {port} 不能用" in result.stderr
    assert "--port 0" in result.stderr
    result = llmwolf("serve", "--board", "no-such-board", "--port", "0")
    assert result.exit_code == 2
    assert not result.stdout
