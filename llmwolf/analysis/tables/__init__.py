"""Recorded games as tables of an embedded database, for ``llmwolf query``."""
