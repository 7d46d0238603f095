"""The ledger of what was claimed in speeches, and what contradicts it."""
