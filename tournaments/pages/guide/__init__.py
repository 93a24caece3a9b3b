"""The user guide that *Help* leads to: three chapters in every language."""
