"""llmwolf: a 狼人杀 (Werewolf) table for one human, bots and language models."""

__version__ = "0.1.0"
