"""Addresses, keys, and the errors that come before a game starts."""

import pytest

from llmwolf.llm.endpoint import Endpoint, EndpointError, endpoint_from, is_local, normal_url
from tests.llm.scenes import KEY


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("http://h", "http://h/v1"),
        ("http://h/", "http://h/v1"),
        ("http://h/v1", "http://h/v1"),
        ("http://h/v1/", "http://h/v1"),
        ("http://h/api/paas/v4", "http://h/api/paas/v4"),
        ("http://h/v1/chat/completions", "http://h/v1"),
        ("https://h/v1/completions/", "https://h/v1"),
        (" 127.0.0.1:8080 ", "http://127.0.0.1:8080/v1"),
        ("localhost:11434", "http://localhost:11434/v1"),
        ("api.example.com", "https://api.example.com/v1"),
        ("http://[::1]:8080/", "http://[::1]:8080/v1"),
    ],
)
def test_a_base_url_with_or_without_v1(given: str, normal: str) -> None:
    """A01."""
    assert normal_url(given) == normal


BAD = (
    "",
    "://",
    "ftp://h/v1",
    "http://",
    "http://u:p@h/v1",
    "http://h/v1?key=x",
    "http://[::1",
    "h:99999",
    "h:0",
)


@pytest.mark.parametrize("bad", BAD)
def test_what_is_no_address_is_said_to_be_none(bad: str) -> None:
    with pytest.raises(EndpointError, match="is no address of a server; one looks like http"):
        normal_url(bad)


@pytest.mark.parametrize(
    "url",
    [
        "http://me:hunter2@h/v1",
        "me:hunter2@h:80/v1",
        "https://me:hun?ter2/hunter2@h/v1",
        "http://h/v1?key=hunter2",
        "ftp://h/v1#hunter2",
        "http://hunter2@h:99999",
    ],
)
def test_what_may_be_a_secret_in_an_address_is_not_said_again_A10(url: str) -> None:
    with pytest.raises(EndpointError) as caught:
        normal_url(url)
    for lang in ("zh", "en"):
        told = caught.value.told(lang)
        assert "hun" not in told
        assert "//h" in told or "'h" in told, "what is left of it is"


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:1/v1", True),
        ("http://localhost/v1", True),
        ("http://[::1]/v1", True),
        ("http://192.168.1.5/v1", True),
        ("http://10.0.0.1/v1", True),
        ("http://box.local/v1", True),
        ("http://8.8.8.8/v1", False),
        ("https://api.openai.com/v1", False),
        ("https://localhost.example.com/v1", False),
    ],
)
def test_what_is_local(url: str, local: bool) -> None:
    assert is_local(url) is local


def test_a_local_server_needs_no_key() -> None:
    """A08."""
    assert endpoint_from("http://127.0.0.1:8080", "m", {}) == Endpoint("http://127.0.0.1:8080/v1", "m", "")


def test_the_environment_is_enough() -> None:
    env = {"OPENAI_BASE_URL": "https://h.example", "OPENAI_API_KEY": f" {KEY}\n", "OPENAI_MODEL": "m"}
    assert endpoint_from("", "", env) == Endpoint("https://h.example/v1", "m", KEY)
    assert endpoint_from("http://h2.example", "n", env).base_url == "http://h2.example/v1"


def test_a_remote_server_without_a_key_is_one_readable_line() -> None:
    """A08."""
    with pytest.raises(EndpointError, match=r"^api\.openai\.com wants a key .* set OPENAI_API_KEY") as caught:
        endpoint_from("", "gpt", {})
    assert "\n" not in str(caught.value)


def test_a_missing_model_is_asked_for() -> None:
    with pytest.raises(EndpointError, match="give --model NAME"):
        endpoint_from("http://127.0.0.1:1", "", {"OPENAI_API_KEY": KEY})


def test_a_key_with_an_odd_character_is_refused_without_being_shown() -> None:
    with pytest.raises(EndpointError) as caught:
        endpoint_from("", "m", {"OPENAI_API_KEY": "sk-秘密"})
    assert "sk-" not in str(caught.value)


def test_the_key_is_shown_nowhere() -> None:
    """A10."""
    endpoint = Endpoint("https://h/v1", "m", KEY)
    assert KEY not in repr(endpoint)
    assert KEY not in str(endpoint)
    said = (
        f"Bearer {KEY}\nincorrect key {KEY}, sk-other-0123456789, Authorization: Bearer abc.def api_key=zzz"
    )
    shown = endpoint.scrub(said)
    for secret in (KEY, "sk-other", "abc.def", "zzz", "\n"):
        assert secret not in shown
    assert endpoint.mask("a\nb") == "a\nb"
