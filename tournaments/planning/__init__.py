"""What a system would make of a club's attendance: whole seasons played by chance, in pure Python."""
