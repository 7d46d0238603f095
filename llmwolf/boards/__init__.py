"""Boards (板子) and profiles: TOML data and a strict loader that names the nearest word on a slip."""

from llmwolf.boards.loader import Board, Profile, boards, find_board, load_board, profile, profiles, spec_for

__all__ = ["Board", "Profile", "boards", "find_board", "load_board", "profile", "profiles", "spec_for"]
