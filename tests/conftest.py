"""What every test shares."""

import os

# The openai client speaks through httpx2, which respx does not know. This alias must come before anything
# imports httpx, hence `-p no:respx` in pyproject.toml and the plugin named here instead.
import httpx2

httpx2.alias_httpx()

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402

pytest_plugins = ["respx.plugin"]

# A busy machine is no bug, and a build must not fail by the luck of the draw.
settings.register_profile("llmwolf", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("llmwolf")


@pytest.fixture(autouse=True)
def no_openai_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test may find a real key or a real endpoint in the environment it happens to run in."""
    for name in [name for name in os.environ if name.startswith("OPENAI_")]:
        monkeypatch.delenv(name)
