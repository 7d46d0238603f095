"""The law of 狼人杀: facts, events, asks, chance, house rules, chapters, and ``Game``, the only door.

Standard library only; no clock, no files, no async. The cards are handed in (see ``llmwolf.roles``).
"""
