"""The ways in which services differ, each under its name: what they refuse, and what they send otherwise."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from tests.llm.api.mind import secret
from tests.llm.fake_server import Brain, Scripted

Body = dict[str, Any]


def _has(name: str, within: str = "") -> Callable[[Body], bool]:
    return lambda body: bool(body.get(name)) and within in str(body[name])


REFUSALS: Final[dict[str, tuple[Callable[[Body], bool], str]]] = {
    "no_json_schema": (
        _has("response_format", "json_schema"),
        "This response_format type 'json_schema' is unavailable now",
    ),
    "no_json_object": (
        _has("response_format", "json_object"),
        "response_format json_object is not supported",
    ),
    "no_max_tokens": (
        _has("max_tokens"),
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'.",
    ),
    "no_temperature": (
        _has("temperature"),
        "Unsupported value: 'temperature' does not support 0.8 with this model. Only the default (1)",
    ),
    "no_stream": (_has("stream"), "stream must be false: streaming is not supported"),
    "no_stream_options": (_has("stream_options"), "Unknown parameter: 'stream_options'"),
}
"""What a service refuses, and the words that it does so with."""


def _thinking(reply: Scripted) -> Scripted:
    return replace(reply, text=f"<think>\n{secret(0, '我先理一理。')}\n</think>\n\n{reply.text}")


def _uncounted(reply: Scripted) -> Scripted:
    return replace(reply, tokens=())


MANNERS: Final[dict[str, Callable[[Scripted], Scripted]]] = {
    "no_stream_options": _uncounted,
    "no_usage": _uncounted,
    "reasoning_content": lambda reply: replace(reply, reasoning=secret(0, "我先理一理。")),
    "inline_think": _thinking,
}
"""How a service sends its replies."""

DIALECTS: Final = tuple(dict.fromkeys((*REFUSALS, *MANNERS)))


def speaking(names: Iterable[str], brain: Brain) -> Brain:
    """``brain`` behind a service with these of the :data:`DIALECTS`."""
    refusals = [REFUSALS[name] for name in names if name in REFUSALS]
    manners = [MANNERS[name] for name in names if name in MANNERS]

    def answer(body: Body) -> Scripted:
        for refuses, said in refusals:
            if refuses(body):
                error = {"message": said, "type": "invalid_request_error"}
                return Scripted(status=400, body=json.dumps({"error": error}))
        reply = brain(body)
        for manner in manners:
            reply = manner(reply) if reply.status == 200 and not reply.body else reply
        return reply

    return answer
