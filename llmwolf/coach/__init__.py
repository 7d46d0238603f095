"""The coach's room: reads finished and running games; so far, table manners."""
