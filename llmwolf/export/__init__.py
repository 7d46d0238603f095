"""A recorded game as something to read: Markdown, a web page, plain text, or the notation."""
