"""The record of a game: one JSONL file, written move by move, that can be read, verified and resumed.

``head`` says what was played; ``shapes``, ``codec`` and ``lines`` turn it into lines and back; ``writer``
appends them to a ``sink``, ``scrub`` keeps keys out, and ``journal`` keeps sealed answers safe until they are
opened. ``reader`` loads a file, ``verify`` plays it again, ``resume`` goes on with it; ``places`` knows where
games are kept.
"""
