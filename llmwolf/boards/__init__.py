"""Boards (板子) and profiles: TOML data and a strict loader that names the nearest word on a slip."""

from llmwolf.boards.board import Board, Note, Profile
from llmwolf.boards.decks import EventCard, event_cards
from llmwolf.boards.families import Family, families
from llmwolf.boards.loader import boards, find_board, load_board, profile, profiles, spec_for, tables

__all__ = [
    "Board", "EventCard", "Family", "Note", "Profile", "boards", "event_cards", "families", "find_board",
    "load_board", "profile", "profiles", "spec_for", "tables",
]  # fmt: skip
