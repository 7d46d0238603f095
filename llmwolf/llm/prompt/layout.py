"""The layout of a prompt: the whole table shares one growing prefix.

First what every seat shares: the rules, then the public log, which only grows. Then what this seat
alone knows, the fact sheet, and the question with its closed list of legal answers. A prompt depends on
its view, its memory and the settings, on nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Protocol

from llmwolf.llm.prompt.factsheet import WHOLE, Depth, fact_values
from llmwolf.llm.prompt.private import private_values
from llmwolf.llm.prompt.publiclog import PublicLog
from llmwolf.llm.prompt.request import Message, label_of, option_lines, poll_request
from llmwolf.llm.prompt.rulebook import rulebook
from llmwolf.llm.prompt.sets import prompt_set
from llmwolf.llm.settings import Settings
from llmwolf.llm.tokens import estimate
from llmwolf.players.phrases import ask_title
from llmwolf.rules.audience import Event
from llmwolf.rules.view import View

PERSONA_LIMIT: Final = 600
_SENTENCE_END: Final = re.compile(r"。|\.(?=\s)")
_TAIL: Final = (450, 1_500)
"""Tokens that the parts after the public log need at least, and those that they may need at most."""
_HEADINGS: Final = 50
"""Tokens of the log's heading and of what stands between the parts."""
_SCHEMA: Final = 300
"""Tokens of the answer's schema, which a hosted service puts before the prompt."""


class Remembers(Protocol):
    """What a seat thought and planned earlier in the game."""

    def lines(self) -> Sequence[str]:
        """One a line, the oldest first."""


class _Nothing:
    def lines(self) -> Sequence[str]:
        return ()


EMPTY: Final[Remembers] = _Nothing()


@dataclass(frozen=True, slots=True)
class Prompt:
    """The blocks of a prompt in their order; ``rules`` and ``public`` are the same bytes for every seat."""

    rules: str
    public: str
    private: str
    facts: str
    request: str

    def messages(self) -> list[Message]:
        """The chat messages; two, because some servers want the roles to alternate.

        The rules are the system's words. What else the table shares begins the second message, so that
        nothing of a seat's own stands between the two.
        """
        asked = f"{self.public}\n{self.private}\n\n{self.facts}\n\n{self.request}"
        return [{"role": "system", "content": self.rules}, {"role": "user", "content": asked}]

    def blocks(self) -> dict[str, str]:
        """The text of each block by its name, in order."""
        return {name: getattr(self, name) for name in self.__slots__}

    def digests(self) -> dict[str, str]:
        """A short digest of each block, by its name."""
        return {name: sha256(text.encode()).hexdigest()[:16] for name, text in self.blocks().items()}


class Prompter:
    """Builds the prompts of one seat; what it read of a game's log it does not read again.

    Raises :class:`~llmwolf.llm.prompt.sets.PromptError` where the settings name no usable prompt set.
    """

    def __init__(self, settings: Settings, persona: str = "") -> None:
        self._settings = settings
        self._persona = persona[:PERSONA_LIMIT]
        self._set = prompt_set(settings.prompt)
        self._events: list[Event] | None = None
        self._read = 0
        self._log = PublicLog(settings.lang, 0)

    def ask(self, view: View, memory: Remembers = EMPTY) -> Prompt:
        """The prompt that puts ``view.request`` to the seat of ``view``."""
        request = view.request
        assert request is not None
        settings = self._settings
        question = self._set.fill(
            settings.lang,
            "request",
            title=ask_title(request, settings.lang),
            options=option_lines(request, settings, label_of(view, request)),
            seat=view.seat,
        )
        return self._prompt(view, memory, question, speaks=request.text_limit > 0)

    def poll(self, view: View, moment: str, memory: Remembers = EMPTY) -> Prompt:
        """The prompt that asks whether the seat uses one of ``view.rights`` now; ``moment`` says why now."""
        settings, request = self._settings, poll_request(view)
        question = self._set.fill(
            settings.lang,
            "poll",
            moment=moment,
            options=option_lines(request, settings, label_of(view, request)),
            seat=view.seat,
        )
        return self._prompt(view, memory, question, speaks=False)

    def _prompt(self, view: View, memory: Remembers, question: str, speaks: bool) -> Prompt:
        rules = rulebook(view.facts.cards, view.rules, self._settings)
        log, tail = budgets(self._settings, rules)
        persona = self._persona if speaks else _first_sentence(self._persona)
        private, facts = self._own(view, memory, persona, tail - estimate(question))
        return Prompt(rules, self._public(view.log, log), private, facts, question)

    def _public(self, events: list[Event], budget: int) -> str:
        if events is not self._events or self._read > len(events):
            self._events, self._read = events, 0
            self._log = PublicLog(self._settings.lang, budget)
        for event in events[self._read :]:
            self._log.add(event)
        self._read = len(events)
        heading = self._set.fill(
            self._settings.lang, "log", condensed=self._log.condensed, dropped=self._log.dropped
        )
        return f"{heading}\n{self._log.text}"

    def _own(self, view: View, memory: Remembers, persona: str, room: int) -> tuple[str, str]:
        """The private part and the fact sheet; where ``room`` is short, with less of what is least needed."""
        lang, remembered = self._settings.lang, list(memory.lines())
        shorter: tuple[tuple[list[str], Depth], ...] = (
            (remembered, WHOLE),
            (remembered[-1:], Depth(2)),
            ([], Depth(1)),
            ([], Depth(1, 3)),
            ([], Depth(1, 1)),
            ([], Depth(0, 0)),
        )
        for lines, depth in shorter:
            private = self._set.fill(lang, "seat", **private_values(view, lang, persona, lines))
            facts = self._set.fill(lang, "facts", **fact_values(view, lang, depth))
            if estimate(private) + estimate(facts) <= room:
                break
        return private, facts


def _first_sentence(persona: str) -> str:
    """Who somebody is: all that a question needs that is not answered with words."""
    return persona[: end.end()] if (end := _SENTENCE_END.search(persona)) else persona


def budgets(settings: Settings, rules: str) -> tuple[int, int]:
    """Tokens for the public log and for all that follows it: the same for every seat with equal settings."""
    reply = min(settings.max_tokens, settings.context_tokens // 2)
    room = settings.context_tokens - reply - _SCHEMA - _HEADINGS - estimate(rules)
    least, most = _TAIL
    tail = max(least, min(most, room * 2 // 5))
    return max(room - tail, settings.context_tokens // 20), tail


def build_prompt(view: View, settings: Settings, persona: str = "", memory: Remembers = EMPTY) -> Prompt:
    """The prompt that puts ``view.request`` to the seat of ``view``; see :class:`Prompter`."""
    return Prompter(settings, persona).ask(view, memory)


def build_poll(
    view: View, settings: Settings, persona: str = "", memory: Remembers = EMPTY, moment: str = ""
) -> Prompt:
    """The prompt that asks whether the seat cuts in now; see :class:`Prompter`."""
    return Prompter(settings, persona).poll(view, moment, memory)
