"""Chances to win by roll-outs, what changed them, and what would have been better (docs/odds.md)."""
