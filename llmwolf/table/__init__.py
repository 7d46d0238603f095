"""Seats a game: the async host with its referee, the synchronous fast loop, who watches."""
