"""Where to knock: base URLs with and without /v1, and what an error says of the address."""

import httpx
import pytest
import respx

from llmwolf.llm.client import ChatClient
from llmwolf.llm.endpoint import Endpoint, normal_url, other_door
from llmwolf.llm.settings import Patience
from llmwolf.llm.transport import plain_http
from tests.llm.scenes import KEY, Naps
from tests.llm.wire import ANSWER, URL, ask, failed, good, refused

NO_V1 = "http://llm.test/chat/completions"
PAGE = httpx.Response(404, html="<html><head><title>404 Not Found</title></head><body>nginx</body></html>")


def client_of(base_url: str, **more: object) -> ChatClient:
    endpoint = Endpoint(normal_url(base_url), "m", KEY, **more)  # type: ignore[arg-type]
    return ChatClient(endpoint, Patience(), Naps(), http=plain_http)


@pytest.mark.parametrize(
    "given", ["http://llm.test", "http://llm.test/", "http://llm.test/v1", "http://llm.test/v1/", URL]
)
@pytest.mark.parametrize("door", [URL, NO_V1])
async def test_a_base_url_with_or_without_v1_works(respx_mock: respx.Router, given: str, door: str) -> None:
    """A01: the other form is tried once, and remembered."""
    right = respx_mock.post(door).mock(return_value=good())
    wrong = respx_mock.post(URL if door == NO_V1 else NO_V1).mock(return_value=PAGE)
    client = client_of(given)
    for calls in (1, 2):
        assert (await ask(client)).text == ANSWER
        assert right.call_count == calls
    assert wrong.call_count == (door == NO_V1)
    await client.close()


@pytest.mark.parametrize(
    "no",
    [
        PAGE,
        httpx.Response(404, json={"detail": "Not Found"}),
        httpx.Response(405, text="Method Not Allowed"),
        httpx.Response(200, html="<!doctype html><title>Web UI</title>"),
        httpx.Response(200, json={"error": "Unexpected endpoint or method. (POST /v1/chat/completions)"}),
    ],
)
async def test_a_vendor_s_path_without_v1(respx_mock: respx.Router, no: httpx.Response) -> None:
    """A01, A02: whatever the wrong door says."""
    vendor = "http://llm.test/api/paas/v4"
    respx_mock.post(f"{vendor}/v1/chat/completions").mock(return_value=no)
    right = respx_mock.post(f"{vendor}/chat/completions").mock(return_value=good())
    for base in (vendor, f"{vendor}/v1"):
        client = client_of(base)
        await ask(client)
        await client.close()
    assert right.call_count == 2


@pytest.mark.parametrize(
    ("answer", "reason", "says"),
    [
        (PAGE, "not_found", f"404 from {URL}: a web page, '404 Not Found'"),
        (httpx.Response(404, text=""), "not_found", f"404 from {URL}"),
        (httpx.Response(200, html="<html>log in</html>"), "not_an_api", f"{URL} answered with a web page"),
    ],
)
async def test_an_error_names_the_url_that_was_called(
    respx_mock: respx.Router, answer: httpx.Response, reason: str, says: str
) -> None:
    """A01, A02: once each, and then in one line."""
    routes = [respx_mock.post(url).mock(return_value=answer) for url in (URL, NO_V1)]
    client = client_of("http://llm.test")
    failure = await failed(client)
    assert failure.reason == reason
    assert says in failure.detail
    assert failure.detail.endswith("nor does it answer with or without /v1")
    assert "<" not in failure.detail
    assert [route.call_count for route in routes] == [1, 1]
    await client.close()


async def test_a_key_that_is_wrong_behind_the_other_door_is_what_is_told(respx_mock: respx.Router) -> None:
    respx_mock.post(URL).mock(return_value=PAGE)
    respx_mock.post(NO_V1).mock(return_value=refused(401, f"bad key {KEY}"))
    client = client_of("http://llm.test")
    failure = await failed(client)
    assert failure.reason == "auth"
    assert f"401 from {NO_V1}" in failure.detail
    assert KEY not in failure.detail
    await client.close()


@pytest.mark.parametrize("said", ["The model `m` does not exist", "model not found, try pulling it first"])
async def test_a_model_that_is_unknown_is_no_wrong_door(
    client: ChatClient, respx_mock: respx.Router, said: str
) -> None:
    route = respx_mock.post(URL).mock(return_value=refused(404, said))
    failure = await failed(client)
    assert failure.reason == "not_found"
    assert "model 'm'" in failure.detail
    assert route.call_count == 1


def test_the_other_door_is_the_other_one() -> None:
    for base in ("http://h/v1", "http://h/api/v4"):
        assert other_door(base) != base
        assert other_door(other_door(base)) == base


async def test_a_gateway_that_wants_another_user_agent_gets_it(respx_mock: respx.Router) -> None:
    """A07."""

    def gateway(request: httpx.Request) -> httpx.Response:
        return good() if request.headers["user-agent"] == "curl/8" else refused(403, "blocked")

    route = respx_mock.post(URL).mock(side_effect=gateway)
    client = client_of("http://llm.test", headers=(("User-Agent", "curl/8"), ("X-Title", "wolves")))
    assert (await ask(client)).text == ANSWER
    assert route.calls[0].request.headers["x-title"] == "wolves"
    assert route.calls[0].request.headers["authorization"] == f"Bearer {KEY}"
    await client.close()
    plain = client_of("http://llm.test")
    assert (await failed(plain)).reason == "auth"
    await plain.close()


async def test_the_environment_s_organisation_is_told_to_nobody_else(
    respx_mock: respx.Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A10."""
    monkeypatch.setenv("OPENAI_ORG_ID", "org-secret")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-secret")
    monkeypatch.setenv("OPENAI_ADMIN_KEY", "sk-admin-secret")
    official = "https://api.openai.com/v1"
    for base, told in (("http://llm.test/v1", False), (official, True)):
        route = respx_mock.post(f"{base}/chat/completions").mock(return_value=good())
        client = client_of(base)
        await ask(client)
        await client.close()
        headers = str(route.calls[-1].request.headers.multi_items())
        assert ("org-secret" in headers) is ("proj-secret" in headers) is told
        assert "sk-admin-secret" not in headers
