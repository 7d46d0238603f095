"""The chapters of the rule book, in the order in which a judge runs them."""
