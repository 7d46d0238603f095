"""The coach's report on one game: sections of tables, curves and a log, for a terminal and as a web page."""
