"""The prompts of model seats: plain template files, and the layout that fills them from a view."""

from __future__ import annotations

from llmwolf.llm.prompt.layout import EMPTY, Prompt, Prompter, Remembers, build_poll, build_prompt
from llmwolf.llm.prompt.request import poll_request, repair_messages
from llmwolf.llm.prompt.sets import PromptError, prompt_set
from llmwolf.llm.prompt.window import most_tokens, smallest_window

__all__ = [
    "EMPTY",
    "Prompt",
    "PromptError",
    "Prompter",
    "Remembers",
    "build_poll",
    "build_prompt",
    "most_tokens",
    "poll_request",
    "prompt_set",
    "repair_messages",
    "smallest_window",
]
