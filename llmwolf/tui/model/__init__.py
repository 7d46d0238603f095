"""What the screens show, as plain values: no Textual here, and nothing that a seat may not know."""
