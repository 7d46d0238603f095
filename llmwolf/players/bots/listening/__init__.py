"""Listening to free speech: what is said in it, clause by clause."""
