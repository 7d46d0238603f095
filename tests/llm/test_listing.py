"""Lists of models, in the shapes that services give them, and what a name was meant to be."""

from __future__ import annotations

import json

import pytest
import respx

from llmwolf.llm.endpoint import Endpoint, EndpointError
from llmwolf.llm.listing import Listing, listing_of, only_model
from llmwolf.llm.settings import Patience
from llmwolf.llm.transport import plain_http
from tests.llm.fake_server import FakeServer

NAMES = ("deepseek-chat", "deepseek-reasoner", "Qwen/Qwen3-32B", "glm-4.6", "models/gemini-3-flash")
LISTING = Listing("http://h/v1", NAMES)


@pytest.mark.parametrize(
    ("meant", "found"),
    [
        ("deepseek-caht", "deepseek-chat"),
        ("DeepSeek-Chat", "deepseek-chat"),
        ("qwen3-32b", "Qwen/Qwen3-32B"),
        ("glm", "glm-4.6"),
    ],
)
def test_the_likeliest_name_comes_first(meant: str, found: str) -> None:
    assert LISTING.near(meant)[0] == found


def test_where_no_name_is_like_it_some_are_shown() -> None:
    assert LISTING.near("zzz") == list(NAMES[:3])


def test_a_name_in_a_folder_is_known_without_it() -> None:
    assert "glm-4.6" in LISTING
    assert "gemini-3-flash" in LISTING
    assert "flash" not in LISTING


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ({"object": "list", "data": [{"id": "a"}, {"id": "b"}, {"id": "a"}]}, ("a", "b")),
        ([{"id": "a"}], ("a",)),
        ({"data": [{"id": "x\x1b[2J\u202e"}, {"id": "y" * 200}, {"name": "z"}, 7, None]}, ("x[2J",)),
        ({"data": []}, None),
        ({"data": {"id": "a"}}, None),
        ("<html>", None),
        (None, None),
    ],
)
async def test_the_shapes_of_lists(
    body: object, names: tuple[str, ...] | None, respx_mock: respx.Router
) -> None:
    """What is no list lists nothing; names are untrusted text like any other."""
    respx_mock.get("http://llm.test/v1/models").respond(
        200, text=body if isinstance(body, str) else json.dumps(body)
    )
    respx_mock.get("http://llm.test/models").respond(404)
    found = await listing_of(Endpoint("http://llm.test/v1", "m"), Patience(), plain_http)
    assert (found.names if found else None) == names


@pytest.mark.parametrize(
    ("entry", "window"),
    [
        ({"id": "m", "context_length": 131072}, 131072),
        ({"id": "m", "max_model_len": 4096}, 4096),
        ({"id": "/models/m.gguf", "meta": {"n_ctx": 2048, "n_ctx_train": 8192}}, 2048),
        ({"id": "m", "meta": None, "context_window": "big"}, 0),
    ],
)
async def test_windows_are_told_under_several_names(
    entry: dict[str, object], window: int, respx_mock: respx.Router
) -> None:
    respx_mock.get("http://llm.test/v1/models").respond(200, json={"data": [entry]})
    found = await listing_of(Endpoint("http://llm.test/v1", "m"), Patience(), plain_http)
    assert found is not None
    assert found.window("m") == window
    assert Listing("", ("a", "b"), {"a": 5, "b": 7}).window("m") == 0


async def test_the_neighbours_of_an_address_are_looked_at_too() -> None:
    async with FakeServer() as server:
        root = server.base_url.removesuffix("/v1")
        for base in (server.base_url, root, f"{root}/some/path", f"{root}/some/path/v1"):
            found = await listing_of(Endpoint(base, "m"), Patience())
            assert found == Listing(server.base_url, ("fake",))


def test_the_only_model_is_taken_and_several_are_told() -> None:
    url = "http://llm.test/v1"
    assert only_model(Listing(url, ("a",)), url) == "a"
    with pytest.raises(EndpointError, match=r"lists 30: m0, m1, .*, m19, …; choose one") as caught:
        only_model(Listing(url, tuple(f"m{n}" for n in range(30))), url)
    assert f"{url} 有 30 个：m0, m1" in caught.value.told("zh")
    with pytest.raises(EndpointError, match="lists none"):
        only_model(None, url)


async def test_nothing_listens_and_nothing_is_raised() -> None:
    assert await listing_of(Endpoint("http://127.0.0.1:9/v1", "m"), Patience()) is None
