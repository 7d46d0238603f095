"""The layout of a prompt: the whole table shares one growing prefix.

First what every seat shares: the rules, then the public log, which only grows. Then what this seat
alone knows, the fact sheet, and the question with its closed list of legal answers. A prompt depends on
its view, its memory and the settings, on nothing else. Where it is too long for its window it tells less,
by rule, and says so; one that still is too long is given out all the same, and is for its seat to refuse.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final, Protocol

from llmwolf.llm.prompt.factsheet import WHOLE, Depth, fact_values
from llmwolf.llm.prompt.private import private_values
from llmwolf.llm.prompt.publiclog import PublicLog, public_log
from llmwolf.llm.prompt.request import Message, label_of, option_lines, poll_request
from llmwolf.llm.prompt.rulebook import rulebook
from llmwolf.llm.prompt.sets import prompt_set
from llmwolf.llm.prompt.window import budgets, most_tokens
from llmwolf.llm.settings import Settings
from llmwolf.llm.tokens import estimate
from llmwolf.players.phrases import ask_title
from llmwolf.rules.audience import Event
from llmwolf.rules.view import View

PERSONA_LIMIT: Final = 600
_SENTENCE_END: Final = re.compile(r"。|\.(?=\s)")
_SHORTER: Final = (2, 4, 8)
"""What the log's budget is divided by, one after the other, where a prompt is too long for its window."""


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

    @property
    def tokens(self) -> int:
        """About how many tokens it is to a model."""
        return sum(estimate(message["content"]) for message in self.messages())

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
        prompt = Prompt(rules, self._public(view.log, log), private, facts, question)
        most = most_tokens(self._settings)
        for budget in (*(log // part for part in _SHORTER), 0):
            if prompt.tokens <= most:
                break
            prompt = replace(prompt, public=self._told(public_log(view.log, self._settings.lang, budget)))
        return prompt

    def _public(self, events: list[Event], budget: int) -> str:
        if events is not self._events or self._read > len(events):
            self._events, self._read = events, 0
            self._log = PublicLog(self._settings.lang, budget)
        for event in events[self._read :]:
            self._log.add(event)
        self._read = len(events)
        return self._told(self._log)

    def _told(self, log: PublicLog) -> str:
        heading = self._set.fill(self._settings.lang, "log", condensed=log.condensed, dropped=log.dropped)
        return f"{heading}\n{log.text}"

    def _own(self, view: View, memory: Remembers, persona: str, room: int) -> tuple[str, str]:
        """The private part and the fact sheet; where ``room`` is short, with less of what is least needed."""
        lang, remembered, who = self._settings.lang, list(memory.lines()), _first_sentence(persona)
        shorter: tuple[tuple[list[str], Depth, str, int | None], ...] = (
            (remembered, WHOLE, persona, None),
            (remembered[-1:], Depth(2), persona, None),
            ([], Depth(1), persona, None),
            ([], Depth(1, 3), persona, None),
            ([], Depth(1, 1), persona, 3),
            ([], Depth(0, 0), persona, 1),
            ([], Depth(0, 0), who, 0),
        )
        for lines, depth, voice, nights in shorter:
            private = self._set.fill(lang, "seat", **private_values(view, lang, voice, lines, nights))
            facts = self._set.fill(lang, "facts", **fact_values(view, lang, depth))
            if estimate(private) + estimate(facts) <= room:
                break
        return private, facts


def _first_sentence(persona: str) -> str:
    """Who somebody is: all that a question needs that is not answered with words."""
    return persona[: end.end()] if (end := _SENTENCE_END.search(persona)) else persona


def build_prompt(view: View, settings: Settings, persona: str = "", memory: Remembers = EMPTY) -> Prompt:
    """The prompt that puts ``view.request`` to the seat of ``view``; see :class:`Prompter`."""
    return Prompter(settings, persona).ask(view, memory)


def build_poll(
    view: View, settings: Settings, persona: str = "", memory: Remembers = EMPTY, moment: str = ""
) -> Prompt:
    """The prompt that asks whether the seat cuts in now; see :class:`Prompter`."""
    return Prompter(settings, persona).poll(view, moment, memory)
