"""The terminal: screens and widgets over plain models of what one person may see."""
