"""Who sits at the table: the protocol, scripted and replaying seats, the human seat, the bots."""
