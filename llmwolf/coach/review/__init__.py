"""Speeches held against the checklists of players, one list a part that the speaker has at the table."""

from llmwolf.coach.review.after import reviews_after
from llmwolf.coach.review.reviews import reviews

__all__ = ["reviews", "reviews_after"]
