"""Measures the engine and the table; figures as ratios, so that machines can be compared."""
