"""How bots play, in figures: over finished games, whoever ran them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter

from llmwolf.boards import Board, spec_for
from llmwolf.players.base import Player
from llmwolf.players.bots import make_bot
from llmwolf.players.bots.speech.sentences import sentences
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.game import Game

Loop = Callable[[Game, Mapping[int, Player]], Game]
"""Plays a game to its end, such as :func:`llmwolf.table.quick.play`."""
