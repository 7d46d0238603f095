"""An :class:`~llmwolf.llm.client.Asker` without a network, for the tests of the seat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from llmwolf.llm.client import Prompted, RawReply, Sink
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.settings import Patience
from llmwolf.llm.usage import Usage
from tests.llm.scenes import KEY

Said = str | RawReply | ModelFailure | tuple[str, ModelFailure] | None
"""What comes back: a text, a reply, a failure, a failure after the beginning of a text; ``None``: nothing."""


class Oracle:
    """Gives the ``replies`` in their order, or what one function says to each question.

    ``asked`` holds the questions.
    """

    def __init__(self, *replies: Said, answers: Callable[[Prompted], Said] | None = None) -> None:
        self.endpoint = Endpoint("http://llm.test/v1", "oracle", KEY)
        self.patience = Patience()
        self.asked: list[Prompted] = []
        self._left = iter(replies)
        self._answers = answers

    async def ask(
        self, prompt: Prompted, sink: Sink, on_retry: Callable[[ModelFailure], None] = lambda failure: None
    ) -> RawReply:
        """The next reply, fed to ``sink`` in small pieces."""
        self.asked.append(prompt)
        said = self._answers(prompt) if self._answers else next(self._left)
        sink.begin()
        if said is None:
            await asyncio.Event().wait()
        failure = None
        if isinstance(said, tuple):
            said, failure = said
        if isinstance(said, ModelFailure):
            raise said
        reply = said if isinstance(said, RawReply) else RawReply(said or "", "stop", Usage(), "text")
        for at in range(0, len(reply.text), 5):
            sink.feed(reply.text[at : at + 5])
            await asyncio.sleep(0)
        if failure:
            raise failure
        return reply

    async def close(self) -> None:
        """Nothing is held."""

    def text(self, call: int) -> str:
        """All that was put to the model in one call, as one text."""
        return "\n".join(message["content"] for message in self.asked[call].messages)
