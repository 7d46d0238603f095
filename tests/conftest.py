"""What every test shares."""

import gc
import os
import signal
import tempfile
from collections.abc import Generator
from pathlib import Path

# The openai client speaks through httpx2, which respx does not know. This alias must come before anything
# imports httpx, hence `-p no:respx` in pyproject.toml and the plugin named here instead.
import httpx2

httpx2.alias_httpx()

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402

# Whoever runs the tests may have models, personas and prompts of his own: nothing of that is read or written.
_HOME = tempfile.TemporaryDirectory(prefix="llmwolf-")
os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_STATE_HOME"] = _HOME.name

# A shell lets what runs in the background ignore Ctrl+C, and programs that tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = ["respx.plugin"]

# A busy machine is no bug, and a build must not fail by the luck of the draw.
settings.register_profile("llmwolf", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("llmwolf")


@pytest.fixture(autouse=True)
def no_openai_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test may find a real key or a real endpoint in the environment it happens to run in."""
    for name in [name for name in os.environ if name.startswith("OPENAI_") or name.endswith("_API_KEY")]:
        monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def no_configuration_of_the_working_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test may ask the models that the llmwolf.toml beside the sources names."""
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: (Path(_HOME.name) / "llmwolf.toml",))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What collecting makes stays to the end: the garbage collector need not look through it each time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
