"""A club as one file: out of an installation, into another, and erased for good (docs/decisions/0070, 0076)."""
