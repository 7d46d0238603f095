"""What stands before a request."""

from __future__ import annotations

import httpx2
import pytest

from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.settings import Patience
from llmwolf.llm.transport import Wire, trusted
from tests.llm.scenes import KEY

URL = "http://llm.test/v1/chat/completions"


async def sent(endpoint: Endpoint) -> httpx2.Request:
    """The second of two requests to ``endpoint``."""
    heard: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        heard.append(request)
        return httpx2.Response(200, headers={"set-cookie": "way=7"})

    wire = Wire(endpoint, Patience(), httpx2.AsyncClient(transport=httpx2.MockTransport(answer)))
    for content in (b"first", b"second"):
        await (await wire.post(URL, content)).aclose()
    await wire.close()
    return heard[1]


async def test_a_request_has_the_key_and_says_nothing_of_this_machine():
    request = await sent(Endpoint("http://llm.test/v1", "m", KEY))
    assert (request.method, str(request.url), request.content) == ("POST", URL, b"second")
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.headers["content-type"] == "application/json"
    assert not [name for name in request.headers if name.startswith("x-stainless")]
    assert request.headers["content-length"] == str(len(b"second"))


async def test_what_a_gateway_wants_to_be_reminded_of_comes_with_the_next_request():
    assert (await sent(Endpoint("http://llm.test/v1", "m", KEY))).headers["cookie"] == "way=7"


async def test_the_headers_of_an_endpoint_go_before_the_usual_ones():
    request = await sent(Endpoint("http://llm.test/v1", "m", KEY, headers=(("user-agent", "curl/8"),)))
    assert request.headers.get_list("user-agent") == ["curl/8"]


def test_certificates_are_read_once_for_each_place_they_are_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
):
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    far, near = Endpoint("https://llm.test/v1", "m"), Endpoint("http://127.0.0.1:9/v1", "m")
    assert trusted(far) is trusted(far)
    assert trusted(near) is not trusted(far)
    before = trusted(far)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("certificates")))
    assert trusted(far) is not before
