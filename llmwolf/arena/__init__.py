"""Tournaments: agents against each other over many games, and what can be said of the difference."""
