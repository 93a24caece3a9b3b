"""What a system would make of a club's attendance: whole seasons played by chance, in pure Python."""

SEASONS = 200
"""Of each way of playing: enough for a share of seasons to be right within some percent."""
