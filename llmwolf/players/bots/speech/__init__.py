"""What a bot says: speech acts, and their sentences."""
