"""Prizes: who gets what of the lists of a tournament or of a series, and why. It knows no rounds and no system."""
