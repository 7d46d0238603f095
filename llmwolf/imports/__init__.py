"""Other people's game records, read into transcripts that every tool understands (docs/imports.md)."""
