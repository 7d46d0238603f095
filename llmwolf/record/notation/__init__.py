"""The game record that a person can type, and its adjudication.

``words`` is the table of everything that can be written, ``grammar`` turns lines into ``items``, ``head``
reads the TOML around them, ``document`` a whole file. ``play`` feeds a game from the items; ``outcome`` is
what came of it, ``expect`` compares that with what the record expects, ``judging`` is all of it together.
``write`` goes the other way: a game becomes a record.
"""
