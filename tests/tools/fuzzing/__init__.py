"""Valid files of every format that is read, and what can be done to their values: the same chance, the same bytes."""
