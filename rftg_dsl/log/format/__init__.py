"""The format of a log: its records, how they are written and read, and the table that their events leave."""
