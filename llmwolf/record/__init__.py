"""The record of a game: codec, writer, reader, verification."""
