"""The policy of roll-outs: the built-in bots' plays upon coarser beliefs, at less than half their cost."""
