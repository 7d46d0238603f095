"""No test of the model seats may wait, or find the way out of this machine."""

from collections.abc import AsyncIterator

import pytest

from llmwolf.llm.client import ChatClient
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.settings import Patience
from llmwolf.llm.transport import plain_http
from tests.llm.scenes import KEY, Naps


@pytest.fixture
def naps() -> Naps:
    return Naps()


@pytest.fixture
async def client(naps: Naps) -> AsyncIterator[ChatClient]:
    """A client of an address that exists nowhere, with a key that must not appear anywhere.

    It uses the SDK's own transport, which is the one that can be mocked.
    """
    client = ChatClient(Endpoint("http://llm.test/v1", "m", KEY), Patience(), naps, http=plain_http)
    yield client
    await client.close()
