"""How unlike players play and talk: measured over recorded games, tested, and shown side by side."""
