"""The coach's room: reads finished and running games: what was said, what it is at odds with, the odds."""
